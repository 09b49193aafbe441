"""Compare what the games play, tell and answer before and after a change.

    python tools/same_games.py save BEFORE           with the environment of the earlier checkout
    python tools/same_games.py save AFTER            with that of the later one
    python tools/same_games.py compare BEFORE AFTER  every file that differs, with its first line that does
    python tools/same_games.py replay BEFORE         the saved games of BEFORE, played again by this environment

`save` keeps three things (`--only games` keeps one of them): 450 games, each with its actions, events and battle
report; answers, that is what `ANSWERS` and the other commands without a drawing say, with exit code and errors; and
what is said of the wrong files in tests/corpus.  Fingerprints of games are left out: `replay` compares those apart
from everything else.  Exit code 1 if anything differs, but not for a fingerprint.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import os
import re
import shlex
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from unittest import mock

import ibbprint
from ibbprint.cli import run

ROOT = Path(ibbprint.__file__).resolve().parent.parent
"""The checkout of the ibbprint that runs: its scenarios, examples and lists are looked at."""
PARTS = ("games", "answers", "corpus")
PROCESSES = 2
SETTINGS = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}

# --- the games ------------------------------------------------------------------------------------------------------

SEEDS = range(50)
BRIEF = range(10)
"""The seeds of the games that are reported with --brief too."""
MARSH = ("--pack", "docs/examples/salt-marsh")
IBB_RULES = (
    "R-17=count",
    "R-22=3-2-4",
    "R-64=turn",
    "R-82=literal",
    "R-95=die",
    "R-115=any",
    "R-119=never",
    "R-126=turn",
    "R-136=number",
)
AW_RULES = ("A-05=mixed64", "A-07=on", "A-09=nearest", "A-17=one_owner_choice")
MICRO_RULES = ("M-02=none", "M-03=3", "M-29=8")
BT_RULES = ("B-01=5", "B-07=4", "B-19=cumulative", "B-27=army", "B-40=8")
GAMES = {
    "defend-the-bridge": ((), IBB_RULES),
    "hastings": ((), IBB_RULES),
    "stirling": ((), IBB_RULES),
    "low-tide": (MARSH, IBB_RULES),
    "ayrenes-woods": ((), AW_RULES),
    "two-villages": ((), MICRO_RULES),
    "the-long-road": ((), MICRO_RULES),
    "the-inn-at-three-roads": ((), BT_RULES),
    "the-moon-at-the-gate": ((), BT_RULES),
}
"""Scenarios, with their packs and the switches of their game."""
POLICIES = ("greedy", "{}=greedy,{}=random", "{}=random,{}=greedy", "random", "random", "random")
"""Of both sides; random mostly: it visits more rules."""
SIDES = {
    "two-villages": ("blue", "red"),
    "the-long-road": ("blue", "red"),
    "the-inn-at-three-roads": ("marcher-league", "barrow-kin"),
    "the-moon-at-the-gate": ("iron-hall", "red-moon"),
}
"""The sides of scenarios where they are not called A and B."""

# --- the answers ----------------------------------------------------------------------------------------------------

KINDS = ("melee", "mounted", "charge", "fire", "opportunity", "bombard", "spell")
GROUNDS = (
    "woods",
    "clear",
    "hill",
    "Crest",
    "bridge",
    "village",
    "jungle",
    "swamp",
    "river",
    "rubble",
    "marsh",
    "desert",
    "brush",
    "stream",
    "woodds",
)
SPELLS = ("fireball", "chain lightning", "fist of righteousness", "giant splat", "firbal", "wahoo")
QUESTIONS = """
7 vs 3
7 vs 0
0 vs 3
1 vs 9 --shift -1
9 vs 1 --terrain woods --fort 2
7 vs 3 --die 1
7 vs 3 --die -9 --shift 2
4 vs 3 --fort 1 --engineers
4 vs 3 --wahoo
4 vs 3 --fort 3
7 vs 3 --kind meleee
HC vs heavy-infantry-q3 --kind charge
HC vs heavy-infantry-q3 --kind charge --rule R-95=die
HC vs pikes --kind charge --fort 1
HC vs pikes --kind charge --terrain hill
HC vs pikes --kind charge --terrain woods
HC vs pikes --kind mounted --fort 1
elven archers vs HC --kind opportunity --terrain stream
elven-archers-q3 vs heavy-infantry-q3 --kind fire
elven-archers-q3 vs heavy-infantry-q3 --kind fire --rule R-82=literal
'axemen-q4 berserk, elven archers support berserk vs 3'
axemen-q4 berserk vs 3 --rule R-119=never
'axemen-q4 + siege engine support vs 3'
bombard vs 3 --kind bombard
siege-engine vs 3 --kind bombard --fort 1
siege-engine vs pikes --kind bombard
5 vs structure
'4 vs pikemen-q3 disorganised balked'
'4 vs pikemen-q3, light infantry Q2'
7 vs heavy-infantry-q3 disorganised this turn
7 vs heavy-infantry-q3 berserk
spearmen-q2 vs HC --kind fire
HC vs spearmen-q2-spent --kind mounted
HC vs spearmen-q2-spent --kind mounted --rule R-22=3-2-4
'pikemen-q3, HC vs pikemen-q3, HC'
'axemen-q4, captain-4 vs 3'
'3 axemen-q4 vs pikes' --fort 1 --engineers
'axmen-q4 vs pikmen-q3' --terrain wods
light infantry vs 3
wizard vs 3
pikes rooted vs 3
pikes vs HC --kind charge
pikes vs HC --kind mounted
pikes vs HC --kind fire
pikes vs HC --kind bombard
pikes vs HC --kind spell
pikes routed vs HC
HC balked vs pikes --kind charge
'pikes, axemen-q4 support vs HC'
pikes vs HC support
pikes disorganised routed vs 3
captain-4 vs 3
3 vs captain-4
3 vs petard
30 axemen-q4 vs 3
7
7 vs 3 vs 2
2.5 vs 3
7 vs 3 --rule R-99=x
7 vs 3 --terrian hill
7 vs 3 --game chess
7 vs 3 --pack nowhere
'punt archers vs HC' --kind fire --pack docs/examples/salt-marsh
'3 vs mud-warden' --pack docs/examples/salt-marsh --terrain saltings
attack --table heavy-cavalry-q3
attack --table pikes --terrain woods
attack --table pikemn
attack --table captain-4
orders 2
orders captain-5
orders 4 --modifier under-fire --modifier lost-unit=2
orders 3 --modifier out-of-range
orders 3 --modifier under-fir
orders 3 --modifier lost-unit=x
orders captain-9
orders
morale spearmen-q1
morale pikes
morale axemen-q4 --captain 2
morale pikemen-q3 --priest 5 --rally
morale pikemen-q3 --priest 2 --rally --prayed
morale light-infantry-q2 --priest 2 --captain 3
morale pikemen-q3 --balked
morale pikemen-q3 --routed
morale axemen-q4 routed --captain 2
morale pikemen-q3 --rule R-115=any
morale pikemen-q3 --rule R-119=never
morale captain-4
balk HC
balk 3
balk 'HC, HC 4-3-6 Q2'
balk pikes
fizzle
fizzle --modifier caster-moved
fizzle --modifier caster-under-fire --modifier caster-charged
fizzle --modifier near-fighting
accuracy 3
accuracy wizard-5
accuracy 4 --modifier near-fighting
accuracy captain-4
petard
petard 3
scout
scout scouts-q3 --range 1
scout --range 2
scout --range 4
scout pikes
A 9 vs B 5 --game ayrenes-woods
attack --game ayrenes-woods 'A 9 doubled vs B 5' --stream
attack --game ayrenes-woods 'A 9 vs B 5 doubled disordered'
attack --game ayrenes-woods 'dwarf-b 6 berserk vs elf-a 8' --no-arrows
attack --game ayrenes-woods 'dwarf-b 5 berserk vs elf-b 5'
attack --game ayrenes-woods 'dwarf-b 6 berserk, dwarf-a 8 vs elf-a 8 disordered'
attack --game ayrenes-woods '4 dwarf-a 10 berserk vs dwarf-c 1 disordered' --leader
attack --game ayrenes-woods 'A 8 vs A 8' --terrain woods --hammer
attack --game ayrenes-woods 'A 8 vs A 8' --terrain woods --brother
attack --game ayrenes-woods 'A 8 vs A 8' --leader --enemy-leader
attack --game ayrenes-woods 'C 1 vs A 10' --terrain woods --enemy-leader
attack --game ayrenes-woods 'A 9 vs elf-a 8' --aim
attack --game ayrenes-woods 'A 9 vs elf-a 8' --aim --steady
attack --game ayrenes-woods 'A 7 vs B 4' --rule A-09=nearest
attack --game ayrenes-woods 'A 9 vs B 5' --rule A-17=one_owner_choice
attack --game ayrenes-woods 'A 9, B 6 vs B 5, C 3' --rule A-17=one_owner_choice
attack --game ayrenes-woods 'A 8 vs A 8' --rule A-07=on --through front
attack --game ayrenes-woods 'A 8 vs A 8' --rule A-07=on --through flank
attack --game ayrenes-woods 'A 8 vs A 8' --rule A-07=on --through rear
attack --game ayrenes-woods 'A 8 vs A 8' --through flank
attack --game ayrenes-woods 'A 3 vs B 5' --rule A-05=mixed64
attack --game ayrenes-woods 'A 7, A 7, A 7 vs B 5 routed, B 5'
attack --game ayrenes-woods 'C 1 vs A 10 routed'
attack --game ayrenes-woods 'A 9 disordered vs B 5'
attack --game ayrenes-woods 'A 9'
attack --game ayrenes-woods 'A vs B 5'
attack --game ayrenes-woods 'elf-d 9 vs B 5'
attack --game ayrenes-woods '9 C 4 vs C 1'
attack --game ayrenes-woods 'A 8 vs A 8' --terrain woodds
arrows dwarf-b
arrows orc
zoc-exit B --leader
zoc-exit 'dwarf-b vs elf-a'
zoc-exit 'C disordered vs A'
zoc-exit elf-b --terrain woods --steady
zoc-exit 'elf-a routed'
rally B
rally B --enemy 2
rally B --friend
rally B --friend --leader stacked
rally B --steady
rally 'C routed' --leader stacked
rally 'C routed' --leader adjacent
rally 'A routed' --enemy 2
rally B --leader nowhere
leader-loss
leader-loss --battles 3
hands elf
hands dwarf
hands elv
"""
OTHERS = {
    "element-battle": """
