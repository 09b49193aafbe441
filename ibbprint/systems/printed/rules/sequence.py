"""The sequence of play compiled: phases in the order written, for each side, and cups of chits (P-10 to P-15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ibbprint.systems.printed.play_models import DO, Entry, Phase
from ibbprint.systems.printed.rules.conditions import Condition
from ibbprint.systems.printed.rules.effects import Clause, clauses

if TYPE_CHECKING:
    from ibbprint.systems.printed.rules.setting import Setting

REMOVALS = ("lose", "each", "eliminated", "become")
"""What may happen to units in a phase `remove`."""
NO_SIDE, DRAWN = -1, -2
"""The side of a phase that nobody plays, and of one that the drawn chit gives to its side."""
TITLES = {
    "arrive": "Reinforcements",
    "replace": "Replacements",
    "supply": "Supply",
    "move": "Movement",
    "fight": "Combat",
    "recover": "Recovery",
    "remove": "Removal",
    "ready": "Leaders recover",
    "points": "Victory points",
}
ENTRY_KEYS = ("id", "name", "side", "when", "units", "mode", "combat", "states", "effect", "rule")
OWN_KEYS = {
    "units": ("arrive", "replace", "supply", "move", "fight", "recover", "remove", "ready"),
    "mode": ("move",),
    "combat": ("fight",),
    "states": ("recover",),
    "effect": ("remove",),
}
"""The phases that a key means something in; the other keys do so in each."""
OF_ENTRIES = {
    "for": {"for_", "phases"},
    "cup": {"cup", "chits", "leave", "decline", "phases", "name"},
    "do": {"do", *ENTRY_KEYS},
}
"""The keys of each kind of entry."""


@dataclass(frozen=True, slots=True, eq=False)
class Op:
    """A phase of the sequence, or a cup: `cup` names the column of its groups, `end` is behind its phases."""

    do: str
    id: str
    name: str
    side: int
    when: Condition | None = None
    units: Condition | None = None
    modes: tuple[str, ...] = ()
    fight: str = ""
    states: tuple[str, ...] = ()
    effect: tuple[Clause, ...] = ()
    rule: str = ""
    cup: str = ""
    chits: dict[str, int] | str | None = None
    leave: int = 0
    decline: bool = False
    end: int = 0
    cup_at: int = -1
    """The place of the cup whose chit gives it its side."""


def compile_sequence(setting: Setting) -> Sequence[Op]:
    """The phases of a turn in their order."""
    reader = setting.reader
    ops: list[Op] = []
    played: set[int] = set()
    counts: dict[tuple[str, int], int] = {}
    for at, entry in enumerate(setting.play.sequence):
        path: tuple[str | int, ...] = ("sequence", at)
        _check_entry(setting, entry, path)
        if entry.cup is not None:
            ops += _cup(setting, entry, path, len(ops), counts)
            played |= {0, 1}
        elif entry.for_:
            for name in entry.for_:
                side = reader.side(name, *path, "for")
                for number, phase in enumerate(entry.phases):
                    op = _phase(setting, phase, side, (*path, "phases", number), counts)
                    ops += [op] if op else []
                played.add(side)
            if not entry.phases:
                reader.error(path, "sequence", "this entry has no phases.", "Write phases: [move, fight].")
        elif entry.do is not None:
            written = entry.model_fields_set.intersection(ENTRY_KEYS)
            phase = Phase(do=entry.do, **{key: getattr(entry, key) for key in written})
            side = reader.side(phase.side, *path, "side") if phase.side else NO_SIDE
            if side == NO_SIDE and phase.do in ("arrive", "replace", "move", "fight"):
                reader.error(path, "sequence", f"nobody plays the phase {phase.do}.", "Write side: or for:")
            op = _phase(setting, phase, side, path, counts)
            ops += [op] if op else []
            played |= {side}
        else:
            reader.error(path, "sequence", "this entry has neither a phase, a side nor a cup.", "Write do, for or cup.")
    moves = {op.side for op in ops if op.do == "move"} | (
        {0, 1} if any(entry.cup for entry in setting.play.sequence) else set()
    )
    for side, name in enumerate(setting.sides[:2]):
        if side not in moves:
            where = setting.section.where("sequence", key=True)
            message = f"{name} never moves: no entry of play.sequence is for it."
            setting.report.warning(where, "play:sequence", message)
    return ops


def _check_entry(setting: Setting, entry: Entry, path: tuple[str | int, ...]) -> None:
    """Report keys that an entry of this kind does not have."""
    kind = "cup" if entry.cup is not None else "for" if entry.for_ else "do"
    for name in sorted(entry.model_fields_set - OF_ENTRIES[kind]):
        key = type(entry).model_fields[name].alias or name
        message = f"an entry with {kind}: has no {key}."
        setting.reader.error((*path, key), "sequence", message, "Write it in its phases." if kind != "do" else "")


def _check_keys(setting: Setting, phase: Phase, path: tuple[str | int, ...]) -> None:
    """Report keys that mean nothing in a phase of this kind."""
    for key, kinds in OWN_KEYS.items():
        if key in phase.model_fields_set and phase.do not in kinds:
            hint = f"{key} is for {', '.join(kinds)}."
            setting.reader.error((*path, key), "phase", f"a phase {phase.do} has no {key}.", hint)
    if phase.side is not None and path[-2:-1] == ("phases",):
        setting.reader.error((*path, "side"), "phase", "the entry of this phase says whose it is.", "Leave side out.")


def _cup(
    setting: Setting, entry: Entry, path: tuple[str | int, ...], at: int, counts: dict[tuple[str, int], int]
) -> list[Op]:
    reader = setting.reader
    column = reader.column(entry.cup, *path, "cup")
    chits: dict[str, int] | str | None = None
    if isinstance(entry.chits, dict):
        groups = {str(row.values.get(column, "")) for row in reader.units.rows.values()}
        for group in entry.chits:
            if group not in groups:
                message = f"no unit has {group!r} in {column}."
                reader.error((*path, "chits", group), "sequence", message, reader.hint(group, groups))
        chits = {name: reader.whole(text, *path, "chits", name) for name, text in entry.chits.items()}
    elif entry.chits is not None:
        chits = reader.column(entry.chits, *path, "chits")
    ops = []
    for number, phase in enumerate(entry.phases):
        op = _phase(setting, phase, DRAWN, (*path, "phases", number), counts, at)
        ops += [op] if op else []
    leave = reader.whole(entry.leave, *path, "leave")
    first = Op(
        "draw",
        "draw",
        entry.name or "Chits",
        NO_SIDE,
        cup=column,
        chits=chits,
        leave=leave,
        decline=entry.decline,
        end=at + 1 + len(ops),
    )
    last = Op("redraw", "redraw", "", NO_SIDE, cup_at=at)
    return [first, *ops, last]


def _title(setting: Setting, do: str, fight: str) -> str:
    """The name of a phase that the sequence does not name: that of its combat, or the usual one."""
    name = setting.fights[fight].model.name if do == "fight" and fight in setting.fights else None
    return name or TITLES[do]


def _phase(
    setting: Setting,
    phase: Phase,
    side: int,
    path: tuple[str | int, ...],
    counts: dict[tuple[str, int], int],
    cup_at: int = -1,
) -> Op | None:
    reader = setting.reader
    if not reader.known("phase", phase.do, DO, *path, "do"):
        return None
    _check_keys(setting, phase, path)
    reader.modes(phase.mode, *path, "mode")
    fights = list(setting.fights)
    fight = phase.combat or (fights[0] if fights else "")
    if phase.do == "fight" and (fight not in fights or (len(fights) > 1 and phase.combat is None)):
        hint = reader.hint(fight, fights) if fights else "Write a section combat:"
        reader.error(
            (*path, "combat"), "combat", f"there is no combat {fight!r}." if fights else "there is no combat.", hint
        )
    if phase.do == "replace" and setting.play.replacements is None:
        reader.error((*path, "do"), "phase", "play has no replacements.", "Write a section replacements:")
    if phase.do == "supply" and setting.play.supply is None:
        reader.error((*path, "do"), "phase", "play has no supply.", "Write a section supply:")
    for state in phase.states:
        reader.state(state, *path, "states")
    effect = clauses(f"defenders {phase.effect}")
    if effect is None or any(clause.act not in REMOVALS or clause.who != "defenders" for clause in effect):
        hint = "Write eliminated, lose 1, or become STATE."
        reader.error((*path, "effect"), "effect", f"{phase.effect!r} is not an effect of a phase remove.", hint)
    for clause in effect or ():
        reader.state(clause.state or None, *path, "effect")
    base_id = phase.id or phase.do
    number = counts[base_id, side] = counts.get((base_id, side), 0) + 1
    id = base_id if number == 1 else f"{base_id}-{number}"
    return Op(
        phase.do,
        id,
        phase.name or _title(setting, phase.do, fight),
        side,
        reader.when(phase.when, *path, "when"),
        reader.condition(phase.units, *path, "units"),
        tuple("" if mode == "normal" else mode for mode in phase.mode) or ("",),
        fight,
        tuple(phase.states),
        effect or (),
        phase.rule or "",
        cup_at=cup_at,
    )
