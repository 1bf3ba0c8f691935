//! Tests of reading constraint strings.

use super::is_constraint_string;
use crate::read::reader::parsed;

/// Returns the givens, rules and removed candidates of a puzzle on few lines.
fn described(text: &str) -> String {
    let puzzle = parsed(text).unwrap();
    let (layout, size) = (puzzle.layout(), puzzle.geometry());
    let rules = layout.rules();
    let givens = puzzle
        .givens()
        .filled()
        .map(|given| given.name(size).to_string());
    let removed = puzzle.removed().map(|at| format!("not {}", at.name(size)));
    let variants = rules.variants().iter().map(|variant| variant.to_string());
    let constraints = rules.constraints().iter().map(|drawn| drawn.text(size));
    let regions = rules.regions().map(|regions| regions.to_string());
    let all = givens
        .chain(removed)
        .chain(regions)
        .chain(variants)
        .chain(constraints);
    format!(
        "{}; {}",
        rules.box_text(),
        all.collect::<Vec<_>>().join("; ")
    )
}

#[test]
fn every_item_has_a_counterpart() {
    for (text, expected) in [
        (".~R1C1_5~R9C9_9", "3x3; r1c1=5; r9c9=9"),
        (".Shape~4x4.~R1C1_1_2.~R1C1_2_3", "2x2; r1c1=2"),
        (".Shape~4x4.~R1C1_1_2", "2x2; not r1c1=3; not r1c1=4"),
        (".Shape~7x7.AntiKing.", "1x7; anti-king"),
        (".NoBoxes.AntiKnight", "1x9; anti-knight"),
        (
            ".Diagonal~1.Diagonal~-1.Windoku.DisjointSets",
            "3x3; diagonal; windoku; disjoint-groups",
        ),
        (
            ".Shape~4x4.Diagonal~1",
            "2x2; extra-region r1c4 r2c3 r3c2 r4c1",
        ),
        (
            ".Shape~4x4.Diagonal~-1",
            "2x2; extra-region r1c1 r2c2 r3c3 r4c4",
        ),
        (
            ".AntiConsecutive.StrictXV",
            "3x3; non-consecutive; negative-xv",
        ),
        (".StrictKropki", "3x3; non-consecutive; negative-ratio"),
        (
            ".AntiConsecutive.BlackDot~R1C1~R1C2",
            "3x3; non-consecutive; ratio r1c1 r1c2; whispers 2 r1c1 r1c2",
        ),
        (
            ".Shape~4x4.NoBoxes.Jigsaw~1112132243324443",
            "1x4; 1112132243324443",
        ),
        (
            ".Shape~4x4.Jigsaw~1111222233334444",
            "2x2; extra-region r1c1 r1c2 r1c3 r1c4; extra-region r2c1 r2c2 r2c3 r2c4; \
             extra-region r3c1 r3c2 r3c3 r3c4; extra-region r4c1 r4c2 r4c3 r4c4",
        ),
        (
            ".Cage~17~R1C1~R1C2.Cage~0~R2C1~R3C1",
            "3x3; cage 17 r1c1 r1c2; cage r2c1 r3c1",
        ),
        (
            ".Cage~17~R1C1~R1C2~R1C1",
            "3x3; extra-region r1c1 r1c2; sum 17 r1c1 r1c2 r1c1",
        ),
        (
            ".Sum~10~R1C1~R1C2.Sum~0_=_1_-2~R1C1~R1C2",
            "3x3; sum 10 r1c1 r1c2; sum 0 r1c1 -2*r1c2",
        ),
        (
            ".Arrow~R1C1~R1C2~R1C3.PillArrow~2~R2C2~R2C1~R2C3",
            "3x3; arrow r1c1: r1c2 r1c3; arrow r2c1 r2c2: r2c3",
        ),
        (
            ".DoubleArrow~R1C1~R1C2~R1C3",
            "3x3; double-arrow r1c1 r1c2 r1c3",
        ),
        (
            ".Thermo~R1C1~R1C2 . Renban ~ R1C1 ~ R1C2",
            "3x3; thermometer r1c1 r1c2; renban r1c1 r1c2",
        ),
        (
            ".Whisper~4~R1C1~R1C2.Whisper~R1C1~R1C2",
            "3x3; whispers 4 r1c1 r1c2; whispers r1c1 r1c2",
        ),
        (
            ".Zipper~R1C1~R1C2~R1C3.Zipper~R1C1~R1C2.Palindrome~R1C1~R1C2",
            "3x3; zipper r1c1 r1c2 r1c3; palindrome r1c1 r1c2",
        ),
        (
            ".Modular~3~R1C1~R1C2.Entropic~R1C1~R1C2",
            "3x3; modular r1c1 r1c2; entropic r1c1 r1c2",
        ),
        (
            ".Between~R1C1~R1C2~R1C3.Lockout~3~R1C1~R1C2",
            "3x3; between r1c1 r1c2 r1c3; lockout 3 r1c1 r1c2",
        ),
        (".RegionSumLine~R1C3~R1C4", "3x3; region-sum r1c3 r1c4"),
        (
            ".WhiteDot~R1C1~R1C2~R2C2~R5C5",
            "3x3; difference r1c1 r1c2; difference r1c2 r2c2",
        ),
        (
            ".Shape~4x4.Pair~Oj~_less%20%22<%22~R1C1~R1C2~~R2C1~R2C2~R2C3~_~R3C1~R3C2~~R4C4",
            "2x2; pairs \"1:2-4 2:3,4 3:4\" as \"less '<'\" r1c1 r1c2; \
             pairs \"1:2-4 2:3,4 3:4\" as \"less '<'\" r2c1 r2c2 r2c3; \
             pairs \"1:2-4 2:3,4 3:4\" r3c1 r3c2",
        ),
        (
            ".Shape~4x4.PairX~evH~_a~R1C1~R2C2~R3C3.PairX~~R1C1~R2C2",
            "2x2; all-pairs \"1:2-4 2:1,3,4 3:1,2,4 4:1-3\" as \"a\" r1c1 r2c2 r3c3; \
             all-pairs \"none\" r1c1 r2c2",
        ),
        (
            ".Shape~10x10.Pair~AIABIABIABIABIAB~R1C1~R1Ca.Shape~10x10.Pair~_~R1C1~R1C2",
            "2x5; pairs \"1:10 2:9 3:8 4:7 5:6 6:5 7:4 8:3 9:2 10:1\" r1c1 r1c10; \
             pairs \"1:1-6\" r1c1 r1c2",
        ),
        (
            ".Shape~6x6.Regex~WzEtM10qKDR8NSkuezIsfQ~R1C1~R1C2~R1C3~R1C4~~R2C1~R2C2",
            "2x3; sequence \"[1-3]*(4|5).{2,}\" r1c1 r1c2 r1c3 r1c4; \
             sequence \"[1-3]*(4|5).{2,}\" r2c1 r2c2",
        ),
        (
            ".Shape~12x12.Regex~WzEtOUFdQnsxLDJ9==~R1C1~R1C2.Regex~%5B1-3%5D~R1C1",
            "3x4; sequence \"[1-9 10]11{1,2}\" r1c1 r1c2; sequence \"[1-3]\" r1c1",
        ),
        (
            ".Shape~4x4.NFA~APFhUA~_one%203~R1C1~R1C2~~R2C1~_two~R2C2.NFA~QPOQ~R3C1",
            "2x2; automaton \"start 0; accept 1; 0: 1,2>0 3>1\" as \"one 3\" r1c1 r1c2; \
             automaton \"start 0; accept 1; 0: 1,2>0 3>1\" as \"one 3\" r2c1; \
             automaton \"start 0; accept 1; 0: 1,2>0 3>1\" as \"two\" r2c2; \
             automaton \"start 0; accept 1; 0: 1,2>0 3>1\" r3c1",
        ),
        (
            ".Shape~4x4.NFA~BRRwBESBaA~_low%20%7C%204~R1C1~R1C2~-~R2C1~~R3C1~-~R3C2",
            "2x2; automaton \"start 0; accept 1; 0: 1-3>0 |>2; 2: 4>1\" as \"low | 4\" r1c1 r1c2: r2c1; \
             automaton \"start 0; accept 1; 0: 1-3>0 |>2; 2: 4>1\" as \"low | 4\" r3c1: r3c2",
        ),
        (
            ".Shape~4x4.NFA~BOUoSeA~R1C1~R1C2.NFA~~R1C1",
            "2x2; automaton \"start 0 1; accept 0 2; 0: 1>1 1>2; 1: 4>2\" r1c1 r1c2; \
             automaton \"start\" r1c1",
        ),
        (".X~R1C1~R1C2.V~R2C1~R2C2", "3x3; x r1c1 r1c2; v r2c1 r2c2"),
        (
            ".GreaterThan~R1C5~R2C5~R1C6",
            "3x3; greater r1c5 r2c5; greater r1c5 r1c6",
        ),
        (
            ".Quad~R1C1~1~2~2",
            "3x3; quadruple 1 2 2 r1c1 r1c2 r2c1 r2c2",
        ),
        (
            ".EqualSum~R1C1~R1C2~-~R2C1~-~R3C1.EqualSum~R1C1",
            "3x3; equal-sum r1c1 r1c2: r2c1: r3c1",
        ),
        (
            ".ContainAtLeast~1_1_2~R1C1~R1C2~R1C3.ContainExact~1~R2C1~R2C2",
            "3x3; contains 1 1 2: r1c1 r1c2 r1c3; contains-exactly 1: r2c1 r2c2",
        ),
        (
            ".CountDistinct~R1C1~R1C2~R1C3.CountingCircles~R1C1~R5C5",
            "3x3; count-distinct r1c1: r1c2 r1c3; counting-circles r1c1 r5c5",
        ),
        (
            ".Replicate~D.X~R1C1~R1C2.End.And.V~R2C1~R3C1.End",
            "3x3; x r1c1 r1c2; x r1c2 r1c3; v r2c1 r3c1",
        ),
        (
            ".Replicate~J~R2C2.~R2C2_1_2.Replicate~F~R1C1.Cage~3~R1C1~R2C2.End.End",
            "3x3; not r2c2=3; not r2c2=4; not r2c2=5; not r2c2=6; not r2c2=7; not r2c2=8; \
             not r2c2=9; not r2c5=3; not r2c5=4; not r2c5=5; not r2c5=6; not r2c5=7; \
             not r2c5=8; not r2c5=9; cage 3 r1c1 r2c2; cage 3 r1c3 r2c4; cage 3 r1c4 r2c5; \
             cage 3 r1c6 r2c7",
        ),
        (
            ".AntiConsecutive.Replicate~B.BlackDot~R1C1~R1C2.End",
            "3x3; non-consecutive; ratio r1c1 r1c2; whispers 2 r1c1 r1c2",
        ),
        (
            ".NumberedRoom~C3~4~.NumberedRoom~R1~~5.ValueIndexing~R1C1~R1C2~R1C3~R1C4",
            "3x3; numbered-room 4 column 3 top; numbered-room 5 row 1 right; \
             value-index r1c1: r1c2: r1c3 r1c4",
        ),
        (
            ".AllDifferent~R1C1~R2C2.SameValues~3~R1C1~R2C4~R3C7",
            "3x3; extra-region r1c1 r2c2; clone r1c1: r2c4; clone r2c4: r3c7",
        ),
        (
            ".SameValues~3~R1C1~R1C2~R2C4~R2C5~R9C1~R9C2",
            "3x3; same-digits r1c1 r1c2: r2c4 r2c5; same-digits r2c4 r2c5: r9c1 r9c2",
        ),
        (
            ".LittleKiller~1~R8C1.LittleKiller~2~R2C9.LittleKiller~3~R1C2.LittleKiller~4~R9C8",
            "3x3; little-killer 1 r8c1 r9c2; little-killer 2 r2c9 r1c8; \
             little-killer 3 r1c2 r2c1; little-killer 4 r9c8 r8c9",
        ),
        (
            ".Sandwich~10~C8.Sandwich~0~R9",
            "3x3; sandwich 10 column 8 top; sandwich 0 row 9 left",
        ),
        (
            ".XSum~C1~25~23.Skyscraper~R2~~3.",
            "3x3; x-sum 25 column 1 top; x-sum 23 column 1 bottom; skyscraper 3 row 2 right",
        ),
        (
            ".Indexing~C~R1C1.Indexing~R~R2C2~R2C3",
            "3x3; row-indexer r1c1; column-indexer r2c2; column-indexer r2c3",
        ),
    ] {
        assert_eq!(described(text), expected, "{text}");
    }
}

