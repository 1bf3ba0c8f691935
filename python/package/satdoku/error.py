"""The exception for what is not a puzzle."""

from __future__ import annotations


class PuzzleError(ValueError):
    """Text, numbers or rules that are not a puzzle.

    >>> import satdoku
    >>> try:
    ...     satdoku.Puzzle("53..7x..." * 9)
    ... except satdoku.PuzzleError as error:
    ...     print(error)
    ...     print(error.line, error.column, error.found)
    1:6: expected a digit (1-9) or a blank, found `x`
    1 6 `x`
    """

    #: The line and column of the error in the text, counted from 1, if it has a place.
    line: int | None
    column: int | None
    #: What was expected, and what was found instead.
    expected: str | None
    found: str | None

    def __init__(
        self,
        message: str,
        line: int | None = None,
        column: int | None = None,
        expected: str | None = None,
        found: str | None = None,
    ) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.expected = expected
        self.found = found
