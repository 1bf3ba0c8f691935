"""Questions about many puzzles, on all cores.

An array of puzzles is answered with arrays, and any other iterable with a list of results.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from itertools import islice
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypedDict, overload

from satdoku import _satdoku
from satdoku._satdoku import Puzzle, Rules
from satdoku.results import (
    CheckedRecord,
    Explanation,
    Generated,
    Hint,
    NotGenerated,
    Rating,
    Results,
    Solved,
    Unexplained,
    Unrated,
    Unsolved,
)

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray
    from typing_extensions import Unpack

#: The number of cells, and of records, that are in Rust at a time.
_CELLS = 1 << 22
_RECORDS = 1 << 12


class Array(Protocol):
    """A NumPy array. Where NumPy is not installed, its own type would stand for any object."""

    @property
    def dtype(self) -> Any: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def strides(self) -> tuple[int, ...]: ...


class BoardRules(TypedDict, total=False):
    """The rules of all puzzles."""

    box: str | tuple[int, int] | None
    regions: Any
    variants: str | Iterable[str]
    constraints: str | Iterable[str]


class Limits(BoardRules, total=False):
    """The limits of all questions."""

    timeout: float | None
    threads: int | None


class RateOptions(Limits, total=False):
    """The options of `rate_many`."""

    assume_unique: bool


class SearchOptions(Limits, total=False):
    """The options of `solve_many` and `check_many`."""

    engine: str


class Properties(BoardRules, total=False):
    """The properties of new puzzles."""

    symmetry: str
    minimal: bool
    givens: int | tuple[int, int] | None
    difficulty: str | None
    score: float | tuple[float, float] | None
    technique: str | None
    pattern: str | None
    timeout: float


class Arrays(NamedTuple):
    """The answers about an array of puzzles."""

    #: The digits of a solution of each puzzle, as the puzzles are laid out; 0 where there is none.
    solution: NDArray[numpy.uint8]
    #: The verdict of each puzzle.
    verdict: NDArray[numpy.str_]
    #: True where a second engine has confirmed the answer.
    confirmed: NDArray[numpy.bool_]


class RatingArrays(NamedTuple):
    """The ratings of an array of puzzles."""

    #: The level; empty where there is none.
    level: NDArray[numpy.str_]
    #: The score of the hardest step; NaN where there is none.
    score: NDArray[numpy.float64]
    #: The number of facts of the largest step.
    largest: NDArray[numpy.int64]
    #: The number of steps.
    steps: NDArray[numpy.int64]


class GeneratedArrays(NamedTuple):
    """New puzzles as arrays of shape (N, 81), or another number of cells on other boards."""

    puzzle: NDArray[numpy.uint8]
    solution: NDArray[numpy.uint8]


@overload
def solve_many(puzzles: Array, **options: Unpack[SearchOptions]) -> Arrays: ...
@overload
def solve_many(puzzles: Iterable[Any], **options: Unpack[SearchOptions]) -> Results[Solved | Unsolved]: ...
def solve_many(
    puzzles: Any,
    *,
    box: str | tuple[int, int] | None = None,
    regions: Any = None,
    variants: str | Iterable[str] = (),
    constraints: str | Iterable[str] = (),
    engine: str = "sat",
    timeout: float | None = None,
    threads: int | None = None,
) -> Arrays | Results[Solved | Unsolved]:
    """Solves many puzzles.

    `puzzles` is a NumPy array of shape (N, 81) or (N, 9, 9), with 0 for a blank, or an iterable, such as
    a list or a pandas or polars column, of whatever makes a `Puzzle`, or of those. An array is answered with
    `Arrays`, anything else with `Results`, which is a list of `Solved` and
    `Unsolved`. Both have an answer for each record, in
    order.

    The rules are those of all puzzles. `timeout` is in seconds for each puzzle. `threads` is the number
    of threads, by default one for each core.

    >>> import satdoku
    >>> for solved in satdoku.solve_many(["1.4...2..3.....4", "12", "11.............."]):
    ...     print(solved.solution, solved.error or solved.reason)
    1243342143122134 None
    None no puzzle found
    None r1c1=1 and r1c2=1 in row 1
    """
    rules = _rules(box, regions, variants, constraints)
    answer: Arrays | Results[Solved | Unsolved] = _answer("solve", puzzles, rules, (engine, timeout), threads)
    return answer


@overload
def check_many(puzzles: Array, **options: Unpack[SearchOptions]) -> Arrays: ...
@overload
def check_many(puzzles: Iterable[Any], **options: Unpack[SearchOptions]) -> Results[CheckedRecord]: ...
def check_many(
    puzzles: Any,
    *,
    box: str | tuple[int, int] | None = None,
    regions: Any = None,
    variants: str | Iterable[str] = (),
    constraints: str | Iterable[str] = (),
    engine: str = "sat",
    timeout: float | None = None,
    threads: int | None = None,
) -> Arrays | Results[CheckedRecord]:
    """Determines whether puzzles have one solution, several or none. The arguments are those of
    `solve_many`. An array is answered with `Arrays`, anything else with a list of
    objects of the classes of the verdicts: `Unique`, `Multiple`, `Unsolvable`, `Unknown` and `Invalid`.

    >>> import satdoku
    >>> [checked.verdict for checked in satdoku.check_many(["1.4...2..3.....4", "1" + "." * 15])]
    ['unique', 'multiple']
    """
    rules = _rules(box, regions, variants, constraints)
    answer: Arrays | Results[CheckedRecord] = _answer("check", puzzles, rules, (engine, timeout), threads)
    return answer


@overload
def rate_many(puzzles: Array, **options: Unpack[RateOptions]) -> RatingArrays: ...
@overload
def rate_many(puzzles: Iterable[Any], **options: Unpack[RateOptions]) -> Results[Rating | Unrated]: ...
def rate_many(
    puzzles: Any,
    *,
    box: str | tuple[int, int] | None = None,
    regions: Any = None,
    variants: str | Iterable[str] = (),
    constraints: str | Iterable[str] = (),
    assume_unique: bool = False,
    timeout: float | None = None,
    threads: int | None = None,
) -> RatingArrays | Results[Rating | Unrated]:
    """Rates the difficulty of puzzles. The arguments are those of `solve_many`. With `assume_unique`, steps
    may use that each puzzle has one solution. An array is answered with `RatingArrays`, anything else with
    a list of `Rating` and `Unrated`.

    >>> import satdoku
    >>> [rating.level for rating in satdoku.rate_many(["1.4...2..3.....4"])]
    ['easy']
    """
    rules = _rules(box, regions, variants, constraints)
    if not _is_array(puzzles):
        return _answer_records("rate", puzzles, rules, ("sat", timeout), threads, assume_unique)
    import numpy

    search = ("sat", timeout)
    ratings: Results[Rating | Unrated] = _answer_records(
        "rate", _flat(puzzles)[0], rules, search, threads, assume_unique
    )
    return RatingArrays(
        numpy.array([rating.level or "" for rating in ratings], numpy.str_),
        numpy.array([numpy.nan if one.score is None else one.score for one in ratings], numpy.float64),
        numpy.array([rating.largest or 0 for rating in ratings], numpy.int64),
        numpy.array([rating.steps or 0 for rating in ratings], numpy.int64),
    )


def explain_many(
    puzzles: Iterable[Any],
    *,
    box: str | tuple[int, int] | None = None,
    regions: Any = None,
    variants: str | Iterable[str] = (),
    constraints: str | Iterable[str] = (),
    assume_unique: bool = False,
    timeout: float | None = None,
    threads: int | None = None,
) -> Results[Explanation | Unexplained]:
    """Explains puzzles, each in steps. The arguments are those of `rate_many`. The answer is a list of
    `Explanation` and `Unexplained`, also for an array.

    >>> import satdoku
    >>> [len(explanation.steps) for explanation in satdoku.explain_many(["1.4...2..3.....4"])]
    [11]
    """
    rules = _rules(box, regions, variants, constraints)
    return _answer_records("explain", _rows(puzzles), rules, ("sat", timeout), threads, assume_unique)


def hint_many(
    puzzles: Iterable[Any],
    *,
    box: str | tuple[int, int] | None = None,
    regions: Any = None,
    variants: str | Iterable[str] = (),
    constraints: str | Iterable[str] = (),
    assume_unique: bool = False,
    timeout: float | None = None,
    threads: int | None = None,
) -> Results[Hint]:
    """Finds the first step of puzzles. The arguments are those of `explain_many`.

    >>> import satdoku
    >>> [hint.step.places for hint in satdoku.hint_many(["1.4...2..3.....4"])]
    [('r1c2=2',)]
    """
    rules = _rules(box, regions, variants, constraints)
    return _answer_records("hint", _rows(puzzles), rules, ("sat", timeout), threads, assume_unique)


@overload
def generate(
    seed: int | None = None, n: None = None, **properties: Unpack[Properties]
) -> Generated: ...
@overload
def generate(
    seed: int | None = None, *, n: int, **properties: Unpack[Properties]
) -> Results[Generated]: ...
def generate(
    seed: int | None = None, n: int | None = None, **properties: Unpack[Properties]
) -> Generated | Results[Generated]:
    """Generates one puzzle or, with `n`, a list of them. The properties are those of `generate_many`. Raises
    `RuntimeError` if one is not found in time.

    >>> import satdoku
    >>> made = satdoku.generate(1, symmetry="half-turn")
    >>> made.puzzle.check().verdict, made.symmetry
    ('unique', 'half-turn')
    """
    made: Results[Generated] = Results()
    for one in generate_many(1 if n is None else n, seed, **properties):
        if isinstance(one, NotGenerated):
            raise RuntimeError(one.error)
        made.append(one)
    return made if n is not None else made[0]


@overload
def generate_many(
    n: int,
    seed: int | None = None,
    *,
    first: int = 0,
    threads: int | None = None,
    arrays: Literal[False] = False,
    **properties: Unpack[Properties],
) -> Results[Generated | NotGenerated]: ...
@overload
def generate_many(
    n: int,
    seed: int | None = None,
    *,
    first: int = 0,
    threads: int | None = None,
    arrays: Literal[True],
    **properties: Unpack[Properties],
) -> GeneratedArrays: ...
def generate_many(
    n: int,
    seed: int | None = None,
    *,
    first: int = 0,
    box: str | tuple[int, int] | None = None,
    regions: Any = None,
    variants: str | Iterable[str] = (),
    constraints: str | Iterable[str] = (),
    symmetry: str = "none",
    minimal: bool = False,
    givens: int | tuple[int, int] | None = None,
    difficulty: str | None = None,
    score: float | tuple[float, float] | None = None,
    technique: str | None = None,
    pattern: str | None = None,
    timeout: float = 60,
    threads: int | None = None,
    arrays: bool = False,
) -> Results[Generated | NotGenerated] | GeneratedArrays:
    """Generates `n` puzzles, each with one solution, which a second engine confirms.

    The same seed and properties give the same puzzles on any machine, with any number of threads, and
    as `satdoku generate --seed`. Without a seed, it is random. `first` is the number of the first
    puzzle. `regions="random"` gives each puzzle its own regions. `givens` is a number or a range. `pattern`
    has a character for each cell: x is given, . is blank, and ? is either. `constraints` are kinds to
    draw, such as `"cage"`.

    One of three properties sets the difficulty: `difficulty` is a level such as `"hard"`, or facts of the
    largest step such as `"4..6"`; `score` is a number or a range such as `(4.0, 5.5)`; and `technique` is
    the name of a step that is needed, such as `"x-wing"`.

    Returns a list of `Generated`, with `NotGenerated` for a puzzle that is not found within `timeout` seconds.
    With `arrays`, returns `GeneratedArrays`, which cannot hold drawn constraints and have zeros for such a puzzle.

    >>> import satdoku
    >>> one, two = satdoku.generate_many(2, seed=1, difficulty="easy")
    >>> one.level, two.number, one == satdoku.generate(1, difficulty="easy")
    ('easy', 1, True)
    """
    if n < 0:
        raise ValueError(f"expected a number of puzzles, found {n}")
    constraints = _strings(constraints)
    if arrays and constraints:
        raise ValueError("arrays cannot hold drawn constraints: expected no constraints, or arrays=False")
    if seed is None:
        seed = random.getrandbits(32)
    is_random = isinstance(regions, str) and regions == "random"
    rules = _rules(box, None if is_random else regions, variants, ())
    properties = {
        "random_regions": is_random,
        "symmetry": _text("symmetry", symmetry),
        "minimal": minimal,
        "givens": _range("givens", givens),
        "difficulty": _text("difficulty", difficulty),
        "score": _range("score", score),
        "technique": _text("technique", technique),
        "pattern": _text("pattern", pattern),
        "constraints": constraints,
    }
    made: Results[Generated | NotGenerated] = Results()
    for start in range(0, n, _RECORDS):
        numbers = (first + start, min(_RECORDS, n - start))
        made += _satdoku.generate_puzzles(numbers, seed, rules, properties, timeout, threads)
    if not arrays:
        return made
    import numpy

    cells = rules.cells()
    result = GeneratedArrays(*(numpy.zeros((n, cells), numpy.uint8) for _ in range(2)))
    for index, one in enumerate(made):
        if isinstance(one, Generated):
            result.puzzle[index] = numpy.asarray(one.puzzle).ravel()
            result.solution[index] = one.to_numpy().ravel()
    return result


def _rules(
    box: Any, regions: Any, variants: str | Iterable[str], constraints: str | Iterable[str]
) -> Rules:
    return Rules(box, regions, variants, constraints)


def _strings(value: str | Iterable[str]) -> list[str]:
    """Returns strings, of which there may be one."""
    return [value] if isinstance(value, str) else list(value)


def _rows(puzzles: Iterable[Any]) -> Iterable[Any]:
    """Returns the rows of an array, and other puzzles as they are."""
    return _flat(puzzles)[0] if _is_array(puzzles) else puzzles


def _text(name: str, value: str | None) -> str | None:
    """Returns the value of an argument that is a string or `None`."""
    if value is None or isinstance(value, str):
        return value
    raise TypeError(f"{name}: expected a string, found {type(value).__name__}")


def _range(name: str, value: Any) -> tuple[Any, Any] | None:
    """Returns the ends of a range, which may be a single number."""
    if value is None:
        return None
    ends = tuple(value) if isinstance(value, Iterable) else (value, value)
    if len(ends) != 2 or not all(isinstance(end, Real) for end in ends):
        raise TypeError(f"{name}: expected a number or a range of two, found {value!r}")
    return ends


def _is_array(puzzles: Any) -> bool:
    """Returns true for an array of numbers. An array of texts is an iterable like any other."""
    # Who has an array has imported NumPy.
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(puzzles, numpy.ndarray) or puzzles.dtype.kind in "OUST":
        return False
    if puzzles.dtype.kind not in "biu":
        raise TypeError(f"expected an array of integers or texts, found {puzzles.dtype}")
    return True


def _flat(array: Any) -> tuple[numpy.ndarray, int]:
    """Returns an array with a row for each puzzle, and the number of digits."""
    shape = array.shape
    last = shape[-1] if shape else 0
    size = int(last**0.5 + 0.5) if len(shape) == 2 else last
    cells = size * size
    if shape[1:] not in [(cells,), (size, size)]:
        raise ValueError(f"expected an array of shape (N, 81) or (N, 9, 9), found {shape}")
    return array.reshape(shape[0], cells), size


def _answer(
    question: str,
    puzzles: Any,
    rules: Rules,
    search: tuple[str, float | None],
    threads: int | None,
) -> Any:
    answer = _answer_array if _is_array(puzzles) else _answer_records
    return answer(question, puzzles, rules, search, threads)


def _answer_array(
    question: str,
    array: numpy.ndarray,
    rules: Rules,
    search: tuple[str, float | None],
    threads: int | None,
) -> Arrays:
    import numpy

    flat, size = _flat(array)
    count = len(flat)
    names = numpy.array(_satdoku.verdicts())
    solution = numpy.empty(flat.shape, numpy.uint8)
    verdict = numpy.empty(count, names.dtype)
    confirmed = numpy.empty(count, bool)
    step = max(1, _CELLS // max(1, size * size))
    for start in range(0, count, step):
        part = slice(start, start + step)
        cells = flat[part]
        if cells.dtype != numpy.uint8:
            # No board has 255 digits here.
            cells = numpy.where((cells >= 0) & (cells < 255), cells, 255).astype(numpy.uint8)
        answers = _satdoku.answer_arrays(question, cells.tobytes(), size, rules, search, threads)
        digits, indices, is_confirmed = (numpy.frombuffer(of, numpy.uint8) for of in answers)
        solution[part] = digits.reshape(cells.shape)
        verdict[part] = names[indices]
        confirmed[part] = is_confirmed
    return Arrays(solution.reshape(array.shape), verdict, confirmed)


def _answer_records(
    question: str,
    records: Iterable[Any],
    rules: Rules,
    search: tuple[str, float | None],
    threads: int | None,
    assume_unique: bool = False,
) -> Results[Any]:
    if isinstance(records, (str, Puzzle)):
        raise TypeError("expected many puzzles, found one: use the methods of Puzzle")
    if hasattr(records, "columns"):
        raise TypeError("expected a column, found a data frame: pass one of its columns")
    remaining = iter(records)
    results: Results[Any] = Results()
    while part := list(islice(remaining, _RECORDS)):
        results += _satdoku.answer_records(
            question, part, rules, search, assume_unique, threads
        )
    return results