combat Blades vs Blades
combat Knights charging vs Spears
combat Knights charging vs Shooters
combat Paladin vs Magician
combat Blades vs Stronghold
combat Flyers vs Stronghold
combat Stronghold vs Blades
combat Beasts in a wood vs Knights in a wood
combat Blades general vs Blades
combat Blades vs Blades c-in-c
combat Blades overlapped vs Riders
combat Blades overlapped on both sides vs Riders
combat Spears general overlapped twice vs Spears supported
combat Blades overlapped 4 times vs Spears
combat 'Blades overlapped twice, touched on the flank, touched on the rear vs Spears'
combat Blades touched on the flank by Spears vs Riders
combat 'Behemoth touched by Blades, touched by Knights vs Knights'
combat Warband uphill vs Flyers
combat Blades going uphill vs Spears
combat Blades on a hill vs Spears
combat Blades above the bank vs Spears
combat Pikes supported in a marsh vs Riders
combat 'Spears supported, second rank in a wood vs Riders'
combat Spears good in woods in a wood vs Hordes in a wood
combat Spears good in woods in rough vs Hordes
combat Blades vs Water Lurkers
combat 'Airboats in a marsh vs Blades'
combat Riders general vs all
combat 'Blades in bad going vs all'
combat Warbund vs all
combat 1 Blades vs 1 Spears
combat 2 Blades vs Spears
combat Knights +1 vs Spears
combat Blaeds vs Speers
combat wahoo vs Spears
combat Blades overlaped vs Spears suported
combat Blades vs Spears in a wod
combat Blades
combat Blades vs
combat 'Blades vs Spears vs Hordes'
shooting Shooters vs Warband in a wood
shooting 2 Shooters vs Blades
shooting '4 x Shooters vs Behemoth'
shooting 'Artillery, Shooters vs Knights general'
shooting Shooters vs Flyers in a wood
shooting 2 Shooters vs all
shooting Blades vs Spears
shooting Shooters vs Stronghold
shooting 'Shoters, Artilery vs Blads'
shooting 0 Shooters vs Blades
spell Magician vs Magician near his stronghold
spell 3 Magicians vs Hero
spell Magician vs Warband in a wood near a Cleric
spell 2 Magicians vs Dragon across water
spell Magician vs Paladin
spell Magician general vs all
spell God vs Hero
spell 0 Magicians vs Hero
pips
pips '2 groups, 1 far spell'
pips 1 group and lurkers
pips 4 pips for 3 groups
pips '3 for a frog'
pips 2 breakfasts
frog
frog --marked 4
frog --marked 6
frog --spend 2 --marked 2
frog --spend 7
frog --rule H-32=single_turn
frog --rule H-32=single_turn --marked 2
edge
edge 3
""",
    "battle-turn": """
