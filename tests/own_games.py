"""Games of one's own from a grammar: folders that are well, nearly always, so that what is then spoilt gets far.

`own_game` gives the files of a folder by their paths. Each has sides, tables with types, faces, cards, a map with its
ground, a scenario, a text and a booklet, or some of them.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

from tests.jobs.test_checker_fuzz import spoilt

SIDES = ("red", "blue", "green", "gold")
STYLE = "style:\n  liveries:\n" + "".join(
    f'    {name}: {{fill: "{fill}", panel: "#f4f1e8", band: "#33261a", device: device-{device}}}\n'
    for name, fill, device in (
        ("red", "#a3262a", "crown"),
        ("blue", "#2a46a3", "oak"),
        ("green", "#2f6b35", "crown"),
        ("gold", "#e2b84a", "oak"),
    )
)
NAMES = ("Guard", "Lord Aske", "Fen Riders", "2nd Foot", "King’s Own", "Pikes & Shot", "Æthel’s men", "Boats (2)")
SYMBOLS = ("axemen", "pikemen", "archers", "captain", "boot", "rally", "bombard")
LOOKS = ("clear", "woods", "village", "marsh", "hill")
TYPES = {
    "strength": ("1-9", "whole", "number"),
    "weak": ("1-9?", "whole?"),
    "movement": ("1-12", "whole"),
    "type": ("[foot, horse, gun]",),
    "symbol": ("symbol",),
    "home": ("hex?",),
    "parent": ("units?",),
    "note": ("text",),
}
"""The columns of the units, with the types that each may have."""

SHAPES = (
    '<circle cx="7" cy="6" r="2"/>',
    '<use href="symbol:boot" x="4" y="2" width="6" height="6"/>',
    '<path d="M2 2L6 2L4 6z"/>',
    '<g>{% for i in range(3) %}<rect x="{{ i }}" y="2" width="0.5" height="2"/>{% endfor %}</g>',
    '{% if style %}<rect x="2" y="2" width="3" height="3"/>{% endif %}',
)

CRTS = (
    '# Odds\n\n{{ table("crt") }}\n\nDraw {{ rows.figures.hand.value }}.\n',
    '{{ table("crt", {"D1": "#ecb9a8", "EX": "#e6e0ee"}) }}\n\n{{ figures|length }}\n',
    "{% for row in crt %}\n- {{ row.die }}\n{% endfor %}\n{% set hand = rows.figures.hand %}Hand: {{ hand.value }}\n",
    "```track 20\n{% for row in crt %}\n{{ row.die }} | Low | #e6dfc9\n{% endfor %}\n```\n\n{{ figures|length }}\n",
)


@dataclass
class _Game:
    """What is known of the game while its files are made up."""

    dice: random.Random
    sides: list[str] = field(default_factory=list)
    columns: dict[str, str] = field(default_factory=dict)
    units: list[dict[str, str]] = field(default_factory=list)
    hexes: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)


def own_game(dice: random.Random) -> dict[str, str]:
    """The files of a game, by their paths in its folder."""
    game = _Game(dice)
    game.sides = list(SIDES[: dice.randint(1, 4)])
    game.columns = {name: dice.choice(types) for name, types in TYPES.items() if dice.random() < 0.7}
    mapped = dice.random() < 0.7
    width, height = dice.randint(4, 9), dice.randint(4, 8)
    if mapped:
        game.hexes = [f"{column:02}{row:02}" for column in range(1, width + 1) for row in range(1, height + 1)]
        game.files |= _map(game, width, height)
    elif "home" in game.columns:
        del game.columns["home"]
    game.files["units.csv"] = _units(game)
    parts = [_counters(dice)]
    if dice.random() < 0.5:
        game.files["markers.csv"] = _markers(dice)
        game.files["faces/marker.svg.j2"] = _face(dice, "{{ name }}", "#f4f1e8", 15, 15)
        parts.append("{id: markers, pieces: markers, face: marker}")
    if dice.random() < 0.5:
        game.files["events.csv"] = _events(game)
        game.files["faces/event.svg.j2"] = _card(dice)
        size = dice.choice(("poker", "mini", "bridge", "square", "[50, 70]"))
        parts.append(f"{{id: events, title: Events, cards: events, face: event, size: {size}}}")
    if mapped:
        parts.append("{id: map, map: field}")
    if dice.random() < 0.5:
        game.files["texts/charts.md.j2"] = _text(game, mapped)
        parts.append("{id: charts, title: Player aid, text: charts, columns: 2, aid: yes}")
    if dice.random() < 0.3:
        game.files["texts/rules.md.j2"] = _text(game, mapped)
        game.files["faces/cover.svg.j2"] = _face(dice, "{{ title }}", "#f4f1e8", 148, 210)
        parts.append("{id: rules, booklet: rules, cover: cover}")
    if dice.random() < 0.4:
        game.files["tables/crt.csv"] = "Die,-1,0,+1\n" + "\n".join(
            f"{die},{dice.choice(('A1', 'EX', 'DR'))},{dice.choice(('–', 'DR'))},D1" for die in range(1, 7)
        )
        game.files["tables/figures.csv"] = f"id,value\nhand,{dice.randint(1, 9)}\n"
        game.files["texts/odds.md.j2"] = dice.choice(CRTS)
        parts.append("{id: odds, title: Odds, text: odds}")
    if mapped and dice.random() < 0.6:
        game.files["scenarios/first.yaml"] = _scenario(game)
    game.files["faces/unit.svg.j2"] = _unit_face(game)
    game.files["style.yaml"] = STYLE
    sides = "".join(f"  - {{id: {side}, name: The {side.title()}, livery: {side}}}\n" for side in game.sides)
    types = "".join(f"    {name}: {kind}\n" for name, kind in game.columns.items())
    game.files["game.yaml"] = (
        f"game:\n  id: mill\n  title: The Mill\n  counter: {dice.choice((13, 15, 15.9, 19))}\n  hex: 22\n"
        f'  edition: "{dice.randint(1, 9)}"\n'
        + ("  stacking: 9\n" if dice.random() < 0.4 else "")
        + f"sides:\n{sides}columns:\n  units:\n    side: side\n{types}"
        + "parts:\n"
        + "".join(f"  - {part}\n" for part in parts)
    )
    return game.files


def _units(game: _Game) -> str:
    dice = game.dice
    for number in range(dice.randint(len(game.sides), 9)):
        side = game.sides[number] if number < len(game.sides) else dice.choice(game.sides)
        row = {
            "id": f"u{number}",
            "name": dice.choice(NAMES),
            "side": side,
            "count": dice.choice(("1", "2", "3", "1 + 1")),
        }
        for column in game.columns:
            row[column] = {
                "strength": str(dice.randint(1, 9)),
                "weak": dice.choice(("", "1", "2")),
                "movement": str(dice.randint(1, 9)),
                "type": dice.choice(("foot", "horse", "gun")),
                "symbol": dice.choice(SYMBOLS),
                "home": dice.choice(["", *game.hexes]),
                "parent": dice.choice(("", "u0")),
                "note": dice.choice(("", "Moves **once**", '"a, b"', '"two\nlines"')),
            }[column]
        game.units.append(row)
    head = list(game.units[0])
    dice.shuffle(head)
    return "\n".join(",".join(row[name] for name in head) for row in [dict(zip(head, head, strict=True)), *game.units])


def _markers(dice: random.Random) -> str:
    counts = ("1", "4", "ceil(counters / 3)", "rows(units)", "sides + 1", '"max(2, counters)"', "counters * 2 - 1")
    rows = [
        f"m{n},{dice.choice(('Shaken', 'Held', 'Low tide'))},{dice.choice(counts)}" for n in range(dice.randint(1, 4))
    ]
    return "\n".join(["id,name,count", *rows])


def _events(game: _Game) -> str:
    dice = game.dice
    texts = ("Add **{n}** to a move :boot:.", "*Any* hex.", '"- one\n- two"', "Plain words", "“Quoted” – and 50%")
    rows = [
        f"e{n},{dice.choice(NAMES)},{dice.choice(game.sides)},{dice.choice(texts)}" for n in range(dice.randint(1, 6))
    ]
    return "\n".join(["id,name,side,text", *rows])


def _counters(dice: random.Random) -> str:
    picked = dice.choice(
        (
            "units",
            "units",
            "units where count != 0",
            "units where side = red or side != red",
            "units where (name != nobody and id != u99) or id = u0",
        )
    )
    extra = dice.choice(("", ", group: side", ", back: unit", ", numbered: yes", ", count: 2", ", chits: yes"))
    return f"{{id: counters, pieces: {picked}, face: unit{extra}}}"


def _face(dice: random.Random, words: str, fill: str, width: float, height: float) -> str:
    shape = dice.choice(SHAPES)
    return (
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">\n'
            f'<rect x="-4" y="-4" width="{width + 8}" height="{height + 8}" fill="{fill}"/>\n{shape}\n'
            f'<text x="{width / 2}" y="{height - 4}" font-size="5pt" text-anchor="middle" data-fit="{width - 3}" '
            f'data-fit-min="0.5" fill="{{{{ ink("{fill}") }}}}">{words}</text>\n</svg>\n'
        )
        .replace('ink("{{', "ink(")
        .replace('}}") }}', ") }}")
    )


def _unit_face(game: _Game) -> str:
    dice, text = game.dice, [name for name in ("strength", "movement") if name in game.columns]
    words = "-".join(f"{{{{ {name} }}}}" for name in text) or "{{ name }}"
    words = dice.choice((words, words, "{{ side.name }}", "{{ name|upper }}"))
    return _face(dice, words, "{{ style.liveries[side.livery].fill }}", 15, 15)


def _card(dice: random.Random) -> str:
    box = dice.choice(("4 30 42 30", "5 5 36 50"))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 70">'
        '<rect x="-4" y="-4" width="58" height="78" fill="#ffffff"/>\n'
        f'<text data-box="{box}" font-size="9pt" data-fit-min="3pt">{{{{ text|replace("{{n}}", "2") }}}}</text></svg>\n'
    )


def _map(game: _Game, width: int, height: int) -> dict[str, str]:
    dice = game.dice
    kinds = ["clear", *dice.sample(LOOKS[1:], dice.randint(1, 4))]
    letters = dict(zip(".wvmh", kinds, strict=False))
    rows = "".join(f'    - "{"".join(dice.choice(list(letters)) for _ in range(width))}"\n' for _ in range(height))
    text = f"map:\n  id: field\n  title: The Field\n  columns: {width}\n  rows: {height}\n"
    text += f"  legend: {{{', '.join(f'{chr(39)}{letter}{chr(39)}: {kind}' for letter, kind in letters.items())}}}\n"
    text += f"  terrain:\n{rows}"
    files = {
        "terrain.yaml": "terrain:\n"
        + "".join(f'  - {{id: {kind}, name: {kind.title()}, look: {kind}, cost: {{all: "2"}}}}\n' for kind in kinds)
    }
    if dice.random() < 0.5:
        files["hexsides.yaml"] = 'hexsides:\n  - {id: river, name: River, like: river, cost: {all: "+1"}}\n'
        sides = dice.choice(("N", "NE SE", "N S", "SW"))
        text += f"  hexsides:\n    river:\n      - 0202 {sides}\n      - 0303 {sides}\n"
    if dice.random() < 0.5:
        files["lines.yaml"] = 'lines:\n  - {id: road, name: Road, like: road, cost: {all: "1"}}\n'
        text += f"  lines:\n    road:\n      - {dice.choice(('0101 0102 0103', '0202 0203 0204', 'N 0201 0202'))}\n"
    if dice.random() < 0.5:
        files["places.yaml"] = 'places:\n  - {id: town, name: Town, mark: star, colour: "#a3262a", size: 3}\n'
        text += "  places:\n    town: [0202 Mill, 0303]\n"
    text += dice.choice(("", "", "  numbers: {shown: no}\n"))
    return {**files, "maps/field.yaml": text}


def _scenario(game: _Game) -> str:
    dice = game.dice
    turns = dice.randint(1, 12)
    forces = ""
    for row in dice.sample(game.units, dice.randint(1, len(game.units))):
        turn = f", turn: {dice.randint(1, turns)}" if dice.random() < 0.3 else ""
        forces += f'  - {{unit: {row["id"]}, side: {row["side"]}, hexes: "{dice.choice(game.hexes)}"{turn}}}\n'
    if "home" in game.columns and dice.random() < 0.3:
        forces = "  - {pieces: units where home != '', at: home}\n"
    return f"scenario: {{id: first, title: First, map: field, turns: {turns}}}\nforces:\n{forces}"


def _text(game: _Game, mapped: bool) -> str:
    dice = game.dice
    pieces = [
        "# {{ title }}\n\nStack {{ game.stacking or 2 }}.",
        "| Unit | Side |\n|---|:-:|\n{% for unit in units %}\n| {{ unit.name }} | {{ unit.side }} |\n{% endfor %}",
        "{% for unit in units if unit.count %}\n- **{{ unit.name }}**\n{% endfor %}",
        '{{ table("units") }}',
        "{{ rows.units.u0.name }} is *one* of {{ units|length }}.",
        "Figure:\n\n![A counter](figure:counters:u0)",
        *(["{% for ground in terrain %}\n- {{ ground.name }}: {{ ground.cost.all }}\n{% endfor %}"] if mapped else []),
    ]
    return "\n\n".join(dice.sample(pieces, dice.randint(1, 3))) + "\n"


# --- spoiling -----------------------------------------------------------------------------------------------------


def spoilt_game(files: dict[str, str], dice: random.Random) -> dict[str, str]:
    """The same with one or two files spoilt in a few words, exchanged or lost."""
    files = dict(files)
    for _ in range(dice.choice((1, 1, 2))):
        name = dice.choice(sorted(files))
        if dice.random() < 0.03 and len(files) > 2:
            del files[name]
        elif dice.random() < 0.05:
            other = dice.choice(sorted(files))
            files[name], files[other] = files[other], files[name]
        else:
            files[name] = spoilt(files[name], dice, dice.choice((1, 1, 2, 6)))
    return files


def write(files: dict[str, str], folder: Path) -> None:
    """Write the files into a folder that there is not yet."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
