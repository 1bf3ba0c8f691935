"""Making puzzles, and their text, pictures and links."""

import pickle

import numpy
import pandas
import polars
import pytest
import satdoku
from satdoku import Puzzle, PuzzleError

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SMALL = "1.4...2..3.....4"
ROWS = [[1, 0, 4, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]


def test_text_lists_and_arrays_are_the_same_puzzle():
    array = numpy.array(ROWS, numpy.uint8)
    for source in [ROWS, sum(ROWS, []), array, array.ravel(), [[d or None for d in r] for r in ROWS]]:
        assert Puzzle(source) == Puzzle(SMALL)
    assert Puzzle(SMALL).rows == ROWS
    assert numpy.array_equal(numpy.asarray(Puzzle(SMALL)), array)
    assert str(Puzzle(SMALL)) == SMALL
    # Rules follow the cells, and are read again. Other common names of variants are accepted.
    ruled = Puzzle(SMALL, variants=["knights"], constraints=["cage 6 r1c2 r1c3"])
    assert str(ruled) == f"{SMALL}; anti-knight; cage 6 r1c2 r1c3"
    assert Puzzle(str(ruled)) == ruled
    assert len({Puzzle(SMALL), Puzzle(ROWS), Puzzle(HARD)}) == 2


def test_boards_of_other_programs_are_read():
    floats = numpy.array([[1, numpy.nan, 4, 0], [0, 0, 2, numpy.nan], [0, 3, 0, 0], [0, 0, 0, 4]])
    frames = [pandas.DataFrame(ROWS), pandas.DataFrame(floats), polars.DataFrame(ROWS, orient="row")]
    series = [pandas.Series(sum(ROWS, [])), polars.Series(sum(ROWS, []))]
    fixed = numpy.array(ROWS, ">i4")
    fixed.flags.writeable = False
    strided = numpy.repeat(fixed, 2, axis=1)[:, ::2]
    texts = [list(SMALL), ["1.4.", "..2.", ".3..", "...4"], [list(SMALL[i : i + 4]) for i in (0, 4, 8, 12)]]
    texts += [numpy.array(list(SMALL)), numpy.array(list(SMALL)).reshape(4, 4)]
    for source in [floats, *frames, *series, fixed, strided, numpy.asfortranarray(fixed), *texts]:
        assert Puzzle(source) == Puzzle(SMALL), source
        assert Puzzle(SMALL).hint(source).wrong == ()


def test_rules_are_arguments():
    box = Puzzle("." * 144, box="2x6")
    assert (box.size, box.box, Puzzle("." * 144, box=(2, 6))) == (12, "2x6", box)
    assert Puzzle("." * 144, box=[2, 6]) == box
    regions = "AAAB\nACBB\nDCCB\nDDDC\n"
    jigsaw = Puzzle("1" + "." * 15, regions=regions)
    assert jigsaw.regions == "1112132243324443"
    numbers = [[ord(label) for label in row] for row in regions.split()]
    for labels in [numbers, numpy.array(numbers), numpy.ravel(numbers), regions.split()]:
        assert Puzzle([[1, 0, 0, 0], *[[0] * 4] * 3], regions=labels) == jigsaw
    killer = Puzzle(HARD, variants=["diagonal"], constraints=["cage 15 r1c2 r1c3"])
    assert (killer.variants, killer.constraints) == (["diagonal"], ["cage 15 r1c2 r1c3"])
    assert repr(killer) == f"Puzzle('{HARD}; diagonal; cage 15 r1c2 r1c3')"
    assert eval(repr(killer)) == killer
    assert eval(repr(box)) == box
    assert eval(repr(jigsaw)) == jigsaw


def test_pickling_keeps_all_rules():
    for puzzle in [
        Puzzle(HARD, variants=["anti-knight"], constraints=["arrow r1c2: r1c3 r2c3"]),
        Puzzle("." * 144, box="2x6"),
    ]:
        assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    for answer in [Puzzle(SMALL).check(), Puzzle(SMALL).explain(), Puzzle(SMALL).repair()]:
        assert pickle.loads(pickle.dumps(answer)) == answer


def test_errors_have_a_place_and_its_content():
    with pytest.raises(PuzzleError) as info:
        Puzzle("53..7x..." * 9)
    error = info.value
    assert (error.line, error.column, error.found) == (1, 6, "`x`")
    assert error.expected == "a digit (1-9) or a blank"
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.column) == (str(error), 6)
    with pytest.raises(PuzzleError, match="expected 4 rows of 4 cells") as info:
        Puzzle([[1, 2, 3, 4], [1], [2], [3]])
    assert info.value.line is None and info.value.found == "a row of 1"
    for wrong in ["", [], [[]], [1, 2, 3], [[9, 9], [9, 9]], [[5, 0, 0, 0], *[[0] * 4] * 3], [70000] * 16]:
        with pytest.raises(PuzzleError):
            Puzzle(wrong)
    for wrong in [[[1.5]], [[-1]], [[10**30]], [["x"]], "\ud800" * 16, "\0" * 16, numpy.zeros((0, 0)), [-1] * 16]:
        with pytest.raises(PuzzleError):
            Puzzle(wrong)
    for wrong in [None, 7, True, 1.5, b"1.4...2..3.....4", {}, {1, 2}, iter(ROWS), numpy.array(3)]:
        with pytest.raises(TypeError, match="expected"):
            Puzzle(wrong)
    for rules in [{"box": 2}, {"box": (-1, 2)}, {"regions": 3}, {"variants": 1}, {"constraints": [1]}]:
        with pytest.raises(TypeError) as info:
            Puzzle(SMALL, **rules)
        assert "\n" not in str(info.value) and "Vec" not in str(info.value)
    for rules in [
        {"box": "9"},
        {"box": (1, 1)},
        {"variants": ["queens"]},
        {"constraints": ["cage 3 r1c1 r9c9"]},
        {"constraints": ["?"]},
        {"regions": "AB"},
        {"regions": [[-1] * 4] * 4},
    ]:
        with pytest.raises(PuzzleError):
            Puzzle(SMALL, **rules)
        with pytest.raises(PuzzleError):
            Puzzle(ROWS, **rules)


