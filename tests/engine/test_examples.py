"""Worked examples from a file of questions: what is asked, and what a template gets of the answer."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from ibbprint.catalogue.layers import Layer, Layers
from ibbprint.catalogue.rulebook import Catalogue
from ibbprint.engine.api.odds import Fact, OddsAnswer, OddsModifier, OddsRequest, OddsRow
from ibbprint.engine.examples import EXAMPLES, examples
from ibbprint.engine.odds import answered
from ibbprint.problems import BadRequest, Report
from ibbprint.systems import games
from ibbprint.systems.microbattle.catalogue import Catalogue as MicroBattle
from ibbprint.systems.microbattle.rules.odds import SUBJECTS

FIGURES = "figures:\n  - {id: march-distance, value: 4, rule: M-R17, text: Squares.}\n"
ANSWER = OddsAnswer(
    "move",
    "On the move",
    rows=(OddsRow("two", "Two squares", "", Fraction(1, 3)),),
    facts=(Fact("It moves 1 square."),),
    modifiers=(OddsModifier("mud", "Mud", "die", -1, ()),),
    figures={"mean": "9/2", "ground": "woods"},
)


def catalogue(folder: Path, questions: str) -> Catalogue:
    """A catalogue with these questions and one figure."""
    (folder / "figures.yaml").write_text(FIGURES, encoding="utf-8")
    (folder / "examples.yaml").write_text(f"examples:\n{questions}", encoding="utf-8")
    return Catalogue(Layers([Layer(folder)], Report()), {})


def test_a_question_is_asked_as_the_command_asks_it(tmp_path: Path) -> None:
    """Its words, its options with flags and numbers as such, and numbers that follow from the figures of the game."""
    requests: list[OddsRequest] = []
    options = "options: {on: woods, friend: yes, units: 7}, numbers: {enemy: march_distance + 1}"
    examples(catalogue(tmp_path, f"  - {{id: one, ask: move, words: light infantry, {options}}}\n"), requests.append)
    assert requests == [OddsRequest("move", "light infantry", {"on": "woods", "friend": True, "units": 7, "enemy": 5})]


def test_a_template_gets_the_answer_as_it_reads_inside_a_sentence(tmp_path: Path) -> None:
    pictures = examples(catalogue(tmp_path, "  - {id: one, ask: move}\n"), lambda _: ANSWER)
    assert pictures["one"] == {
        "asked": {},
        "rows": {"two": {"id": "two", "name": "two squares", "chance": "1/3"}},
        "sums": {},
        "facts": ["it moves 1 square."],
        "modifiers": [{"id": "mud", "name": "mud", "changes": "die", "amount": -1}],
        "figures": {"mean": "4½", "ground": "woods"},
    }


@pytest.mark.parametrize("numbers", ["{}", "{enemy: no_such_figure}"])
def test_a_question_that_a_catalogue_cannot_answer_gives_no_example(tmp_path: Path, numbers: str) -> None:
    def refuse(question: OddsRequest) -> OddsAnswer:
        raise BadRequest(f"there is no {question.words}.")

    ask = refuse if numbers == "{}" else lambda _: ANSWER
    assert examples(catalogue(tmp_path, f"  - {{id: one, ask: move, numbers: {numbers}}}\n"), ask) == {"one": None}


def test_every_question_of_microbattle_is_answered() -> None:
    """Each is a subject of its odds with options that it has, so none is left out of the booklet as shipped."""
    shipped = MicroBattle.open((), [], Report())
    assert shipped is not None
    pictures = examples(shipped, lambda question: answered(SUBJECTS, question, shipped, Report()))
    assert len(pictures) == 8
    assert [id for id, example in pictures.items() if example is None] == []
    subjects = {subject.id: subject for subject in games()["microbattle"].subjects}  # type: ignore[attr-defined]
    for example in shipped.shelf(EXAMPLES):
        known = {option.name for option in subjects[example.ask].options}
        assert {*example.options, *example.numbers} <= known, example.id
