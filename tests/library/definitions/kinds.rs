//! The kinds of constraints and their predicates, in the order of docs/constraints.md.

use super::board::Number;
use super::custom;
use super::marks::{self, has_ratio};
use super::source::{ONE, Rule, Source, THREE, TWO, at};

/// The name of a kind and what makes random rules of it.
pub type Kind = (&'static str, fn(&mut Source) -> Rule);

fn total(digits: &[Number]) -> Number {
    digits.iter().sum()
}

fn count(digits: &[Number], digit: Number) -> Number {
    digits.iter().filter(|other| **other == digit).count() as Number
}

fn sorted(digits: &[Number]) -> Vec<Number> {
    let mut digits = digits.to_vec();
    digits.sort_unstable();
    digits
}

/// Returns true if every two digits in different places, not further apart than `distance`, satisfy a
/// condition.
fn every_two(digits: &[Number], distance: Number, allows: impl Fn(Number, Number) -> bool) -> bool {
    (0..digits.len()).all(|second| {
        let mut before = (0..second).filter(|first| (second - first) as Number <= distance);
        before.all(|first| allows(digits[first], digits[second]))
    })
}

fn are_neighbours(digits: &[Number], allows: impl Fn(Number, Number) -> bool) -> bool {
    every_two(digits, 1, allows)
}

fn differ(digits: &[Number]) -> bool {
    every_two(digits, Number::MAX, |one, other| one != other)
}

/// The first digit, those inside and the last.
fn ends(digits: &[Number]) -> (Number, &[Number], Number) {
    (
        digits[0],
        &digits[1..digits.len() - 1],
        digits[digits.len() - 1],
    )
}

/// The digit in a place that is counted from 1.
fn in_place(digits: &[Number], place: Number) -> Option<Number> {
    let index = usize::try_from(place - 1).ok()?;
    digits.get(index).copied()
}

/// An indexer and the cells whose places its digit counts.
fn indexer(of: &mut Source, cell: usize, house: Vec<usize>) -> Rule {
    let own = house.iter().position(|other| *other == cell);
    let text = of.names(&[cell]);
    of.rule(text, move |digits| {
        own.is_some_and(|own| {
            in_place(&at(&house, digits), digits[cell]) == Some(own as Number + 1)
        })
    })
}

/// The cells of the grid for which `is_in` holds of the row and column.
fn grid_cells(of: &Source, is_in: impl Fn((usize, usize)) -> bool) -> Vec<usize> {
    let cells = 0..of.board.grid_cell_count();
    cells.filter(|cell| is_in(of.board.place(*cell))).collect()
}

/// A cell that counts cells with the digit of a first one. `counted` is how many others of a line count.
fn same_count(of: &mut Source, counted: fn(Number, &[Number]) -> usize) -> Rule {
    let (counter, first, excludes) = (of.cell(), of.cell(), of.chance(0.5));
    let groups = (0..of.count(1..=3)).map(|_| {
        let others = if of.chance(0.1) {
            Vec::new()
        } else {
            of.cells(ONE)
        };
        let start = if of.chance(0.95) { first } else { of.cell() };
        [vec![start], others].concat()
    });
    let groups: Vec<Vec<usize>> = groups.collect();
    let excluding = if excludes { " excluding first" } else { "" };
    let text = format!(
        "{}{excluding}: {}",
        of.names(&[counter]),
        of.names_of_groups(&groups)
    );
    let first = groups[0][0];
    of.rule(text, move |digits| {
        let of_first = Number::from(!excludes);
        let of_others = groups
            .iter()
            .map(|group| counted(digits[first], &at(&group[1..], digits)));
        digits[counter] == of_first + of_others.sum::<usize>() as Number
    })
}

/// Returns true if some cells are orthogonally connected. None are.
fn are_connected(cells: &[usize], neighbours: &[Vec<usize>]) -> bool {
    let mut reached: Vec<usize> = cells.iter().take(1).copied().collect();
    for _ in cells {
        let near = |cell: &usize| {
            neighbours[*cell]
                .iter()
                .any(|other| reached.contains(other))
        };
        let more: Vec<usize> = cells.iter().copied().filter(near).collect();
        reached.extend(more);
    }
    cells.iter().all(|cell| reached.contains(cell))
}

/// The neighbours of each cell.
fn all_neighbours(of: &Source) -> Vec<Vec<usize>> {
    (0..of.board.cell_count())
        .map(|cell| of.board.neighbours(cell))
        .collect()
}

/// Defines the table and a test for each of its rows.
macro_rules! kinds {
    ($table:ident $tests:ident: $($name:ident => $make:expr;)+) => {
        pub const $table: &[Kind] = &[$((stringify!($name), $make)),+];

        mod $tests {
            $(#[test]
            fn $name() {
                super::super::check(stringify!($name), super::$table);
            })+
        }
    };
}

kinds! {
    KINDS kind:
    cage => |of| of.numbered(ONE, |sum, d| differ(d) && sum.is_none_or(|sum| total(d) == sum));
    sum => |of| {
        let (sum, cells) = (of.integer(), of.cells(ONE));
        let factors: Vec<Number> = cells.iter().map(|_| of.integer()).collect();
        let terms = cells.iter().zip(&factors);
        let terms = terms.map(|(cell, factor)| match factor {
            1 => of.names(&[*cell]),
            _ => format!("{factor}*{}", of.names(&[*cell])),
        });
        let text = format!("{sum} {}", terms.collect::<Vec<String>>().join(" "));
        of.rule(text, move |digits| {
            let digits = at(&cells, digits);
            let terms = digits.iter().zip(&factors).map(|(digit, factor)| digit * factor);
            terms.sum::<Number>() == sum
        })
    };
    arrow => |of| {
        // A bulb of several cells is a large number.
        let is_pill = of.chance(0.5);
        let (bulb, shaft) = if is_pill { (2..=3, 1..=12) } else { (1..=1, ONE) };
        let groups = [of.cells(bulb), of.cells(shaft)];
        let text = of.names_of_groups(&groups);
        of.rule(text, move |digits| {
            let [bulb, shaft] = groups.each_ref().map(|group| at(group, digits));
            let number: String = bulb.iter().map(Number::to_string).collect();
            // A number that is too large to be read is no sum either.
            number.parse() == Ok(total(&shaft))
        })
    };
    double_arrow => |of| of.line(THREE, |d| {
        let (first, inner, last) = ends(d);
        first + last == total(inner)
    });
    thermometer => |of| of.line(ONE, |d| are_neighbours(d, |a, b| a < b));
    slow_thermometer => |of| of.line(ONE, |d| are_neighbours(d, |a, b| a <= b));
    difference => |of| of.numbered(2..=2, |k, d| (d[0] - d[1]).abs() == k.unwrap_or(1));
    ratio => |of| of.numbered(2..=2, |k, d| has_ratio(d[0], d[1], k.unwrap_or(2)));
    x => |of| of.line(2..=2, |d| total(d) == 10);
    v => |of| of.line(2..=2, |d| total(d) == 5);
    greater => |of| of.line(2..=2, |d| d[0] > d[1]);
    whispers => |of| {
        let usual = (of.board.digit_count() + 1) / 2;
        of.numbered(TWO, move |k, d| are_neighbours(d, |a, b| (a - b).abs() >= k.unwrap_or(usual)))
    };
    renban => |of| of.line(ONE, |d| are_neighbours(&sorted(d), |a, b| a + 1 == b));
    nabner => |of| of.line(TWO, |d| every_two(d, Number::MAX, |a, b| (a - b).abs() > 1));
    palindrome => |of| of.line(TWO, |d| d.iter().eq(d.iter().rev()));
    clone => |of| of.grouped(2..=2, |groups| groups[0] == groups[1]);
    same_digits => |of| of.grouped(2..=2, |groups| sorted(&groups[0]) == sorted(&groups[1]));
    between => |of| of.line(THREE, |d| {
        let (first, inner, last) = ends(d);
        inner.iter().all(|digit| first.min(last) < *digit && *digit < first.max(last))
    });
    lockout => |of| {
        let usual = (of.board.digit_count() + 1) / 2 - 1;
        of.numbered(TWO, move |k, d| {
            let (first, inner, last) = ends(d);
            let is_outside = |digit: &Number| *digit < first.min(last) || first.max(last) < *digit;
            (first - last).abs() >= k.unwrap_or(usual) && inner.iter().all(is_outside)
        })
    };
    zipper => |of| of.line(THREE, |d| {
        let last = d.len() - 1;
        let of_pairs = (0..d.len() / 2).map(|place| d[place] + d[last - place]);
        let in_middle = (last % 2 == 0).then(|| d[last / 2]);
        let sums: Vec<Number> = of_pairs.chain(in_middle).collect();
        are_neighbours(&sums, |a, b| a == b)
    });
    equal_sum => |of| of.grouped(2..=4, |groups| {
        let sums: Vec<Number> = groups.iter().map(|group| total(group)).collect();
        are_neighbours(&sums, |a, b| a == b)
    });
    region_sum => |of| {
        let line = of.cells(TWO);
        // A line that enters a box again begins another piece. Cells in no box are left out.
        let mut pieces: Vec<(char, Vec<usize>)> = Vec::new();
        for cell in &line {
            match (of.board.region_of(*cell), pieces.last_mut()) {
                (None, _) => {}
                (Some(region), Some((last, piece))) if *last == region => piece.push(*cell),
                (Some(region), _) => pieces.push((region, vec![*cell])),
            }
        }
        let text = of.names(&line);
        of.rule(text, move |digits| {
            let sums = pieces.iter().map(|(_, piece)| total(&at(piece, digits)));
            are_neighbours(&sums.collect::<Vec<Number>>(), |a, b| a == b)
        })
    };
    entropic => |of| {
        let (lowest, size) = (*of.board.digits.start(), of.board.digit_count());
        let class = move |digit: Number| (3 * (digit - lowest)).div_euclid(size);
        of.line(TWO, move |d| every_two(d, 2, |a, b| class(a) != class(b)))
    };
    modular => |of| of.numbered(TWO, |k, d| {
        let k = k.unwrap_or(3);
        every_two(d, k - 1, |a, b| a % k != b % k)
    });
    odd => |of| of.line(1..=1, |d| d[0] % 2 == 1);
    even => |of| of.line(1..=1, |d| d[0] % 2 == 0);
    quadruple => |of| of.contained("", |listed, d| {
        listed.iter().all(|digit| count(d, *digit) >= count(listed, *digit))
    });
    contains => |of| of.contained(":", |listed, d| {
        listed.iter().all(|digit| count(d, *digit) >= count(listed, *digit))
    });
    contains_exactly => |of| of.contained(":", |listed, d| {
        listed.iter().all(|digit| count(d, *digit) == count(listed, *digit))
    });
    count_distinct => |of| {
        let (counter, cells) = (of.cell(), of.cells(ONE));
        let text = format!("{}: {}", of.names(&[counter]), of.names(&cells));
        of.rule(text, move |digits| {
            let mut different = sorted(&at(&cells, digits));
            different.dedup();
            digits[counter] == different.len() as Number
        })
    };
    count_same => |of| same_count(of, |first, line| count(line, first) as usize);
    run_length => |of| same_count(of, |first, line| {
        line.iter().take_while(|digit| **digit == first).count()
    });
    counting_circles => |of| of.line(ONE, |d| d.iter().all(|digit| count(d, *digit) == *digit));
    extra_region => |of| of.line(ONE, differ);
    little_killer => |of| {
        let (sum, cells) = (of.number(), of.cells(ONE));
        let text = format!("{sum} {}", of.names(&cells));
        of.rule(text, move |digits| total(&at(&cells, digits)) == sum)
    };
    sandwich => |of| {
        let (lowest, highest) = (*of.board.digits.start(), *of.board.digits.end());
        of.clue(move |clue, d| {
            let place = |digit: Number| d.iter().position(|other| *other == digit);
            let has_both = count(d, lowest) == 1 && count(d, highest) == 1 && lowest != highest;
            has_both && place(lowest).zip(place(highest)).is_some_and(|(one, other)| {
                total(&d[one.min(other) + 1..one.max(other)]) == clue
            })
        })
    };
    x_sum => |of| of.clue(|clue, d| {
        let x = d[0] as usize;
        x <= d.len() && total(&d[..x]) == clue
    });
    skyscraper => |of| of.clue(|clue, d| {
        let is_visible = |place: &usize| d[..*place].iter().all(|before| *before < d[*place]);
        let visible = (0..d.len()).filter(is_visible);
        // A building of height 0 is none.
        visible.filter(|place| d[*place] > 0).count() as Number == clue
    });
    numbered_room => |of| of.clue(|clue, d| in_place(d, d[0]) == Some(clue));
    value_index => |of| {
        let (value, index, cells) = (of.cell(), of.cell(), of.cells(ONE));
        let names = [&[value], &[index], &cells[..]].map(|cells| of.names(cells));
        of.rule(names.join(": "), move |digits| {
            in_place(&at(&cells, digits), digits[index]) == Some(digits[value])
        })
    };
    row_indexer => |of| {
        let cell = of.grid_cell();
        let (row, _) = of.board.place(cell);
        indexer(of, cell, grid_cells(of, |(other, _)| other == row))
    };
    column_indexer => |of| {
        let cell = of.grid_cell();
        let (_, column) = of.board.place(cell);
        indexer(of, cell, grid_cells(of, |(_, other)| other == column))
    };
    box_indexer => |of| {
        let cell = of.grid_cell();
        let cells = 0..of.board.grid_cell_count();
        let region = of.board.region_of(cell);
        let house = cells.filter(|other| region.is_some() && of.board.region_of(*other) == region);
        indexer(of, cell, house.collect())
    };
    pairs => |of| custom::pairs(of, false);
    all_pairs => |of| custom::pairs(of, true);
    sequence => custom::sequence;
    automaton => custom::automaton;
    either => custom::either;
    connected => |of| {
        let values = of.digits(1..=3);
        let listed: Vec<String> = values.iter().map(Number::to_string).collect();
        let size = of.chance(0.3).then(|| of.number());
        let size_text = size.map_or(String::new(), |size| format!(" size {size}"));
        let with_table = of.chance(0.7);
        let cells = of.table_or_grid(with_table);
        let of_table = if cells[0] > 0 { ": x" } else { "" };
        let text = format!("{}{size_text}{of_table}{}", listed.join(" "), of.title());
        let neighbours = all_neighbours(of);
        of.rule(text, move |digits| {
            let listed = cells.iter().copied().filter(|cell| values.contains(&digits[*cell]));
            let listed: Vec<usize> = listed.collect();
            are_connected(&listed, &neighbours)
                && size.is_none_or(|size| listed.len() as Number == size)
        })
    };
    regions_to_find => |of| {
        let table = of.table_or_grid(true);
        let numbers = of.board.digits_of(table[0]);
        let (size, neighbours) = (of.board.digit_count() as usize, all_neighbours(of));
        of.rule("x", move |digits| {
            // The cells of the regions in the order of their numbers, which begin with the lowest.
            let regions = numbers.clone().take(table.len() / size).map(|number| {
                let cells = 0..table.len();
                cells.filter(|cell| digits[table[*cell]] == number).collect::<Vec<usize>>()
            });
            let regions: Vec<Vec<usize>> = regions.collect();
            regions.is_sorted_by_key(|region| region.first().copied())
                && regions.iter().all(|region| {
                    let is_full = region.len() == size && differ(&at(region, digits));
                    is_full && are_connected(region, &neighbours)
                })
        })
    };
}

kinds! {
    MARKS mark:
    minimum => |of| marks::extremum(of, |own, other| own < other);
    maximum => |of| marks::extremum(of, |own, other| own > other);
    anti_knight => marks::anti_knight;
    anti_king => marks::anti_king;
    non_consecutive => marks::non_consecutive;
    negative_ratio => marks::negative_ratio;
    negative_xv => marks::negative_xv;
}
