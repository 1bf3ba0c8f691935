"""Rules that a setter states: expressions, alternatives, variables and connected cells."""

import json
import pickle

import pytest
from satdoku import Puzzle, PuzzleError

BOARD = ["board 4x4", "variables cave 2x2 0-1", "box 2x2"]
PAIRS = 'pairs "abs(a-b) >= 2 or a = 4" as "far apart" r1c1 r1c2 r1c3'
EITHER = 'either { cage 3 r3c1 r3c2 } or { thermometer r4c1 r4c2; odd r4c1 } as "the setter\'s two"'
CONNECTED = 'connected 1 size 2: cave as "cave"'
DRAWN = ["sum 4 cave.r1c1 r1c1", "cage 5 r2c1 r2c2", "greater r2c1 r2c2", "greater r2c4 r2c3", "greater r4c4 r3c4"]
RULES = [*BOARD, PAIRS, EITHER, CONNECTED, *DRAWN, "given cave.r1c2=0"]
SOLUTION = "4132321423411423"


def stated():
    return Puzzle("." * 16, constraints=RULES)


def test_stated_rules_are_answered():
    checked = stated().check()
    assert (checked.verdict, checked.solution, checked.confirmed) == ("unique", SOLUTION, True)
    assert checked.variables == {"cave.r1c1": 0, "cave.r1c2": 0, "cave.r2c1": 1, "cave.r2c2": 1}
    without_connected = [rule for rule in RULES if rule != CONNECTED]
    assert Puzzle("." * 16, constraints=without_connected).check().verdict == "multiple"


def test_stated_rules_are_explained_by_their_titles():
    explanation = stated().explain()
    assert explanation.error is None and explanation.steps
    text = " ".join(" ".join(step.facts) + step.argument for step in explanation.steps)
    for title in ["far apart", "cave"]:
        assert title in text, text


def test_stated_rules_are_read_again():
    puzzle = stated()
    assert all(rule in puzzle.constraints for rule in [PAIRS, EITHER, CONNECTED, *DRAWN])
    assert Puzzle(str(puzzle)) == eval(repr(puzzle)) == pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert Puzzle(json.dumps(puzzle.to_dict())) == puzzle
    assert Puzzle(puzzle.to_link("sudokupad")) == puzzle
    with pytest.raises(PuzzleError, match="found `variables cave 2x2 0-1`"):
        puzzle.to_link("iss")
    legend = puzzle.to_svg()
    assert all(f">{title}</text>" in legend for title in ["far apart", "the setter's two", "cave"])


def test_errors_in_stated_rules_name_them():
    with pytest.raises(PuzzleError, match=r"expected .* in `pairs \"a \+ \* b\" r1c1…`, found `\*`"):
        Puzzle("." * 16, constraints=['pairs "a + * b" r1c1-r1c4'])
    with pytest.raises(PuzzleError, match="expected a pattern with at most 10000 states"):
        Puzzle("." * 16, constraints=['sequence "(((1|2){60}|3){60}|4){60}" r1c1-r1c4'])
