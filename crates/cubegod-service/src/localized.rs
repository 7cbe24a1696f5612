//! Messages that an edge defines.

use cubegod_teach::Language;
use std::fmt;

/// A message of an edge, in any language.
pub trait Localized: fmt::Debug + Send + Sync + 'static {
    /// Returns the message in a language.
    fn text(&self, language: Language) -> String;
}

/// The same text in every language.
impl Localized for String {
    fn text(&self, _: Language) -> String {
        self.clone()
    }
}

impl<T: Localized> From<T> for Box<dyn Localized> {
    fn from(message: T) -> Box<dyn Localized> {
        Box::new(message)
    }
}

impl From<&str> for Box<dyn Localized> {
    fn from(message: &str) -> Box<dyn Localized> {
        Box::new(message.to_owned())
    }
}
