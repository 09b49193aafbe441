"""The section `play:` of game.yaml and its expansions: laid over each other, with its options, read as a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from ibbprint.catalogue.sound_parts import sound_part
from ibbprint.catalogue.source import Pile, Source
from ibbprint.catalogue.validate import build
from ibbprint.digits import are_digits
from ibbprint.problems import Report, Where
from ibbprint.systems.printed.folder import Folder
from ibbprint.systems.printed.play_models import Play

PLAY = "play"


class Section(NamedTuple):
    """The section of a folder and its expansions, laid over each other."""

    play: Play
    source: Source

    def where(self, *path: str | int, key: bool = False) -> Where:
        return self.source.where(PLAY, *path, key=key)


def laid_over(below: Any, above: Any) -> Any:
    """Mappings laid over each other; anything else, lists among it, takes the place of what is below."""
    if not isinstance(below, dict) or not isinstance(above, dict):
        return deepcopy(above)
    return {**below, **{key: laid_over(below.get(key), value) for key, value in above.items()}}


def set_path(data: dict[str, Any], path: Sequence[str], value: Any) -> str:
    """Set a path of the section; the step that leads nowhere, if one does, else nothing."""
    node: Any = data
    for step in path[:-1]:
        if isinstance(node, list) and _is_index(step, node):
            node = node[int(step)]
        elif isinstance(node, dict):
            node = node.setdefault(step, {})
        else:
            return step
    if isinstance(node, dict):
        node[path[-1]] = value
    elif isinstance(node, list) and _is_index(path[-1], node):
        node[int(path[-1])] = value
    else:
        return path[-1]
    return ""


def _is_index(step: str, items: Sequence[Any]) -> bool:
    """Whether a step of a path is the number of an item, counted from 0."""
    return are_digits(step) and len(step) < 4 and int(step) < len(items)


def read_section(
    folder: Folder, options: Mapping[str, str], report: Report, *, in_part: bool = False
) -> Section | None:
    """The section `play:` as a model; None with its faults in the report. `options` are those of `--rule`.

    With `in_part` what is sound of a faulty section is there, so that more of its faults come in one run.
    """
    data: Any = {}
    for section, _ in folder.played:
        data = laid_over(data, section)
    sources = [source for _, source in reversed(folder.played)]
    source: Source = sources[0] if len(sources) == 1 else Pile(sources, {PLAY: data})
    chosen = data.get("options") if isinstance(data.get("options"), dict) else {}
    plain = deepcopy(data)
    for name, value in options.items():
        where = Where(f"--rule {name}")
        if name not in chosen:
            hint = folder.ledger.hint(name, chosen) or "This game has no options."
            report.error(where, "play:options", f"there is no option {name!r}.", hint)
        elif value not in ("on", "off"):
            report.error(where, "play:options", f"{name} is on or off, not {value!r}.")
        elif value == "on":
            _choose(data, chosen[name])
    play = build(Play, source, (PLAY,), data, report)
    if play is None or not report.ok:
        left = sound_part(Play, data) if in_part else None
        return None if left is None else Section(left, source)
    sound = [_check_option(name, option, plain, source, report) for name, option in chosen.items()]
    return Section(play, source) if all(sound) else None


def _choose(data: dict[str, Any], option: Any) -> list[tuple[str, str]]:
    """Set the paths of an option; those that lead nowhere, each with the step that does."""
    paths = option.get("set") if isinstance(option, dict) else None
    written = paths.items() if isinstance(paths, dict) else ()
    return [(path, step) for path, new in written if (step := set_path(data, str(path).split("."), new))]


def _check_option(name: str, option: Any, data: dict[str, Any], source: Source, report: Report) -> bool:
    """Whether all that an option sets is in `play:`; else that is in the report, whether it is chosen or not."""
    data, faults = deepcopy(data), Report()
    astray = _choose(data, option)
    for path, missing in astray:
        at = source.where(PLAY, "options", name, "set", path, key=True)
        report.error(at, "play:options", f"{path} leads nowhere in play: there is no {missing!r}.")
    if astray or build(Play, source, (PLAY,), data, faults) is not None:
        return not astray
    first = faults.errors[0]
    report.error(source.where(PLAY, "options", name), "play:options", f"with {name}: {first.message}", first.hint)
    return False
