//! Values that completions suggest, although an option accepts others too.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};

/// A parser of values, and the names that completions suggest.
#[derive(Clone)]
pub struct Suggested<T, E> {
    pub parse: fn(&str) -> Result<T, E>,
    pub names: fn() -> Vec<PossibleValue>,
}

impl<T, E> TypedValueParser for Suggested<T, E>
where
    T: Clone + Send + Sync + 'static,
    E: Into<Box<dyn std::error::Error + Send + Sync>> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        self.parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter()))
    }
}
