"""Players' words: questions about odds as they are typed, names of games, and the table of words of games and packs."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import ibbprint
from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.engine.api.odds import OddsRequest
from ibbprint.engine.odds import Query
from ibbprint.engine.words import Word, Words
from ibbprint.problems import Report
from ibbprint.reports.odds_report import bar
from ibbprint.systems import games
from ibbprint.systems.battle_turn.rules import odds as battle_turn_odds
from ibbprint.systems.battle_turn.rules.described import spoken
from ibbprint.systems.battle_turn.rules.described import troops as battle_turn_troops
from tests.effort import at_most
from tests.helpers import ROOT, call_cli, make_pack, plain, quick_load

SAME = [
    # Itty Bitty Battles
    ("", "heavy cavalry vs pikemen on a hill", "heavy-cavalry-q3 vs pikemen-q3 --terrain hill"),
    ("", "7 against 3 in the woods", "7 vs 3 --terrain woods"),
    ("", "5 to 2 in woods", "5 vs 2 --terrain woods"),
    ("", "7-3", "7 vs 3"),
    ("", "7 vs 3 behind wall", "7 vs 3 --fort 1"),
    ("", "7 vs 3 behind cover", "7 vs 3 --fort 1"),
    ("", "axemen defending bridge vs 2 heavy cavalry", "2 heavy-cavalry-q3 vs axemen-q4 --terrain bridge"),
    ("", "axemen holding a hill against heavy cavalry", "heavy-cavalry-q3 vs axemen-q4 --terrain hill"),
    ("", "captain 3 command", "orders 3"),
    ("", "priest 3 prays", "fizzle"),
    ("", "do my pikemen run away", "morale pikemen-q3"),
    ("", "7:3", "7 vs 3"),
    ("", "2:1 --terrain trees", "2 vs 1 --terrain woods"),
    ("", "7 vs 3 in a fort", "7 vs 3 --fort 1"),
    ("", "dwarf axemen attack elf archers", "axemen-q4 vs elven-archers-q3"),
    ("", "what if dwarves attack heavy infantry in a village", "axemen-q4 vs heavy-infantry-q3 --terrain village"),
    ("", "HC charging pikes", "heavy-cavalry-q3 vs pikemen-q3 --kind charge"),
    ("", "charge pikes with HC", "heavy-cavalry-q3 vs pikemen-q3 --kind charge"),
    ("", "knights charge pikemen in the open", "heavy-cavalry-q3 vs pikemen-q3 --kind charge"),
    ("", "fire crossbowmen at light infantry q2", "crossbowmen-q3 vs light-infantry-q2 --kind fire"),
    ("", "shoot at LI Q3 with crossbowmen", "crossbowmen-q3 vs light-infantry-q3 --kind fire"),
    ("", "hobbits shoot at knights", "slingers-q2 vs heavy-cavalry-q3 --kind fire"),
    ("", "xbows vs lt cav q2 --kind missile", "crossbowmen-q3 vs light-cavalry-q2 --kind fire"),
    ("", "pikemen vs heavy infantry --terrain forest", "pikemen-q3 vs heavy-infantry-q3 --terrain woods"),
    ("", "pikes (shaken) vs hc", "pikemen-q3 disorganised vs heavy-cavalry-q3"),
    ("", "heavy infantry and axemen against pikes", "heavy-infantry-q3, axemen-q4 vs pikemen-q3"),
    ("", "bombard vs bridge", "bombard vs structure"),
    ("", "catapult vs the village wall", "siege-engine vs structure"),
    ("", "what does a petard do to the bridge", "petard"),
    ("", "what does a fireball do to axemen and pikes", "fireball vs axemen-q4, pikemen-q3"),
    ("", "fireball at axemen", "fireball vs axemen-q4"),
    ("", "orders captain 4 --modifier fear", "orders 4 --modifier fear-or-confusion"),
    ("", "will a captain 4 give orders under fire", "orders 4 --modifier under-fire"),
    ("", "rally pikemen", "morale pikemen-q3 --rally"),
    ("", "rally pikemen with a captain 3", "morale pikemen-q3 --rally --captain 3"),
    ("", "does the heavy cavalry balk", "balk heavy-cavalry-q3"),
    ("", "fizzle wizard 5", "fizzle"),
    ("", "cast fireball wizard 5", "fizzle"),
    ("", "spell hits wizard 4", "accuracy 4"),
    ("", "scouts at range 2", "scout --range 2"),
    ("", "heavy cavalry vs pikemen uphill", "heavy-cavalry-q3 vs pikemen-q3 --terrain hill"),
    ("", "hc charge uphill at pikes", "heavy-cavalry-q3 vs pikemen-q3 --terrain hill --kind charge"),
    ("", "three to one", "3 vs 1"),
    ("", "6 on 2 in woods", "6 vs 2 --terrain woods"),
    ("", "attack 9 defence 4", "9 vs 4"),
    ("", "9 attack vs 4 defence in rubble", "9 vs 4 --terrain rubble"),
    ("", "two axemen vs a dozen pikes", "2 axemen-q4 vs 12 pikemen-q3"),
    ("", "four crossbowmen shoot at pikemen", "4 crossbowmen-q3 vs pikemen-q3 --kind fire"),
    ("", "opportunity fire crossbowmen at hc", "crossbowmen-q3 vs heavy-cavalry-q3 --kind opportunity"),
    ("", "catapult bombards the village wall", "siege-engine vs structure --kind bombard"),
    ("", "7-3 fort 2 woods", "7 vs 3 --fort 2 --terrain woods"),
    ("", "how likely is it that pikemen beat axemen", "pikemen-q3 vs axemen-q4"),
    ("", "does my wizard 5 hit", "accuracy 5"),
    ("", "can engineers blow up a bridge", "petard"),
    ("", "engineers vs bridge", "petard"),
    ("", "ballista vs wall", "siege-engine vs structure"),
    ("", "chance of a captain 4 obeying orders under fire", "orders 4 --modifier under-fire"),
    ("", "does captain 3 activate", "orders 3"),
    ("", "captain 5 orders out of range", "orders 5 --modifier out-of-range"),
    ("", "wizard fizzle", "fizzle"),
    ("", "wizard 4 fireball at pikes", "fireball vs pikemen-q3"),
    ("", "will pikemen rally with priest 4", "morale pikemen-q3 --rally --priest 4"),
    ("", "scout spotted at 2", "scout --range 2"),
    ("", "7 vs 3 fort level 2", "7 vs 3 --fort 2"),
    ("", "axemen vs pikes in a level 2 fort", "axemen-q4 vs pikemen-q3 --fort 2"),
    ("", "hc charge shaken li q2", "heavy-cavalry-q3 vs light-infantry-q2 disorganised --kind charge"),
    ("", "bombard at bridge", "bombard vs structure --kind bombard"),
    ("", "bombard the pikes", "bombard vs pikemen-q3 --kind bombard"),
    ("", "how do I use a petard", "petard"),
    ("", "blow up the bridge with a petard", "petard"),
    ("", "use petard on bridge", "petard"),
    ("", "axemen berserk attack pikes in good order", "axemen-q4 berserk vs pikemen-q3"),
    ("", "does captain 3 get his orders when feared", "orders 3 --modifier fear-or-confusion"),
    ("", "9 vs 4 in a village with engineers", "9 vs 4 --terrain village --engineers"),
    ("", "10 to 3 across a bridge", "10 vs 3 --terrain bridge"),
    ("", "wizard 5 casts fireball at pikes", "fireball vs pikemen-q3"),
    ("", "will knights balk", "balk heavy-cavalry-q3"),
    ("", "do the dwarves rally", "morale axemen-q4 --rally"),
    # Battle of Ayrene's Woods
    ("ayrene", "elf scouts slip past dwarf guards", "zoc-exit elf-c vs dwarf-a"),
    ("", "how likely is a leader to die in 2 battles", "leader-loss --battles 2"),
    ("", "dwarf guard 8 attacks elf bowmen 5", "dwarf-a 8 vs elf-b 5 --game ayrenes-woods"),
    ("ayrene", "archers shoot dwarf axes", "arrows dwarf-b"),
    ("ayrene", "elven archers 5 attack dwarf guard 8 in the forest", "elf-b 5 vs dwarf-a 8 --terrain woods"),
    ("", "elf-a 8 attacks dwarf-b 6 across a stream", "elf-a 8 vs dwarf-b 6 --stream --game ayrenes-woods"),
    ("", "dwarf axemen 6 berserk vs elf guard 8", "dwarf-b 6 berserk vs elf-a 8 --game ayrenes-woods"),
    ("", "does elf-b leave the zoc of dwarf-a", "zoc-exit elf-b vs dwarf-a"),
    ("", "rally elf-b with a leader", "rally elf-b --leader stacked --game ayrenes-woods"),
    ("", "arrows at dwarf axes", "arrows dwarf-b"),
    ("Battle of Ayrene’s Woods", "leader dies", "leader-loss"),
    ("", "what hand do the elves draw", "hands elf"),
    ("ayrene", "what spells do dwarves get", "hands dwarf"),
    ("", "zoc exit elf-b past dwarf-a", "zoc-exit elf-b vs dwarf-a"),
    ("", "does elf-b get away from dwarf-a", "zoc-exit elf-b vs dwarf-a"),
    ("", "will my leader survive three battles", "leader-loss --battles 3"),
    ("ayrene", "elf archers shoot at dwarf guard", "arrows dwarf-a"),
    ("ayrene", "two elf-b 5 vs dwarf-a 8", "2 elf-b 5 vs dwarf-a 8 --game ayrenes-woods"),
    ("ayrene", "rally dwarf-a next to a leader", "rally dwarf-a --leader adjacent --game ayrenes-woods"),
    # MicroBattle
    ("micro", "hussars charge guns", "attack light-cavalry vs artillery"),
    ("micro", "light inf fires at artillery in woods", "attack light-infantry vs artillery --fire 1 --on woods"),
    ("mb", "skirmishers vs cavalry in a village", "attack light-infantry vs cavalry --on built-up"),
    ("MicroBattle", "guns fire at cavalry at 3", "attack artillery vs cavalry --fire 3"),
    ("micro", "cavalry on a hill vs infantry", "attack cavalry vs infantry --from hill"),
    ("micro", "activate with a poor commander", "activation --commander poor"),
    ("micro", "infantry get into woods", "move infantry --into woods"),
    ("micro", "cavalry vs infantry uphill", "attack cavalry vs infantry --on hill"),
    ("micro", "cavalry uphill vs infantry", "attack cavalry vs infantry --from hill"),
    ("micro", "cavalry charge uphill at guns", "attack cavalry vs artillery --on hill"),
    ("micro", "cavalry attack downhill against infantry", "attack cavalry vs infantry --from hill"),
    ("micro", "good commander activates six units", "activation --commander good --units 6"),
    ("micro", "rally 2 squares from commander", "rally --away 2 --game microbattle"),
    ("micro", "art bombards inf in town", "attack artillery vs infantry --fire 1 --on built-up"),
    ("", "how far does infantry move", "move infantry"),
    ("", "hussars charge infantry in a village", "light-cavalry vs infantry --on built-up --game microbattle"),
    ("", "guns fire at infantry at range 3", "artillery vs infantry --fire 3 --game microbattle"),
    ("", "infantry dug in vs cavalry", "infantry vs cavalry --prepared --game microbattle"),
    ("", "does the commander survive", "commander --game microbattle"),
    # Element battle
    ("", "shooters shoot knights aided by 2 shooters", "shooting 3 Shooters vs Knights"),
    ("", "shooters aided by 2 shooters shoot knights", "shooting 3 Shooters vs Knights"),
    ("hott", "magician backed by 2 magicians casts at hero", "spell 3 Magicians vs Hero"),
    ("", "magician zaps hero", "spell Magician vs Hero"),
    ("hott", "artillery bombards the blades", "shooting Artillery vs Blades"),
    ("hott", "dragon attacks a wizard", "combat Dragon vs Magician"),
    ("", "knights charge blades on a hill", "combat Knights charging vs Blades on a hill"),
    ("", "what are the odds of a frog turning back", "frog"),
    ("", "how many pips do I get", "pips"),
    ("", "who defends", "edge"),
    ("hott", "knights charging spears in trees", "combat Knights charging vs Spears in a wood"),
    ("HOTT", "elephants vs heavy cavalry", "combat Behemoth vs Knights"),
    ("hordes of the things", "2 archers shoot at blades", "shooting 2 Shooters vs Blades"),
    ("hott", "wizard casts at a hero general", "spell Magician vs Hero general"),
    ("hott", "pips for 2 groups", "pips 2 groups"),
    ("hott", "combat knights vs elephants", "combat Knights vs Behemoth"),
    ("", "two shooters shoot at blades", "shooting 2 Shooters vs Blades"),
    ("hott", "four archers shoot at blades", "shooting 4 Shooters vs Blades"),
    ("hott", "three magicians cast at hero", "spell 3 Magicians vs Hero"),
    ("hott", "heavy cavalry uphill vs pikemen", "combat Knights uphill vs Pikes"),
    ("hott", "knights charge uphill at spears", "combat Knights charging vs Spears uphill"),
    ("hott", "knights charging uphill vs spears", "combat Knights charging vs Spears uphill"),
    ("hott", "knights charge downhill at spears", "combat Knights uphill charging vs Spears"),
    ("", "4 pips for 3 groups", "pips '4 pips for 3 groups'"),
    ("hott", "are 2 pips enough for a spell and 1 far group", "pips '2 pips for 1 spell, 1 far group'"),
    ("hott", "how long until frog turns back", "frog"),
    ("hott", "which edge do I get", "edge"),
    # The Battle Turn
    (
        "battle turn",
        "10 archers at long range shoot at heavy armour behind a wall",
        "shooting '10 bow long range' vs 'heavy hard cover'",
    ),
    ("bt", "spear kills heavy", "kill spear vs heavy"),
    ("tbt", "knights vs spearmen", "melee lance vs spear"),
    ("The Battle Turn", "who goes first", "initiative"),
    ("", "wolf riders charge east spears", "melee Wolf Riders vs East Spears"),
    ("", "mad ones fight hall guard", "melee Mad Ones vs Hall Guard"),
    ("bt", "mad ones morale", "combat-test Mad Ones"),
    ("bt", "archers at long range shoot at east spears", "shooting bow, long range vs East Spears"),
    ("bt", "bowmen shoot at chosen behind a wall", "shooting bow vs Chosen hard cover"),
    ("", "chance to kill heavy armour with a bow", "kill bow vs heavy"),
    ("", "do new orders get through leadership 4", "orders --leadership 4 --game battle-turn"),
    ("bt", "what is our initiative 6 against 3", "initiative --ours 6 --theirs 3"),
    ("bt", "10 archers shoot at heavy with shield at long range", "shooting '10 bow long range' vs 'heavy shield'"),
    ("bt", "four archers shoot downhill at heavy", "shooting '4 bow higher ground' vs heavy"),
    ("bt", "javelins shoot two volleys at medium shield", "shooting 'javelin, 2 volleys' vs 'medium shield'"),
    ("bt", "veteran knights vs green spearmen with shields", "melee 'veteran lance' vs 'poor spear shield'"),
    ("bt", "do orders get through leadership 3", "orders --leadership 3 --game battle-turn"),
    ("bt", "rally unit leadership 4", "influence --leadership 4"),
    ("bt", "morale check elite disciplined shaken", "combat-test elite disciplined shaken"),
]
"""A game, a question as players type it, and the exact spelling of the same question."""

REFUSED = [
    ("crossbowmen at pikes", "ibbprint odds crossbowmen vs pikes.", "crossbowmen vs pikes"),
    (
        "shooters at blades --game hott",
        "ibbprint odds shooters shoot at blades --game element-battle.",
        "shooters shoot at blades --game element-battle",
    ),
    ("artillery at infantry --game micro", "artillery shoot at infantry", "artillery shoot at infantry --game micro"),
    ("archers vs pikes", "crossbowmen-q3", "crossbowmen-q3 vs pikes"),
    ("spearmen vs pikes", "spearmen-q2", "spearmen-q2 vs pikes"),
    ("men at arms vs pikes", "heavy-infantry-q3", "heavy-infantry-q3 vs pikes"),
    ("pikmen vs axemen", "Pikemen", "Pikemen vs axemen"),
    ("hc vs pikes --terrain forrest", "woods", "hc vs pikes --terrain woods"),
    ("hc vs pikes --terrain lava", "marsh", "hc vs pikes --terrain marsh"),
    ("hc vs pikes --kind stab", "melee", "hc vs pikes --kind melee"),
    ("orders 4 --modifier sunshine", "under-fire", "orders 4 --modifier under-fire"),
    ("orders 4 --modifier feer", "fear-or-confusion", "orders 4 --modifier fear-or-confusion"),
    ("orders 9", "2 to 5", "orders 5"),
    ("orders captain 9", "Captain 5", "orders captain 5"),
    ("accuracy 9", "2 to 7", "accuracy 7"),
    ("morale pikes --captain 9", "2 to 5", "morale pikes --captain 5"),
    ("pikemen on a hill vs heavy cavalry", "--terrain", "pikemen vs heavy cavalry --terrain hill"),
    ("hc vs pikes on a hill --terrain woods", "hill", "hc vs pikes --terrain hill"),
    ("HC charging pikes --kind melee", "charge", "HC vs pikes --kind charge"),
    ("pikes under fire vs hc", "'pikes under fire'", "pikemen vs hc"),
    ("pikes not disorganised vs hc", "Pikemen", "pikemen vs hc"),
    (
        "rally charge cavalry woods cavalry --game micro",
        "Known: artillery, cavalry, infantry",
        "attack infantry vs cavalry --game microbattle",
    ),
    ("dwarf guard vs elf guard", "dwarf-b 6 berserk vs elf-a 8", "dwarf-b 6 berserk vs elf-a 8"),
    ("castle vs blades --game hott", "Blades vs Stronghold", "Blades vs Stronghold --game hott"),
    ("two shooters vs blades", "shooting 2 Shooters vs Blades", "shooting 2 Shooters vs Blades"),
    (
        "two shooters at blades",
        "ibbprint odds 2 shooters shoot at blades --game element-battle.",
        "2 shooters shoot at blades --game element-battle",
    ),
    ("four archers shoot at pikes", "crossbowmen-q3", "4 crossbowmen-q3 shoot at pikes"),
    ("fort 9 vs 3", "names no unit on one of its sides", "9 vs 3 --fort 2"),
    ("pikes vs hc uphill in woods", "--terrain woods", "pikes vs hc --terrain woods"),
    ("fort level 2", "ibbprint odds 7 vs 3 --fort 2", "7 vs 3 --fort 2"),
    ("pikemen uphill", "ibbprint odds 7 vs 3", "7 vs 3"),
    ("hc uphill vs pikes", "--terrain hill", "hc vs pikes --terrain hill"),
    ("hc charge downhill at pikes", "--terrain hill", "hc vs pikes --terrain hill"),
    ("light infantry vs light cavalry", "--game microbattle", "light infantry vs light cavalry --game microbattle"),
    ("light infantry vs light cavalry in a wood", "light-cavalry-q2", "light-infantry-q2 vs light-cavalry-q2"),
    ("guns vs cavalry --game micro", "artillery vs cavalry --fire 3", "artillery vs cavalry --fire 3 --game micro"),
    ("elves 5 vs dwarf-a 8 --game ayrene", "elf-b", "elf-b 5 vs dwarf-a 8 --game ayrene"),
    ("knights plumbing vs spears --game hott", "overlapped", "knights overlapped vs spears --game hott"),
    ("tables custard --game micro", "average, breakthrough", "tables average --game micro"),
    ("initiative 6 vs many", "initiative 6 vs 3", "initiative 6 vs 3"),
    ("scout --range 9", "range 1, range 2 and range 3", "scout --range 3"),
    ("bow uphill vs heavy --game bt", "two ranks", "bow two ranks vs heavy --game bt"),
    (
        "bombard vs fort",
        "names no unit on one of its sides. For example: ibbprint odds 7 vs 3 --fort 1",
        "7 vs 3 --fort 1",
    ),
    (
        "axemen-q4 behind walls vs 2 heavy cavalry",
        "If the others attack: ibbprint odds 2 heavy cavalry vs axemen-q4 behind walls",
        "2 heavy cavalry vs axemen-q4 behind walls",
    ),
    (
        "axemen in a fort vs 2 heavy cavalry",
        "only who is attacked can be in a fort",
        "2 heavy cavalry vs axemen in a fort",
    ),
    ("elf archers shoot dwarfs --game ayrene", "dwarf-a, dwarf-b or dwarf-c", "arrows dwarf-a 8 --game ayrene"),
    (
        "Great Axes shooting --game battle-turn",
        "ibbprint odds shooting 10 bow vs heavy --game battle-turn",
        "shooting 10 bow vs heavy --game battle-turn",
    ),
    ("zoc-exit", "For example: dwarf-b 6 berserk vs elf-a 8", "zoc-exit dwarf-b 6 berserk vs elf-a 8"),
]
"""A question, what the refusal says, and the question with it that is then answered."""


def answer(game: str, question: str) -> dict[str, Any]:
    """The answer of the command line to a question, as a program gets it."""
    named = ("--game", game) if game else ()
    result = call_cli("odds", *shlex.split(question), *named, "--json")
    assert result.returncode == 0, result.stderr
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def chances(made: dict[str, Any]) -> list[tuple[str, str]]:
    """Every chance of an answer with its id."""
    return [(row["id"], row["chance"]) for row in (*made["results"], *made["sums"])]


NAMES_ITS_GAME = [
    ("hott blades vs spears", "blades vs spears --game element-battle"),
    ("HOTT: blades vs spears", "blades vs spears --game element-battle"),
    ("element battle blades vs spears", "blades vs spears --game element-battle"),
    ("blades vs spears in hott", "blades vs spears --game element-battle"),
    ("ibb pikemen vs axemen", "pikemen vs axemen --game ibb"),
    ("battle turn spear vs heavy", "spear vs heavy --game battle-turn"),
    ("infantry vs cavalry in microbattle", "infantry vs cavalry --game microbattle"),
]


@pytest.mark.parametrize(("question", "exact"), NAMES_ITS_GAME)
def test_a_game_that_a_question_names_is_asked(question: str, exact: str) -> None:
    assert chances(answer("", question)) == chances(answer("", exact)) != []
    assert ibbprint.odds(words=question).game == exact.rpartition(" ")[2]


def test_a_word_for_ground_at_the_end_of_a_question_names_no_game() -> None:
    assert chances(answer("", "7 vs 3 in woods")) == chances(answer("", "7 vs 3 --terrain woods"))


@pytest.mark.parametrize(("game", "question", "exact"), SAME)
def test_a_question_as_players_type_it_has_the_fractions_of_the_exact_spelling(
    game: str, question: str, exact: str
) -> None:
    """And so has the command that the answer says it was taken for, which needs no translation itself."""
    typed, spelled = answer(game, question), answer(game, exact)
    assert chances(typed) == chances(spelled) != []
    assert "taken_as" not in spelled
    taken = answer("", typed["taken_as"].removeprefix("ibbprint odds "))
    assert chances(taken) == chances(spelled)
    assert "taken_as" not in taken


@pytest.mark.parametrize(("question", "says", "works"), REFUSED)
def test_a_question_without_one_sense_is_refused_with_the_spelling_that_works(
    question: str, says: str, works: str
) -> None:
    result = call_cli("odds", *shlex.split(question))
    assert result.returncode != 0
    assert result.stdout == ""
    assert says in result.stderr
    assert answer("", works)["results"]


ASKED = quick_load((ROOT / "tests/lists/asked.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("question", "exact"), ASKED["answered"].items())
def test_a_question_of_the_file_has_the_fractions_of_its_exact_spelling(question: str, exact: str) -> None:
    assert chances(answer("", question)) == chances(answer("", exact)) != []


@pytest.mark.parametrize(("question", "proposal"), ASKED["refused"].items())
def test_a_refusal_of_the_file_proposes_a_question_with_the_units_that_were_named(question: str, proposal: str) -> None:
    result = call_cli("odds", *shlex.split(question))
    assert (result.returncode, result.stdout) == (2, "")
    assert proposal in commands_of(result.stderr)
    assert answer("", proposal)["results"]


def test_a_game_named_in_two_words_is_proposed_by_its_id() -> None:
    assert "Did you mean element-battle or battle-turn?" in call_cli("odds", "thane", "--game", "battle", "turn").stderr


ALSO_REFUSED = [
    "light infantry vs light infantry",
    "light infantry vs light infantry --game ibb",
    "light cavalry charge slingers",
    "mad ones",
    "can 3 archers kill a hero --game hott",
    "artillery bombards the stronghold --game hott",
    "pikes hit axemen",
    "lightning bolt vs heavy cavalry",
    "orders",
    "balk",
    "elf-a 7 vs dwarf-c 5 in the woods",
    "cavalry vs infantry flanked --game micro",
    "how far does custard move --game micro",
    "siege engine shoots heavy infantry in fort 2",
    "great axes vs second worriers",
    "custard",
    "custard --game hott",
    "custard --game ayrene",
    "custard --game micro",
    "custard --game bt",
]


def commands_of(hints: str) -> list[str]:
    """The questions of the commands that a refusal names."""
    ends = r"(?=\.(?: |$)|,? (?:or )?ibbprint odds | \[| Game: |$)"
    return re.findall(rf"ibbprint odds (.+?){ends}", " ".join(hints.split()))


@pytest.mark.parametrize("question", [*ALSO_REFUSED, *(question for question, _, _ in REFUSED)])
def test_every_refused_question_names_a_command_that_works_as_it_stands(question: str) -> None:
    result = call_cli("odds", *shlex.split(question))
    assert (result.returncode, result.stdout) == (2, "")
    commands = commands_of(result.stderr)
    assert commands
    for command in commands:
        worked = call_cli("odds", *shlex.split(command))
        assert worked.returncode == 0, (command, worked.stderr)


def test_a_word_of_several_games_has_a_command_for_each_that_ends_the_choice() -> None:
    """The commands are in the exact spelling, so that nothing is left to ask."""
    result = call_cli("odds", "light infantry vs light infantry")
    assert commands_of(result.stderr) == [
        "light-infantry-q2 vs light-infantry-q2",
        "light-infantry vs light-infantry --game microbattle",
        "Skirmishers vs Skirmishers --game element-battle",
    ]


def test_units_of_the_rosters_of_a_pack_are_known_by_their_names(tmp_path: Path) -> None:
    """But a name that is also a word for a kind of troops means the kind, as in a game without that unit."""
    unit = "figures: 9, quality: veteran, temperament: tribal, armour: heavy, weapon: spear, orders: attack"
    pack = make_pack(
        tmp_path / "pack",
        {
            "rosters.yaml": "rosters:\n  - id: fen\n    name: Fen\n    letter: A\n"
            "    livery: azure\n    race: dwarves\n"
            "    leaders:\n      - {name: Odo, role: warchief, leadership: 5, save: 7}\n    units:\n"
            f"      - {{name: Bog Ones, command: Odo, {unit}}}\n      - {{name: Knights, command: Odo, {unit}}}\n"
        },
        game="battle-turn",
    )
    with_pack = f"--pack {pack} --game bt"
    typed = answer("", f"bog ones fight east spears {with_pack}")
    assert typed["taken_as"].startswith("ibbprint odds Bog Ones vs East Spears")
    assert chances(typed) == chances(answer("", f"melee 'Bog Ones vs East Spears' {with_pack}"))
    assert answer("", f"knights attack east spears {with_pack}")["taken_as"].startswith("ibbprint odds lance vs")


@pytest.mark.parametrize(
    ("question", "title", "id"),
    [
        ("7 vs 3", "Itty Bitty Battles", "ibb"),
        ("orders captain 4", "Itty Bitty Battles", "ibb"),
        ("attack --table pikes", "Itty Bitty Battles", "ibb"),
        ("A 9 vs B 5", "Battle of Ayrene’s Woods", "ayrenes-woods"),
        ("leader dies", "Battle of Ayrene’s Woods", "ayrenes-woods"),
        ("defeat", "MicroBattle", "microbattle"),
        ("infantry vs cavalry", "MicroBattle", "microbattle"),
        ("Blades vs Spears", "Element battle", "element-battle"),
        ("4 pips for 3 groups", "Element battle", "element-battle"),
        ("initiative 6 vs 3", "The Battle Turn: play aid", "battle-turn"),
        ("kill", "The Battle Turn: play aid", "battle-turn"),
    ],
)
def test_every_answer_names_its_game(question: str, title: str, id: str) -> None:
    """On the last line, on the command line and in Python, and in what programs get."""
    result = call_cli("odds", *shlex.split(question))
    assert result.stdout.splitlines()[-1] == f"Game: {title} (--game {id})"
    assert answer("", question)["game"] == id


@pytest.mark.parametrize(
    ("question", "id"),
    [
        ("7", "ibb"),
        ("orders 9", "ibb"),
        ("hc vs pikes --terrain lava", "ibb"),
        ("elves vs pikes", "ibb"),
        ("7 vs 3 --die x", "ibb"),
        ("7 vs 3 --terrian hill", "ibb"),
        ("--game ayrene custard", "ayrenes-woods"),
        ("--game ayrene rally", "ayrenes-woods"),
        ("--game micro custard", "microbattle"),
        ("--game micro activation --units x", "microbattle"),
        ("--game micro rally 1 2 3", "microbattle"),
        ("two shooters at blades", "element-battle"),
        ("--game hott pips 9 elephants", "element-battle"),
        ("--game hott custard vs blades", "element-battle"),
        ("--game bt custard vs heavy", "battle-turn"),
        ("orders --game bt", "battle-turn"),
        ("bow uphill vs heavy --game bt", "battle-turn"),
    ],
)
def test_every_refusal_names_the_game_that_was_asked(question: str, id: str) -> None:
    result = call_cli("odds", *shlex.split(question))
    assert result.returncode == 2, result.stdout
    assert f"(--game {id})" in result.stderr
    assert result.stderr.count("Game: ") == 1


def test_the_units_that_are_named_choose_the_game_or_the_player_is_asked() -> None:
    """Own names come before other words for the same; whatever else the words may fit is on the last line."""
    both = call_cli("odds", "light infantry vs light cavalry").stderr
    assert "that may be a question about Itty Bitty Battles, MicroBattle or Element battle." in both
    assert "Say which: --game ibb, --game microbattle or --game element-battle." in both
    for question in ("pikes vs knights", "knights uphill vs spears"):
        text = " ".join(call_cli("odds", question).stdout.split())
        assert "Game: Element battle (--game element-battle); or Itty Bitty Battles (--game ibb)" in text
        assert "; or" not in call_cli("odds", question, "--game", "hott").stdout
    assert "; or" not in call_cli("odds", "heavy cavalry vs pikemen uphill").stdout


def test_a_question_of_a_hundred_kilobytes_is_refused_at_once() -> None:
    """As one word, as many, as an option, and in Python: before any of it is read."""
    with at_most(yards=200):
        for question in (
            ["x" * 100_000],
            ["pikes " * 17_000],
            ["pikes", "vs"] * 9_000,
            ["7 vs 3", "--terrain", "w" * 100_000],
        ):
            result = call_cli("odds", *question)
            assert result.returncode == 2
            assert "longer than 1000 characters" in result.stderr
        assert "longer than 1000 characters" in str(ibbprint.odds("", "three to one uphill " * 5_000))


def test_the_longest_questions_that_are_read_take_no_time_to_speak_of() -> None:
    """Signs, fillers, verbs and numbers in words, as many as fit, in every game."""
    for word in ("vs", "charge", "at the", "uphill", "two", "pikes and", "spell", "in a fort", "fire"):
        with at_most(yards=150):
            result = call_cli("odds", (f"{word} " * 1000)[:990])
        assert result.returncode in (0, 2)


@pytest.mark.parametrize(
    "given",
    [
        battle_turn_odds.SHOOTERS,
        battle_turn_odds.TARGETS,
        battle_turn_odds.FIGHTERS,
        battle_turn_odds.TESTERS,
        battle_turn_odds.SENDERS,
        battle_turn_odds.COMMAND,
    ],
)
def test_a_hint_of_what_counts_can_be_typed_as_it_is(given: Sequence[str]) -> None:
    catalogue = games()["battle-turn"].sound_catalogue(KitOptions(()), Report())
    query = Query(OddsRequest("melee"), catalogue, Report())
    for state in given:
        assert state in battle_turn_troops(query, f"spear {spoken(state)}", given).states


@pytest.mark.parametrize(
    ("game", "words", "said"),
    [
        ("ibb", "pikes balcked vs 3", "a unit cannot be 'balcked'. Did you mean balked?"),
        ("ibb", "0 pikes vs 3", "'0 pikes' names no unit. Write a number above 0."),
        ("ayrenes-woods", "dwarf-b 6 bersek vs elf-a 8", "a unit cannot be 'bersek'. Did you mean berserk?"),
        ("ayrenes-woods", "dwarv-b 6 vs elf-a 8", "there is no unit 'dwarv-b'. Did you mean dwarf-b?"),
        ("ayrenes-woods", "0 A 9 vs B 5", "'0 A 9' names no unit. Write a number above 0."),
        ("ayrenes-woods", "100 A 9 vs B 5", "'100 A 9' is too many. Write a count of at most 99."),
        ("microbattle", "infantry disorderd vs cavalry", "a unit cannot be 'disorderd'. Did you mean disordered?"),
        ("microbattle", "disordered vs cavalry", "'disordered' names no unit."),
        (
            "element-battle",
            "Blades secnd rank vs Spears",
            "'secnd rank' makes no difference to an element. Did you mean second rank?",
        ),
        ("battle-turn", "spear vs heavy boast", "'boast' makes no difference here. What counts here: bloodlust, "),
        ("battle-turn", "spear two ranx vs heavy", "'two ranx' makes no difference here. Did you mean two ranks?"),
        ("battle-turn", "500 spear vs heavy", "figures must be from 0 to 400, not 500."),
        ("battle-turn", "spear strength 12 vs heavy", "strength must be from -9 to 9, not 12."),
    ],
)
def test_a_fault_in_a_described_unit_names_the_nearest_word(game: str, words: str, said: str) -> None:
    """In each game: a misspelt state, a misspelt unit, a count or a number that nothing can have."""
    result = call_cli("odds", words, "--game", game)
    assert (result.returncode, result.stdout) == (2, "")
    assert said in " ".join(result.stderr.split())


def test_a_state_said_twice_counts_once_and_in_any_form() -> None:
    for game, twice, once in (
        ("ayrenes-woods", "attack 'A 9 vs B 5 disordered disordered'", "attack 'A 9 vs B 5 disordered'"),
        ("battle-turn", "melee 'spear vs heavy shielded'", "melee 'spear vs heavy, shield'"),
        ("element-battle", "combat 'Spears supported, two deep vs Blades'", "combat 'Spears supported vs Blades'"),
    ):
        assert chances(answer(game, twice)) == chances(answer(game, once))


def test_what_shows_as_nothing_has_no_bar() -> None:
    """A chance of one in a million is 0.0%, without a mark; one in a thousand has one."""
    assert [bar(Fraction(1, many)) for many in (1_000_000, 2_100, 1_000)] == ["", "", "█"]
    output = call_cli("odds", "--game", "bt", "shooting 40 bow vs heavy").stdout
    assert re.search(r" 0\.0%$", output, re.MULTILINE)
    assert not re.search(r" 0\.0%.*█", output)


def test_the_text_says_on_one_line_what_a_question_was_taken_for() -> None:
    result = call_cli("odds", "5 to 2 in woods")
    assert result.stdout.splitlines()[:2] == ["Taken as: ibbprint odds 5 vs 2 --terrain woods", ""]
    assert "Taken as" not in call_cli("odds", "5 vs 2", "--terrain", "woods").stdout
    assert ibbprint.odds("", "5 to 2 in woods").taken == "ibbprint odds 5 vs 2 --terrain woods"


@pytest.mark.parametrize("columns", [60, 80])
def test_no_line_of_an_answer_is_wider_than_the_terminal(columns: int) -> None:
    """Nor that of what it was taken for, which loses no word."""
    answered = call_cli("odds", "wolf riders charge east spears", COLUMNS=str(columns)).stdout
    assert max(map(len, answered.splitlines())) <= columns
    taken = "Taken as: ibbprint odds Wolf Riders vs East Spears --game battle-turn"
    assert " ".join(answered.split()).startswith(taken)


def test_python_understands_the_same_words() -> None:
    typed = ibbprint.odds("rally", "pikemen", captain=3)
    spelled = ibbprint.odds("morale", "pikemen-q3", rally=True, captain=3)
    assert typed.answer is not None
    assert spelled.answer is not None
    assert typed.answer.rows == spelled.answer.rows
    assert ibbprint.odds("attack", "hc vs pikes", terrain="forest").taken.endswith("--terrain woods")


def test_the_ambiguous_word_is_named_with_all_that_it_may_mean() -> None:
    errors = call_cli("odds", "elves vs pikes").stderr
    assert "'elves' fits more than one unit." in errors
    assert "Write elf-rangers-q3, elven-heavy-infantry-q3 or elven-archers-q3." in errors
    assert answer("", "elven-archers-q3 vs pikes")["results"]


def test_a_unit_of_the_first_game_is_never_taken_for_one_of_another() -> None:
    """Pikemen are no unit of Ayrene's Woods, whose roll is called rally."""
    assert "ayrenes-woods" not in answer("", "rally pikemen")["taken_as"]
    assert "(--game ibb)" in call_cli("odds", "spearmen vs pikes").stderr


