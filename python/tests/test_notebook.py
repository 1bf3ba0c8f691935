"""The answers in a notebook: words, a picture and details as HTML."""

import re

from satdoku import Puzzle

UNIQUE = Puzzle("1.4...2..3.....4")
SEVERAL = Puzzle("12..34..........")
NONE = Puzzle("11..............")
HARD = Puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")


def html(answer):
    return answer._repr_html_()


def test_a_verdict_is_a_sentence_with_its_pictures():
    assert html(UNIQUE.check()).startswith("<p>One solution.</p><svg")
    several = html(SEVERAL.check())
    assert several.startswith("<p>More than one solution.</p><svg") and several.count("<svg") == 2
    answer = SEVERAL.check()
    row, column = next(zip(*(answer.to_numpy() != answer._array(answer.other)).nonzero()))
    digit = answer.other[4 * row + column]
    assert re.search(rf"Another solution, with \d+ other digits: r{row + 1}c{column + 1}={digit} ", several)
    assert html(NONE.check()).startswith("<p>No solution: ")


def test_steps_are_a_list_that_opens():
    explained = UNIQUE.explain()
    shown = html(explained)
    assert shown.startswith(f"<p>{len(explained.steps)} steps to the solution.</p>")
    assert shown.count("<li>") == len(explained.steps) and "<details><summary>Steps" in shown


def test_an_explanation_says_why_it_ends():
    assert str(SEVERAL.explain()).endswith("More than one solution, so no further step follows.")
    assert html(SEVERAL.explain()).startswith("<p>More than one solution, so no further step follows.</p>")
    assert str(NONE.explain()).endswith("\nNo solution.")
    assert " to the solution" in html(UNIQUE.explain()) and not str(UNIQUE.explain()).endswith("follows.")


def test_a_hint_and_a_rating_read_as_sentences():
    hint = UNIQUE.hint()
    assert str(hint) == str(hint.step) and html(hint).count("<svg") == 1
    assert "several solutions" in str(SEVERAL.hint())
    rating = HARD.rate()
    assert str(rating).startswith(f"Extreme ({rating.score}): {rating.steps} steps, hardest step ")
    assert str(Puzzle("." * 16).count(limit=10)) == "At least 10 solutions."


def test_every_answer_is_shown():
    assert str(SEVERAL.solutions(2)) == "At least 2 solutions." and str(UNIQUE.solutions()) == "One solution."
    assert re.fullmatch(r"About 10\^21\.\d+ solutions, ± \d\.\d+%\.", str(Puzzle("." * 81).estimate(1000, seed=1)))
    assert "<td>34</td>" in html(UNIQUE.candidates()) and html(UNIQUE.candidates()).count("<tr>") == 4
    assert html(NONE.repair()).count("<li>") == len(NONE.repair().repairs) > 0
    full = Puzzle(UNIQUE.solve().solution).minimise(seed=1)
    assert str(full) == f"Removed: {' '.join(full.removed)}." and full.minimal.to_svg() in html(full)
    assert str(full.minimal.minimise()) == "Nothing is redundant."
    holed = Puzzle("." * 8, constraints=["board 3x3", "holes r2c2"])
    assert html(holed.candidates()).endswith("<p>" + " ".join(["123"] * 8) + "</p>")
    assert html(NONE.certificate()).startswith("<p>No solution. The proof has ")
    assert str(SEVERAL.certificate()) == "More than one solution."


def test_text_from_a_puzzle_is_escaped():
    titled = Puzzle("." * 16, constraints=['pairs "a < b" as "<b>" r1c1 r1c2', "cage 9 r1c1 r1c2"])
    assert "<b>" not in html(titled.check())