#[test]
fn blocks_are_alternatives_conjunctions_and_copies() {
    for (text, expected) in [
        (
            ".Or.X~R1C1~R1C2.And.Cage~3~R1C1~R1C2.V~R1C1~R2C1.End.End",
            "3x3; either { x r1c1 r1c2 } or { cage 3 r1c1 r1c2; v r1c1 r2c1 }",
        ),
        (
            ".Or.~R1C1_5_6~R1C2_7.XSum~C1~25~23.End.And.Thermo~R1C1~R1C2.End",
            "3x3; either { either { sum 5 r1c1 } or { sum 6 r1c1 }; sum 7 r1c2 } or { x-sum 25 \
             column 1 top; x-sum 23 column 1 bottom }; thermometer r1c1 r1c2",
        ),
        // An alternative without a demand always holds.
        (".Or.X~R1C1~R1C2.And.End.End", "3x3; "),
        (".Or.V~R1C1~R1C2.End", "3x3; either { v r1c1 r1c2 }"),
        // Bits 0, 1 and 9 of the cells from r2c2 on.
        (
            ".Replicate~DI~R2C2.X~R2C2~R2C3.~R2C2_1.End",
            "3x3; r2c2=1; r2c3=1; r3c2=1; x r2c2 r2c3; x r2c3 r2c4; x r3c2 r3c3",
        ),
        (
            ".Shape~4x4.Replicate~F.Or.X~R1C1~R1C2.V~R1C1~R1C2.End.End",
            "2x2; either { x r1c1 r1c2 } or { v r1c1 r1c2 }; \
             either { x r1c3 r1c4 } or { v r1c3 r1c4 }",
        ),
        (".ConnectedValues~~1_2~5", "3x3; connected 1 2 size 5"),
        (
            ".Shape~4x4.NoBoxes.ChaosConstruction.ChaosArrow~R2C1~1~CC5~CC6~-~CC5~CC1",
            "1x4; regions-to-find region; \
             run-length r2c1 excluding first: region.r2c1 region.r2c2: region.r2c1 region.r1c1",
        ),
    ] {
        assert_eq!(described(text), expected, "{text}");
    }
    let variables = ".Shape~4x4.Var~S~~2x2.ConnectedValues~VS~1";
    assert!(described(variables).ends_with("; connected 1: s"));
    for (text, expected) in [
        (
            ".Or.X~R1C1~R1C2",
            "1:2: expected `.End` in Or, found the end of the text",
        ),
        (
            ".End",
            "1:2: expected the beginning of a block before in End, found none",
        ),
        (
            ".Or.AntiKnight.End",
            "1:5: expected items about cells in a block in AntiKnight, found `AntiKnight`",
        ),
        (
            ".Shape~4x4.Replicate~P.X~R1C1~R1C2.End",
            "1:31: expected cells that stay on the board, found `R1C2` shifted from r1c1 to r1c4",
        ),
        (
            ".Replicate~!.X~R1C1~R1C2.End",
            "1:2: expected targets in base 64 in Replicate, found `!`",
        ),
    ] {
        assert_eq!(parsed(text).unwrap_err().to_string(), expected, "{text}");
    }
    let nested = format!("{}{}", ".Or".repeat(20), ".End".repeat(20));
    let error = parsed(&nested).unwrap_err().to_string();
    assert!(
        error.contains("expected at most 8 blocks in each other"),
        "{error}"
    );
    // 96 copies of 96 copies of 96 copies.
    let copies = ".Replicate~________________".repeat(3);
    let many = format!("{copies}.~R1C1_1{}", ".End".repeat(3));
    let error = parsed(&format!(".Shape~16x16{many}"))
        .unwrap_err()
        .to_string();
    assert!(error.contains("expected"), "{error}");
}

