//! The language of messages: `--lang`, else the locale of the environment.

use cubegod_service::Localized;
use cubegod_service::language::from_locale;
use cubegod_teach::Language;
use std::sync::OnceLock;

/// The value of `--lang` and of the locale, for the whole process.
static CHOICE: OnceLock<Choice> = OnceLock::new();

#[derive(Copy, Clone, Debug, Default)]
struct Choice {
    option: Option<Language>,
    locale: Language,
}

/// Chooses the language, before anything is written.
pub(crate) fn choose(option: Option<Language>) {
    let locale = of_locale(|name| std::env::var(name).ok());
    // Chosen once, by `main`.
    let _ = CHOICE.set(Choice { option, locale });
}

/// Returns the language of messages for people.
pub(crate) fn of_messages() -> Language {
    let choice = CHOICE.get().copied().unwrap_or_default();
    choice.option.unwrap_or(choice.locale)
}

/// Returns the language of messages in JSON: programs must not depend on the locale.
pub(crate) fn of_json() -> Language {
    CHOICE.get().and_then(|choice| choice.option).unwrap_or_default()
}

/// Returns a message for people.
pub(crate) fn shown(message: &dyn Localized) -> String {
    message.text(of_messages())
}

/// Returns the language of the locale.
fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Language {
    let mut variables = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter();
    let locale = variables.find_map(|name| variable(name).filter(|value| !value.is_empty()));
    from_locale(&locale.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(variables: &[(&str, &str)]) -> Language {
        of_locale(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_most_specific_variable_wins_unless_it_is_empty() {
        let (chinese, english) = ("zh_CN.UTF-8", "en_US.UTF-8");
        assert_eq!(language(&[("LC_ALL", english), ("LANG", chinese)]), Language::English);
        assert_eq!(language(&[("LC_MESSAGES", chinese), ("LANG", english)]), Language::Chinese);
        assert_eq!(language(&[("LC_ALL", chinese), ("LC_MESSAGES", english)]), Language::Chinese);
        assert_eq!(language(&[("LC_ALL", ""), ("LANG", chinese)]), Language::Chinese);
    }
}