melee spear vs heavy
melee 'Great Axes in two ranks vs First Warriors'
melee 'First Warriors, attack, champion vs Great Axes defending their standard'
melee 'veteran two-hand, worth 12, bloodlust vs elite heavy shield'
melee 'average hand, 5 files, second rank, strength 1 vs medium resilience 2 no shield'
melee 'worth 90 elite vs light'
melee '12 spear disorganised vs heavy shaken'
melee 'spear strength -3 vs heavy resilience +2'
melee spear
melee 'spear banana vs heavy'
melee 'spear disorganized, two-deep vs hevy'
melee 'speer vs heavy wizard'
shooting 10 bow vs heavy
shooting '10 average bow, long range vs heavy, shield'
shooting '20 elite crossbow, 3 volleys, higher ground vs light, soft cover'
shooting 'bow wavering vs medium in a wood'
shooting 'bow shaken, short range vs medium behind a wall'
shooting '0 volleys bow vs heavy'
shooting 'spear vs heavy'
shooting 'bow uphil vs heavy'
shooting 'bow vs heavy hard cove'
shooting 'Long Bows vs Great Axes'
hit
hit --modifier 2
hit --modifier -3
hit --modifier 900
kill
kill --shooting
kill spear vs heavy
kill 'spear strength 2, bloodlust vs heavy, resilience 1'
kill 'bow, higher ground vs light, shield, soft cover' --shooting
kill spear vs heavy --shooting
kill spear vs hevy
kill spear
combat-test elite disciplined
combat-test 'Great Axes, lost more, hero, over 25%'
combat-test 'average impetuous, hold, standard'
combat-test 'average, standard lost, oppose, leader, shaken'
combat-test average --lost 6 --of 14
combat-test average --lost 6 --of 14 --killed 2
combat-test average --lost 16 --of 14
combat-test average --killed 2
combat-test 'Great Axes' --lost 4
combat-test 'average lost mor'
combat-test
orders
orders --leadership 4
orders --leadership 4 --wavering 2
orders 'other race, in person' --leadership 3
orders 'fanatics to attack, attached' --leadership 2
orders 'in persn' --leadership 3
orders --leadership 900
orders --leadership 3 --wavering -1
influence --leadership 3
influence 'bannerman, another race' --leadership 4 --save 4
influence bannermann --leadership 4
influence
command-test
command-test 'warchief killed, boast broken' --gone 2
command-test 'boast holds'
command-test 'boast brokn'
command-test --gone 500
initiative
initiative 6 vs 3
initiative --ours 4 --theirs 4
initiative 6 vs 3 --ours 2
initiative 6 vs x
initiative 6
ranks
ranks elite
ranks elit
""",
    "microbattle": """
