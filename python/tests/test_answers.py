"""The answers to questions about one puzzle, compared with the program's JSON."""

import dataclasses
import json
import subprocess
import sys
import threading

import numpy
import pytest
import satdoku
from satdoku import Puzzle, results

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EASY = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
SMALL = "1.4...2..3.....4"
TYPO = EASY.replace("2.6", "2.3", 1)
SEVERAL = EASY.replace("9", ".")
KILLER = Puzzle("1" + "." * 15, constraints=["cage 5 r1c2 r2c2", "thermometer r4c1-r4c3"])
RULES = [Puzzle(HARD), Puzzle(EASY), Puzzle(TYPO), Puzzle(SEVERAL), KILLER]


def program(*arguments, puzzle):
    """Returns the fields that the program writes for a puzzle, without those of the record's place."""
    lines = json.dumps(puzzle.to_dict())
    run = [sys.executable, "-m", "satdoku", *arguments, "--format", "jsonl", "-"]
    result = subprocess.run(run, input=lines, capture_output=True, text=True)
    fields = json.loads(result.stdout)
    return {name: value for name, value in fields.items() if name not in ("source", "line")}


@pytest.mark.parametrize("puzzle", RULES, ids=str)
def test_answers_are_the_fields_of_the_programs_json(puzzle):
    questions = [
        (["solve"], puzzle.solve()),
        (["check"], puzzle.check()),
        (["solve", "--solutions", "3"], puzzle.solutions(3)),
        (["count", "--limit", "10"], puzzle.count(10)),
        (["candidates"], puzzle.candidates()),
        (["candidates", "--exact"], puzzle.candidates("solutions")),
        (["candidates", "--exact", "--counts=5"], puzzle.candidates("solutions", counts=5)),
        (["count", "--estimate=20", "--seed=1"], puzzle.estimate(20, seed=1)),
        (["repair"], puzzle.repair()),
        (["hint"], puzzle.hint()),
    ]
    for arguments, answer in questions:
        assert answer.to_dict() == program(*arguments, puzzle=puzzle), arguments


@pytest.mark.parametrize("puzzle", [Puzzle(HARD), Puzzle(EASY), Puzzle(SEVERAL)], ids=str)
def test_explanations_are_the_fields_of_the_programs_json(puzzle):
    explanation, expected = puzzle.explain(), program("explain", puzzle=puzzle)
    assert explanation.to_dict() == expected
    assert puzzle.hint().to_dict() == program("hint", puzzle=puzzle)
    if explanation.solution:
        assert puzzle.rate().to_dict() == program("rate", puzzle=puzzle)
        step = explanation.steps[-1]
        assert step.to_svg() == step._repr_svg_() and step.to_svg().startswith("<svg")


def test_ratings_of_solved_and_hopeless_puzzles_are_the_programs():
    for puzzle in [Puzzle(Puzzle(EASY).solve().solution), Puzzle(SEVERAL), Puzzle(TYPO)]:
        assert puzzle.rate().to_dict() == program("rate", puzzle=puzzle)


def test_the_number_of_many_solutions_is_estimated():
    empty = Puzzle("." * 81).estimate(100, seed=1)
    assert 21.7 < empty.log10 < 21.9 and empty.probes == 100 and not empty.complete
    assert empty.count is None and empty.estimate == pytest.approx(10**empty.log10)
    assert Puzzle("12..34..........").estimate(100).count == 12
    counted = Puzzle("12..34..........").candidates("solutions", counts=100)
    assert counted.counts[0] == (12,) and len(counted.counts[2]) == len(counted.candidates[2]) == 2
    with pytest.raises(ValueError, match="probes: expected at least 2"):
        Puzzle(EASY).estimate(1)
    with pytest.raises(ValueError, match="solutions"):
        Puzzle(EASY).candidates(counts=3)


def test_steps_may_assume_one_solution():
    puzzle = Puzzle(HARD)
    answers = [
        ("hint", puzzle.hint(assume_unique=True)),
        ("explain", puzzle.explain(assume_unique=True)),
        ("rate", puzzle.rate(assume_unique=True)),
    ]
    for command, answer in answers:
        assert answer.to_dict() == program(command, "--assume-unique", puzzle=puzzle)
    [rating] = satdoku.rate_many([puzzle], assume_unique=True)
    assert rating == answers[2][1]
    assert Puzzle(SEVERAL).explain(assume_unique=True).error


