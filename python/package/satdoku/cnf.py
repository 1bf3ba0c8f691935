"""Formulas for SAT solvers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from satdoku._satdoku import Puzzle


@dataclass(frozen=True)
class Cnf:
    """A puzzle as clauses: the answer of `Puzzle.to_cnf`.

    >>> import satdoku
    >>> cnf = satdoku.Puzzle("1.4...2..3.....4").to_cnf()
    >>> len(cnf.clauses), cnf.variables
    (453, 64)
    >>> cnf.variable[1, 2, 3], cnf.candidate[7]
    (7, (1, 2, 3))
    """

    puzzle: Puzzle
    encoding: str
    #: Lists of literals: variables, counted from 1, with a minus sign if they are negated.
    clauses: list[list[int]] = field(repr=False)
    #: The number of variables.
    variables: int
    #: The variable of each row, column and digit, all counted from 1.
    variable: dict[tuple[int, int, int], int] = field(repr=False)
    #: The row, column and digit of each variable that has one.
    candidate: dict[int, tuple[int, int, int]] = field(repr=False)
    #: The solution that the last clause excludes.
    blocked: str | None = None

    @classmethod
    def _of(
        cls,
        puzzle: Puzzle,
        encoding: str,
        clauses: list[list[int]],
        variables: int,
        candidates: list[tuple[int, tuple[int, int, int]]],
        blocked: str | None,
    ) -> Cnf:
        candidate = dict(candidates)
        variable = {place: number for number, place in candidates}
        return cls(puzzle, encoding, clauses, variables, variable, candidate, blocked)

    def decode(self, model: Iterable[int]) -> str:
        """Returns the solution that a model of the clauses stands for. `model` has the true literals;
        variables that are not in it are false. Raises `ValueError` if it is no solution.
        """
        solution = self.puzzle._decode(self.encoding, list(model))
        if solution == self.blocked:
            raise ValueError("expected another solution than the one that is excluded")
        return solution

    def to_dimacs(self) -> str:
        """Returns the formula as a DIMACS file, with the puzzle in its comments."""
        return self.puzzle._dimacs(self.encoding, self.blocked)
