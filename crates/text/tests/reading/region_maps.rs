//! Region maps below a grid, and rules from options.

use satdoku::board::Variant;
use satdoku_text::{ReadOptions, Reader, Record, read_regions};

/// Returns the givens and the rules of each record, or its error.
fn read(text: &str, options: ReadOptions) -> Vec<String> {
    let records = Reader::new("text", text.as_bytes(), options);
    let describe = |record: std::io::Result<Record>| match record.unwrap().content {
        Err(invalid) => invalid.error.to_string(),
        Ok((puzzle, _)) => {
            let rules = puzzle.layout().rules();
            let mut text = format!("{} {}", puzzle.givens(), rules.box_text());
            if let Some(regions) = rules.regions() {
                text += &format!(" {regions}");
            }
            for variant in rules.variants() {
                text += &format!(" {variant}");
            }
            text
        }
    };
    records.map(describe).collect()
}

#[test]
fn a_region_map_below_a_grid_belongs_to_it() {
    let plain = ReadOptions::default();
    let (grid, map) = ("1...\n..2.\n....\n....\n", "1112\n1322\n4332\n4443\n");
    let puzzle = "1.....2.........";
    let with_map = format!("{puzzle} 1x4 1112132243324443");
    let without = format!("{puzzle} 2x2");
    for (text, expected) in [
        (format!("{grid}\n{map}"), vec![&with_map]),
        (format!("{grid}{map}"), vec![&with_map]),
        (format!("{grid}\nRegions:\n{map}"), vec![&with_map]),
        (format!("# one\n{grid}# its map\n\n{map}"), vec![&with_map]),
        (format!("{grid}\n{map}\n{grid}"), vec![&with_map, &without]),
        (
            format!("{grid}\n{grid}\n{map}\n{grid}"),
            vec![&without, &with_map, &without],
        ),
        (
            format!("{grid}\n{grid}{puzzle} x\n"),
            vec![&without, &without, &without],
        ),
    ] {
        let expected: Vec<String> = expected.into_iter().cloned().collect();
        assert_eq!(read(&text, plain.clone()), expected, "{text}");
    }
    // A size without boxes takes a map; letters can name regions.
    let five = "1....\n.....\n..3..\n.....\n....5\n";
    let map = "AAABB\nACCBB\nACCDB\nECDDD\nEEEED\n";
    assert_eq!(
        read(&format!("{five}\n{map}"), plain.clone()),
        ["1...........3...........5 1x5 1112213322133425344455554"]
    );
    assert_eq!(
        read(five, plain.clone()),
        ["text:1:1: expected a number of rows that boxes can fill, such as 9, found 5 rows of 5"]
    );
    // An invalid map is an error and not a puzzle.
    assert_eq!(
        read(
            &format!("{five}\n{}", map.replace("ECDDD", "EEDDD")),
            plain.clone()
        ),
        [
            "text:10:1: expected 5 cells in each region, found 6 in one: r4c1 r4c2 r5c1 r5c2 r5c3 r5c4"
        ]
    );
    assert_eq!(
        read(&format!("{five}\nregions\n{}", &map[..12]), plain.clone()),
        ["text:9:6: expected 25 cells in `regions 1 1 1 2 2 1 …`, found 10"]
    );
    // A solution below its puzzle is another puzzle.
    let solution = "1234\n3412\n2143\n4321\n";
    assert_eq!(
        read(&format!("{grid}\n{solution}"), plain),
        [without, "1234341221434321 2x2".to_string()]
    );
}

#[test]
fn regions_can_be_counted_from_0() {
    let (grid, map) = ("1.....2.........", "0001021132213332");
    let rows = "1...\n..2.\n....\n....\n";
    for text in [
        format!("{rows}regions {map}\n"),
        format!("{rows}regions\n0001\n0211\n3221\n3332\n"),
        format!("{grid}; regions {map}\n"),
        format!("puzzle,regions\n{grid},{map}\n"),
        format!("{{\"puzzle\":\"{grid}\",\"regions\":\"{map}\"}}\n"),
    ] {
        let expected = format!("{grid} 1x4 1112132243324443");
        assert_eq!(read(&text, ReadOptions::default()), [expected], "{text}");
    }
}

#[test]
fn regions_and_variants_can_be_options() {
    let regions = read_regions("map", "1112\n1322\n4332\n4443\n").unwrap();
    let options = ReadOptions {
        regions: Some(regions),
        variants: vec![Variant::AntiKing, Variant::Diagonal],
        ..ReadOptions::default()
    };
    let expected = "1.....2......... 1x4 1112132243324443 diagonal anti-king";
    for text in ["1.....2.........\n", "1...\n..2.\n....\n....\n"] {
        assert_eq!(read(text, options.clone()), [expected]);
    }
    for text in [
        "id,puzzle\n7,1.....2.........\n",
        "{\"puzzle\":\"1.....2.........\"}\n",
        "id,x\n7,1.....2.........\n8,1.....2.........\n",
    ] {
        assert_eq!(read(text, options.clone())[0], expected);
    }
    assert_eq!(
        read(&format!("{}\n", ".".repeat(81)), options.clone()),
        ["text:1:17: expected 16 cells for a 4x4 puzzle, found 81"]
    );
    let refused = |shape: &str, variant| {
        let options = ReadOptions {
            shape: Some(shape.parse().unwrap()),
            variants: vec![variant],
            ..ReadOptions::default()
        };
        read(&(".".repeat(36) + "\n"), options)
    };
    assert_eq!(
        refused("2x3", Variant::Windoku),
        ["text:1:1: expected a square number of digits for windoku, found 6"]
    );
    assert_eq!(
        refused("1x6", Variant::DisjointGroups),
        ["text:1:1: expected boxes for disjoint-groups, found a board without"]
    );
}