def test_puzzles_without_an_answer_have_an_error():
    puzzle = Puzzle(SEVERAL)
    assert puzzle.rate().level is None and "solution" in puzzle.rate().error
    assert puzzle.minimise().minimal is None and "more than one" in puzzle.minimise().error
    assert "4x4" not in Puzzle("." * 400).explain().error
    late = Puzzle(HARD).check(timeout=0)
    assert (late.verdict, late.solution) == ("unknown", None) and "gave up" in late.error
    with pytest.raises(ValueError):
        Puzzle(HARD).check(timeout=-1)
    with pytest.raises(ValueError):
        Puzzle(HARD).check(engine="fast")


def test_results_are_frozen_equal_and_drawn():
    checked = Puzzle(EASY).check()
    assert checked == Puzzle(EASY).check() != Puzzle(HARD).check()
    assert len({checked, Puzzle(EASY).check()}) == 1
    assert repr(checked) == (
        f"Checked(puzzle={Puzzle(EASY)!r}, verdict='unique', "
        f"solution='{checked.solution}', confirmed=True)"
    )
    assert checked._repr_svg_() == Puzzle(EASY).to_svg(checked.solution)
    with pytest.raises(dataclasses.FrozenInstanceError):
        checked.verdict = "none"


def test_each_question_has_a_class():
    late, none = Puzzle(HARD), Puzzle("11" + "." * 79)
    for answer, kind, is_answered in [
        (Puzzle(EASY).check(), results.Checked, True),
        (none.check(), results.Checked, True),
        (late.check(timeout=0), results.Checked, False),
        (satdoku.check_many(["12"])[0], results.Checked, False),
        (Puzzle(EASY).solve(), results.Solved, True),
        (none.solve(), results.Solved, True),
        (Puzzle(EASY).rate(), results.Rating, True),
        (none.rate(), results.Rating, False),
        (satdoku.rate_many(["12"])[0], results.Rating, False),
        (none.explain(), results.Explanation, True),
        (Puzzle("." * 400).explain(), results.Explanation, False),
        (satdoku.explain_many(["12"])[0], results.Explanation, False),
    ]:
        assert type(answer) is kind and (answer.error is None) == is_answered, answer
        if kind is not results.Rating and answer.solution is None:
            pytest.raises(ValueError, answer.to_numpy)


def test_engines_agree():
    for engine in ["sat", "mrv", "dlx", "sat:extended"]:
        assert Puzzle(HARD).check(engine=engine).solution == Puzzle(HARD).solve().solution


def test_hints_compare_with_the_solution():
    puzzle = Puzzle(EASY)
    solution = puzzle.solve().solution
    wrong = "1" + solution[1:9] + EASY[9:]
    hint = puzzle.hint(wrong)
    assert hint.wrong == ("r1c1=1",) and hint.step and hint.verdict == "unique"
    assert puzzle.hint(Puzzle(solution).rows).step is None
    assert puzzle.hint().step.technique in puzzle.hint()._repr_svg_()
    with pytest.raises(ValueError):
        puzzle.hint("1" + "." * 15)
    assert "several solutions" in Puzzle(".." * 8).hint().error


def test_a_hint_names_digits_that_leave_no_solution():
    wrong = Puzzle("134...2..3.....4")
    hint = wrong.hint()
    assert hint.to_dict() == program("hint", puzzle=wrong)
    assert (hint.verdict, hint.wrong, hint.step) == ("none", ("r1c2=3",), None)


def test_repairs_name_the_mistyped_digit():
    found = Puzzle(TYPO).repair()
    assert found.repairs_complete
    first = found.repairs[0]
    assert first.to_dict() == {"change": ["r1c7=6"]}
    assert repr(first) == "Repair(change=('r1c7=6',))"


