//! Variants and regions: every engine and every task against a plain statement of the rules, without
//! houses.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::testing::cases;
use crate::testing::puzzle_on;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::board::{Cell, Digit, Grid, Layout, Puzzle, RegionMap, Ruleset, Shape, Variant};
use satdoku::engine::{Budget, ENGINES, End};
use satdoku::sat::{
    ClauseSink, Cnf, Encoding, ExportedFormula, Solver, SolverAnswer, Translation, Varisat, import,
    write_dimacs,
};
use satdoku::task::{ClueKind, Confirmation, Count, Session, Verdict};

/// The rules of a board with these boxes and variants.
fn rules(shape: &str, variants: &[Variant]) -> Ruleset {
    let shape: Shape = shape.parse().unwrap();
    Ruleset::classic(shape).with(variants).unwrap()
}

/// The rules of a jigsaw whose map has these rows.
fn jigsaw(map: &str, variants: &[Variant]) -> Ruleset {
    let labels: Vec<Option<char>> = map.replace(' ', "").chars().map(Some).collect();
    Ruleset::jigsaw(RegionMap::from_labels(&labels).unwrap())
        .with(variants)
        .unwrap()
}

fn board(rules: &Ruleset) -> Arc<Layout> {
    Arc::new(Layout::new(rules.clone()))
}

/// A digit in a row and column, all counted from 0.
type Placed = (usize, usize, usize);

/// Returns true if a variant forbids two different cells to hold these digits, on a board of `n` rows
/// whose boxes have `boxes` rows and columns.
fn variant_forbids(
    variant: Variant,
    n: usize,
    boxes: (usize, usize),
    (row, column, digit): Placed,
    (other_row, other_column, other_digit): Placed,
) -> bool {
    let (down, right) = (row.abs_diff(other_row), column.abs_diff(other_column));
    let both =
        |test: &dyn Fn(usize, usize) -> bool| test(row, column) && test(other_row, other_column);
    match variant {
        Variant::NonConsecutive => down + right == 1 && digit.abs_diff(other_digit) == 1,
        _ if digit != other_digit => false,
        Variant::Diagonal => both(&|r, c| r == c) || both(&|r, c| r + c == n - 1),
        Variant::Windoku => {
            // One line of cells before each window and after the last.
            let period = n.isqrt() + 1;
            let is_inside = both(&|r, c| r % period != 0 && c % period != 0);
            let window = |r: usize, c: usize| (r / period, c / period);
            is_inside && window(row, column) == window(other_row, other_column)
        }
        Variant::DisjointGroups => {
            let place = |r: usize, c: usize| (r % boxes.0, c % boxes.1);
            place(row, column) == place(other_row, other_column)
        }
        Variant::AntiKnight => (down, right) == (1, 2) || (down, right) == (2, 1),
        Variant::AntiKing => down <= 1 && right <= 1,
        _ => unimplemented!("{variant} by definition"),
    }
}

/// Returns true if the rules forbid two different cells to hold these digits.
fn forbids(rules: &Ruleset, one: Placed, other: Placed) -> bool {
    let n = rules.geometry().rows();
    let boxes = rules.boxes();
    let boxes = boxes.map_or((1, n), |of| (of.box_rows(), of.box_columns()));
    let block = |(row, column, _): Placed| match rules.regions() {
        Some(map) => (map.region_of(Cell::at(row, column, n)).unwrap(), 0),
        None => (row / boxes.0, column / boxes.1),
    };
    let is_plain = one.0 == other.0 || one.1 == other.1 || block(one) == block(other);
    let mut variants = rules.variants().iter();
    (one.2 == other.2 && is_plain)
        || variants.any(|variant| variant_forbids(*variant, n, boxes, one, other))
}

