"""The answers to questions about puzzles.

Each is a frozen class whose fields have the names and the order of the columns of the program's JSON
and CSV. A field that JSON leaves out has its default value here. Grids are text on one line.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from satdoku._satdoku import Drawing, Puzzle

R = TypeVar("R", bound="Result")


@dataclass(frozen=True, repr=False)
class Fields:
    """An object with the fields of a JSON object."""

    def _present(self) -> dict[str, Any]:
        """Returns the fields without those that have their default value."""
        own = ((one, getattr(self, one.name)) for one in fields(self) if one.repr)
        return {one.name: value for one, value in own if value != one.default}

    def to_dict(self) -> dict[str, Any]:
        """Returns the fields that JSON has."""
        return {name: _plain(value) for name, value in self._present().items()}

    def __repr__(self) -> str:
        present = ", ".join(f"{name}={value!r}" for name, value in self._present().items())
        return f"{type(self).__name__}({present})"


def _plain(value: Any) -> Any:
    """Returns a value as JSON has it."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Fields):
        return value.to_dict()
    return str(value) if isinstance(value, Puzzle) else value


@dataclass(frozen=True, repr=False)
class Result(Fields):
    """The answer to a question."""

    #: The puzzle, or the text of a record that is none.
    puzzle: Puzzle | str | None

    @classmethod
    def _of(cls: type[R], puzzle: Puzzle | str | None, answer: dict[str, Any]) -> R:
        names = cls.__dataclass_fields__.keys() - {"puzzle"}
        return cls(puzzle, **{name: answer[name] for name in answer if name in names})

    def to_dict(self) -> dict[str, Any]:
        """Returns the fields of the puzzle and of the answer, as in a line of the program's JSON."""
        own = super().to_dict()
        return own | self.puzzle.to_dict() if isinstance(self.puzzle, Puzzle) else own

    def _repr_svg_(self) -> str | None:
        if not isinstance(self.puzzle, Puzzle):
            return None
        return self.puzzle.to_svg(getattr(self, "solution", None))


@dataclass(frozen=True, repr=False)
class Solved(Result):
    """The answer of `solve`."""

    #: A solution; `None` if there is none or it is not known.
    solution: str | None
    #: Constraints and givens that contradict each other, if there is no solution.
    conflict: tuple[str, ...] | None = None
    #: False if the conflict might be smaller.
    minimal_conflict: bool = True
    #: The conflict in words.
    reason: str | None = None
    #: The reason why there is no answer.
    error: str | None = None
    #: True if a second engine has confirmed the answer.
    confirmed: bool | None = None


@dataclass(frozen=True, repr=False)
class Checked(Result):
    """The answer of `check`."""

    #: `unique`, `multiple`, `none`, `unknown` or `invalid`.
    verdict: str
    #: A solution.
    solution: str | None = None
    #: Another one, if there are several.
    other: str | None = None
    conflict: tuple[str, ...] | None = None
    minimal_conflict: bool = True
    reason: str | None = None
    error: str | None = None
    confirmed: bool | None = None


@dataclass(frozen=True, repr=False)
class Solutions(Result):
    """The answer of `solutions`."""

    solution: str | None
    solutions: tuple[str, ...] | None = None
    #: True if there are no others.
    complete: bool | None = None
    conflict: tuple[str, ...] | None = None
    minimal_conflict: bool = True
    reason: str | None = None
    error: str | None = None
    confirmed: bool | None = None


@dataclass(frozen=True, repr=False)
class Counted(Result):
    """The answer of `count`."""

    #: The number of solutions that were counted.
    count: int
    #: True if there are no more.
    complete: bool
    conflict: tuple[str, ...] | None = None
    minimal_conflict: bool = True
    reason: str | None = None
    error: str | None = None


@dataclass(frozen=True, repr=False)
class Candidates(Result):
    """The answer of `candidates`."""

    #: The digits of each cell.
    candidates: tuple[str, ...] | None = None
    conflict: tuple[str, ...] | None = None
    minimal_conflict: bool = True
    reason: str | None = None
    error: str | None = None


@dataclass(frozen=True, repr=False)
class Step(Fields):
    """A step of an explanation. A notebook draws it."""

    technique: str
    #: The digits placed, such as `r1c1=5`.
    places: tuple[str, ...]
    #: The candidates eliminated.
    eliminates: tuple[str, ...]
    #: The facts that force the step.
    facts: tuple[str, ...]
    #: True if no step in this position has fewer facts, as far as is proved.
    smallest: bool
    #: A lower bound of the facts, if the step might not be a smallest one.
    at_least: int | None = None
    #: The proof in words.
    argument: str = ""
    #: The chains of a chain or wing in Eureka notation.
    notation: str | None = None
    #: The candidates of all cells before the step.
    position: str = ""
    drawing: Drawing | str = field(default="", repr=False, compare=False)

    def to_svg(self) -> str:
        """Draws the step as SVG."""
        return str(self.drawing)

    def _repr_svg_(self) -> str:
        return self.to_svg()


