"""Players' words: questions about odds as they are typed, names of games, and the table of words of games and packs."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

import ibbprint
from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.engine.words import Word, Words
from ibbprint.problems import Report
from ibbprint.systems import games
from tests.helpers import call_cli, make_pack, plain

SAME = [
    # Itty Bitty Battles
    ("", "heavy cavalry vs pikemen on a hill", "heavy-cavalry-q3 vs pikemen-q3 --terrain hill"),
    ("", "7 against 3 in the woods", "7 vs 3 --terrain woods"),
    ("", "5 to 2 in woods", "5 vs 2 --terrain woods"),
    ("", "7-3", "7 vs 3"),
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
    # Battle of Ayrene's Woods
    ("ayrene", "elven archers 5 attack dwarf guard 8 in the forest", "elf-b 5 vs dwarf-a 8 --terrain woods"),
    ("", "elf-a 8 attacks dwarf-b 6 across a stream", "elf-a 8 vs dwarf-b 6 --stream --game ayrenes-woods"),
    ("", "dwarf axemen 6 berserk vs elf guard 8", "dwarf-b 6 berserk vs elf-a 8 --game ayrenes-woods"),
    ("", "does elf-b leave the zoc of dwarf-a", "zoc-exit elf-b vs dwarf-a"),
    ("", "rally elf-b with a leader", "rally elf-b --leader stacked --game ayrenes-woods"),
    ("", "arrows at dwarf axes", "arrows dwarf-b"),
    ("Battle of Ayrene’s Woods", "leader dies", "leader-loss"),
    ("", "what hand do the elves draw", "hands elf"),
    # MicroBattle
    ("micro", "hussars charge guns", "attack light-cavalry vs artillery"),
    ("micro", "light inf fires at artillery in woods", "attack light-infantry vs artillery --fire 1 --on woods"),
    ("mb", "skirmishers vs cavalry in a village", "attack light-infantry vs cavalry --on built-up"),
    ("MicroBattle", "guns fire at cavalry at 3", "attack artillery vs cavalry --fire 3"),
    ("micro", "cavalry on a hill vs infantry", "attack cavalry vs infantry --from hill"),
    ("micro", "activate with a poor commander", "activation --commander poor"),
    ("micro", "infantry get into woods", "move infantry --into woods"),
    # Element battle
    ("hott", "knights charging spears in trees", "combat Knights charging vs Spears in a wood"),
    ("HOTT", "elephants vs heavy cavalry", "combat Behemoth vs Knights"),
    ("hordes of the things", "2 archers shoot at blades", "shooting 2 Shooters vs Blades"),
    ("hott", "wizard casts at a hero general", "spell Magician vs Hero general"),
    ("hott", "pips for 2 groups", "pips 2 groups"),
    ("hott", "combat knights vs elephants", "combat Knights vs Behemoth"),
    # The Battle Turn
    (
        "battle turn",
        "10 archers at long range shoot at heavy armour behind a wall",
        "shooting '10 bow long range' vs 'heavy hard cover'",
    ),
    ("bt", "spear kills heavy", "kill spear vs heavy"),
    ("tbt", "knights vs spearmen", "melee lance vs spear"),
    ("The Battle Turn", "who goes first", "initiative"),
    ("bt", "morale check elite disciplined shaken", "combat-test elite disciplined shaken"),
]
"""A game, a question as players type it, and the exact spelling of the same question."""

REFUSED = [
    ("elves vs pikes", "elven-archers-q3", "elven-archers-q3 vs pikes"),
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
]
"""A question, what the refusal says, and the question with it that is then answered."""


def answer(game: str, question: str) -> dict[str, Any]:
    """The answer of the command line to a question, as a program gets it."""
    named = ("--game", game) if game else ()
    done = call_cli("odds", *shlex.split(question), *named, "--json")
    assert done.returncode == 0, done.stderr
    made: dict[str, Any] = json.loads(done.stdout)
    return made


def chances(made: dict[str, Any]) -> list[tuple[str, str]]:
    """Every chance of an answer with its id."""
    return [(row["id"], row["chance"]) for row in (*made["results"], *made["sums"])]


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
    done = call_cli("odds", *shlex.split(question))
    assert done.returncode != 0
    assert done.stdout == ""
    assert says in done.stderr
    assert answer("", works)["results"]


def test_the_text_says_on_one_line_what_a_question_was_taken_for() -> None:
    done = call_cli("odds", "5 to 2 in woods")
    assert done.stdout.splitlines()[:2] == ["Taken as: ibbprint odds 5 vs 2 --terrain woods", ""]
    assert "Taken as" not in call_cli("odds", "5 vs 2", "--terrain", "woods").stdout
    assert ibbprint.odds("", "5 to 2 in woods").taken == "ibbprint odds 5 vs 2 --terrain woods"


def test_python_understands_the_same_words() -> None:
    typed = ibbprint.odds("rally", "pikemen", captain=3)
    spelled = ibbprint.odds("morale", "pikemen-q3", rally=True, captain=3)
    assert typed.answer is not None
    assert spelled.answer is not None
    assert typed.answer.rows == spelled.answer.rows
    assert ibbprint.odds("attack", "hc vs pikes", terrain="forest").taken.endswith("--terrain woods")


def test_the_ambiguous_word_is_named_with_all_that_it_may_mean() -> None:
    said = call_cli("odds", "elves vs pikes").stderr
    assert "'elves' fits more than one unit." in said
    assert "Write elf-rangers-q3, elven-heavy-infantry-q3 or elven-archers-q3." in said


def test_a_unit_of_the_first_game_is_never_taken_for_one_of_another() -> None:
    """Pikemen are no unit of Ayrene's Woods, whose roll is called rally."""
    assert "ayrenes-woods" not in answer("", "rally pikemen")["taken_as"]
    assert "--game" not in call_cli("odds", "spearmen vs pikes").stderr


