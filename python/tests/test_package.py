"""The package: the command-line program, and life without NumPy."""

import subprocess
import sys

import satdoku


def run(*arguments, **options):
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, **options)


def test_the_module_is_the_program():
    result = run("-m", "satdoku", "check", "-", input="1.4...2..3.....4\n")
    assert (result.returncode, result.stdout) == (0, "<stdin>:1: unique\n")
    result = run("-m", "satdoku", "solve", "11..............")
    assert result.returncode == 1 and "r1c1=1 and r1c2=1" in result.stderr
    assert run("-m", "satdoku", "nothing").returncode == 2
    assert run("-m", "satdoku", "--version").stdout.startswith("satdoku ")


def test_numpy_is_not_needed():
    code = """
import sys
sys.modules["numpy"] = None
import satdoku
assert satdoku.Puzzle([1, 0, 4, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4]).check().verdict == "unique"
assert satdoku.check_many(["1.4...2..3.....4"])[0].solution == "1243342143122134"
assert satdoku.generate(seed=1, box="2x2").confirmed
"""
    assert run("-c", code).stderr == ""


def test_examples_in_docstrings():
    import doctest
    from satdoku import cnf, error, many

    for module in [satdoku, cnf, error, many]:
        failed, tried = doctest.testmod(module)
        assert tried and not failed, module


def test_the_types_fit_the_code(tmp_path):
    code = tmp_path / "code.py"
    code.write_text("""
import numpy
import satdoku
from satdoku.results import Checked, Explanation, Generated, Rating, Solved

puzzle = satdoku.Puzzle("1.4...2..3.....4", box=(2, 2))
verdict: str = puzzle.check(timeout=1).verdict
puzzle.to_cnf().decode([1, -2])

solved: list[Solved] = satdoku.solve_many(text for text in ["1.4...2..3.....4"])
checked: list[Checked] = satdoku.check_many([puzzle, puzzle.rows], engine="mrv", threads=2)
ratings: list[Rating] = satdoku.rate_many(["1.4...2..3.....4"], timeout=1.5)
array = numpy.zeros((2, 81), numpy.uint8)
arrays: satdoku.Arrays = satdoku.check_many(array, variants=["diagonal"])
is_unique: bool = bool((arrays.verdict == "unique").any())
scores: satdoku.RatingArrays = satdoku.rate_many(array)
solution: str | None = [answer.solution for answer in solved][0]
for record in checked:
    if record.verdict == "none" and record.conflict:
        clues: int = len(record.conflict)
hardest: float = max(rating.score for rating in ratings if rating.score is not None)
explanation: Explanation = puzzle.explain()
count: int = len(explanation.steps)
givens: str = explanation.puzzle.box
size: int = puzzle.solutions().puzzle.size + satdoku.generate(seed=1).puzzle.size
made: list[Generated] = satdoku.generate_many(2, seed=1, difficulty="medium")
one: Generated = satdoku.generate(symmetry="half-turn")
""")
    wrong = tmp_path / "wrong.py"
    calls = ["Puzzle('').chekc()", "generate(symetry='none')", "check_many([], thread=1)"]
    calls += ["rate_many([], engine='mrv')", "solve_many(3)", "check_many(['']).verdict", "generate(difficulty='harder')"]
    wrong.write_text("import satdoku\n" + "".join(f"satdoku.{call}\n" for call in calls))
    result = run("-m", "mypy", "--strict", str(code))
    assert result.returncode == 0, result.stdout
    result = run("-m", "mypy", "--strict", str(wrong))
    lines = {line.split(":")[1] for line in result.stdout.splitlines() if ": error:" in line}
    assert lines == {str(number) for number in range(2, len(calls) + 2)}, result.stdout
    result = run("-m", "mypy", "--strict", "-p", "satdoku")
    assert result.returncode == 0, result.stdout
    result = run("-m", "mypy.stubtest", "satdoku._satdoku")
    assert result.returncode == 0, result.stdout
