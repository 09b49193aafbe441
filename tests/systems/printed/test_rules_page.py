"""docs/rules-of-your-own.md: its section is built step by step, each step plays and prints what the page says."""

from __future__ import annotations

import json
import re
import shlex
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ibbprint.catalogue.source import parse_yaml
from ibbprint.problems import Report
from ibbprint.systems.printed.rules.section import laid_over
from ibbprint.systems.printed.seen_play import PlayValues
from tests.helpers import ROOT, call_cli
from tests.systems.printed.played import opened, slack_water

PAGE = ROOT / "docs" / "rules-of-your-own.md"


def stepped(data: Mapping[str, Any], text: str) -> Any:
    """The section with the keys of a step laid over it."""
    source = parse_yaml(text, "step", Report())
    assert source is not None
    return laid_over(data, source.data["play"])


def said(play: Mapping[str, Any]) -> list[str]:
    """What the starter with this section prints: sentences, shifts, ways to win."""
    with tempfile.TemporaryDirectory() as folder:
        game = slack_water(Path(folder))
        text = (game / "game.yaml").read_text(encoding="utf-8")
        head = text[: text.index("# How it is played")]
        (game / "game.yaml").write_text(f"{head}\nplay: {json.dumps(play, ensure_ascii=False)}\n", encoding="utf-8")
        scenario = opened(game)
        values = PlayValues(lambda: scenario.setting, Report())
        sentences = [line for lines in values["says"].values() for line in lines]
        shifts = [f"{shift['amount']:+d}: {shift['when']}.".replace("-", "−") for shift in values["shifts"]]
        return [*sentences, *shifts, *values["victory"]]


def steps() -> Iterator[tuple[str, str, list[str]]]:
    """Title, keys and printed lines of every step of the page."""
    for part in re.split(r"^### (?=[0-9])", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        part = part.partition("\n## ")[0]
        match = re.search(r"```yaml\n(.*?)```", part, re.DOTALL)
        assert match is not None
        yield part.splitlines()[0], match[1], [line[2:].strip() for line in part.splitlines() if line.startswith("> ")]


def test_each_step_of_the_page_plays_and_prints_its_lines() -> None:
    data: Any = {}
    before: list[str] = []
    every = list(steps())
    assert len(every) == 8
    for title, text, lines in every:
        data = stepped(data, text)
        now = said(data)
        assert [line for line in now if line not in before] == lines, title
        before = now


def commands() -> list[str]:
    """The commands of the page, those in tables with the options named there."""
    text = PAGE.read_text(encoding="utf-8")
    return [line.strip() for line in text.splitlines() if line.startswith("    ibbprint ")]


@pytest.mark.parametrize("line", commands())
def test_the_commands_of_the_page_run(line: str, tmp_path: Path) -> None:
    folder = slack_water(tmp_path)
    words = shlex.split(line)[1:]
    words = [str(folder) if word == "slack-water" else word for word in words]
    words = ["2" if word == "1000" else word for word in words]
    if words[0] == "new":
        words[1] = str(tmp_path / "new")
    result = call_cli(*words)
    assert result.returncode == 0, result.stderr
