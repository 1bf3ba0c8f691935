"""The answers to questions about puzzles.

Each is a frozen class whose fields have the names of the columns of the program's JSON and CSV. A field
that JSON leaves out has its default value here. Grids are text on one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from importlib import import_module
from typing import Any, Literal, TypeVar

from satdoku._satdoku import Drawing, Puzzle

R = TypeVar("R", bound="Fields")

#: The number of digits that a notebook names where two solutions differ.
_MOST_NAMES = 12

#: The verdicts that need no reason, as sentences.
_VERDICTS = {"unique": "One solution.", "multiple": "More than one solution."}


@dataclass(frozen=True, repr=False, kw_only=True)
class Fields:
    """An object with the fields of a JSON object."""

    def _present(self) -> dict[str, Any]:
        """Returns the fields that JSON has, in its order."""
        declared = self.__dataclass_fields__
        return {name: value for name, value in vars(self).items() if declared[name].repr}

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
    return value.to_dict()["puzzle"] if isinstance(value, Puzzle) else value


@dataclass(frozen=True, repr=False, kw_only=True)
class Result(Fields):
    """The answer to a question."""

    #: The puzzle, the text of a record that is none, or `None` if none was generated.
    puzzle: Any
    #: The reason why there is no answer.
    error: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Returns the fields of the puzzle and of the answer, as in a line of the program's JSON."""
        own = super().to_dict()
        return own | self.puzzle.to_dict() if isinstance(self.puzzle, Puzzle) else own

    def _words(self) -> str | None:
        """Returns the answer as a sentence, if it has more to say than its picture."""
        return self.error

    def __str__(self) -> str:
        return self._words() or repr(self)

    def _repr_svg_(self) -> str | None:
        if not isinstance(self.puzzle, Puzzle):
            return None
        return self.puzzle.to_svg(getattr(self, "solution", None))

    def _details(self) -> str:
        """Returns what a notebook shows below the picture, as HTML."""
        return ""

    def _repr_html_(self) -> str:
        words = self._words()
        sentence = f"<p>{escape(words)}</p>" if words else ""
        return sentence + (self._repr_svg_() or "") + self._details()

    def _array(self, solution: str | None) -> Any:
        """Returns a solution as an array."""
        if solution is None or not isinstance(self.puzzle, Puzzle):
            raise ValueError("expected an answer with a solution, found one without")
        return self.puzzle._solution_array(solution)


def _pandas() -> Any:
    """Returns pandas, which only data frames need."""
    return import_module("pandas")


class Results(list[R]):
    """A list of answers, which can become a data frame."""

    def to_frame(self) -> Any:
        """Returns a pandas data frame with a row for each answer and the columns of the program's CSV. What an
        answer does not have is missing.
        """
        return _pandas().DataFrame([answer.to_dict() for answer in self])


@dataclass(frozen=True, repr=False, kw_only=True)
class Refutable(Result):
    """An answer that has a conflict if the puzzle has no solution."""

    #: Constraints and givens that contradict each other, if there is no solution.
    conflict: tuple[str, ...] | None = None
    #: False if the conflict might be smaller.
    minimal_conflict: bool = True
    #: The conflict in words.
    reason: str | None = None

    def _words(self) -> str | None:
        return f"No solution: {self.reason}." if self.reason else self.error


@dataclass(frozen=True, repr=False, kw_only=True)
class Solved(Refutable):
    """The answer of `solve`."""

    #: A solution, if there is one.
    solution: str | None = None
    #: The values of variables in the solution by name, on boards that have some.
    variables: dict[str, int] | None = None
    #: True if a second engine has confirmed the answer.
    confirmed: bool = False

    def to_numpy(self) -> Any:
        """Returns the solution as a NumPy array. Raises `ValueError` if there is none."""
        return self._array(self.solution)


