"""The models of DIMACS files, counted by d4, an exact model counter."""

import pytest
from py_d4 import Solver
from satdoku import Puzzle

SMALL = [
    Puzzle("." * 16),
    Puzzle("." * 16, constraints=["skyscraper 2 row 1 left", "renban r2c1-r2c3"]),
    Puzzle("......3.4..." + "." * 24, constraints=["arrow r3c1: r4c1 r5c2 r6c3", "cage 12 r5c4-r5c6"]),
]


def model_count(dimacs, folder):
    path = folder / "formula.cnf"
    path.write_text(dimacs)
    return int(Solver(str(path)).count().getResult())


def assert_models_are_solutions(puzzle, cnf, folder):
    count = puzzle.count(10_000).count
    assert 1 < count < 10_000
    assert model_count(cnf.to_dimacs(), folder) == count


@pytest.mark.parametrize("encoding", ["minimal", "efficient", "extended", "reduced"])
@pytest.mark.parametrize("puzzle", SMALL, ids=["4x4", "4x4-drawn", "6x6-drawn"])
def test_a_model_counter_counts_solutions(puzzle, encoding, tmp_path):
    assert_models_are_solutions(puzzle, puzzle.to_cnf(encoding), tmp_path)
