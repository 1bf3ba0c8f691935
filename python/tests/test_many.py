"""Many puzzles: arrays, columns, order, errors, interrupts."""

import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import time

import numpy
import pandas
import polars
import pytest
import satdoku
from satdoku import Puzzle

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EASY = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
NONE = "11" + "." * 79
TEXTS = [HARD, "12", EASY, NONE, "." * 81, ""] * 300


def to_array(texts):
    return numpy.array([[int(c) if c.isdigit() else 0 for c in text] for text in texts], numpy.uint8)


def test_texts_are_answered_in_order_and_errors_in_their_place():
    for threads in [None, 1, 7]:
        checked = satdoku.check_many(TEXTS, threads=threads)
        verdicts = ["unique", "invalid", "unique", "none", "multiple", "invalid"] * 300
        assert [answer.verdict for answer in checked] == verdicts
        assert checked[0] == Puzzle(HARD).check()
        assert checked[1].puzzle == "12" and checked[1].error == "no puzzle found"
        assert checked[-2].other != checked[-2].solution
    solved = satdoku.solve_many(iter(TEXTS))
    assert solved[2] == Puzzle(EASY).solve() and solved[5].solution is None and solved[5].error
    ratings = satdoku.rate_many([EASY, "12", NONE, Puzzle(HARD)])
    assert ratings[0] == Puzzle(EASY).rate() and ratings[3].level == "extreme"
    assert all(rating.level is None and rating.error for rating in ratings[1:3])
    assert satdoku.check_many([]) == []


def test_any_text_and_puzzles_with_rules_are_records():
    grid = "\n".join(EASY[i : i + 9] for i in range(0, 81, 9))
    small = Puzzle("1.4...2..3.....4")
    records = [grid, small.to_link(), small, EASY + " # easy", small.rows, None, 7.5, [7]]
    checked = satdoku.check_many(records)
    assert [answer.verdict for answer in checked] == ["unique"] * 5 + ["invalid"] * 3
    assert "NoneType" in checked[5].error and checked[6].puzzle == "7.5"

    class Unprintable:
        def __str__(self):
            raise ZeroDivisionError

    records = [EASY, "\ud800", b"12", [[-1]], Unprintable(), list(EASY), pandas.NA, float("nan")]
    verdicts = [answer.verdict for answer in satdoku.check_many(records)]
    assert verdicts == ["unique", *["invalid"] * 4, "unique", *["invalid"] * 2]
    killer = satdoku.check_many(["." * 16] * 2, constraints=["cage 3 r1c1 r1c2"])
    assert killer[0].puzzle.constraints == ["cage 3 r1c1 r1c2"]
    with pytest.raises(TypeError, match="found one"):
        satdoku.check_many(EASY)
    with pytest.raises(satdoku.PuzzleError):
        satdoku.check_many([EASY], variants=["queens"])


def test_columns_of_pandas_and_polars():
    frame = pandas.DataFrame({"puzzle": TEXTS[:6]})
    frame["verdict"] = [answer.verdict for answer in satdoku.check_many(frame["puzzle"])]
    column = polars.DataFrame({"puzzle": TEXTS[:6]})["puzzle"]
    assert [answer.verdict for answer in satdoku.check_many(column)] == list(frame["verdict"])
    assert frame["verdict"][3] == "none"
    for column in [pandas.Series([EASY, None]), polars.Series([EASY, None]), numpy.array([EASY, "x"])]:
        assert [answer.verdict for answer in satdoku.check_many(column)] == ["unique", "invalid"]
    for frame in [frame, polars.DataFrame({"puzzle": TEXTS[:6]})]:
        with pytest.raises(TypeError, match="expected a column"):
            satdoku.check_many(frame)