@dataclass(frozen=True, repr=False, kw_only=True)
class Checked(Solved):
    """The answer of `check`."""

    verdict: Literal["unique", "multiple", "none", "unknown", "invalid"]
    #: Another solution, if there are several.
    other: str | None = None
    #: The values of variables in it.
    other_variables: dict[str, int] | None = None

    def _words(self) -> str | None:
        return _VERDICTS.get(self.verdict) or super()._words()

    def _details(self) -> str:
        if self.other is None:
            return ""
        one, other = self._array(self.solution), self._array(self.other)
        cells = zip(*(one != other).nonzero())
        names = [f"r{row + 1}c{column + 1}={other[row, column]}" for row, column in cells]
        shown = " ".join(names[:_MOST_NAMES]) + (" …" if len(names) > _MOST_NAMES else "")
        picture: str = self.puzzle.to_svg(self.other)
        return f"<p>Another solution, with {len(names)} other digits: {shown}</p>{picture}"


def _number(count: int, is_complete: bool) -> str:
    """Returns a number of solutions as a sentence."""
    solutions = "One solution" if count == 1 else f"{count} solutions"
    return f"{solutions}." if is_complete else f"At least {solutions.lower()}."


@dataclass(frozen=True, repr=False, kw_only=True)
class Solutions(Solved):
    """The answer of `solutions`, of which `solution` is the first."""

    solutions: tuple[str, ...]
    #: True if there are no others.
    complete: bool

    def __iter__(self) -> Iterator[str]:
        return iter(self.solutions)

    def _words(self) -> str | None:
        return super()._words() or _number(len(self.solutions), self.complete)

    def to_numpy(self) -> Any:
        """Returns the solutions as a NumPy array of shape (solutions, rows, columns)."""
        import numpy

        return numpy.array([self._array(solution) for solution in self.solutions])


@dataclass(frozen=True, repr=False, kw_only=True)
class Counted(Refutable):
    """The answer of `count`."""

    #: The number of solutions that were counted.
    count: int
    #: True if there are no more.
    complete: bool

    def _words(self) -> str | None:
        return super()._words() or _number(self.count, self.complete)


@dataclass(frozen=True, repr=False, kw_only=True)
class Estimated(Refutable):
    """The answer of `estimate`: an estimate, or the count of few solutions."""

    #: The number of solutions, if they were counted.
    count: int | None = None
    #: True if they were counted and there are no more.
    complete: bool
    #: The mean of the probes, if it is not too large for a float.
    estimate: float | None = None
    #: The common logarithm of the mean; `None` if no probe found a solution.
    log10: float | None = None
    #: The standard error of the mean, as a fraction of it.
    relative_error: float | None = None
    #: The number of probes.
    probes: int | None = None

    def _words(self) -> str | None:
        if self.count is not None:
            return super()._words() or _number(self.count, self.complete)
        if self.log10 is None:
            return super()._words() or f"No solution found in {self.probes} probes."
        return f"About 10^{self.log10:.2f} solutions, ± {self.relative_error:.2%}."


@dataclass(frozen=True, repr=False, kw_only=True)
class Candidates(Refutable):
    """The answer of `candidates`."""

    #: The digits of each cell.
    candidates: tuple[str, ...] | None = None
    #: The numbers of solutions that have each of these digits, if they were counted.
    counts: tuple[tuple[int, ...], ...] | None = None

    def _details(self) -> str:
        cells = self.candidates or ()
        columns = len(self.puzzle.rows[0])
        if len(cells) != columns * len(self.puzzle.rows):
            # Holes and variables are in no row of a table.
            return f"<p>{' '.join(cells)}</p>"
        rows = ("</td><td>".join(cells[start : start + columns]) for start in range(0, len(cells), columns))
        return "<table>" + "".join(f"<tr><td>{row}</td></tr>" for row in rows) + "</table>"