attack infantry vs cavalry
attack 'cavalry vs artillery disordered' --on woods
attack 'light infantry vs infantry' --fire 2
attack 'artillery vs light-cavalry' --fire 5 --stand
attack 'artillery vs infantry'
attack 'cavalry vs infantry' --fire 3
attack 'infantry disordered vs infantry' --prepared --behind --friend
attack 'infantry vs infantry' --cornered --own-behind --own-cornered
attack 'infantry vs infantry' --advantages 2 --disadvantages 1
attack 'infantry vs infantry' --on wods --from hil
attack 'infantri vs cavalri'
attack 'infantry disorderd vs cavalry'
attack 'infantry vs disordered'
attack infantry
attack 'infantry vs cavalry' --advantages 900
defeat
defeat 'light infantry'
defeat 'light infantry disordered' --cornered --stand
defeat infantry --prepared --behind --on woods
defeat infantr
test
test --advantages 2 --disadvantages 1
activation
activation --commander poor --units 4 --start 9
activation --commander lost
activation --commander goood
activation --units 9 --start 4
morale
morale --units 9 --lost 3
morale --units 9 --lost 3 --losing 2 --commander good
morale --units 3 --lost 3
commander
commander --times 3
rally
rally --away 3
rally --commander lost
move 'light infantry'
move 'cavalry disordered' --from 1,1 --enemy 2
move infantry --into woods --tries 3
move infantry --into wods
move infantr
move infantry --from 9,99
army
army --primary 2 --secondary 2
army '3 infantry, 2 cavalry, 1 artillery, 1 light'
army '3 infantri'
army infantry
tables
tables 'seize, hill'
tables 'average' --times 4
tables avrage
""",
}
"""Questions of every subject of the other games."""
ODDS = (
    *QUESTIONS.strip().splitlines(),
    *(f"{line} --game {game}" for game, lines in OTHERS.items() for line in lines.strip().splitlines()),
    *(f"7 vs 3 --kind {kind}" for kind in KINDS),
    *(f"4 vs 3 --terrain {ground}" for ground in GROUNDS),
    *(f"4 vs 3 --fort {level} --kind {kind}" for level in (1, 2) for kind in ("melee", "fire", "spell")),
    *(f"'{spell} vs {units}'" for spell in SPELLS for units in ("pikes", "2 HC, light-cavalry-q2", "4 pikes")),
    *(f"arrows {letter}{how}" for letter in "ABC" for how in ("", " --aim", " --steady", " --aim --steady")),
)
"""Questions of every subject of all games: the words after `ibbprint odds`, asked for text and for JSON."""
SCENARIOS = ("defend-the-bridge", "hastings", "stirling", "ayrenes-woods")
EXAMPLES = (*SCENARIOS, *(f"{name}-as-printed" for name in SCENARIOS[:3]), " ".join(("low-tide", *MARSH)))
IBB_SHOWN = ("R-07", "R-22", "R-64", "R-82", "R-95", "R-168", "A-54", "A-94", "A-184", "G-01", "G-40", "R-999")
AW_SHOWN = ("A-01", "A-05", "A-07", "A-09", "A-17", "A-R30", "A-R57", "A-99")
THEMES = ("elf", "dwarf", "halfling", "horse", "magic", "missile", "siege", "orcs")
COMMANDS = """
--version
--help
list
list --pack docs/examples/salt-marsh
schema
schema unit
units
units --game ayrenes-woods
units --pack docs/examples/salt-marsh
units --csv
units --csv --game ayrenes-woods
rules
rules --rule R-22=3-2-4 --game ibb
rules --rule R-22=9
check --explain list
check --explain stacking
check --explain R-49
check hasting
check tests/lists/cases/54-pair-attack-at-the-limit.txt --defender tests/lists/cases/06-one-gold-to-spare.txt
check tests/lists/cases/06-one-gold-to-spare.txt tests/lists/cases/03-budget-one-over.txt --pair
cost 3x Light Infantry Q3
cost 'HC' --json
cost 'human archers'
cost dragon
army --budget 100 --role attacker
army --budget 100 --role defender --seed 5
play hastings --policy clever
play hastngs
replay README.md
"""
ANSWERS = (
    *COMMANDS.strip().splitlines(),
    *(
        f"rules --game {game}{how}"
        for game in ("ibb", "ayrenes-woods")
        for how in ("", " --json", " --switches", " --switches --json")
    ),
    *(f"rules --scenario {name}{how}" for name in SCENARIOS for how in ("", " --switches")),
    *(f"rules show {each} --game ibb{how}" for each in IBB_SHOWN for how in ("", " --json")),
    *(f"rules show {each} --game ayrenes-woods{how}" for each in AW_SHOWN for how in ("", " --json")),
    *(f"check {name}{how}" for name in EXAMPLES for how in ("", " --all", " --json", " --as-printed")),
    *(f"check hastings --json --rule {rule}" for rule in IBB_RULES),
    *(f"check ayrenes-woods --json --rule {rule}" for rule in AW_RULES),
    *(f"army --budget {gold} --theme {theme} --seed {gold}" for gold in (60, 150) for theme in THEMES),
)
"""Other commands: the words after `ibbprint`."""
BATTLES = tuple(
    (gold, ours, theirs, kind)
    for gold in (60, 110)
    for ours, theirs in (("dwarf", "siege"), ("siege", "human"), ("magic", "elf"), ("horse", "foot"))
    for kind in ("attack", "meeting")
)
"""Budgets, themes of two armies and the kind of battle: `army` makes the lists, `battle` the scenario; it is played."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a command said: its exit code, its output and its errors, without the folders of this machine."""

    code: object
    out: str
    err: str

    def __str__(self) -> str:
        return f"exit: {self.code}\n{self.out}" + (f"--- errors ---\n{self.err}" if self.err else "")