#[test]
fn boards_of_every_shape_are_read() {
    for (text, expected) in [
        (
            ".Shape~2x4~0-4.~R1C1_0~R2C4_1_2",
            "0.......; board 2x4; digits 0-4; box 2x2; not r2c4=0,3,4",
        ),
        (
            ".Shape~2x3~0-4.NoBoxes.Pair~QERE~_five~R1C1~R1C2",
            "......; board 2x3; digits 0-4; pairs \"0:4 1:3 2:2 3:1 4:0\" as \"five\" r1c1 r1c2",
        ),
        (".Shape~2x4.NoBoxes", "........; board 2x4"),
        (".Shape~4x4~5", "................; digits 1-5"),
        (
            ".Shape~2x2~1-3~Raw.Sum~5~R1C1~R2C2",
            "....; board 2x2; digits 1-3; raw; sum 5 r1c1 r2c2",
        ),
        (
            ".Shape~4x4~~Raw.LittleKiller~5~R2C1",
            "................; raw; little-killer 5 r2c1 r3c2 r4c3",
        ),
        (
            ".Shape~4x2.Jigsaw~11112222.NoBoxes",
            "........; board 4x2; regions 11112222",
        ),
        (
            ".Shape~1x1~1-7.Var~S~Some%20label~2x2.Var~T.Thermo~VS1~VS4~VT.~VS3_7~R1C1_2",
            "2; board 1x1; digits 1-7; variables s 2x2; variables t; \
             thermometer s.r1c1 s.r2c2 t; given s.r2c1=7",
        ),
        (
            ".Shape~12x12.~R1Ca_1",
            &format!(".........1{}", ".".repeat(134)),
        ),
        (".Shape~12x12.~RcCc_1", &format!("{}1", ".".repeat(143))),
    ] {
        assert_eq!(parsed(text).unwrap().to_string(), expected, "{text}");
    }
}

