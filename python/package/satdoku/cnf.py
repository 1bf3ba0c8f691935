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

    With assumptions, a core of a solver is a set of clues without a solution:

    >>> cnf = satdoku.Puzzle("11..............").to_cnf(assumptions=True)
    >>> cnf.assumptions
    {1: 'r1c1=1', 5: 'r1c2=1'}
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
    #: The literals of the givens and drawn constraints with their texts, if they are assumptions.
    assumptions: dict[int, str] = field(default_factory=dict, repr=False)

    @property
    def nv(self) -> int:
        """The number of variables, as PySAT calls it."""
        return self.variables

    def decode(self, model: Iterable[int]) -> str:
        """Returns the solution that a model of the clauses stands for. `model` has the true literals;
        variables that are not in it are false. Raises `ValueError` if it is no solution.
        """
        solution = self.puzzle._decode(self.encoding, list(model))
        if solution == self.blocked:
            raise ValueError("expected another solution than the one that is excluded")
        return solution

    def to_dimacs(self) -> str:
        """Returns the formula as a DIMACS file. Its comments have the puzzle or, if there are any, the
        assumptions.
        """
        if self.assumptions:
            clues = [f"c {literal} {text}" for literal, text in self.assumptions.items()]
            clauses = [" ".join(map(str, [*clause, 0])) for clause in self.clauses]
            head = f"p cnf {self.variables} {len(clauses)}"
            return "\n".join([*clues, head, *clauses, ""])
        return self.puzzle._dimacs(self.encoding, self.blocked)
