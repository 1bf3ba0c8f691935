//! Region maps: a map in any text survives being written and read again; any labels are accepted or
//! rejected.

use arbitrary::{Result, Unstructured};
use satdoku::board::{Cell, RegionMap};
use satdoku_text::read_regions;

pub(crate) fn check(bytes: Unstructured) -> Result<()> {
    let data = bytes.take_rest();
    if let Ok(map) = read_regions("map", &String::from_utf8_lossy(data)) {
        assert_eq!(
            RegionMap::from_groups(map.board().rows(), &map.regions()).as_ref(),
            Ok(&map)
        );
        assert_eq!(read_regions("map", &map.to_string()), Ok(map.clone()));
        assert_eq!(read_regions("map", &rows(&map)), Ok(map));
    }
    let labels: Vec<Option<u8>> = data
        .iter()
        .map(|b| (*b != b'.').then_some(b % 16))
        .collect();
    if let Ok(map) = RegionMap::from_labels(&labels) {
        assert_eq!(map.board().rows() * map.board().rows(), labels.len());
    }
    Ok(())
}

/// Writes the numbers of the regions, one line per row.
fn rows(map: &RegionMap) -> String {
    let size = map.board().rows();
    let number = |row, column| {
        map.region_of(Cell::at(row, column, size))
            .unwrap()
            .to_string()
    };
    let row = |row| {
        let numbers: Vec<String> = (0..size).map(|column| number(row, column)).collect();
        numbers.join(" ") + "\n"
    };
    (0..size).map(row).collect()
}
