//! The fields of the objects and rows that say what came of a record.

use std::ops::Range;

use satdoku::board::{Puzzle, RegionMap};
use satdoku::format::{Arrangement, Form, Record, Row, candidate_words, pencil_marks};
use serde::ser::{Error as _, Impossible, SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_json::{Error, Value};

/// All fields, in the order in which they are written, as JSON Lines and as CSV alike.
pub const FIELDS: [&str; 41] = [
    "source",
    "line",
    "puzzle",
    "regions",
    "variants",
    "pencil_marks",
    "verdict",
    "solution",
    "other",
    "solutions",
    "count",
    "complete",
    "candidates",
    "conflict",
    "minimal_conflict",
    "reason",
    "minimal",
    "removed",
    "redundant",
    "witnesses",
    "against",
    "flaw",
    "level",
    "largest",
    "technique",
    "places",
    "eliminates",
    "facts",
    "smallest",
    "at_least",
    "argument",
    "position",
    "wrong",
    "steps",
    "sizes",
    "repairs",
    "canonical",
    "shuffled",
    "error",
    "confirmed",
    "report",
];

/// How many of them, the first, say which record it is.
const RECORD: usize = 6;

/// Those that say which record it is and what it is.
pub fn fields_of_record(record: &Record) -> impl Iterator<Item = &'static str> {
    let puzzle = record.content.as_ref().ok().map(|(puzzle, _)| puzzle);
    let is_there = move |name: &&str| match *name {
        "source" | "line" => !record.source.is_empty(),
        "regions" => puzzle.is_some_and(|puzzle| puzzle.layout().rules().regions().is_some()),
        "variants" => puzzle.is_some_and(|puzzle| !puzzle.layout().rules().variants().is_empty()),
        "pencil_marks" => puzzle.is_some_and(|puzzle| !puzzle.removed().is_empty()),
        _ => true,
    };
    FIELDS[..RECORD].iter().copied().filter(is_there)
}

/// Whether a field says which record it is and what it is.
pub fn is_of_record(name: &str) -> bool {
    FIELDS[..RECORD].contains(&name)
}

/// What "report" says, each a column of CSV.
const REPORT: [&str; 6] = [
    "nodes",
    "guesses",
    "updates",
    "probes",
    "clauses",
    "solver_calls",
];

/// The place of a field in [`FIELDS`]. Fields mostly come in their order, so it looks from `from`.
fn place_of(name: &str, from: usize) -> Option<usize> {
    let (before, after) = FIELDS.split_at(from);
    let found = after.iter().position(|field| *field == name);
    found
        .map(|place| place + from)
        .or_else(|| before.iter().position(|field| *field == name))
}

/// The fields that a command has beside those that say which record it is. JSON has `minimal_conflict`
/// beside `conflict`, which would be an empty column of nearly every table, and `witnesses` whether
/// or not they are to be a column.
#[derive(Debug, Clone)]
pub struct Columns(Vec<&'static str>);

impl Columns {
    /// These fields, in the order of [`FIELDS`].
    pub fn new(mut names: Vec<&'static str>) -> Columns {
        names.sort_by_key(|name| place_of(name, 0));
        Columns(names)
    }

    /// Their names in a header of CSV.
    pub fn names(&self) -> Vec<&'static str> {
        let parts = self.0.iter().flat_map(|name| match *name {
            "report" => REPORT.to_vec(),
            name => vec![name],
        });
        parts.collect()
    }
}

/// The fields of one record: what answers serialize to, put into the order of [`FIELDS`].
///
/// It is a [`Serializer`] for maps and structs, whose entries it keeps as JSON, those that were
/// asked for.
#[derive(Debug)]
pub struct Fields<'a> {
    columns: &'a Columns,
    json: Vec<u8>,
    /// Where in `json` the value of which field is.
    found: Vec<(usize, Range<usize>)>,
}