/// The number of ways to fill the rest of a board whose first cells, in reading order, hold
/// `digits`: every digit is tried in every cell, and compared with all before it.
fn count_naively(rules: &Ruleset, digits: &mut Vec<usize>) -> u64 {
    let n = rules.geometry().rows();
    if digits.len() == n * n {
        return 1;
    }
    let at = |cell: usize, digit: usize| (cell / n, cell % n, digit);
    let mut count = 0;
    for digit in 0..n {
        let placed = at(digits.len(), digit);
        let mut before = digits.iter().enumerate();
        if before.all(|(cell, other)| !forbids(rules, at(cell, *other), placed)) {
            digits.push(digit);
            count += count_naively(rules, digits);
            digits.pop();
        }
    }
    count
}

/// Up to `limit` solutions, sorted, and how the search ended.
fn solutions(engine: &str, puzzle: &Puzzle, limit: u64) -> (Vec<String>, End) {
    solutions_within(engine, puzzle, limit, &Budget::UNLIMITED)
}

fn solutions_within(
    engine: &str,
    puzzle: &Puzzle,
    limit: u64,
    budget: &Budget,
) -> (Vec<String>, End) {
    let mut engine = satdoku::engine::find(engine).unwrap().make();
    let (grids, report) = engine.solutions(puzzle, limit, budget).unwrap();
    let mut found: Vec<String> = grids.iter().map(Grid::to_string).collect();
    found.sort();
    (found, report.end)
}

mod number_of_grids {
    use super::*;
    use Variant::{AntiKing, AntiKnight, Diagonal, DisjointGroups, NonConsecutive, Windoku};

    cases! {
        assert_counts:
        diagonal_4x4(rules("2x2", &[Diagonal]), &[]);
        windoku_4x4(rules("2x2", &[Windoku]), &[]);
        disjoint_groups_4x4(rules("2x2", &[DisjointGroups]), &[]);
        diagonal_and_disjoint_groups(rules("2x2", &[Diagonal, DisjointGroups]), &[]);
        diagonal_1x4(rules("1x4", &[Diagonal]), &[]);
        windoku_and_anti_knight(rules("1x4", &[Windoku, AntiKnight]), &[]);
        jigsaw_4x4(jigsaw("1112 1322 4332 4443", &[]), &[]);
        jigsaw_5x5(jigsaw("11122 13322 13342 53444 55554", &[]), &[0, 1, 2, 3, 4]);
        diagonal_2x3(rules("2x3", &[Diagonal]), &[0, 2, 4, 1, 3, 5]);
        diagonal_3x2(rules("3x2", &[Diagonal]), &[5, 0, 3, 1, 4, 2]);
        disjoint_groups_2x3(rules("2x3", &[DisjointGroups]), &[0, 2, 4, 1, 3, 5]);
        disjoint_groups_3x2(rules("3x2", &[DisjointGroups]), &[5, 0, 3, 1, 4, 2]);
        anti_knight_2x3(rules("2x3", &[AntiKnight]), &[0, 2, 4, 1, 3, 5]);
        anti_knight_3x2(rules("3x2", &[AntiKnight]), &[5, 0, 3, 1, 4, 2]);
        anti_king_2x3(rules("2x3", &[AntiKing]), &[0, 2, 4, 1, 3, 5]);
        anti_king_3x2(rules("3x2", &[AntiKing]), &[5, 0, 3, 1, 4, 2]);
        non_consecutive_2x3(rules("2x3", &[NonConsecutive]), &[0, 2, 4, 1, 3, 5]);
        non_consecutive_3x2(rules("3x2", &[NonConsecutive]), &[5, 0, 3, 1, 4, 2]);
        anti_king_and_disjoint_groups(
            rules("2x3", &[AntiKing, DisjointGroups]),
            &[0, 1, 2, 3, 4, 5],
        );
    }