def test_pictures_text_and_links():
    puzzle = Puzzle(SMALL)
    solution = puzzle.solve().solution
    assert puzzle._repr_svg_().startswith("<svg")
    assert puzzle.to_svg(solution).count("<text") > puzzle.to_svg().count("<text")
    assert "│" in puzzle.to_text() and "." not in puzzle.to_text(solution)
    for site in ["f-puzzles", "sudokupad"]:
        assert Puzzle(puzzle.to_link(site)) == puzzle
    classic = Puzzle("1" + "." * 80)
    with pytest.raises(PuzzleError):
        puzzle.to_svg("1")
    with pytest.raises(ValueError, match="expected f-puzzles") as info:
        puzzle.to_link("elsewhere")
    assert not isinstance(info.value, PuzzleError)
    drawn = Puzzle(SMALL, variants="diagonal", constraints="cage 6 r1c2 r1c3")
    assert drawn.to_text().endswith("diagonal\ncage 6 r1c2 r1c3\n")
    assert Puzzle(drawn.to_text()) == drawn


def test_other_boards_are_read_from_text_and_numbers():
    zero = ["board 2x3", "digits 0-2"]
    numbers = [[0, None, None], [None, 0, None]]
    puzzle = Puzzle(numbers, constraints=zero)
    assert puzzle == Puzzle("0...0.", constraints=zero) == Puzzle("0...0.; board 2x3; digits 0-2")
    assert puzzle == eval(repr(puzzle))
    assert (puzzle.board, puzzle.rows, puzzle.size) == (zero, numbers, 3)
    assert numpy.array_equal(numpy.asarray(puzzle), [[0, -1, -1], [-1, 0, -1]])
    assert {answer[0] for answer in puzzle.solutions(10).solutions} == {"0"}
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    with pytest.raises(PuzzleError, match="expected digits from 0 to 2, found 3 in r1c1"):
        Puzzle([3] + [None] * 5, constraints=zero)
    with pytest.raises(PuzzleError, match="expected 6 cells, found 4"):
        Puzzle([[1, 2], [2, 1]], constraints=zero)