def call(words: Iterable[str], folder: Path = ROOT) -> Said:
    """`ibbprint` in this process, working in `folder`; a crash is kept as its traceback."""
    arguments = ["ibbprint", *words]
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n", write_through=True) for _ in range(2))
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.dict(os.environ, SETTINGS),
        mock.patch.object(sys, "argv", arguments),
    ):
        code: object = 0
        try:
            run()
        except SystemExit as end:
            code = end.code or 0
        except Exception:  # noqa: BLE001  # a crash is to be compared too
            code = f"crash\n{traceback.format_exc(limit=-1)}"
    output = [stream.buffer.read().decode() for stream in (out, err) if not stream.buffer.seek(0)]
    return Said(code, *(text.replace(str(folder), "HERE").replace(str(ROOT), "ROOT") for text in output))


# --- played ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Game:
    """A game to be played: the words after `ibbprint play`."""

    name: str
    words: tuple[str, ...]
    brief: bool


def games() -> Iterator[Game]:
    """Every game: each odd seed plays with one or two switches another way."""
    for scenario, (packs, switches) in GAMES.items():
        for seed in SEEDS:
            first = seed // 2
            chosen = [switches[(first + more) % len(switches)] for more in range((0, 1, 0, 2)[seed % 4])]
            rules = chain.from_iterable(("--rule", each) for each in chosen)
            policy = POLICIES[seed % len(POLICIES)].format(*SIDES.get(scenario, "AB"))
            words = (scenario, "--force", "--seed", str(seed), "--policy", policy, *packs, *rules)
            yield Game(f"{scenario}-{seed:02}", words, seed in BRIEF)


