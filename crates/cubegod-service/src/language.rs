//! The choice of a language for messages. Chinese texts are in simplified characters, so readers of traditional ones get English.

use cubegod_teach::Language;

/// Returns the language of a locale such as `zh_CN.UTF-8`, or of a language tag such as `zh-Hans`; English for any other.
///
/// # Examples
///
/// ```
/// use cubegod_service::language;
/// use cubegod_teach::Language;
///
/// assert_eq!(language::from_locale("zh_CN.UTF-8"), Language::Chinese);
/// assert_eq!(language::from_locale("zh-Hant-TW"), Language::English);
/// ```
pub fn from_locale(locale: &str) -> Language {
    let name = locale.split(['.', '@']).next().unwrap_or_default().to_ascii_lowercase();
    let mut parts = name.trim().split(['_', '-']);
    let is_chinese = parts.next() == Some("zh");
    let is_traditional = parts.any(|part| matches!(part, "tw" | "hk" | "mo" | "hant"));
    if is_chinese && !is_traditional { Language::Chinese } else { Language::English }
}

/// Returns the language that an `Accept-Language` header prefers: Chinese if it ranks above English.
pub fn from_accept_language(header: &str) -> Language {
    let mut best = [0.0; 2];
    for (rank, range) in header.split(',').enumerate() {
        let (tag, parameters) = range.split_once(';').unwrap_or((range, ""));
        let quality = parameters.trim().strip_prefix("q=").map_or(Some(1.0), |text| text.parse::<f64>().ok());
        // Of two languages with the same quality, the first is preferred.
        let quality = quality.unwrap_or(0.0).clamp(0.0, 1.0) - 1e-6 * rank as f64;
        let tag = tag.trim().to_ascii_lowercase();
        let language = match tag.split('-').next() {
            Some("zh") => from_locale(&tag),
            Some("en" | "*") => Language::English,
            _ => continue,
        };
        let index = usize::from(language == Language::Chinese);
        best[index] = f64::max(best[index], quality);
    }
    if best[1] > best[0] { Language::Chinese } else { Language::English }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simplified_chinese_locales_get_chinese_and_all_others_english() {
        for locale in ["zh", "zh_CN", "zh_CN.UTF-8", "zh-Hans", "zh_SG", "ZH-cn", "zh_CN@pinyin"] {
            assert_eq!(from_locale(locale), Language::Chinese, "{locale}");
        }
        for locale in ["", "C", "POSIX", "en_US.UTF-8", "zh_TW", "zh_HK.UTF-8", "zh-Hant", "zh_MO", "zhx"] {
            assert_eq!(from_locale(locale), Language::English, "{locale}");
        }
    }

    #[test]
    fn headers_get_chinese_if_they_rank_it_above_english() {
        for header in
            ["zh", "zh-CN,zh;q=0.9,en;q=0.8", "fr, zh;q=0.8, en;q=0.5", "en;q=0.1, zh-Hans", "zh,en"]
        {
            assert_eq!(from_accept_language(header), Language::Chinese, "{header}");
        }
        for header in [
            "",
            "en",
            "en,zh",
            "zh;q=0",
            "zh-TW,zh;q=0.9,en;q=0.8",
            "*, zh;q=0.5",
            "fr",
            "zh;q=x",
            "zh;q=0.2,en;q=1",
        ] {
            assert_eq!(from_accept_language(header), Language::English, "{header}");
        }
    }
}
