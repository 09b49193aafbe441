"""Every key of the section `play:` does what it says: with another value, a printed rule or a game is another."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from ibbprint.catalogue.source import read_yaml
from ibbprint.catalogue.validate import Model
from ibbprint.engine.api.kits import KitOptions
from ibbprint.playtest.policies import play_game, policies
from ibbprint.problems import Report
from ibbprint.systems.printed import game, play_models, victory_models
from ibbprint.systems.printed.play_models import Play
from ibbprint.systems.printed.rules.section import set_path
from ibbprint.systems.printed.seen_play import PlayValues
from tests.helpers import SOAK
from tests.systems.printed.played import opened

HERE = Path(__file__).parent
SOURCE = HERE / "two-fords"
CASES: list[dict[str, Any]] = read_yaml(HERE / "every_key.yaml", Report()).data  # type: ignore[union-attr]
HEAD: dict[str, Any] = read_yaml(SOURCE / "game.yaml", Report()).data  # type: ignore[union-attr]
SEEDS = range(8)
"""Games that are compared, one after the other, until two differ."""


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("keys")


def changed(play: Any, path: str, value: Any) -> Any:
    """The section with a key set, or taken out for None."""
    result = deepcopy(play)
    steps = path.split(".")
    assert set_path(result, steps, value) == "", path
    if value is None:
        here = result
        for step in steps[:-1]:
            here = here[int(step)] if isinstance(here, list) else here[step]
        del here[steps[-1]]
    return result


def traces(folder: Path, play: Any, rules: Mapping[str, str]) -> Iterator[Any]:
    """What is printed of the rules, what the list of rulings says, and what happens in games, one after the other."""
    folder = folder / str(len(list(folder.iterdir())))
    shutil.copytree(SOURCE, folder)
    (folder / "game.yaml").write_text(json.dumps({**HEAD, "play": play}), encoding="utf-8")
    scenario = opened(folder, rules=rules)
    yield scenario.level_names
    values = PlayValues(lambda: scenario.setting, Report())
    yield {name: values[name] for name in values if name != "fight"}
    listed = game.rules("", KitOptions((folder,), rules), Report())
    yield [(text.title, text.text.replace(str(folder), "")) for text in listed or ()]
    for seed in SEEDS:
        mind = "random" if seed % 3 < 2 else "greedy"
        markers: list[Any] = []
        minds = policies(dict.fromkeys(scenario.sides, mind), seed, {})
        played = play_game(scenario, seed, minds, True, lambda now, _: markers.append(now.markers()))  # noqa: B023
        yield [(event.kind, event.values, event.rules) for event in played.events], markers


SOME = CASES if SOAK else CASES[::8]


@pytest.mark.parametrize("case", SOME, ids=[f"{case['at']}={str(case['to'])[:20]}" for case in SOME])
def test_another_value_changes_a_printed_rule_or_play(copies: Path, case: Mapping[str, Any]) -> None:
    play, rules = HEAD["play"], {case["option"]: "on"} if "option" in case else {}
    for path, value in case.get("with", {}).items():
        play = changed(play, path, value)
    if "refused" in case:
        with pytest.raises(AssertionError, match=re.escape(case["refused"])):
            list(traces(copies, changed(play, case["at"], case["to"]), rules))
        return
    before, after = traces(copies, play, rules), traces(copies, changed(play, case["at"], case["to"]), rules)
    assert any(a != b for a, b in zip(before, after, strict=True)), f"{case['at']} changes nothing"


NOT_HERE = {
    ("Units", "special"): "check asks for it (tests/systems/printed/test_play_faults.py)",
    ("Modifier", "id"): "the name of a modifier in the answers of odds",
    ("Entry", "do"): "that of a phase",
    ("NotPlayed", "part"): "check asks for it",
    ("NotPlayed", "unit"): "check asks for it",
    ("Option", "title"): "check and rules name it",
}
"""Keys that no case changes, and where they are held."""


def owner(model: type[BaseModel], name: str) -> str:
    """The model that declares a field: itself, or one that it is made from."""
    return next(each.__name__ for each in model.__mro__ if name in vars(each).get("__annotations__", {}))


def at(model: BaseModel, steps: Sequence[str]) -> Any:
    """What a path leads to; the keys inside it are changed with it."""
    here: Any = model
    for step in steps:
        if isinstance(here, BaseModel):
            fields = type(here).model_fields
            here = getattr(here, next(name for name, field in fields.items() if step in (name, field.alias)))
        else:
            here = here[int(step)] if isinstance(here, list) else here[step]
    return here


def named(model: BaseModel, steps: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Model and field of each step of a path."""
    here: Any = model
    for step in steps:
        if isinstance(here, BaseModel):
            fields = type(here).model_fields
            name = next(name for name, field in fields.items() if step in (name, field.alias))
            yield owner(type(here), name), name
            here = getattr(here, name)
        else:
            here = here[int(step)] if isinstance(here, list) else here[step]


def keys_of(value: Any) -> Iterator[tuple[str, str]]:
    """Model and field of everything that is set in a value."""
    if isinstance(value, BaseModel):
        for name in value.model_fields_set:
            yield owner(type(value), name), name
            yield from keys_of(getattr(value, name))
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from keys_of(each)


def test_no_key_of_the_vocabulary_is_left_out() -> None:
    """A key that is added to the models needs a case: one that changes nothing is a fault."""
    changes: set[tuple[str, str]] = set()
    for case in CASES:
        play = HEAD["play"]
        for path, value in case.get("with", {}).items():
            play = changed(play, path, value)
        if "refused" in case:
            continue
        full = Play.model_validate(changed(play, case["at"], case["to"]) if case["to"] is not None else play)
        steps = case["at"].split(".")
        changes.update(named(full, steps))
        changes.update(keys_of(at(full, steps)))
    modules = (play_models, victory_models)
    models = [
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Model) and each.__module__ == module.__name__
    ]
    every = {
        (model.__name__, name)
        for model in models
        if model not in (play_models.PlayedGameFile, Play)
        for name in model.__annotations__
    }
    assert not sorted(every - changes - NOT_HERE.keys())
    assert sorted(NOT_HERE.keys() - every) == []


def test_the_schema_of_game_yaml_has_the_keys_of_play() -> None:
    """An editor that completes YAML by the schema offers them."""
    schema = game.schemas["game"].model_json_schema()
    assert "enter" in schema["$defs"]["Zones"]["properties"]
    assert "modifiers" in schema["$defs"]["Combat"]["properties"]