def events(said: Said) -> str:
    """A game in JSON, one event per line, without the fingerprint of its end."""
    try:
        data = json.loads(said.out)
    except ValueError:
        return str(said)
    data.pop("fingerprint", None)
    lines = [json.dumps(event, ensure_ascii=False, sort_keys=True) for event in data.pop("events")]
    return "\n".join([f"exit: {said.code}", json.dumps(data, ensure_ascii=False), *lines, said.err])


def without_fingerprints(saved: str) -> str:
    """A saved game that replays whatever its fingerprints would be."""
    return re.sub(r"^(begins|ends): .*\n", "", saved, flags=re.MULTILINE)


def play(game: Game, folder: Path) -> None:
    """Play a game: its actions into NAME.game, events into NAME.events, report into NAME.report."""
    saved = folder / f"{game.name}.game"
    played = call(("play", *game.words, "--json", "--save", str(saved)))
    (folder / f"{game.name}.events").write_text(events(played), encoding="utf-8")
    report = str(call(("replay", str(saved))))
    if game.brief:
        report += str(call(("replay", str(saved), "--brief")))
    (folder / f"{game.name}.report").write_text(report.replace(str(folder), "FOLDER"), encoding="utf-8")


def play_again(saved: Path) -> list[str]:
    """What differs when a saved game is replayed; a line that begins with `fingerprint` if nothing else does."""
    brief = int(saved.stem.rpartition("-")[2]) in BRIEF
    with tempfile.TemporaryDirectory() as scratch:
        bare = Path(scratch) / saved.name
        bare.write_text(without_fingerprints(saved.read_text(encoding="utf-8")), encoding="utf-8")
        played, reported = call(("replay", str(bare), "--json")), call(("replay", str(bare)))
        text = str(reported).replace(str(bare), saved.name)
        report = str(reported) + (str(call(("replay", str(bare), "--brief"))) if brief else "")
        report = report.replace(scratch, "FOLDER")
    if played.code:
        return [f"{saved.name}: {played.err.replace(str(bare), saved.name).strip()}"]
    kept = {kind: saved.with_suffix(f".{kind}").read_text(encoding="utf-8") for kind in ("events", "report")}
    results = [first_difference(kept["events"], events(played)), first_difference(kept["report"], report)]
    lines = [f"{saved.name}: {place}" for place in results if place is not None]
    whole = str(call(("replay", str(saved)))).replace(str(saved), saved.name)
    if not lines and whole != text:
        return [f"fingerprint of {saved.name}: {first_difference(text, whole)}"]
    return lines