#[test]
fn errors_name_the_item_and_its_place() {
    for (text, expected) in [
        (
            ".Cage~3~R1C1~R1C2.Rumble~1~R1C1",
            "1:19: expected only constraints that satdoku has, found `Rumble`",
        ),
        (
            ".~R1C1_5.~R10C1_5",
            "1:11: expected a cell up to R9C9 with digits from 1 to 9, such as R1C1_5, found `R10C1_5`",
        ),
        (
            ".~R1C1_5~R1C1_6",
            "1:1: expected a candidate in each cell, found none in r1c1",
        ),
        (
            ".Shape~4x4.Pair~O!~R1C1~R1C2",
            "1:12: expected a table in base 64 in Pair, found `O!`",
        ),
        (
            ".Shape~4x4.Pair~AIABIABIABIABIAB~R1C1~R1C2",
            "1:12: expected a table for 4 digits in Pair, found `AIABIABIABIABIAB`",
        ),
        (
            ".Pair~A~_a~R1C1~R1C2~B2",
            "1:22: expected a cell from R1C1 to R9C9, found `B2`",
        ),
        (
            ".Regex~MVs~R1C1",
            "1:2: expected a digit or `]` in `1[` in Regex, found the end of the pattern",
        ),
        (
            ".Regex~1~R1C1",
            "1:2: expected an encoded pattern in Regex, found `1`",
        ),
        (
            ".NFA~APFh~R1C1",
            "1:2: expected an encoded automaton in NFA, found `APFh`",
        ),
        (
            ".NFA~APFhUAAB~R1C1",
            "1:2: expected an encoded automaton in NFA, found `APFhUAAB`",
        ),
        (
            ".Var~M~x~2.ConnectedValues~VN~1",
            "1:12: expected the prefix of variables in ConnectedValues, found `VN`",
        ),
        (
            ".NFA~AP*~R1C1",
            "1:2: expected an encoded automaton in NFA, found `AP*`",
        ),
        (
            ".NFA~APFhUA~R1C1~-~~R1C2",
            "1:2: expected cells between separators in NFA, found none",
        ),
        (
            ".Regex~WzEtM10q~R1C1~-~R1C2",
            "1:2: expected no more arguments in Regex, found another",
        ),
        (
            ".SameValues~3~R1C1~R1C2~R2C1~R2C2",
            "1:2: expected a number of sets that divides 4 cells in SameValues, found `3`",
        ),
        (
            ".Shape~17x6",
            "1:2: expected rows and columns from 1x1 to 16x16 in Shape, found `17x6`",
        ),
        (
            ".Shape~9x9~0-x",
            "1:2: expected digits such as 0-8 in Shape, found `0-x`",
        ),
        (
            ".Shape~9x9~8",
            "1:2: expected at most 8 cells in row 1, one for each digit in Shape, found 9",
        ),
        (
            ".Var~M~x~2.Thermo~VM1~VM3",
            "1:23: expected a cell from R1C1 to R9C9, or a variable, found `VM3`",
        ),
        (
            ".Cage~3~R1C0",
            "1:9: expected a cell from R1C1 to R9C9, found `R1C0`",
        ),
        (
            ".LittleKiller~3~R5C5",
            "1:2: expected a cell at which a diagonal begins in LittleKiller, found `R5C5`",
        ),
        (
            ".Quad~R9C9~1",
            "1:2: expected a cell from R1C1 to R8C8 in Quad, found `R9C9`",
        ),
        (
            ".EqualSum~R1C1~-~-~R1C2",
            "1:2: expected cells between separators in EqualSum, found none",
        ),
        (
            ".ContainExact~1_x~R1C1",
            "1:2: expected digits in ContainExact, found `x`",
        ),
        (
            ".Replicate~ggggB.X~R1C1~R1C2.End",
            "1:25: expected cells that stay on the board, found `R1C2` shifted from r1c1 to r2c9",
        ),
        (
            ".Replicate~B.Sandwich~3~C1.End",
            "1:14: expected cells to shift in Sandwich, found none",
        ),
        (
            ".Replicate~B~R0C1.X~R1C1~R1C2.End",
            "1:14: expected a cell from R1C1 to R9C9, found `R0C1`",
        ),
        (
            ".Replicate~B!.X~R1C1~R1C2.End",
            "1:2: expected targets in base 64 in Replicate, found `B!`",
        ),
        (
            ".Replicate~__.~R9C9_1",
            "1:2: expected `.End` in Replicate, found the end of the text",
        ),
        (
            ".AntiKing.End",
            "1:11: expected the beginning of a block before in End, found none",
        ),
        (".AntiKing.Thermo~R1C1~R1C2~R1C1", ""),
        (
            ".AntiKing.AllDifferent~R1C1~R1C1",
            "1:11: expected each cell once in `extra-region r1c1 r1…`, found r1c1 twice",
        ),
    ] {
        let error = parsed(text).err().map(|error| error.to_string());
        assert_eq!(error.unwrap_or_default(), expected, "{text}");
    }
}