def test_minimal_puzzles_keep_the_solution_and_the_rules():
    minimised = Puzzle(EASY).minimise()
    expected = program("minimise", puzzle=Puzzle(EASY))
    assert minimised.to_dict() == expected
    assert minimised.minimal.solve().solution == Puzzle(EASY).solve().solution
    assert minimised.confirmed and minimised.removed
    assert Puzzle(EASY).minimise(seed=1).minimal != minimised.minimal
    twice = Puzzle("1.4...2..3.....4", constraints=["cage 10 r1c1-r1c4"])
    assert twice.minimise(constraints=True).minimal == Puzzle(str(twice).split(";")[0])


def test_equivalent_puzzles_have_one_canonical_form():
    puzzle = Puzzle(HARD)
    assert puzzle.shuffled(7) != puzzle
    assert puzzle.shuffled(7).canonical() == puzzle.canonical()
    assert str(puzzle.canonical()) == program("canonical", puzzle=puzzle)["canonical"]
    with pytest.raises(ValueError):
        KILLER.canonical()


def test_an_explanation_is_text_and_a_frame():
    explanation = Puzzle(SMALL).explain()
    lines = str(explanation).splitlines()
    assert len(lines) == len(explanation.steps)
    assert lines[0] == "1. hidden single: r1c2 is 2. In box 1, 2 has one place left: r1c2."
    frame = explanation.to_frame()
    assert list(frame.index) == list(range(1, len(lines) + 1))
    assert frame["technique"][1] == "hidden single" and frame["cells"][1] == ((0, 1),)
    several = Puzzle("." * 16).explain()
    assert str(several) == "More than one solution, so no further step follows." and several.to_frame().empty


def test_steps_have_cells_as_arrays_have_them():
    explanation = Puzzle("....9.8.73....8592.....7.....9.8..1.1.......8.3..5.4.....1.....9732....62.5.7....").explain()
    grid = explanation.puzzle.to_numpy()
    for step in explanation.steps:
        for cell, digit in step.placements:
            assert grid[cell] == 0
            grid[cell] = digit
        assert set(step.cells) == {cell for cell, _ in step.placements + step.eliminations}
    assert numpy.array_equal(grid, explanation.to_numpy())
    wing = explanation.steps[35]
    assert (wing.eliminates, wing.eliminations, wing.placements) == (("r5c2=2",), (((4, 1), 2),), ())


def test_steps_are_found_one_by_one():
    puzzle = Puzzle(SMALL)
    steps = puzzle.steps()
    assert next(steps) == puzzle.hint().step
    assert (puzzle.hint().step, *steps) == puzzle.explain().steps
    assert list(steps) == []
    assert list(Puzzle("." * 16).steps()) == []
    with pytest.raises(ValueError, match="one solution"):
        Puzzle("." * 16).steps(assume_unique=True)


def test_threads_share_steps():
    steps = Puzzle(EASY).steps()
    found = []
    threads = [threading.Thread(target=lambda: found.extend(steps)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, found)) == sorted(map(str, Puzzle(EASY).explain().steps))


def test_solutions_are_arrays_and_iterable():
    puzzle = Puzzle("1...............", constraints="cage 7 r1c3 r1c4")
    found = puzzle.solutions(5)
    assert tuple(found) == found.solutions
    assert found.to_numpy().shape == (len(found.solutions), 4, 4)
    text = "".join(map(str, puzzle.check().to_numpy().ravel()))
    assert text == puzzle.check().solution
    assert satdoku.generate(seed=1).to_numpy().shape == (9, 9)
    with pytest.raises(ValueError, match="solution"):
        Puzzle("11" + "." * 14).solve().to_numpy()


def test_every_public_name_has_a_docstring():
    from satdoku import results

    for name in satdoku.__all__:
        value = getattr(satdoku, name)
        assert name == "__version__" or value.__doc__, name
    classes = [satdoku.Puzzle, satdoku.Cnf, satdoku.PuzzleError]
    classes += [value for value in vars(results).values() if isinstance(value, type) and value.__module__ == results.__name__]
    for one in classes:
        assert one.__doc__ and not one.__doc__.startswith(one.__name__ + "("), one
        for name, value in vars(one).items():
            if not name.startswith("_") and (callable(value) or isinstance(value, property)):
                assert value.__doc__, f"{one.__name__}.{name}"


def test_the_version_is_that_of_the_program():
    assert satdoku.__version__.count(".") == 2