# --- answered -------------------------------------------------------------------------------------------------------


def questions() -> Iterator[tuple[str, ...]]:
    """Every command that is run for its answer."""
    for line in ODDS:
        yield ("odds", *shlex.split(line))
        yield ("odds", *shlex.split(line), "--json")
    for line in ANSWERS:
        yield tuple(shlex.split(line))
    for kind in call(("schema",)).out.split():
        yield ("schema", kind)
        yield ("schema", kind, "--game", "ayrenes-woods")
    for path in sorted((ROOT / "tests" / "lists").glob("*/[0-9]*")):
        yield ("check", str(path.relative_to(ROOT)))
        yield ("check", str(path.relative_to(ROOT)), "--json")
    for path in sorted((ROOT / "docs" / "examples").rglob("*.txt")):
        yield ("check", str(path.relative_to(ROOT)))


def named(words: Iterable[str]) -> str:
    """A name of a file for a command."""
    line = shlex.join(words)
    readable = re.sub(r"[^\w.=-]+", "_", line).strip("_")[:80]
    return f"{readable}-{hashlib.sha256(line.encode()).hexdigest()[:6]}.txt"


def ask(words: tuple[str, ...], folder: Path) -> None:
    """A command and what it said, into a file of its name."""
    (folder / named(words)).write_text(f"$ ibbprint {shlex.join(words)}\n{call(words)}", encoding="utf-8")


def fight(battle: tuple[int, str, str, str], folder: Path) -> None:
    """Two army lists, the scenario that is made of them, what is said of it and four games of it, into one file."""
    gold, *themes, kind = battle
    roles = ("--role attacker", "--role defender") if kind == "attack" else ("", "")
    with tempfile.TemporaryDirectory() as scratch:
        here, output = Path(scratch), []
        for number, (theme, role) in enumerate(zip(themes, roles, strict=True)):
            words = f"army --budget {gold} --theme {theme} --seed {number} {role}".split()
            army = call(words, here)
            (here / f"{number}.txt").write_text(army.out, encoding="utf-8")
            output.append(str(army))
        output.append(str(call(("battle", "0.txt", "1.txt", "--kind", kind, "-o", "battle.yaml"), here)))
        if (here / "battle.yaml").is_file():
            output.append((here / "battle.yaml").read_text(encoding="utf-8"))
        output.append(str(call(("check", "battle.yaml", "--all"), here)))
        for seed, policy in enumerate(("greedy", "random", "random", "random")):
            play_it = ("play", "battle.yaml", "--seed", str(seed), "--policy", policy)
            output += [str(call(play_it, here)), events(call((*play_it, "--json"), here))]
    (folder / f"battle-{gold}-{'-'.join(themes)}-{kind}.txt").write_text("\n".join(output), encoding="utf-8")


# --- said of wrong files --------------------------------------------------------------------------------------------


