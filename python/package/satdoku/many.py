"""Questions about many puzzles, on all cores.

An array of puzzles is answered with arrays, and any other iterable with a list of results.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypedDict, overload

from satdoku import _satdoku
from satdoku._satdoku import Puzzle, Rules
from satdoku.results import (
    Checked,
    Explanation,
    Generated,
    Rating,
    Results,
    Solved,
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


class Board(TypedDict, total=False):
    """The rules of puzzles."""

    box: str | tuple[int, int] | None
    regions: Any
    variants: str | Iterable[str] | None
    constraints: str | Iterable[str] | None


class Search(Board, total=False):
    """The options of `solve_many` and `check_many`."""

    engine: str
    timeout: float | None
    threads: int | None


class StepSearch(Board, total=False):
    """The options of `rate_many`."""

    assume_unique: bool
    timeout: float | None
    threads: int | None


class Properties(Board, total=False):
    """The properties of new puzzles."""

    kinds: str | Iterable[str] | None
    symmetry: str | None
    minimal: bool | None
    givens: int | tuple[int, int] | None
    difficulty: Literal["easy", "medium", "hard", "expert", "fiendish", "extreme"] | int | tuple[int, int] | None
    technique: str | None
    pattern: str | None


class Arrays(NamedTuple):
    """The answers of `solve_many` and `check_many` about an array of puzzles."""

    #: The digits of a solution of each puzzle, as the puzzles are laid out; 0 where there is none.
    solution: NDArray[numpy.uint8]
    #: The verdict of each puzzle.
    verdict: NDArray[numpy.str_]
    #: True where a second engine has confirmed the answer.
    confirmed: NDArray[numpy.bool_]
    #: The reasons why puzzles have no answer, by their indices.
    errors: dict[int, str]


class RatingArrays(NamedTuple):
    """The ratings of an array of puzzles."""

    #: The level; empty where there is none.
    level: NDArray[numpy.str_]
    #: The score of the hardest step; NaN where there is none.
    score: NDArray[numpy.float64]
    #: The number of steps; 0 where there is no rating.
    steps: NDArray[numpy.int64]
    #: The reasons why puzzles have no rating, by their indices.
    errors: dict[int, str]


@overload
def solve_many(puzzles: Array, **options: Unpack[Search]) -> Arrays: ...
@overload
def solve_many(puzzles: Iterable[Any], **options: Unpack[Search]) -> Results[Solved]: ...
def solve_many(
    puzzles: Any,
    *,
    engine: str = "sat",
    timeout: float | None = None,
    threads: int | None = None,
    **rules: Unpack[Board],
) -> Any:
    """Solves many puzzles.

    `puzzles` is a NumPy array of shape (N, 81) or (N, 9, 9), with 0 for a blank, or an iterable, such as
    a list or a pandas or polars column, of whatever makes a `Puzzle`, or of those. An array is answered with
    `Arrays`, anything else with `Results`, which is a list. Both have an answer for each record, in order.

    `box`, `regions`, `variants` and `constraints` are the rules of all puzzles. `timeout` is in seconds for each
    puzzle. `threads` is the number of threads, by default one for each core.

    >>> import satdoku
    >>> for solved in satdoku.solve_many(["1.4...2..3.....4", "12", "11.............."]):
    ...     print(solved.solution, solved.error or solved.reason)
    1243342143122134 None
    None no puzzle found
    None r1c1=1 and r1c2=1 in row 1
    """
    return _answer("solve", puzzles, Rules(**rules), (engine, timeout), threads)


@overload
def check_many(puzzles: Array, **options: Unpack[Search]) -> Arrays: ...
@overload
def check_many(puzzles: Iterable[Any], **options: Unpack[Search]) -> Results[Checked]: ...
def check_many(
    puzzles: Any,
    *,
    engine: str = "sat",
    timeout: float | None = None,
    threads: int | None = None,
    **rules: Unpack[Board],
) -> Any:
    """Determines whether puzzles have one solution, several or none. The arguments are those of
    `solve_many`.

    >>> import satdoku
    >>> [checked.verdict for checked in satdoku.check_many(["1.4...2..3.....4", "1" + "." * 15])]
    ['unique', 'multiple']
    """
    return _answer("check", puzzles, Rules(**rules), (engine, timeout), threads)


@overload
def rate_many(puzzles: Array, **options: Unpack[StepSearch]) -> RatingArrays: ...
@overload
def rate_many(puzzles: Iterable[Any], **options: Unpack[StepSearch]) -> Results[Rating]: ...
def rate_many(
    puzzles: Any,
    *,
    assume_unique: bool = False,
    timeout: float | None = None,
    threads: int | None = None,
    **rules: Unpack[Board],
) -> Any:
    """Rates the difficulty of puzzles. The arguments are those of `solve_many`. With `assume_unique`, steps
    may use that each puzzle has one solution. An array is answered with `RatingArrays`.

    >>> import satdoku
    >>> [rating.level for rating in satdoku.rate_many(["1.4...2..3.....4"])]
    ['easy']
    """
    rated = _answer_records("rate", _rows(puzzles), Rules(**rules), ("sat", timeout), threads, assume_unique)
    return _rating_arrays(rated) if _is_array(puzzles) else rated


def explain_many(
    puzzles: Iterable[Any],
    *,
    assume_unique: bool = False,
    timeout: float | None = None,
    threads: int | None = None,
    **rules: Unpack[Board],
) -> Results[Explanation]:
    """Explains puzzles, each in steps. The arguments are those of `rate_many`. The answer is a list, also for an
    array.

    >>> import satdoku
    >>> [len(explanation.steps) for explanation in satdoku.explain_many(["1.4...2..3.....4"])]
    [11]
    """
    return _answer_records("explain", _rows(puzzles), Rules(**rules), ("sat", timeout), threads, assume_unique)


@overload
def generate(
    *, seed: int | None = None, n: None = None, timeout: float = 60, **properties: Unpack[Properties]
) -> Generated: ...
@overload
def generate(
    *, seed: int | None = None, n: int, timeout: float = 60, **properties: Unpack[Properties]
) -> Results[Generated]: ...
def generate(
    *, seed: int | None = None, n: int | None = None, timeout: float = 60, **properties: Unpack[Properties]
) -> Generated | Results[Generated]:
    """Generates one puzzle or, with `n`, a list of them. The properties are those of `generate_many`. Raises
    `RuntimeError` if one is not found in time.

    >>> import satdoku
    >>> made = satdoku.generate(seed=1, symmetry="half-turn")
    >>> made.puzzle.check().verdict, made.symmetry
    ('unique', 'half-turn')
    """
    made = generate_many(1 if n is None else n, seed=seed, timeout=timeout, **properties)
    for one in made:
        if one.error is not None:
            raise RuntimeError(one.error)
    return made if n is not None else made[0]


def generate_many(
    n: int,
    *,
    seed: int | None = None,
    first: int = 0,
    timeout: float = 60,
    threads: int | None = None,
    **properties: Unpack[Properties],
) -> Results[Generated]:
    """Generates `n` puzzles, each with one solution, which a second engine confirms.

    The same seed and properties give the same puzzles on any machine, with any number of threads, and
    as `satdoku generate --seed`. Without a seed, it is random. `first` is the number of the first
    puzzle.

    `box`, `regions`, `variants` and `constraints` are those of `Puzzle`; `regions="random"` gives each puzzle its own
    regions. `kinds` are those of constraints to draw, such as `"cage"`. `symmetry` is a name such as `"half-turn"`. With `minimal`,
    no given is redundant. `givens` is a number or a range. `pattern` has a character for each cell: x is given, .
    is blank, and ? is either.

    One of two properties sets the difficulty: `difficulty` is a level such as `"hard"`, or the facts of the
    largest step, a number or a range such as `(4, 6)`; `technique` is the name of a step that is needed, such as `"x-wing"`.

    A puzzle that is not found within `timeout` seconds has an `error`.

    >>> import satdoku
    >>> one, two = satdoku.generate_many(2, seed=1, difficulty="easy")
    >>> one.level, two.number, one == satdoku.generate(seed=1, difficulty="easy")
    ('easy', 1, True)
    """
    if n < 0:
        raise ValueError(f"expected a number of puzzles, found {n}")
    if seed is None:
        seed = random.getrandbits(32)
    request = _satdoku.Request(**properties)
    made: Results[Generated] = Results()
    for start in range(0, n, _RECORDS):
        numbers = (first + start, min(_RECORDS, n - start))
        made += _satdoku.generate_puzzles(numbers, seed, request, timeout, threads)
    return made


def _rows(puzzles: Iterable[Any]) -> Iterable[Any]:
    """Returns the rows of an array, and other puzzles as they are."""
    return _flat(puzzles)[0] if _is_array(puzzles) else puzzles


def _is_array(puzzles: Any) -> bool:
    """Returns true for an array of numbers. An array of texts is an iterable like any other."""
    # Who has an array has imported NumPy.
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(puzzles, numpy.ndarray) or puzzles.dtype.kind in "OUST":
        return False
    if puzzles.dtype.kind not in "iuf":
        raise TypeError(f"expected an array of numbers or texts, found {puzzles.dtype}")
    return True


def _flat(array: Any) -> tuple[numpy.ndarray, int]:
    """Returns an array with a row for each puzzle, and the number of digits."""
    shape = array.shape
    last = shape[-1] if shape else 0
    size = int(last**0.5 + 0.5) if len(shape) == 2 else last
    cells = size * size
    if shape[1:] not in [(cells,), (size, size)] or shape == (cells, cells) and size < 4:
        one = len(shape) == 2 and shape[0] == last
        hint = ": pass one puzzle to Puzzle, or as array[None]" if one else ""
        raise ValueError(f"expected an array of shape (N, 81) or (N, 9, 9), found {shape}{hint}")
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
    solution = numpy.empty(flat.shape, numpy.uint8)
    verdict = numpy.empty(count, "U8")
    confirmed = numpy.empty(count, bool)
    errors: dict[int, str] = {}
    step = max(1, _CELLS // max(1, size * size))
    for start in range(0, count, step):
        part = slice(start, start + step)
        cells = flat[part]
        if cells.dtype != numpy.uint8:
            if cells.dtype.kind == "f":
                cells = numpy.where(numpy.isnan(cells), 0, cells)
            # No board has 255 digits here.
            is_digit = (cells >= 0) & (cells < 255) & (cells % 1 == 0)
            cells = numpy.where(is_digit, cells, 255).astype(numpy.uint8)
        digits, verdict[part], confirmed[part], reasons = _satdoku.answer_arrays(
            question, cells.tobytes(), size, rules, search, threads
        )
        solution[part] = numpy.frombuffer(digits, numpy.uint8).reshape(cells.shape)
        errors |= {start + index: error for index, error in reasons}
    return Arrays(solution.reshape(array.shape), verdict, confirmed, errors)


def _rating_arrays(ratings: list[Rating]) -> RatingArrays:
    import numpy

    return RatingArrays(
        numpy.array([rating.level or "" for rating in ratings], numpy.str_),
        numpy.array([numpy.nan if rating.score is None else rating.score for rating in ratings], numpy.float64),
        numpy.array([rating.steps or 0 for rating in ratings], numpy.int64),
        {index: rating.error for index, rating in enumerate(ratings) if rating.error},
    )


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