@dataclass(frozen=True, repr=False)
class Explanation(Result):
    """The answer of `explain`."""

    solution: str | None
    #: True if the steps lead to the solution or to a contradiction.
    complete: bool | None = None
    steps: tuple[Step, ...] | None = None
    error: str | None = None


@dataclass(frozen=True, repr=False)
class Hint(Result):
    """The answer of `hint`."""

    #: The next step, if one follows. In JSON, its fields are those of the hint.
    step: Step | None
    #: Digits that are wrong.
    wrong: tuple[str, ...] | None = None
    #: `unique`, `multiple`, `none` or `unknown`.
    verdict: str | None = None
    error: str | None = None

    def to_dict(self) -> dict[str, Any]:
        own = super().to_dict()
        step = own.pop("step", None) or {}
        return own | step

    def _repr_svg_(self) -> str | None:
        return self.step.to_svg() if self.step else super()._repr_svg_()


@dataclass(frozen=True, repr=False)
class Rating(Result):
    """The answer of `rate`."""

    #: `easy`, `medium`, `hard`, `expert`, `fiendish` or `extreme`.
    level: str | None
    #: False if the time ran out. The puzzle is then at least as hard.
    complete: bool = True
    #: The number of facts of the largest step.
    largest: int | None = None
    #: A lower bound of that, if it is not proved.
    at_least: int | None = None
    #: The hardest technique.
    technique: str | None = None
    #: The score of the hardest step, on the scale of Sudoku Explainer.
    score: float | None = None
    #: The techniques of all steps.
    techniques: tuple[str, ...] | None = None
    #: The mean number of smallest steps that are open at once.
    choice: float | None = None
    #: The number of steps.
    steps: int | None = None
    #: The numbers of steps with 1, 2, 3, … facts.
    sizes: tuple[int, ...] | None = None
    error: str | None = None


@dataclass(frozen=True, repr=False)
class Repair(Fields):
    """A change that gives a puzzle one solution. One of its fields is set."""

    #: Givens to remove; `unique` says whether one solution is left.
    remove: tuple[str, ...] | None = None
    unique: bool | None = None
    #: A given with another digit.
    change: tuple[str, ...] | None = None
    #: Two neighbours whose digits are exchanged.
    exchange: tuple[str, ...] | None = None
    #: The givens of a row, moved by one column.
    shift: tuple[str, ...] | None = None
    #: Further givens.
    add: tuple[str, ...] | None = None


@dataclass(frozen=True, repr=False)
class Repairs(Result):
    """The answer of `repair`."""

    #: The likeliest first.
    repairs: tuple[Repair, ...]


@dataclass(frozen=True, repr=False)
class Minimised(Result):
    """The answer of `minimise`."""

    #: The puzzle without redundant givens or constraints.
    minimal: Puzzle | None
    #: The givens or constraints that were removed.
    removed: tuple[str, ...] | None = None
    error: str | None = None
    confirmed: bool | None = None


@dataclass(frozen=True, repr=False)
class Certificate(Result):
    """The answer of `certificate`."""

    verdict: str
    #: The formula in DIMACS CNF. It has no model: the only solution is excluded.
    cnf: str | None = field(default=None, repr=False)
    #: The proof that it has none.
    proof: str | None = field(default=None, repr=False)
    #: The only solution; two solutions if there are several.
    solutions: tuple[str, ...] | None = None
    error: str | None = None


@dataclass(frozen=True, repr=False)
class Generated(Result):
    """A new puzzle."""

    solution: str | None = None
    #: The number of givens.
    givens: int | None = None
    symmetry: str | None = None
    #: True if no given can be removed.
    minimal: bool | None = None
    #: True if no group of symmetric givens can be removed.
    symmetric_minimal: bool | None = None
    #: The fields of a rating, if a difficulty was asked for.
    level: str | None = None
    largest: int | None = None
    at_least: int | None = None
    technique: str | None = None
    score: float | None = None
    techniques: tuple[str, ...] | None = None
    choice: float | None = None
    steps: int | None = None
    sizes: tuple[int, ...] | None = None
    #: The same seed, number and properties give the same puzzle.
    seed: int | None = None
    number: int | None = None
    confirmed: bool | None = None
    #: The reason why there is no puzzle.
    error: str | None = None