def wrong(kind: str, folder: Path) -> None:
    """What is said of every wrong set-up (`set_ups`) or of a share of the wrong packs, into a file of its id each."""
    sys.path.insert(0, str(ROOT))
    from tests.catalogue import test_error_corpus
    from tests.systems.ibb import test_set_ups

    if kind == "set_ups":
        for id, battle in test_set_ups.cases().items():
            with tempfile.TemporaryDirectory() as scratch:
                for name, text in (("set-up", battle.text()), ("as-printed", battle.text(as_printed=True))):
                    (Path(scratch) / f"{name}.yaml").write_text(text, encoding="utf-8")
                ways = (("set-up.yaml", "--all", "--json"), ("as-printed.yaml",))
                message = "\n".join(str(call(("check", *way), Path(scratch))) for way in ways)
            (folder / f"set-up-{id}.txt").write_text(message, encoding="utf-8")
        return
    for number, (id, case) in enumerate(test_error_corpus.cases().items()):
        if number % PROCESSES != int(kind):
            continue
        with tempfile.TemporaryDirectory() as scratch:
            test_error_corpus.build(case, Path(scratch))
            words = test_error_corpus.command(case, Path("kits"))
            (folder / f"pack-{id}.txt").write_text(str(call(words, Path(scratch))), encoding="utf-8")


# --- saved, compared ------------------------------------------------------------------------------------------------


def save(folder: Path, parts: Iterable[str]) -> None:
    """Everything of `parts` into a folder of its name; what was there under the same names is written over."""
    tasks: list[Callable[[], None]] = []
    for part in parts:
        product = folder / part
        product.mkdir(parents=True, exist_ok=True)
        if part == "games":
            tasks += [partial(play, game, product) for game in games()]
        elif part == "answers":
            tasks += [partial(ask, words, product) for words in questions()]
            tasks += [partial(fight, battle, product) for battle in BATTLES]
        else:
            tasks += [partial(wrong, kind, product) for kind in (*map(str, range(PROCESSES)), "set_ups")]
    with ProcessPoolExecutor(PROCESSES) as workers:
        for task in [workers.submit(task) for task in tasks]:
            task.result()


def first_difference(before: str, after: str) -> str | None:
    """The first line in which two texts differ, as it was and as it is."""
    if before == after:
        return None
    old, new = before.splitlines(), after.splitlines()
    number = next(
        (n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), min(len(old), len(new))
    )
    at = [lines[number] if number < len(lines) else "(ends)" for lines in (old, new)]
    start = max(next((n for n, pair in enumerate(zip(*at, strict=False)) if pair[0] != pair[1]), 0) - 60, 0)
    return f"line {number + 1}\n    - {at[0][start : start + 240]}\n    + {at[1][start : start + 240]}"


def compare(before: Path, after: Path) -> list[str]:
    """One paragraph for each file that differs, is new or is gone."""
    names = sorted(
        {path.relative_to(folder) for folder in (before, after) for path in folder.rglob("*") if path.is_file()}
    )
    lines = []
    for name in names:
        if not ((before / name).is_file() and (after / name).is_file()):
            lines.append(f"{name}: only {'before' if (before / name).is_file() else 'after'}")
            continue
        texts = [(folder / name).read_text(encoding="utf-8") for folder in (before, after)]
        if name.suffix == ".game":
            texts = [re.sub(r"\Aibbprint game \d+\n", "", without_fingerprints(text)) for text in texts]
        if (place := first_difference(texts[0], texts[1])) is not None:
            lines.append(f"{name}: {place}")
    print(f"{len(names)} files compared, {len(lines)} differ")
    return lines


def replayed(folder: Path) -> list[str]:
    """What differs in the saved games of a folder when this ibbprint replays them."""
    saved = sorted((folder / "games").glob("*.game"))
    with ProcessPoolExecutor(PROCESSES) as workers:
        items = list(chain.from_iterable(workers.map(play_again, saved, chunksize=5)))
    moved = [line for line in items if line.startswith("fingerprint")]
    print(f"{len(saved)} games replayed, {len(items) - len(moved)} differences, {len(moved)} fingerprints differ")
    if moved:
        print(moved[0])
    return [line for line in items if line not in moved]


def main() -> int:
    """Save, compare or replay; 0 if everything is the same."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    saving = verbs.add_parser("save")
    saving.add_argument("folder", type=Path)
    saving.add_argument("--only", choices=PARTS, action="append", help="one part; repeat it for two")
    comparing = verbs.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    verbs.add_parser("replay").add_argument("folder", type=Path)
    asked = parser.parse_args()
    if asked.verb == "save":
        save(asked.folder.resolve(), asked.only or PARTS)
        return 0
    lines = compare(asked.before, asked.after) if asked.verb == "compare" else replayed(asked.folder.resolve())
    print("\n".join(lines))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