@dataclass(frozen=True, repr=False, kw_only=True)
class Step(Fields):
    """A step of an explanation. Its text is that of the program, and a notebook draws it."""

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
    #: False if the step may have facts that it does not need.
    all_needed: bool | None = None
    #: The proof in words.
    argument: str = ""
    #: The chains of a chain or wing in Eureka notation.
    notation: str | None = None
    #: The candidates of all cells before the step.
    position: str = ""
    #: What follows, in words. It is not part of JSON.
    conclusion: str = field(default="", repr=False, compare=False)
    drawing: Drawing | str = field(default="", repr=False, compare=False)

    def __str__(self) -> str:
        return f"{self.technique}: {self.conclusion}. {self.argument}"

    @property
    def placements(self) -> tuple[tuple[tuple[int, int], int], ...]:
        """The digits placed: each with its cell, a row and a column counted from 0 as in arrays. Those of
        variables are left out.
        """
        return _candidates(self.places)

    @property
    def eliminations(self) -> tuple[tuple[tuple[int, int], int], ...]:
        """The candidates eliminated: each with its cell, a row and a column counted from 0 as in arrays.
        Those of variables are left out.
        """
        return _candidates(self.eliminates)

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The cells of the digits placed and the candidates eliminated, each once."""
        return tuple(dict.fromkeys(cell for cell, _ in self.placements + self.eliminations))

    def to_svg(self) -> str:
        """Draws the step as SVG."""
        return str(self.drawing)

    def _repr_svg_(self) -> str:
        return self.to_svg()


def _candidates(names: tuple[str, ...]) -> tuple[tuple[tuple[int, int], int], ...]:
    """Returns the cells and digits that names such as `r1c2=3` have."""
    parts = (re.fullmatch(r"r(\d+)c(\d+)=(\d+)", name) for name in names)
    numbers = ([int(number) for number in part.groups()] for part in parts if part)
    return tuple(((row - 1, column - 1), digit) for row, column, digit in numbers)


@dataclass(frozen=True, repr=False, kw_only=True)
class Explanation(Result):
    """The answer of `explain`. Its text has a line for each step, with its number."""

    solution: str | None = None
    #: True if the steps lead to the solution or to a contradiction.
    complete: bool = False
    #: The steps.
    steps: tuple[Step, ...] = ()

    def __str__(self) -> str:
        lines = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        end = None if self.solution else self._end()
        return "\n".join([*lines, end] if end else lines)

    def _end(self) -> str:
        """Returns the reason why the steps do not lead to a solution."""
        last = self.steps[-1] if self.steps else None
        if last and not last.places and not last.eliminates:
            return "No solution."
        return self.error or "More than one solution, so no further step follows."

    def _words(self) -> str | None:
        count = "One step" if len(self.steps) == 1 else f"{len(self.steps)} steps"
        if self.solution:
            return f"{count} to the solution."
        return f"{count}. {self._end()}" if self.steps else self._end()

    def _details(self) -> str:
        items = "".join(f"<li>{escape(str(step))}</li>" for step in self.steps)
        return f"<details><summary>Steps</summary><ol>{items}</ol></details>" if items else ""

    def to_frame(self) -> Any:
        """Returns the steps as a pandas data frame, with their numbers as index."""
        pandas = _pandas()
        number = pandas.RangeIndex(1, len(self.steps) + 1, name="step")
        rows = [step.to_dict() | {"conclusion": step.conclusion, "cells": step.cells} for step in self.steps]
        return pandas.DataFrame(rows, index=number)

    def to_numpy(self) -> Any:
        """Returns the solution as a NumPy array. Raises `ValueError` if there is none."""
        return self._array(self.solution)


@dataclass(frozen=True, repr=False, kw_only=True)
class Hint(Result):
    """The answer of `hint`."""

    #: The next step, if one follows. In JSON, its fields are those of the hint.
    step: Step | None = None
    #: Digits that are wrong or, in a puzzle without a solution, may be.
    wrong: tuple[str, ...] = ()
    #: `unique`, `multiple`, `none` or `unknown`.
    verdict: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Returns the fields of the puzzle, of the hint and of its step, as in a line of the program's JSON."""
        own = super().to_dict()
        step = own.pop("step", None) or {}
        return own | step

    def _words(self) -> str | None:
        if self.wrong:
            return f"Wrong: {' '.join(self.wrong)}."
        return str(self.step) if self.step else self.error

    def _repr_svg_(self) -> str | None:
        return self.step.to_svg() if self.step else super()._repr_svg_()