#[test]
fn blocks_are_limited() {
    let nested = |count: usize, name: &str| {
        let (begin, end) = (format!(".{name}").repeat(count), ".End".repeat(count));
        parsed(&format!("{begin}.~R1C1_1_2.~R1C1_1_2{end}"))
    };
    assert!(nested(8, "And").is_ok());
    for (count, name, expected) in [
        (
            100_000,
            "And",
            "expected at most 8 blocks in each other in And, found another",
        ),
        (
            8,
            "Replicate~DY",
            "expected at most 100000 items and arguments after replication in a given, found more",
        ),
    ] {
        let error = nested(count, name).unwrap_err().to_string();
        assert!(error.ends_with(expected), "{error}");
    }
}

#[test]
fn strings_are_told_from_puzzles() {
    for text in [".~R1C1_5", " .AntiKing", "..Cage~3~R1C1.", ". Thermo ~R1C1"] {
        assert!(is_constraint_string(text), "{text}");
    }
    for text in [
        "....",
        ".A.B..C",
        ".5..3",
        "1.~R1C1",
        ".AB.C",
        ".cage 3 r1c1",
        "",
    ] {
        assert!(!is_constraint_string(text), "{text}");
    }
}

#[test]
fn titles_can_have_brackets() {
    let text = ".Pair~-n_4H-gH4AGg~_rising%20(one%20line)~R1C1~R1C2";
    let line = parsed(text).unwrap().to_string();
    assert!(
        line.ends_with("as \"rising (one line)\" r1c1 r1c2"),
        "{line}"
    );
}