    /// Asserts that every engine finds as many grids as plain enumeration, if the first row begins
    /// with these digits, counted from 0.
    fn assert_counts(rules: Ruleset, first: &[usize]) {
        let expected = count_naively(&rules, &mut first.to_vec());
        let layout = board(&rules);
        let mut givens = Grid::blank(layout.digit_count());
        for (cell, digit) in layout.cells().zip(first) {
            givens.set(cell, Some(Digit::from_index(*digit)));
        }
        let puzzle = Puzzle::new(layout, givens).unwrap();
        for entry in ENGINES {
            // A SAT solver excludes each solution by a clause.
            if entry.name.starts_with("sat") && expected > 500 {
                continue;
            }
            let (mut found, end) = solutions(entry.name, &puzzle, u64::MAX);
            found.dedup();
            let answer = (found.len() as u64, end);
            assert_eq!(answer, (expected, End::Complete), "{}", entry.name);
        }
    }

    #[test]
    fn diagonal_4x4_is_known() {
        let count = count_naively(&rules("2x2", &[Diagonal]), &mut Vec::new());
        assert_eq!(count, 48);
    }
}

/// Puzzles with one solution: their rules, their givens and the solution. Each stops being unique
/// when any one of the rules is dropped.
fn unique_puzzles() -> Vec<(Ruleset, &'static str, &'static str)> {
    use Variant::{AntiKing, AntiKnight, Diagonal, DisjointGroups, NonConsecutive, Windoku};
    vec![
        (
            rules("3x3", &[Diagonal]),
            "...5..2.1..2...3...18.......762...3.........4...874......4..95....98.........28.7",
            "347596281652148379918723465476259138285361794139874526863417952724985613591632847",
        ),
        (
            rules("3x3", &[Windoku]),
            ".26.19.4................2..6..4.......3...1..9....26......2...8.5.8..39..9....7.5",
            "726519843439278561518634279675481932283796154941352687367925418152847396894163725",
        ),
        (
            rules("3x3", &[DisjointGroups]),
            ".....4........2..82..9.3..7.6.....5.....9.....5.36....5..729..3..3..1............",
            "691874235347652918285913647968147352134295876752368194516729483423581769879436521",
        ),
        (
            rules("3x3", &[AntiKnight]),
            "...942.8..................927.........8...4.21.3..5..8632.......59.............5.",
            "367942581985136247421587639276894315598613472143275968632758194759461823814329756",
        ),
        (
            rules("3x3", &[AntiKing]),
            "683.......1.5........1....2..6....39...7....4.3....5.82..3.7945........1..7...2..",
            "683492157412578396579136482846251739925783614731964528268317945394625871157849263",
        ),
        (
            rules("3x3", &[NonConsecutive]),
            "....5...61...8.........1.....7..9.4...3..62.5...........4...1...6..........1.....",
            "482957316136284759579631482257319648913846275648572931824795163361428597795163824",
        ),
        (
            rules("3x3", &[Diagonal, AntiKnight]),
            ".41...2.....68.........1.5.5......3.6......1.....6..9....9.3.....................",
            "941735268235684179786291354518479632694352817327168495852913746169847523473526981",
        ),
        (
            rules("2x3", &[DisjointGroups]),
            "...26.......5...1..6...5..5..36.....",
            "354261216534532416461325125643643152",
        ),
        (
            rules("2x3", &[AntiKing]),
            ".....2......1.........3..5..4..6....",
            "314562526314135426642135253641461253",
        ),
        (
            jigsaw(
                "111122344 152223344 155223444 115223644 155333667 855366667 858996967 888899977 889997777",
                &[Diagonal],
            ),
            "267..1..4...6...5.....2.......37.....24......6...4......9..........65..9..1...2..",
            "267851934178694352395428617546372198924516873683749521719283465432165789851937246",
        ),
        (
            rules("3x3", &[AntiKing, NonConsecutive]),
            ".............................4........8....4.............58.............9........",
            "471825369825369714369714258714258693258693147693147582147582936582936471936471825",
        ),
        (
            jigsaw(
                "111111222 111333442 555553442 565553422 666333442 776663442 766888888 779998898 777799999",
                &[],
            ),
            "...64..2....4....8.5.72..8...1....7.349.81......51.....8.......9.......2..436...7",
            "798645321132457968453726189621893475349281756867519234286974513975138642514362897",
        ),
        (
            jigsaw(
                "1233333 1222223 1445523 1444555 1446775 1166775 6666777",
                &[],
            ),
            "3....7...........74..1.....6..3...1.6.........5..",
            "3421675235671451674231742356753426146751326213547",
        ),
        (
            jigsaw("11111 22334 22334 52344 55554", &[]),
            "..5........41........3.4.",
            "4251321354341251543253241",
        ),
        (
            rules("1x11", &[Diagonal]),
            "........347.B7536...29.6.4.3.7AB...4819...3.7....5..B9.8.....2..76.75B..91..A.AB94.....8.1.3.8B.7........6B8...51..A3....",
            "59862B1A3474B7536A812916249387AB5A248197563B78A16542B93843AB129576375B829146A6AB947532189163A8B47522397546B8A1B5127A36984",
        ),
        (
            jigsaw(
                "11112222222 11122233333 14111235533 44444433553 46644555555 46666666757 86868777777 88888888777 9AAAAAAAAAA 99999999BBA 99BBBBBBBBB",
                &[],
            ),
            "....27..A.........A62.A7...4...8...1698.......43.A.7......A...2..3..57.B.6.1..2...3.18.4......B.37A7.84A62..3..B627.....1",
            "1435279BA689871354A62BA72B6413589BA16983524729435A871B645BA816279383574BA691262A9B371854569812B437A7184A629B353B6279584A1",
        ),
    ]
}

