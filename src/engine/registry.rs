//! The registry of engines, by name.

use std::str::FromStr;

use super::backtrack::Backtrack;
use super::search::Engine;
use super::{dlx, mrv, sat::Sat};
use crate::board::{Layout, Mismatch};
use crate::sat::{AtMostOne, Encoding};

/// An entry of the registry.
#[derive(Debug)]
pub struct EngineEntry {
    /// The name, as in `--engine NAME`.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    make: Make,
}

/// The constructor of an engine.
#[derive(Debug)]
enum Make {
    /// A SAT engine, whose at-most-one encoding can be chosen.
    Sat(fn() -> Sat),
    Other(fn() -> Box<dyn Engine>),
}

impl EngineEntry {
    /// Creates the engine.
    pub fn make(&'static self) -> Box<dyn Engine> {
        self.with_at_most_one(AtMostOne::default()).make()
    }

    fn with_at_most_one(&'static self, at_most_one: AtMostOne) -> EngineName {
        EngineName {
            entry: self,
            at_most_one,
        }
    }
}

/// All engines.
pub const ENGINES: &[EngineEntry] = &[
    EngineEntry {
        name: "sat",
        summary: "propagation and failed literals, then the SAT solver on the reduced encoding",
        make: Make::Sat(Sat::default),
    },
    EngineEntry {
        name: "sat:reduced",
        summary: "propagation, then the SAT solver on the reduced encoding",
        make: Make::Sat(|| Sat::new(Encoding::Reduced)),
    },
    EngineEntry {
        name: "sat:extended",
        summary: "the SAT solver on the extended encoding",
        make: Make::Sat(|| Sat::new(Encoding::Extended)),
    },
    EngineEntry {
        name: "sat:efficient",
        summary: "the SAT solver on the efficient encoding",
        make: Make::Sat(|| Sat::new(Encoding::Efficient)),
    },
    EngineEntry {
        name: "sat:minimal",
        summary: "the SAT solver on the minimal encoding",
        make: Make::Sat(|| Sat::new(Encoding::Minimal)),
    },
    EngineEntry {
        name: mrv::NAME,
        summary: "propagation, then a guess where it failed most often; a kernel of its own for plain 9×9",
        make: Make::Other(|| Box::new(mrv::Mrv::default())),
    },
    EngineEntry {
        name: dlx::NAME,
        summary: "exact cover with dancing links (Knuth's Algorithm X)",
        make: Make::Other(|| Box::new(dlx::Dlx::default())),
    },
    EngineEntry {
        name: "static",
        summary: "backtracking over cells in an order fixed in advance, fewest digits first",
        make: Make::Other(|| Box::new(Backtrack::static_order())),
    },
    EngineEntry {
        name: "brute",
        summary: "plain backtracking in reading order",
        make: Make::Other(|| Box::new(Backtrack::brute())),
    },
];

/// Creates the engine for many short searches on a board: `mrv`, or `sat` if the board has too many digits
/// for that.
pub fn for_many_searches(layout: &Layout) -> Box<dyn Engine> {
    match layout.digit_count() <= mrv::MOST_DIGITS {
        true => Box::new(mrv::Mrv::default()),
        false => Box::new(Sat::default()),
    }
}

/// The name of an engine: one of [`ENGINES`], optionally followed, for SAT engines, by `+` and an
/// [`AtMostOne`] encoding, as in `sat:reduced+product`.
///
/// ```
/// use satdoku::engine::EngineName;
///
/// let name: EngineName = "sat:extended+product".parse()?;
/// assert_eq!(name.entry().name, "sat:extended");
/// assert_eq!(name.make().name(), "sat:extended+product");
/// # Ok::<(), satdoku::board::Mismatch>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct EngineName {
    entry: &'static EngineEntry,
    at_most_one: AtMostOne,
}

impl EngineName {
    /// The entry in the registry.
    pub fn entry(self) -> &'static EngineEntry {
        self.entry
    }

    /// Creates the engine.
    pub fn make(self) -> Box<dyn Engine> {
        match self.entry.make {
            Make::Sat(make) => Box::new(make().with_at_most_one(self.at_most_one)),
            Make::Other(make) => make(),
        }
    }
}

impl FromStr for EngineName {
    type Err = Mismatch;

    fn from_str(name: &str) -> Result<EngineName, Mismatch> {
        find(name)
    }
}

/// Finds the engine with this name.
///
/// # Errors
/// If there is no such engine.
pub fn find(name: &str) -> Result<EngineName, Mismatch> {
    let (engine, at_most_one) = match name.split_once('+') {
        Some((engine, at_most_one)) => (engine, Some(at_most_one)),
        None => (name, None),
    };
    let Some(entry) = ENGINES.iter().find(|entry| entry.name == engine) else {
        let names: Vec<&str> = ENGINES.iter().map(|entry| entry.name).collect();
        let expected = format!("an engine ({})", names.join(", "));
        return Err(Mismatch::unknown(&expected, name));
    };
    match (at_most_one, &entry.make) {
        (None, _) => Ok(entry.with_at_most_one(AtMostOne::default())),
        (Some(encoding), Make::Sat(_)) => Ok(entry.with_at_most_one(encoding.parse()?)),
        (Some(encoding), Make::Other(_)) => {
            let expected = format!(
                "no at-most-one encoding for the engine {}, which makes no clauses",
                entry.name
            );
            Err(Mismatch::unknown(&expected, encoding))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_is_explained() {
        let error = |name: &str| find(name).unwrap_err().to_string();
        assert!(error("max").starts_with("expected an engine (sat, sat:reduced, "));
        assert!(error("max").ends_with(", brute), found `max`"));
        assert_eq!(
            error("mrv+product"),
            "expected no at-most-one encoding for the engine mrv, which makes no clauses, found `product`"
        );
        assert!(error("sat+some").starts_with("expected an at-most-one encoding"));
    }

    #[test]
    fn boards_that_are_too_large_for_mrv_have_another_engine() {
        for (shape, name) in [("8x8", "mrv"), ("5x13", "sat")] {
            let layout = Layout::classic(shape.parse().unwrap());
            assert_eq!(for_many_searches(&layout).name(), name);
        }
    }

    #[test]
    fn engines_and_sessions_are_send() {
        fn is_send<T: Send>() {}
        is_send::<Box<dyn Engine>>();
        is_send::<crate::task::Session>();
        // The generator shares its engine.
        fn is_sync<T: Sync>() {}
        is_sync::<mrv::Mrv>();
    }
}