@pytest.mark.parametrize("arguments", [(), ("--help",)])
def test_the_help_lists_every_roll_of_every_game(arguments: tuple[str, ...]) -> None:
    output = call_cli("odds", *arguments).stdout
    able = [game for game in games().values() if game.offers(Game.odds)]
    assert len(able) >= 5
    first, *rest = able
    assert all(f" {subject.id} " in output for subject in first.subjects)
    for game in rest:
        part = output.partition(f"(--game {game.id})")[2].partition("(--game")[0]
        assert [subject.id for subject in game.subjects if f"  {subject.id} " not in part] == []


@pytest.mark.parametrize("columns", [60, 80])
def test_the_help_fits_the_terminal(columns: int) -> None:
    output = call_cli("odds", "--help", COLUMNS=str(columns)).stdout
    assert max(map(len, output.splitlines())) <= columns
    assert "in Itty Bitty Battles" in " ".join(output.split())


# --- games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("hott", "element-battle"),
        ("HOTT", "element-battle"),
        ("Hordes of the Things", "element-battle"),
        ("Itty Bitty Battles", "ibb"),
        ("micro", "microbattle"),
        ("Battle-Turn", "battle-turn"),
        ("Battle of Ayrene's Woods", "ayrenes-woods"),
        ("Battle of Ayrene’s Woods", "ayrenes-woods"),
    ],
)
def test_a_game_has_its_names_in_every_command(name: str, id: str) -> None:
    for command in (["rules"], ["odds"]):
        result = call_cli(*command, "--game", name, *(["--help"] if command == ["odds"] else []))
        assert result.returncode == 0, result.stderr
        assert result.stdout == call_cli(*command, "--game", id, *(["--help"] if command == ["odds"] else [])).stdout


