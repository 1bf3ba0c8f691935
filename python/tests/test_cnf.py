"""Clauses for PySAT and their models, and certificates."""

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver
from satdoku import Puzzle

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
KILLER = Puzzle("1" + "." * 15, constraints=["cage 5 r1c2 r2c2", "sandwich 3 row 3 left"])


@pytest.mark.parametrize("encoding", ["minimal", "efficient", "extended", "reduced"])
@pytest.mark.parametrize("puzzle", [Puzzle(HARD), Puzzle("1.4...2..3.....4"), KILLER], ids=str)
def test_pysat_finds_the_solution_and_no_other(puzzle, encoding):
    cnf = puzzle.to_cnf(encoding)
    formula = CNF(from_clauses=cnf.clauses)
    assert formula.nv <= cnf.variables
    with Solver(bootstrap_with=formula) as solver:
        found = set()
        while len(found) < 50 and (cnf.variables == 0 or solver.solve()):
            solution = cnf.decode(solver.get_model() or [])
            assert solution not in found
            found.add(solution)
            places = ((i // puzzle.size + 1, i % puzzle.size + 1, int(d)) for i, d in enumerate(solution))
            clause = [-cnf.variable[place] for place in places if place in cnf.variable]
            if not clause:
                break
            solver.add_clause(clause)
    assert found == set(puzzle.solutions().solutions)


def test_a_blocked_solution_leaves_none():
    cnf = Puzzle(HARD).to_cnf(block_solution=True)
    assert cnf.blocked == Puzzle(HARD).solve().solution
    with Solver(bootstrap_with=CNF(from_string=cnf.to_dimacs())) as solver:
        assert solver.solve() is False
    with Solver(bootstrap_with=cnf.clauses) as solver:
        assert solver.solve() is False
    with pytest.raises(ValueError, match="no solution to block"):
        Puzzle("11" + "." * 14).to_cnf(block_solution=True)


def test_the_variable_map_goes_both_ways():
    for encoding in ["extended", "reduced"]:
        cnf = Puzzle(HARD).to_cnf(encoding)
        assert {number: place for place, number in cnf.variable.items()} == cnf.candidate
    assert Puzzle(HARD).to_cnf().variable[5, 8, 5] == 392


def test_wrong_models_are_refused():
    cnf = Puzzle(HARD).to_cnf()
    solution = Puzzle(HARD).solve().solution
    model = [cnf.variable[i // 9 + 1, i % 9 + 1, int(d)] for i, d in enumerate(solution)]
    assert cnf.decode(model) == solution
    assert cnf.decode(iter([*model, 100_000])) == solution
    for wrong in [model[1:], [*model, cnf.variable[1, 1, 1]], [0], []]:
        with pytest.raises(ValueError):
            cnf.decode(wrong)
    other = "123456789" * 9
    model = [cnf.variable[i // 9 + 1, i % 9 + 1, int(d)] for i, d in enumerate(other)]
    with pytest.raises(ValueError):
        cnf.decode(model)
    blocking = Puzzle(HARD).to_cnf(block_solution=True)
    model = [blocking.variable[i // 9 + 1, i % 9 + 1, int(d)] for i, d in enumerate(solution)]
    with pytest.raises(ValueError, match="excluded"):
        blocking.decode(model)


def test_certificates_have_a_formula_and_its_proof():
    certificate = Puzzle(HARD).certificate()
    assert certificate.verdict == "unique"
    assert certificate.solutions == (Puzzle(HARD).solve().solution,)
    assert certificate.cnf == Puzzle(HARD).to_cnf(block_solution=True).to_dimacs()
    assert certificate.proof.endswith("0\n")
    with pytest.raises(TypeError):
        Puzzle(HARD).certificate("lrat")
    assert Puzzle("11" + "." * 14).certificate().solutions is None
    several = Puzzle("." * 16).certificate()
    assert several.proof is None and len(set(several.solutions)) == 2


@pytest.mark.parametrize("encoding", ["minimal", "efficient", "extended"])
def test_clues_are_assumptions(encoding):
    wrong = Puzzle("1" + "." * 15, constraints=["cage 5 r1c2 r2c2", "cage 3 r1c1 r1c2", "cage 3 r1c3 r1c4"])
    cnf = wrong.to_cnf(encoding, assumptions=True)
    assert cnf.nv == cnf.variables
    assert list(cnf.assumptions.values()) == ["r1c1=1", *wrong.constraints]
    with Solver(bootstrap_with=cnf.clauses) as solver:
        assert not solver.solve(assumptions=list(cnf.assumptions))
        core = {cnf.assumptions[literal] for literal in solver.get_core()}
        assert {"cage 3 r1c1 r1c2", "cage 3 r1c3 r1c4"} <= core
        # Without one of the two cages, the rest has solutions, which are those of that puzzle.
        rest = [literal for literal, text in cnf.assumptions.items() if text != "cage 3 r1c3 r1c4"]
        assert solver.solve(assumptions=rest)
        right = Puzzle("1" + "." * 15, constraints=wrong.constraints[:2])
        assert right.to_cnf(encoding).decode(solver.get_model()) in right.solutions().solutions
    formula = CNF(from_string=cnf.to_dimacs())
    assert (formula.nv, formula.clauses) == (cnf.nv, cnf.clauses)


def test_assumptions_exclude_a_solution():
    cnf = Puzzle(HARD).to_cnf(assumptions=True, block_solution=True)
    with Solver(bootstrap_with=cnf.clauses) as solver:
        assert not solver.solve(assumptions=list(cnf.assumptions))
        assert solver.solve()
    with pytest.raises(ValueError, match="found reduced"):
        Puzzle(HARD).to_cnf("reduced", assumptions=True)