def test_arrays_are_answered_with_arrays():
    array = to_array([HARD, EASY, NONE, "." * 81] * 500)
    array[4, 0] = 10
    for cells in [array, array.reshape(-1, 9, 9), array.astype(numpy.int64), array[:, ::-1][:, ::-1]]:
        solution, verdict, confirmed, errors = satdoku.check_many(cells)
        assert solution.shape == cells.shape and solution.dtype == numpy.uint8
        assert list(verdict[:5]) == ["unique", "unique", "none", "multiple", "invalid"]
        assert "".join(map(str, solution[1].ravel())) == Puzzle(EASY).solve().solution
        assert not solution[2].any() and not solution[4].any()
        assert list(confirmed[:5]) == [True, True, True, True, False]
        assert (verdict == "unique").sum() == 999
        assert errors == {4: "expected digits from 1 to 9, found 10 in r1c1"}
    solved = satdoku.solve_many(array, threads=3)
    assert list(solved.verdict[:5]) == ["solved", "solved", "none", "solved", "invalid"]
    assert numpy.array_equal(solved.solution[5], solution[5].ravel())
    negative = satdoku.check_many(numpy.full((1, 16), -1))
    assert list(negative.verdict) == ["invalid"]
    assert len(satdoku.check_many(numpy.zeros((0, 81), numpy.uint8)).verdict) == 0
    large = satdoku.check_many(numpy.full((1, 16), 2**63, numpy.uint64))
    assert list(large.verdict) == ["invalid"]
    fixed = array[:2].astype(">i4")
    fixed.flags.writeable = False
    assert list(satdoku.check_many(fixed).verdict) == ["unique", "unique"]
    blanks = numpy.where(array[:2] == 0, numpy.nan, array[:2])
    blanks[1, 80] = 2.5
    floats = satdoku.check_many(blanks)
    assert list(floats.verdict) == ["unique", "invalid"]
    assert floats.errors == {1: "expected whole numbers from 0 to 9, found another in r9c9"}
    with pytest.raises(TypeError, match="found bool"):
        satdoku.check_many(array > 0)
    with pytest.raises(ValueError, match="pass one puzzle to Puzzle"):
        satdoku.check_many(array[0].reshape(9, 9))
    for threads in [0, -1]:
        with pytest.raises((ValueError, OverflowError)):
            satdoku.check_many(array, threads=threads)
    for shape in [(), (81,), (2, 80), (2, 9, 8), (1, 1, 9, 9)]:
        with pytest.raises(ValueError, match="expected an array of shape"):
            satdoku.check_many(numpy.zeros(shape, numpy.uint8))
    six = satdoku.check_many(numpy.zeros((1, 36), numpy.uint8), box="2x3", variants=["diagonal"])
    assert list(six.verdict) == ["multiple"]


def test_ratings_of_arrays_are_arrays():
    rated = satdoku.rate_many(to_array([HARD, EASY, NONE]))
    each = [Puzzle(HARD).rate(), Puzzle(EASY).rate()]
    assert list(rated.level) == [each[0].level, each[1].level, ""]
    assert list(rated.score[:2]) == [one.score for one in each] and numpy.isnan(rated.score[2])
    assert list(rated.steps) == [each[0].steps, each[1].steps, 0]
    assert list(rated.errors) == [2]


@pytest.mark.parametrize(
    "properties, options",
    [
        ({"symmetry": "half-turn", "givens": (24, 30)}, "--symmetry half-turn --givens 24..30"),
        ({"difficulty": (2, 3)}, "--difficulty 2..3"),
        ({"constraints": ["board 4x6", "digits 0-5"]}, "--constraint 'board 4x6' --constraint 'digits 0-5'"),
        ({"technique": "X-wing"}, "--technique x-wing"),
        ({"kinds": ["cage"], "box": "2x3", "givens": 0}, "--kinds cage --box 2x3 --givens 0"),
        ({"kinds": "killer", "box": "2x2", "givens": 0}, "--kinds killer --box 2x2 --givens 0"),
    ],
    ids=str,
)
def test_generated_puzzles_are_those_of_the_program(properties, options):
    made = satdoku.generate_many(3, seed=3, **properties)
    run = [sys.executable, "-m", "satdoku", "generate", "-n", "3", "--seed", "3", "--format", "jsonl"]
    run += shlex.split(options)
    lines = subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [one.to_dict() for one in made] == [json.loads(line) for line in lines]


def test_generated_puzzles_have_properties_and_numbers():
    made = satdoku.generate_many(4, seed=3, symmetry="half-turn", givens=[24, 30])
    assert satdoku.generate_many(2, seed=3, first=2, symmetry="half-turn", givens=(24, 30)) == made[2:]
    plain = satdoku.generate_many(4, seed=3, threads=1)
    checked = satdoku.check_many(to_array([str(one.puzzle) for one in plain]))
    assert numpy.array_equal(checked.solution, [one.to_numpy().ravel() for one in plain])
    jigsaw = satdoku.generate(seed=1, regions="random", box="1x6")
    assert jigsaw.puzzle.regions and jigsaw.puzzle.check().verdict == "unique"
    killer = satdoku.generate(seed=1, kinds=["cage"], givens=0, box="2x3")
    assert all(text.startswith("cage ") for text in killer.puzzle.constraints)
    assert killer.to_dict()["constraints"] == killer.puzzle.constraints
    rated = satdoku.generate(seed=1, difficulty="medium")
    assert rated.level == "medium" == rated.puzzle.rate().level
    assert satdoku.generate().seed != satdoku.generate().seed
    assert satdoku.generate(seed=1, givens=numpy.int64(30)).givens == 30
    for wrong in [{"givens": 82}, {"technique": "x"}, {"technique": "x-wing", "difficulty": "easy"}]:
        with pytest.raises(ValueError):
            satdoku.generate(**wrong)
    with pytest.raises(TypeError, match="unbiased"):
        satdoku.generate(seed=1, unbiased=True)
    with pytest.raises(ValueError):
        satdoku.generate_many(-1)
    with pytest.raises(RuntimeError, match="no such puzzle found"):
        satdoku.generate(seed=1, givens=17, timeout=0.01)