@dataclass(frozen=True, repr=False, kw_only=True)
class Rating(Result):
    """The answer of `rate`."""

    #: `easy`, `medium`, `hard`, `expert`, `fiendish` or `extreme`.
    level: str | None = None
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
    #: The number of steps.
    steps: int | None = None
    #: The numbers of steps with 1, 2, 3, … facts.
    sizes: tuple[int, ...] | None = None
    #: The number of steps that are not proved to be smallest ones.
    unproven: int | None = None
    #: False if the time ran out. The puzzle is then at least as hard.
    complete: bool = True

    def _words(self) -> str | None:
        if self.level is None:
            return self.error
        hardest = f", hardest step {self.technique}" if self.technique else ""
        return f"{self.level.capitalize()} ({self.score}): {self.steps} steps{hardest}."


@dataclass(frozen=True, repr=False, kw_only=True)
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

    def __str__(self) -> str:
        kinds = ((name, clues) for name, clues in vars(self).items() if isinstance(clues, tuple))
        words = "; ".join(f"{name} {' '.join(clues)}" for name, clues in kinds)
        return words + (": several solutions" if self.unique is False else "")


@dataclass(frozen=True, repr=False, kw_only=True)
class Repairs(Checked):
    """The answer of `repair`, with the verdict on the puzzle."""

    #: The likeliest first.
    repairs: tuple[Repair, ...]
    #: False if the search reached a limit, so that there may be other repairs.
    repairs_complete: bool = True

    def _details(self) -> str:
        return super()._details() + "".join(f"<li>{escape(str(repair))}</li>" for repair in self.repairs)


@dataclass(frozen=True, repr=False, kw_only=True)
class Minimised(Result):
    """The answer of `minimise`."""

    #: The puzzle without redundant givens or constraints.
    minimal: Puzzle | None
    #: The givens or constraints that were removed.
    removed: tuple[str, ...] | None = None
    #: True if a second engine has confirmed the answer.
    confirmed: bool = False

    def _words(self) -> str | None:
        if self.removed is None:
            return self.error
        return f"Removed: {' '.join(self.removed)}." if self.removed else "Nothing is redundant."

    def _repr_svg_(self) -> str | None:
        return self.minimal.to_svg() if self.minimal else super()._repr_svg_()


@dataclass(frozen=True, repr=False, kw_only=True)
class Certificate(Result):
    """The answer of `certificate`."""

    verdict: str
    #: The formula in DIMACS CNF. It has no model: the only solution is excluded.
    cnf: str | None = field(default=None, repr=False)
    #: The proof that it has none.
    proof: str | None = field(default=None, repr=False)
    #: The only solution; two solutions if there are several.
    solutions: tuple[str, ...] | None = None

    def _words(self) -> str | None:
        words = _VERDICTS.get(self.verdict, "No solution.")
        return f"{words} The proof has {self.proof.count(chr(10))} lines." if self.proof else self.error or words


@dataclass(frozen=True, repr=False, kw_only=True)
class Generated(Rating):
    """A new puzzle, or an error if none was found. The rating is there if a difficulty was asked for."""

    solution: str | None = None
    #: The number of givens.
    givens: int | None = None
    symmetry: str | None = None
    #: True if no given can be removed.
    minimal: bool | None = None
    #: True if no group of symmetric givens can be removed.
    symmetric_minimal: bool | None = None
    #: The same seed, number and properties give the same puzzle.
    seed: int
    number: int
    #: True if a second engine has confirmed that the solution is the only one.
    confirmed: bool = False

    def to_numpy(self) -> Any:
        """Returns the solution as a NumPy array."""
        return self._array(self.solution)


def _of(kind: type[Fields], answer: dict[str, Any]) -> Fields:
    """Creates an object of a class with those fields of an answer that it has.

    `__init__` would also set each field that is missing, which takes longer than checking a puzzle.
    """
    declared = kind.__dataclass_fields__
    created = object.__new__(kind)
    for name, value in answer.items():
        if name in declared:
            # With `vars`, a result would take 400 bytes more.
            object.__setattr__(created, name, value)
    return created