def test_lists_armies_and_scenarios_are_made_for_a_game_by_its_other_names(tmp_path: Path) -> None:
    result = call_cli("army", "--budget", "24", "--game", "Hordes of the Things")
    assert result.stdout == call_cli("army", "--budget", "24", "--game", "element-battle").stdout != ""
    for name in ("HOTT", "Hordes of the Things", "element-battle", "Element Battle"):
        army = tmp_path / "army.txt"
        army.write_text(f"Game: {name}\n1 Knight general\n4 Spears\n5 Blades\n2 Knights\n", encoding="utf-8")
        assert "not for" not in call_cli("check", str(army)).stdout, name
    rolled = call_cli("generate", "hott", "--seed", "1", "--json")
    assert rolled.stdout == call_cli("generate", "element-battle", "--seed", "1", "--json").stdout != ""


def test_every_game_with_themes_lists_them_for_generate_and_knows_a_people_by_its_name() -> None:
    for game in ("ibb", "hott"):
        listed = call_cli("army", "--game", game, "--theme", "list").stdout
        assert call_cli("generate", game, "--theme", "list").stdout == listed != ""
    for people, theme in (("dwarves", "mountain"), ("elves", "forest"), ("orcs", "wild")):
        army = call_cli("army", "--game", "hott", "--theme", people).stdout
        taken = f"# {people!r} is taken as the theme {theme}.\n"
        assert taken in army
        assert army.replace(taken, "") == call_cli("army", "--game", "hott", "--theme", theme).stdout != ""