/// Returns the rules without each one of them.
fn with_a_rule_less(rules: &Ruleset) -> Vec<Ruleset> {
    let latin = Shape::without_boxes(rules.geometry().rows()).unwrap();
    let shape = rules.boxes().unwrap_or(latin);
    let plain = match rules.regions() {
        Some(map) => Ruleset::jigsaw(map.clone()),
        None => Ruleset::classic(shape),
    };
    let without = |gone: &Variant| {
        let kept = rules.variants().iter().filter(|variant| *variant != gone);
        let kept: Vec<Variant> = kept.copied().collect();
        plain.clone().with(&kept).unwrap()
    };
    let mut all: Vec<Ruleset> = rules.variants().iter().map(without).collect();
    if rules.regions().is_some() {
        let latin = Ruleset::classic(latin);
        all.push(latin.with(rules.variants()).unwrap());
    }
    all
}

#[test]
fn uniqueness_depends_on_every_rule() {
    for (rules, givens, solution) in unique_puzzles() {
        let puzzle = puzzle_on(board(&rules), givens);
        let n = puzzle.geometry().rows();
        let placed = |cell: usize| {
            let digit = solution.chars().nth(cell).unwrap().to_digit(36).unwrap();
            (cell / n, cell % n, digit as usize)
        };
        for one in 0..n * n {
            for other in 0..one {
                assert!(!forbids(&rules, placed(one), placed(other)), "{rules:?}");
            }
        }
        for entry in ENGINES {
            // The classic methods judge most variants late.
            let (found, end) = solutions_within(entry.name, &puzzle, 2, &Budget::of_nodes(500_000));
            if end == End::OutOfBudget {
                assert!(
                    ["dlx", "static", "brute"].contains(&entry.name),
                    "{rules:?}"
                );
                continue;
            }
            assert_eq!(
                (found, end),
                (vec![solution.to_string()], End::Complete),
                "{} {rules:?}",
                entry.name
            );
        }
        for fewer in with_a_rule_less(&rules) {
            let puzzle = puzzle_on(board(&fewer), givens);
            let (found, end) = solutions("mrv", &puzzle, 2);
            assert_eq!((found.len(), end), (2, End::Stopped), "{fewer:?}");
        }
    }
}