impl<'a> Fields<'a> {
    /// The fields of a record. Beside what it is, those of `columns` are kept.
    pub fn of(record: &Record, columns: &'a Columns) -> Fields<'a> {
        let mut fields = Fields {
            columns,
            json: Vec::with_capacity(512),
            found: Vec::with_capacity(FIELDS.len()),
        };
        for name in fields_of_record(record) {
            match (name, &record.content) {
                ("source", _) => fields.set(name, &*record.source),
                ("line", _) => fields.set(name, &record.line),
                (_, Err(invalid)) => fields.set(name, &invalid.text),
                (_, Ok((puzzle, _))) => fields.set_part(name, puzzle),
            }
        }
        fields
    }

    /// With the fields of an answer, a map or a struct.
    pub fn with(mut self, answer: &impl Serialize) -> Fields<'a> {
        // Names, numbers, strings and lists of them: nothing that JSON could not say.
        if let Err(error) = answer.serialize(&mut self) {
            unreachable!("an answer without fields: {error}");
        }
        self
    }

    /// Sets the field of this name that says what a puzzle is.
    fn set_part(&mut self, name: &str, puzzle: &Puzzle) {
        let rules = puzzle.layout().rules();
        match name {
            "regions" => self.set(name, &rules.regions().map(RegionMap::to_string)),
            "variants" => {
                let names = rules.variants().iter().map(|variant| variant.name());
                self.set(name, &names.collect::<Vec<&str>>());
            }
            "pencil_marks" => {
                let form = Form::of_size(Arrangement::Line, puzzle.size());
                let marks = candidate_words(&pencil_marks(puzzle), form.alphabet);
                self.set(name, &marks);
            }
            _ => self.set(name, &puzzle.givens().to_string()),
        }
    }

    /// Sets one field.
    pub fn set<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        let place = self.place(name);
        let added = place.map(|place| self.add(place, value));
        assert!(matches!(added, Some(Ok(()))), "a field named {name}");
    }

    /// The place of a field, which is likely to come behind the last one.
    fn place(&self, name: &str) -> Option<usize> {
        let last = self.found.last().map_or(0, |(place, _)| *place);
        place_of(name, last)
    }

    fn add<T: Serialize + ?Sized>(&mut self, place: usize, value: &T) -> Result<(), Error> {
        let has_column = |name| self.columns.0.contains(&name);
        let is_kept = match FIELDS[place] {
            "minimal_conflict" => has_column("conflict"),
            "witnesses" => true,
            name => place < RECORD || has_column(name),
        };
        if !is_kept {
            return Ok(());
        }
        let start = self.json.len();
        serde_json::to_writer(&mut self.json, value)?;
        self.found.push((place, start..self.json.len()));
        Ok(())
    }

    /// A line of JSON. Behind what says which record it is come the other fields that the record had
    /// in the input. A field of ours whose name is taken is called `satdoku_…`.
    pub fn into_json(mut self, record: &Record) -> String {
        self.found.sort_by_key(|(place, _)| *place);
        let mut line = Vec::with_capacity(self.json.len() + 12 * self.found.len() + 3);
        let mut others = record.row.as_ref();
        for (place, range) in &self.found {
            if *place >= RECORD {
                write_others(others.take(), &mut line);
            }
            let (name, value) = (FIELDS[*place], &self.json[range.clone()]);
            let mut same = record.row.iter().flat_map(Row::others);
            let same = same.find(|(other, _)| *other == name);
            // Rules and pencil marks that were read from there.
            if *place < RECORD
                && same
                    .as_ref()
                    .is_some_and(|(_, own)| own.as_bytes() == value)
            {
                continue;
            }
            separate(&mut line);
            line.push(b'"');
            if same.is_some() {
                let is_taken = |name: &str| {
                    let mut others = record.row.iter().flat_map(Row::others);
                    others.any(|(other, _)| other == name)
                };
                line.extend_from_slice(own_name(name, is_taken).as_bytes());
            } else {
                line.extend_from_slice(name.as_bytes());
            }
            line.extend_from_slice(b"\":");
            line.extend_from_slice(value);
        }
        write_others(others, &mut line);
        line.extend_from_slice(b"}\n");
        // serde_json writes UTF-8.
        String::from_utf8(line).unwrap_or_default()
    }

    /// The fields of the columns as text, in their order.
    pub fn texts(&self) -> impl Iterator<Item = String> + '_ {
        let all = self.columns.0.iter().flat_map(|name| match *name {
            "report" => REPORT.map(|part| self.value(name)[part].clone()).to_vec(),
            name => vec![self.value(name)],
        });
        all.map(|value| text_of(&value))
    }

    /// A field as text; empty where there is none.
    pub fn text(&self, name: &str) -> String {
        text_of(&self.value(name))
    }

    fn value(&self, name: &str) -> Value {
        let of_name = |(place, _): &&(usize, Range<usize>)| FIELDS[*place] == name;
        let found = self.found.iter().find(of_name);
        let value = found.map(|(_, range)| serde_json::from_slice(&self.json[range.clone()]));
        value.and_then(Result::ok).unwrap_or_default()
    }
}