def test_a_game_by_another_name_in_the_place_of_a_scenario_is_recognised() -> None:
    assert "hott is the game element-battle" in call_cli("kit", "hott").stderr


def test_a_theme_has_its_other_names() -> None:
    typed = call_cli("generate", "ibb", "--seed", "1", "--look", "0", "--theme", "dwarves,elves", "--json").stdout
    spelled = call_cli(
        "generate", "ibb", "--seed", "1", "--look", "0", "--theme", "dwarven-line,elven-host", "--json"
    ).stdout
    by_people, plain = json.loads(typed.replace("dwarves,elves", "dwarven-line,elven-host")), json.loads(spelled)
    taken = ["'dwarves' is taken as the theme dwarven-line.", "'elves' is taken as the theme elven-host."]
    assert by_people.pop("notes") == [*taken, *plain.pop("notes")]
    assert by_people == plain
    assert "Did you mean dwarfs (dwarven-line)?" in call_cli("generate", "ibb", "--theme", "dwarfes").stderr


# --- the table ------------------------------------------------------------------------------------------------------


def test_case_hyphens_and_number_do_not_count() -> None:
    words = Words([Word("terrain", "woods", "forest"), Word("unit", "axe-men", "Axe-Bearers", own=True)])
    assert {words.id("terrain", text) for text in ("forest", "Forests", "FOREST")} == {"woods"}
    assert words.id("unit", "axe bearer") == "axe-men"
    assert words.id("unit", "forest") is None