#[test]
fn every_task_respects_the_rules() {
    for (rules, givens, solution) in unique_puzzles() {
        let puzzle = puzzle_on(board(&rules), givens);
        let mut session = Session::default();
        let answer = session.check(&puzzle).unwrap();
        assert_eq!(answer.confirmation, Confirmation::Confirmed);
        let Verdict::Unique(grid) = answer.outcome else {
            panic!("{rules:?}");
        };
        assert_eq!(grid.to_string(), solution);
        let mut go_on = |_: &Grid| ControlFlow::Continue(());
        let count = session.enumerate(&puzzle, 10, &mut go_on).unwrap();
        assert_eq!(count.outcome, Count::Exactly(1));
        let exact = session.candidates(&puzzle).unwrap().outcome;
        assert_eq!(exact.to_grid(), grid);

        // A solution, minimised, is unique and has no redundant given.
        let full = Puzzle::new(puzzle.layout().clone(), grid.clone()).unwrap();
        let minimal = session
            .minimise(&full, ClueKind::Givens, None)
            .unwrap()
            .outcome;
        let (found, _) = solutions("mrv", &minimal.puzzle, 2);
        assert_eq!(found, [solution]);
        for witness in minimal.witnesses {
            let other = witness.other.to_string();
            assert_ne!(other, solution);
        }
    }
}

#[test]
fn an_exported_formula_is_read_back_with_its_rules() {
    for (rules, givens, solution) in unique_puzzles() {
        let puzzle = puzzle_on(board(&rules), givens);
        for encoding in Encoding::ALL {
            let translation = Translation::new(&puzzle, encoding);
            let mut text = Vec::new();
            write_dimacs(&translation, None, &mut text).unwrap();
            let exported = ExportedFormula::read(text.as_slice()).unwrap();
            let cnf = Cnf::read(&String::from_utf8(text).unwrap()).unwrap();
            assert_eq!(cnf.len() as u64, translation.clause_count());
            let again = exported.translation();
            assert_eq!(exported.puzzle, puzzle, "{encoding}");

            let mut solver = Varisat::default();
            for clause in cnf.clauses() {
                let Ok(()) = solver.clause(clause);
            }
            let mut printed = "s SATISFIABLE\nv".to_string();
            if let SolverAnswer::Satisfiable(model) = solver.solve().unwrap() {
                for (variable, _) in again.map().iter() {
                    let literal = match model.is_true(variable) {
                        true => variable.positive(),
                        false => variable.negative(),
                    };
                    printed += &format!(" {literal}");
                }
            }
            let claim = import(&again, &(printed + " 0\n"));
            let Ok(SolverAnswer::Satisfiable(grid)) = claim else {
                panic!("{rules:?} {encoding}: {claim:?}");
            };
            assert_eq!(grid.to_string(), solution);
        }
    }
}

mod clash {
    use super::*;

    cases! {
        assert_clash:
        in_the_diagonal_from_top_left(
            rules("2x2", &[Variant::Diagonal]),
            "1..............1",
            "r1c1=1 and r4c4=1 in the diagonal from top left",
        );
        in_the_diagonal_from_top_right(
            rules("2x2", &[Variant::Diagonal]),
            "...1........1...",
            "r1c4=1 and r4c1=1 in the diagonal from top right",
        );
        in_a_window(
            rules("2x2", &[Variant::Windoku]),
            ".....1....1.....",
            "r2c2=1 and r3c3=1 in window 1",
        );
        in_a_disjoint_group(
            rules("2x2", &[Variant::DisjointGroups]),
            ".1.........1....",
            "r1c2=1 and r3c4=1 in group 2",
        );
        a_knights_move_apart(
            rules("2x2", &[Variant::AntiKnight]),
            "1.....1.........",
            "r1c1=1 and r2c3=1 a knight's move apart",
        );
        a_kings_move_apart(
            rules("2x3", &[Variant::AntiKing]),
            ".......1......1.....................",
            "r2c2=1 and r3c3=1 a king's move apart",
        );
        next_to_each_other(
            rules("2x3", &[Variant::NonConsecutive]),
            ".2.....3............................",
            "r1c2=2 and r2c2=3 next to each other",
        );
        in_a_region(
            jigsaw("1112 1322 4332 4443", &[]),
            "...1..1.........",
            "r1c4=1 and r2c3=1 in region 2",
        );
    }

