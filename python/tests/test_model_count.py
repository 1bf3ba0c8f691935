"""The models of DIMACS files, counted by d4, an exact model counter."""

import pytest
from py_d4 import Solver
from satdoku import Puzzle

SMALL = [
    Puzzle("." * 16),
    Puzzle("." * 16, constraints=["skyscraper 2 row 1 left", "renban r2c1-r2c3"]),
    Puzzle("......3.4..." + "." * 24, constraints=["arrow r3c1: r4c1 r5c2 r6c3", "cage 12 r5c4-r5c6"]),
]
# The cage lacks a digit, which leaves auxiliary variables free: without `c p show`, the formula with `sequential` has
# 168 models for 21 solutions.
LARGE = Puzzle(
    "53.6..9.2...1.53.8..8.....7.....1.2..2........1.92.8...6.5..2.428.4.....3.5......",
    constraints=["cage r1c1-r1c3 r2c1 r2c2 r4c1 r4c4 r5c7"],
)


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


@pytest.mark.parametrize("encoding", ["extended", "reduced"])
@pytest.mark.parametrize("at_most_one", ["product", "sequential"])
def test_auxiliary_variables_of_at_most_one_are_not_counted(at_most_one, encoding, tmp_path):
    cnf = LARGE.to_cnf(encoding, at_most_one=at_most_one)
    assert_models_are_solutions(LARGE, cnf, tmp_path)