def test_the_nearest_word_is_one_of_the_right_kind() -> None:
    """Of ground no unit is proposed, however near its name is."""
    words = Words([Word("terrain", "woods", "forest"), Word("unit", "foresters", "foresters")])
    assert words.hint("terrain", "foresster") == "Did you mean forest (woods)?"
    assert words.hint("unit", "foresster") == "Did you mean foresters?"


@pytest.mark.parametrize(
    "game", [id for id, game in games().items() if game.offers(Game.words) and game.offers(Game.odds)]
)
def test_every_shipped_word_means_something_that_the_game_has(game: str) -> None:
    """Ids of rolls, options and whatever the catalogue names; a word of another kind is one that its reader knows."""
    able: Any = games()[game]
    catalogue = able.sound_catalogue(KitOptions(()), Report())
    written = {entry["id"]: entry["words"] for entry in plain(catalogue.DATA / "words.yaml")["words"]}
    rolls = {subject.id for subject in able.subjects}
    options = {option.name for subject in able.subjects for option in subject.options}
    assert set(written.get("roll", {})) <= rolls
    assert {id.partition("=")[0] for id in written.get("option", {})} <= options
    assert list(written["game"]) == [game]
    for kind in ("terrain", "modifier", "theme") if game != "element-battle" else ():
        if kind in catalogue.NAMED:
            assert set(written.get(kind, {})) <= {*catalogue.shelf(catalogue.NAMED[kind]).entries, "bridge"}, kind