/// The name of a field of ours beside those of the input: behind as many `satdoku_` as it takes to be
/// another one.
pub fn own_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut own = name.to_string();
    while is_taken(&own) {
        own.insert_str(0, "satdoku_");
    }
    own
}

/// Writes the fields of a row beside its puzzle.
fn write_others(row: Option<&Row>, line: &mut Vec<u8>) {
    for (name, value) in row.into_iter().flat_map(Row::others) {
        separate(line);
        line.extend_from_slice(Value::from(name).to_string().as_bytes());
        line.push(b':');
        line.extend_from_slice(value.as_bytes());
    }
}

/// Writes what stands before a field of an object.
fn separate(line: &mut Vec<u8>) {
    line.push(if line.is_empty() { b'{' } else { b',' });
}

/// A value of JSON as a field of CSV: lists with spaces between their words or, where those have
/// spaces, `;`.
pub fn text_of(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => {
            let words: Vec<String> = values.iter().map(text_of).collect();
            if words.iter().any(|word| word.contains(' ')) {
                words.join(";")
            } else {
                words.join(" ")
            }
        }
        Value::Object(fields) => {
            let words: Vec<String> = fields.values().map(text_of).collect();
            words.join(" ")
        }
        other => other.to_string(),
    }
}

fn unknown_field() -> Error {
    Error::custom("a field that is not in the list of fields")
}

/// Refuses values that have no named parts.
macro_rules! refuse {
    ($($method:ident($($argument:ty),*) -> $ok:ty;)*) => {
        $(fn $method(self, $(_: $argument),*) -> Result<$ok, Error> {
            Err(Error::custom("expected a value with named fields"))
        })*
    };
}

type No = Impossible<(), Error>;

impl Serializer for &mut Fields<'_> {
    type Ok = ();
    type Error = Error;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeSeq = No;
    type SerializeTuple = No;
    type SerializeTupleStruct = No;
    type SerializeTupleVariant = No;
    type SerializeStructVariant = No;

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_none(self) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_unit(self) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    refuse! {
        serialize_bool(bool) -> ();
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_u8(u8) -> ();
        serialize_u16(u16) -> ();
        serialize_u32(u32) -> ();
        serialize_u64(u64) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_char(char) -> ();
        serialize_str(&str) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_unit_variant(&'static str, u32, &'static str) -> ();
        serialize_seq(Option<usize>) -> No;
        serialize_tuple(usize) -> No;
        serialize_tuple_struct(&'static str, usize) -> No;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> No;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> No;
    }
}

impl SerializeStruct for &mut Fields<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        match self.place(name) {
            Some(place) => self.add(place, value),
            None => Err(unknown_field()),
        }
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

impl SerializeMap for &mut Fields<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_entry<K: Serialize + ?Sized, T: Serialize + ?Sized>(
        &mut self,
        name: &K,
        value: &T,
    ) -> Result<(), Error> {
        let start = self.json.len();
        serde_json::to_writer(&mut self.json, name)?;
        let place = std::str::from_utf8(&self.json[start..])
            .ok()
            .and_then(|quoted| self.place(quoted.trim_matches('"')));
        self.json.truncate(start);
        match place {
            Some(place) => self.add(place, value),
            None => Err(unknown_field()),
        }
    }

    fn serialize_key<K: Serialize + ?Sized>(&mut self, _: &K) -> Result<(), Error> {
        Err(Error::custom("expected a name and its value at once"))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), Error> {
        Err(Error::custom("expected a name and its value at once"))
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}
