"""The rulings of games made of files as they are looked up: those in force in a folder, with their values there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.rules import RuleText
from ibbprint.engine.rulebook import look_up, texts
from ibbprint.engine.scenario_files import ScenarioFiles
from ibbprint.problems import Report
from ibbprint.systems.printed.folder import Folder
from ibbprint.systems.printed.play import play_catalogue
from ibbprint.systems.printed.rules.paragraphs import paragraphs
from ibbprint.systems.printed.rules.section import PLAY, read_section

ALWAYS = ("figures", "play", "sequence", "movement", "units", "victory")
"""Topics of rulings that every game has."""
SECTIONS = {"results": "combat"}
"""Topics that are in force with the section of another name."""
LIKE = "P-31 and P-56"


def rulings(folder: Folder | None, options: KitOptions, report: Report) -> list[RuleText] | None:
    """Every ruling; of a folder those in force, each with the value of its section. None with errors."""
    every = texts(play_catalogue((), report))
    if folder is None:
        return every if report.ok else None
    section = read_section(folder, options.rules, report)
    if section is None:
        return None
    written = section.play.model_dump(exclude_unset=True, by_alias=True)
    titles = paragraphs(section.play)
    valued: set[str] = set()
    result = []
    for text in every:
        key = SECTIONS.get(text.topic, text.topic)
        if key not in ALWAYS and key not in written and not (key == "combat" and "combats" in written):
            continue
        values = ""
        if key in written and key not in valued and key not in ("sequence", "victory", "units"):
            valued.add(key)
            where = section.where(key, key=True)
            values = f" Here: {', '.join(_values(written[key]))} ({where.file}:{where.line})."
        paragraph = f" ({titles[key]})" if key in titles else ""
        result.append(text._replace(title=f"{text.title}{paragraph}", text=f"{text.text}{values}"))
    return result


def _values(data: Any, before: str = "") -> Iterator[str]:
    """The plain values of a section, as they are written."""
    if not isinstance(data, Mapping):
        yield f"{before} {data}".strip()
        return
    for name, value in data.items():
        if isinstance(value, Mapping):
            yield from _values(value, f"{before}{name}.")
        elif isinstance(value, list):
            if value and not isinstance(value[0], Mapping):
                yield f"{before}{name} {' '.join(map(str, value))}"
        elif value is not None:
            text = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
            yield f"{before}{name} {text}"


def ruling(name: str, folder: Folder | None, options: KitOptions, report: Report) -> RuleText | None:
    """One ruling by its id; with a folder, its value there."""
    catalogue = play_catalogue((), Report())
    ruling = look_up(name, catalogue, ScenarioFiles(PLAY, None), (), LIKE, report)
    if ruling is None or folder is None:
        return ruling
    every = rulings(folder, options, report)
    return next((text for text in every or () if text.id == ruling.id), ruling)