# --- packs ----------------------------------------------------------------------------------------------------------

UNIT = {
    "id": "marsh-wardens-q4",
    "name": "Marsh Wardens",
    "short": "Wardens",
    "symbol": "heavy-infantry",
    "arm": "foot",
    "kind": "troops",
    "attack": 5,
    "defence": 4,
    "movement": 3,
    "quality": 4,
}
GROUND = {"id": "saltings", "name": "Saltings", "cost": 2, "crt_row": "marsh"}


def pack_of(folder: Path, words: str) -> Path:
    return make_pack(
        folder, {"units.yaml": {"units": [UNIT]}, "terrain.yaml": {"terrain": [GROUND]}, "words.yaml": words}
    )


def test_a_pack_adds_its_own_words_to_those_of_the_game(tmp_path: Path) -> None:
    pack = pack_of(
        tmp_path / "pack",
        "words:\n"
        "  - id: unit\n    words:\n      marsh-wardens-q4: [bog trotters]\n      pikemen-q3: [eel spears]\n"
        "  - id: terrain\n    words:\n      saltings: [tidal flats]\n"
        "  - id: roll\n    words:\n      balk: [lose heart]\n",
    )
    for typed, exact in (
        ("bog trotters vs eel spears on the tidal flats", "marsh-wardens-q4 vs pikemen-q3 --terrain saltings"),
        ("Marsh Warden attacks knights in a forest", "marsh-wardens-q4 vs heavy-cavalry-q3 --terrain woods"),
        ("do heavy cavalry lose heart", "balk heavy-cavalry-q3"),
    ):
        assert chances(answer("", f"{typed} --pack {pack}")) == chances(answer("", f"{exact} --pack {pack}"))
    assert call_cli("odds", "bog trotters vs pikes").returncode != 0


def test_a_fault_in_the_words_of_a_pack_has_its_place(tmp_path: Path) -> None:
    text = (
        "words:\n  - id: terrain\n    words:\n      salting: [flats]\n"
        "  - id: unit\n    words:\n      bogmen: [trotters]\n"
    )
    pack = pack_of(tmp_path / "pack", text)
    errors = call_cli("odds", "7 vs 3", "--pack", str(pack)).stderr
    assert f"{pack}/words.yaml:4:7: error: there is no terrain 'salting'. Did you mean saltings?" in errors
    assert f"{pack}/words.yaml:7:7: error: there is no unit 'bogmen'." in errors
    wrong = pack_of(tmp_path / "wrong", "words:\n  - id: terain\n    words:\n      woods: [copse]\n")
    assert f"{wrong}/words.yaml:2:9: error: " in call_cli("odds", "7 vs 3", "--pack", str(wrong)).stderr


def test_the_schema_of_words_names_the_kinds() -> None:
    schema = call_cli("schema", "words").stdout
    assert '"terrain"' in schema
    assert '"modifier"' in schema