def test_samurai_and_variables():
    samurai = Puzzle([[0] * 21] * 21, constraints=["samurai"])
    assert samurai.board == ["samurai"] and samurai.rows[0][9] is None
    solution = samurai.solve()
    assert solution.confirmed and len(solution.solution) == 369
    assert samurai.to_svg(solution.solution).count("<text") == 369
    with pytest.raises(PuzzleError, match="expected a hole, found 5"):
        Puzzle([[5] * 21] * 21, constraints=["samurai"])
    pair = Puzzle(["12", ".."], constraints=["board 2x2", "variables x 2 0-9", "cage 3 x1 x2", "sum 0 x1 -1*r1c1"])
    checked = pair.check()
    assert (checked.verdict, checked.variables) == ("unique", {"x1": 1, "x2": 2})
    assert checked.to_dict()["variables"] == checked.variables
    assert pair.candidates("solutions").candidates[4:] == ("1", "2")
    assert pair.explain().steps


def test_the_package_lists_its_names():
    assert all(hasattr(satdoku, name) for name in satdoku.__all__)


def test_one_string_is_as_good_as_a_list():
    one = Puzzle(SMALL, variants="anti-knight", constraints="cage 6 r1c2 r1c3")
    assert one == Puzzle(SMALL, variants=("anti-knight",), constraints=iter(["cage 6 r1c2 r1c3"]))
    [checked] = satdoku.check_many(["." * 16], variants="anti-knight", constraints="cage 3 r1c1 r1c2")
    assert checked.puzzle.variants == ["anti-knight"] and checked.puzzle.constraints == ["cage 3 r1c1 r1c2"]
    assert any("cage" in text for text in satdoku.generate(seed=1, kinds="cage").puzzle.constraints)
    with pytest.raises(TypeError, match="expected a string, or a list of strings, found int"):
        Puzzle(SMALL, constraints=3)


def test_rows_that_are_missing_are_named():
    for rows in [[[0] * 9] * 2, numpy.zeros((2, 9), int), pandas.DataFrame([[0] * 9] * 2)]:
        with pytest.raises(PuzzleError, match="^expected 9 rows of 9 cells, found 2 rows$"):
            Puzzle(rows)
    assert satdoku.check_many([[[0] * 9] * 2])[0].error == "expected 9 rows of 9 cells, found 2 rows"
    with pytest.raises(PuzzleError, match="square number of cells, found 18"):
        Puzzle([0] * 18)


def test_values_of_arguments_are_no_part_of_the_puzzle():
    puzzle = Puzzle(SMALL)
    for question in [
        lambda: puzzle.solve(engine="magic"),
        lambda: puzzle.to_cnf("none"),
        lambda: satdoku.check_many([SMALL], engine="magic"),
        lambda: satdoku.generate(seed=1, symmetry="odd"),
        lambda: satdoku.generate(seed=1, difficulty="odd"),
        lambda: satdoku.generate(seed=1, technique="odd"),
    ]:
        with pytest.raises(ValueError, match="expected") as info:
            question()
        assert type(info.value) is ValueError


def test_arrays_are_copies_and_say_so():
    puzzle = Puzzle(SMALL)
    assert numpy.array_equal(puzzle.to_numpy(), numpy.array(puzzle, copy=True))
    with pytest.raises(ValueError, match="copy"):
        puzzle.__array__(copy=False)


def test_the_other_spelling_is_the_same():
    assert Puzzle(SMALL).minimize(seed=3) == Puzzle(SMALL).minimise(seed=3)


def test_notes_say_what_was_assumed():
    with pytest.warns(UserWarning, match="boxes"):
        puzzle = Puzzle("\n".join(["1....."] + ["......"] * 5))
    [note] = puzzle.notes
    assert "2x3" in note and pickle.loads(pickle.dumps(puzzle)).notes == [note]
    assert Puzzle(SMALL).notes == []


def test_errors_of_rules_have_parts():
    with pytest.raises(PuzzleError) as info:
        Puzzle(ROWS, variants="queens")
    assert info.value.expected.startswith("a variant") and info.value.found == "`queens`"
    with pytest.raises(PuzzleError) as info:
        Puzzle(ROWS, constraints="cage 3 r1c1 r9c9")
    assert info.value.expected and "r9c9" in info.value.found


def test_boxes_of_a_board_of_another_size():
    rules = {"box": "2x3", "constraints": ["board 6x9"]}
    rows = Puzzle([[0] * 9] * 6, **rules)
    assert rows.box == "2x3"
    assert rows == Puzzle("." * 54, **rules)