@pytest.mark.parametrize("arguments", [(), ("--help",)])
def test_the_help_lists_every_roll_of_every_game(arguments: tuple[str, ...]) -> None:
    shown = call_cli("odds", *arguments).stdout
    able = [game for game in games().values() if game.offers(Game.odds)]
    assert len(able) >= 5
    first, *others = able
    assert all(f" {subject.id} " in shown for subject in first.subjects)
    for game in others:
        part = shown.partition(f"(--game {game.id})")[2].partition("(--game")[0]
        assert [subject.id for subject in game.subjects if f"  {subject.id} " not in part] == []


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
        done = call_cli(*command, "--game", name, *(["--help"] if command == ["odds"] else []))
        assert done.returncode == 0, done.stderr
        assert done.stdout == call_cli(*command, "--game", id, *(["--help"] if command == ["odds"] else [])).stdout


def test_lists_armies_and_scenarios_are_made_for_a_game_by_its_other_names(tmp_path: Path) -> None:
    made = call_cli("army", "--budget", "24", "--game", "Hordes of the Things")
    assert made.stdout == call_cli("army", "--budget", "24", "--game", "element-battle").stdout != ""
    for name in ("HOTT", "Hordes of the Things", "element-battle", "Element Battle"):
        army = tmp_path / "army.txt"
        army.write_text(f"Game: {name}\n1 Knight general\n4 Spears\n5 Blades\n2 Knights\n", encoding="utf-8")
        assert "not for" not in call_cli("check", str(army)).stdout, name
    rolled = call_cli("generate", "hott", "--seed", "1", "--json")
    assert rolled.stdout == call_cli("generate", "element-battle", "--seed", "1", "--json").stdout != ""


def test_a_game_by_another_name_in_the_place_of_a_scenario_is_recognised() -> None:
    assert "hott is the game element-battle" in call_cli("kit", "hott").stderr


def test_a_theme_has_its_other_names() -> None:
    typed = call_cli("generate", "ibb", "--seed", "1", "--look", "0", "--theme", "dwarves,elves", "--json").stdout
    spelled = call_cli(
        "generate", "ibb", "--seed", "1", "--look", "0", "--theme", "dwarven-line,elven-host", "--json"
    ).stdout
    assert typed.replace("dwarves,elves", "dwarven-line,elven-host") == spelled != ""
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
    said = call_cli("odds", "7 vs 3", "--pack", str(pack)).stderr
    assert f"{pack}/words.yaml:4:7: error: there is no terrain 'salting'. Did you mean saltings?" in said
    assert f"{pack}/words.yaml:7:7: error: there is no unit 'bogmen'." in said
    wrong = pack_of(tmp_path / "wrong", "words:\n  - id: terain\n    words:\n      woods: [copse]\n")
    assert f"{wrong}/words.yaml:2:9: error: " in call_cli("odds", "7 vs 3", "--pack", str(wrong)).stderr


def test_the_schema_of_words_names_the_kinds() -> None:
    schema = call_cli("schema", "words").stdout
    assert '"terrain"' in schema
    assert '"modifier"' in schema