/// Returns the puzzles of a text on lines, or the errors in them.
fn on_lines(text: &str) -> Vec<String> {
    let records = crate::Reader::new("x", text.as_bytes(), Default::default());
    let described = records.map(|record| match record.unwrap().content {
        Ok((puzzle, _)) => puzzle.to_string().trim_start_matches('.').to_string(),
        Err(invalid) => invalid.error.to_string(),
    });
    described.collect()
}

#[test]
fn lines_with_an_item_each_are_one_string() {
    let text = ".Cage~3~R1C1~R1C2\n.Or.X~R1C1~R1C2.V~R1C1~R1C2.End\n.AntiKing\n";
    let expected = "; anti-king; cage 3 r1c1 r1c2; either { x r1c1 r1c2 } or { v r1c1 r1c2 }";
    assert_eq!(on_lines(text), [expected]);
    // Where a string was wrapped.
    let text = ".Cage~3~R1C1~\nR1C2.Cage~4~R2C1\n~R2C2.AntiKing\n\n";
    let expected = "; anti-king; cage 3 r1c1 r1c2; cage 4 r2c1 r2c2";
    assert_eq!(on_lines(text), [expected]);
}

/// Two puzzles were joined if they shared an item and no cell.
#[test]
fn lines_with_several_items_are_a_list() {
    let list = ".Cage~3~R1C1~R1C2.Cage~5~R2C4~R2C5\n.Cage~3~R1C4~R1C5.Cage~5~R2C7~R2C8\n";
    let expected = [
        "; cage 3 r1c1 r1c2; cage 5 r2c4 r2c5",
        "; cage 3 r1c4 r1c5; cage 5 r2c7 r2c8",
    ];
    assert_eq!(on_lines(list), expected);
    // A field of a record is one puzzle, whatever its lines are.
    let field = format!("{{\"puzzle\":\"{}\"}}", list.replace('\n', "\\n"));
    assert!(described(&field).ends_with("cage 5 r2c7 r2c8"));
    let mixture = ".Cage~3~R1C1~R1C2.AntiKing\n.Cage~3~R1C4~R1C5\n.AntiKing\n";
    let expected = "x:2:1: expected lines of one item, or of several items each for a list (--lines reads each \
                    line as a puzzle), found lines of one item and of several";
    assert_eq!(on_lines(mixture), [expected]);
}

/// The boxes were added as nine extra regions.
#[test]
fn a_jigsaw_of_the_boxes_is_no_rule() {
    let symbol = |cell: usize| char::from(b'1' + (cell / 27 * 3 + cell % 9 / 3) as u8);
    let symbols: String = (0..81).map(symbol).collect();
    assert_eq!(described(&format!(".Jigsaw~{symbols}")), "3x3; ");
}