LONG = {
    "solutions": "Puzzle('.' * 81).solutions(10**9)",
    "count": "Puzzle('.' * 81).count(10**18)",
    "estimate": "Puzzle('.' * 81).estimate(10**9)",
    "candidate_counts": "Puzzle('.' * 81).candidates('solutions', counts=10**9)",
    "explain": "Puzzle('.' * 256).explain()",
    "hint": "Puzzle('.' * 256).hint()",
    "rate": "Puzzle('.' * 256).rate()",
    "certificate": "Puzzle('.' * 1296).certificate()",
    "to_cnf": "Puzzle('.' * 50**2, box='5x10').to_cnf()",
    "solve_many": f"satdoku.solve_many(['{HARD}'] * 10**6)",
    "check_many": f"satdoku.check_many(['{HARD}'] * 10**6)",
    "lists": f"satdoku.check_many([Puzzle('{HARD}').rows] * 10**6)",
    "rate_many": f"satdoku.rate_many(['{HARD}'] * 10**6)",
    "arrays": "satdoku.check_many(numpy.zeros((10**6, 81), numpy.uint8))",
    "generate": "satdoku.generate(seed=1, givens=18)",
    "generate_many": "satdoku.generate_many(10**6, seed=1)",
    "generate_killers": "satdoku.generate_many(10**6, seed=1, kinds=['cage'], givens=0, difficulty='extreme')",
}


@pytest.mark.parametrize("call", LONG.values(), ids=LONG)
def test_an_interrupt_ends_a_call_soon(call):
    def interrupt():
        time.sleep(0.5)
        times.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    # A background job of a shell starts with interrupts ignored, and Python then keeps ignoring them.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    times = []
    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        eval(call)
        time.sleep(10)
    late = time.monotonic() - times[0]
    thread.join()
    # Each call would take longer. Millions of clauses take a second to be freed.
    assert late < 3


def test_other_threads_run_meanwhile():
    done = threading.Event()
    thread = threading.Thread(target=lambda: (Puzzle("." * 81).count(3_000_000), done.set()))
    thread.start()
    ticks = 0
    while not done.is_set():
        time.sleep(0.001)
        ticks += 1
    thread.join()
    assert ticks > 20


def test_explanations_of_many():
    records = [EASY, "12", Puzzle(HARD)]
    explanations = satdoku.explain_many(records, threads=2)
    assert explanations[0] == Puzzle(EASY).explain()
    assert explanations[1].error and explanations[1].steps == ()


def test_answers_become_a_frame():
    frame = satdoku.rate_many([EASY, "12"]).to_frame()
    assert list(frame["puzzle"]) == [EASY, "12"]
    assert frame["score"][0] > 1 and numpy.isnan(frame["score"][1])
    assert satdoku.check_many([]).to_frame().empty


def test_generate_makes_several():
    made = satdoku.generate(seed=5, n=3, difficulty="easy")
    assert made == satdoku.generate_many(3, seed=5, difficulty="easy")
    assert satdoku.generate(seed=5, n=0) == []


def test_an_argument_of_the_wrong_type_is_named():
    texts = {"symmetry": 3, "technique": [], "pattern": 1}
    for name, value in texts.items():
        with pytest.raises(TypeError, match=f"'str'\nwhile processing '{name}'$"):
            satdoku.generate(**{name: value})
    for value in [(1, 2, 3), "x", "ab", (1, None)]:
        with pytest.raises(TypeError, match="^expected a number or a range of two, found "):
            satdoku.generate(givens=value)
    with pytest.raises(TypeError, match="'bool'\nwhile processing 'minimal'$"):
        satdoku.generate(minimal="x")
    with pytest.raises(TypeError, match="^expected a level, a number or a range of two, found list\nwhile processing 'difficulty'$"):
        satdoku.generate(difficulty=[])
    for call in [lambda **rules: Puzzle(EASY, **rules), lambda **rules: satdoku.check_many([EASY], **rules)]:
        with pytest.raises(TypeError, match="^expected a string, or a list of strings, found int\nwhile processing 'constraints'$"):
            call(constraints=3)
        with pytest.raises(TypeError, match="unexpected keyword argument 'bx'"):
            call(bx="3x3")


def test_only_names_are_arguments_of_generate():
    with pytest.raises(TypeError, match="positional"):
        satdoku.generate(5)
    with pytest.raises(ValueError, match="expected no constraints on random regions, found `digits 0-8`"):
        satdoku.generate(regions="random", constraints="digits 0-8")
