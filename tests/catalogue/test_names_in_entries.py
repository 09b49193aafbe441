"""Fields of entries that name other entries: the types of the models say so, and every name is looked up."""

from pathlib import Path
from typing import Annotated

import pytest

from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Kind
from ibbprint.catalogue.models import Id, Ids, Line, Names
from ibbprint.catalogue.names import check_names
from ibbprint.catalogue.validate import Model
from ibbprint.problems import Report
from ibbprint.systems import games

PLAYED = [game for game in games().values() if hasattr(game, "catalogue_class")]


class Boat(Model):
    id: Id
    name: Line
    built_at: Annotated[Id, Names("yards", "yard", "{entry.name} was built at {name!r}, which is no yard.")]


class Watch(Model):
    hands: Annotated[Ids, Names("boats", "boat", also=("shore",))]


class Yard(Model):
    id: Id
    launches: Annotated[dict[Id, int], Names("boats", "boat")] = {}  # noqa: RUF012
    watches: list[Watch] = []  # noqa: RUF012
    night: Watch | None = None


class Harbour(rulebook.Catalogue):
    GAME = "harbour"

    boats = Kind(Boat)
    yards = Kind(Yard, nested=True)


BOATS = """boats:
  - {id: gig, name: The gig, built_at: west-quay}
  - {id: lugger, name: The lugger, built_at: west-key}
  - {id: pram, name: [], built_at: nowhere-quay}
"""
YARDS = """yards:
  - id: west-quay
    launches: {gig: 2, luger: 1}
    watches:
      - hands: [gig, shore]
      - hands: [gig, prem, lugger]
    night: {hands: [yawl]}
"""


def read(folder: Path) -> Report:
    (folder / "boats.yaml").write_text(BOATS, encoding="utf-8")
    (folder / "yards.yaml").write_text(YARDS, encoding="utf-8")
    report = Report()
    Harbour.DATA = folder
    catalogue = Harbour.open((), (), report)
    assert catalogue is not None
    check_names(catalogue, (Harbour.boats, Harbour.yards))
    return report


def test_every_name_without_an_entry_is_reported_where_it_stands(tmp_path: Path) -> None:
    """One name, a list, the keys of a mapping, parts of an entry and lists of parts; what `also` allows is allowed."""
    report = read(tmp_path)
    lines = {(problem.where.line, problem.where.column, problem.rule, problem.message) for problem in report}
    assert lines >= {
        (3, 46, "ref:yard", "The lugger was built at 'west-key', which is no yard."),
        (3, 24, "ref:boat", "there is no boat 'luger'."),
        (6, 22, "ref:boat", "there is no boat 'prem'."),
        (7, 21, "ref:boat", "there is no boat 'yawl'."),
    }
    assert len([problem for problem in report if problem.rule.startswith("ref:")]) == 4


def test_the_nearest_name_is_proposed(tmp_path: Path) -> None:
    hints = {problem.message: problem.hint for problem in read(tmp_path)}
    assert hints["there is no boat 'luger'."] == "Did you mean lugger?"
    assert hints["The lugger was built at 'west-key', which is no yard."] == "Did you mean west-quay?"


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.id)
def test_shipped_entries_name_entries_that_there_are(game) -> None:
    """Commands look only at the files of packs, so this test looks at the others."""
    report = Report()
    catalogue = game.catalogue_class.open((), (), report)
    check_names(catalogue, [kind for kind in catalogue.KINDS.values() if not kind.single])
    assert [str(problem) for problem in report] == []


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.id)
def test_names_are_of_kinds_that_the_game_has(game) -> None:
    """A field that names entries of a kind says the kind as its file is called."""
    from ibbprint.catalogue.names import names_in

    kinds = game.catalogue_class.KINDS
    named = [names for kind in kinds.values() for names in names_in(kind.entry).values()]
    assert [names for names in named if names.to not in kinds] == []


def test_the_schema_of_a_field_says_where_its_names_are_listed() -> None:
    fields = Harbour.boats.file_model.model_json_schema()["$defs"]["Boat"]["properties"]
    assert fields["built_at"]["description"] == "From yards."