    /// Asserts that no engine finds a solution, and that the conflict is this pair of givens.
    fn assert_clash(rules: Ruleset, givens: &str, expected: &str) {
        let puzzle = puzzle_on(board(&rules), givens);
        for entry in ENGINES {
            let (found, end) = solutions(entry.name, &puzzle, 1);
            assert_eq!((found.len(), end), (0, End::Complete), "{}", entry.name);
        }
        let Verdict::Unsolvable(conflict) = Session::default().check(&puzzle).unwrap().outcome
        else {
            panic!("expected a conflict");
        };
        assert!(conflict.clash().is_some());
        assert_eq!(conflict.to_string(), expected);
    }
}

#[test]
fn engines_agree_on_random_givens_and_conflicts_are_minimal() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    // Puzzles without a solution, with one, and with more.
    let mut seen = [0; 3];
    let mut explained = 0;
    for rules in [
        rules("2x2", &[Variant::Diagonal]),
        rules("2x2", &[Variant::Windoku, Variant::DisjointGroups]),
        rules("1x5", &[Variant::NonConsecutive]),
        rules("2x3", &[Variant::AntiKnight]),
        rules("2x3", &[Variant::AntiKing, Variant::Diagonal]),
        rules("3x2", &[Variant::NonConsecutive]),
        rules("1x6", &[Variant::AntiKing, Variant::AntiKnight]),
        jigsaw("11122 13322 13342 53444 55554", &[]),
        jigsaw("11122 13322 13342 53444 55554", &[Variant::AntiKing]),
    ] {
        let layout = board(&rules);
        for _ in 0..40 {
            let mut givens = Grid::blank(layout.digit_count());
            for _ in 0..random.random_range(2..9) {
                let cell = Cell::from_index(random.random_range(0..layout.cell_count()));
                let digit = Digit::from_index(random.random_range(0..layout.digit_count()));
                givens.set(cell, Some(digit));
            }
            let puzzle = Puzzle::new(layout.clone(), givens).unwrap();
            let name = format!("{} {rules:?}", puzzle.givens());
            let (expected, _) = solutions("brute", &puzzle, 20);
            for entry in ENGINES {
                let (found, _) = solutions(entry.name, &puzzle, 20);
                assert_eq!(found.len(), expected.len(), "{} {name}", entry.name);
                if expected.len() < 20 {
                    assert_eq!(found, expected, "{} {name}", entry.name);
                }
            }
            seen[expected.len().min(2)] += 1;
            if let Verdict::Unsolvable(conflict) =
                Session::default().check(&puzzle).unwrap().outcome
            {
                let givens: Vec<_> = conflict.givens().map(|given| given.candidate()).collect();
                let (found, _) = solutions("brute", &puzzle.restricted_to(&givens), 1);
                assert_eq!(found.len(), 0, "{name}");
                if !conflict.is_minimal() {
                    continue;
                }
                explained += 1;
                for left_out in &givens {
                    let rest: Vec<_> = givens.iter().copied().filter(|g| g != left_out).collect();
                    let (found, _) = solutions("brute", &puzzle.restricted_to(&rest), 1);
                    assert_eq!(found.len(), 1, "{name}");
                }
            }
        }
    }
    assert!(!seen.contains(&0), "{seen:?}");
    assert!(explained > 100, "{explained}");
}
