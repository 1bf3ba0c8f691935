"""The part of the package that is written in Rust."""

from collections.abc import Iterator
from typing import Any, Literal, final

from satdoku.cnf import Cnf
from satdoku.many import Board, Properties
from satdoku.results import (
    Candidates,
    Certificate,
    Checked,
    Counted,
    Estimated,
    Explanation,
    Hint,
    Minimised,
    Rating,
    Repairs,
    Solutions,
    Solved,
    Step,
)
from typing_extensions import Unpack

__all__ = [
    "Drawing",
    "Puzzle",
    "Request",
    "Rules",
    "Steps",
    "__version__",
    "answer_arrays",
    "answer_records",
    "generate_puzzles",
    "run_program",
]

__version__: str

@final
class Puzzle:
    def __new__(cls, puzzle: Any, **rules: Unpack[Board]) -> Puzzle: ...
    @property
    def notes(self) -> list[str]: ...
    @property
    def size(self) -> int: ...
    @property
    def box(self) -> str: ...
    @property
    def regions(self) -> str | None: ...
    @property
    def variants(self) -> list[str]: ...
    @property
    def constraints(self) -> list[str]: ...
    @property
    def board(self) -> list[str]: ...
    @property
    def rows(self) -> list[list[int | None]]: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...
    def __hash__(self) -> int: ...
    def to_numpy(self) -> Any: ...
    def to_dict(self) -> dict[str, Any]: ...
    def to_text(self, solution: str | None = None) -> str: ...
    def to_svg(self, solution: str | None = None) -> str: ...
    def to_link(
        self,
        site: Literal["f-puzzles", "sudokupad", "iss"] = "f-puzzles",
        solution: str | None = None,
    ) -> str: ...
    def solve(self, *, engine: str = "sat", timeout: float | None = None) -> Solved: ...
    def check(self, *, engine: str = "sat", timeout: float | None = None) -> Checked: ...
    def solutions(
        self, limit: int = 1000, *, engine: str = "sat", timeout: float | None = None
    ) -> Solutions: ...
    def count(
        self, limit: int = 1_000_000, *, engine: str = "mrv", timeout: float | None = None
    ) -> Counted: ...
    def estimate(
        self, probes: int = 100_000, *, seed: int = 0, timeout: float | None = None
    ) -> Estimated: ...
    def candidates(
        self,
        after: Literal["givens", "solutions"] = "givens",
        *,
        counts: int | None = None,
        timeout: float | None = None,
    ) -> Candidates: ...
    def hint(
        self, filled: Any = None, *, assume_unique: bool = False, timeout: float | None = None
    ) -> Hint: ...
    def explain(
        self, *, assume_unique: bool = False, timeout: float | None = None
    ) -> Explanation: ...
    def steps(self, *, assume_unique: bool = False) -> Steps: ...
    def rate(self, *, assume_unique: bool = False, timeout: float | None = None) -> Rating: ...
    def repair(self, *, timeout: float | None = None) -> Repairs: ...
    def minimise(
        self,
        *,
        seed: int | None = None,
        constraints: bool = False,
        timeout: float | None = None,
    ) -> Minimised: ...
    def minimize(
        self,
        *,
        seed: int | None = None,
        constraints: bool = False,
        timeout: float | None = None,
    ) -> Minimised: ...
    def canonical(self) -> Puzzle: ...
    def shuffled(self, seed: int) -> Puzzle: ...
    def to_cnf(
        self,
        encoding: Literal["minimal", "efficient", "extended", "reduced"] = "extended",
        *,
        block_solution: bool = False,
        assumptions: bool = False,
        timeout: float | None = None,
    ) -> Cnf: ...
    def certificate(self, *, timeout: float | None = None) -> Certificate: ...
    def _decode(self, encoding: str, model: list[int]) -> str: ...
    def _dimacs(self, encoding: str, blocked: str | None) -> str: ...
    def _solution_array(self, text: str) -> Any: ...

@final
class Steps(Iterator[Step]):
    def __iter__(self) -> Steps: ...
    def __next__(self) -> Step: ...

@final
class Rules:
    def __new__(cls, **rules: Unpack[Board]) -> Rules: ...

@final
class Request:
    def __new__(cls, **properties: Unpack[Properties]) -> Request: ...

@final
class Drawing: ...

def answer_records(
    question: str,
    records: list[Any],
    rules: Rules,
    search: tuple[str, float | None],
    assume_unique: bool,
    threads: int | None,
) -> list[Any]: ...
def answer_arrays(
    question: str,
    cells: bytes,
    size: int,
    rules: Rules,
    search: tuple[str, float | None],
    threads: int | None,
) -> tuple[bytearray, list[str], list[bool], list[tuple[int, str]]]: ...
def generate_puzzles(
    numbers: tuple[int, int],
    seed: int,
    request: Request,
    timeout: float,
    threads: int | None,
) -> list[Any]: ...
def run_program(arguments: list[str]) -> int: ...
