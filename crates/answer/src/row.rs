//! Rows: the fields of an answer, declared once.

use std::collections::BTreeMap;

use satdoku::board::Grid;
use satdoku::task::Repair;
use satdoku_explain::Score;
use serde::Serialize;

/// An answer as fields.
pub trait Row: Serialize + Default {
    /// The field that is present even without an answer: `verdict`, which then says why, or one that is
    /// null.
    const ANSWER: Option<&'static str>;

    /// Returns the names of all fields, in order.
    fn columns() -> Vec<&'static str>;
}

/// The type of a field.
pub trait Field {
    /// Returns true if the field is left out.
    fn is_absent(&self) -> bool {
        false
    }

    /// Returns the names of the fields that one with this name stands for: several for a row within a row.
    fn columns(name: &'static str) -> Vec<&'static str>
    where
        Self: Sized,
    {
        vec![name]
    }
}

/// `None` is left out, and `Some(None)` is null.
impl<T: Field> Field for Option<T> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn columns(name: &'static str) -> Vec<&'static str> {
        T::columns(name)
    }
}

impl<T> Field for Vec<T> {}
impl<K, V> Field for BTreeMap<K, V> {}
impl Field for bool {}
impl Field for u64 {}
impl Field for usize {}
impl Field for f64 {}
impl Field for &'static str {}
impl Field for String {}
impl Field for Grid {}
impl Field for Repair {}
impl Field for Score {}

/// Declares a row. The fields after `hidden` are not serialized.
#[macro_export]
macro_rules! row {
    (
        $(#[$doc:meta])*
        $name:ident $(answers $answer:literal)? {
            $($(#[$of:meta])* $field:ident: $type:ty,)*
        }
        $(hidden { $($(#[$more_of:meta])* $more:ident: $more_type:ty,)* })?
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Default, serde::Serialize)]
        pub struct $name {
            $(
                $(#[$of])*
                #[serde(skip_serializing_if = "satdoku_answer::Field::is_absent")]
                pub $field: $type,
            )*
            $($($(#[$more_of])* #[serde(skip)] pub $more: $more_type,)*)?
        }

        impl $crate::Row for $name {
            const ANSWER: Option<&'static str> = $crate::row!(@answer $($answer)?);

            fn columns() -> Vec<&'static str> {
                let columns = [
                    $(<$type as $crate::Field>::columns(stringify!($field))),*
                ];
                columns.concat()
            }
        }

        impl $crate::Field for $name {
            fn columns(_: &'static str) -> Vec<&'static str> {
                <$name as $crate::Row>::columns()
            }
        }
    };
    (@answer) => { None };
    (@answer $answer:literal) => { Some($answer) };
}
