"""Sudoku as satisfiability: solve, check, explain, rate and generate puzzles.

>>> import satdoku
>>> puzzle = satdoku.Puzzle("1.4...2..3.....4")
>>> puzzle.solve().solution
'1243342143122134'
"""

from satdoku._satdoku import Puzzle, Steps, __version__
from satdoku.cnf import Cnf
from satdoku.error import PuzzleError
from satdoku.many import (
    Arrays,
    RatingArrays,
    check_many,
    explain_many,
    generate,
    generate_many,
    rate_many,
    solve_many,
)
from satdoku.results import Results

__all__ = [
    "Arrays",
    "Cnf",
    "Puzzle",
    "PuzzleError",
    "RatingArrays",
    "Results",
    "Steps",
    "__version__",
    "check_many",
    "explain_many",
    "generate",
    "generate_many",
    "rate_many",
    "solve_many",
]
