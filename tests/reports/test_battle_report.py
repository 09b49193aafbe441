"""A battle report tells every event by name, with exact odds, and no sentence three times running."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ibbprint import phrases
from ibbprint.catalogue.sentences import shipped, words
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.playing import EventWords, Telling
from ibbprint.engine.session import Opened, Playing
from ibbprint.engine.state import Event
from ibbprint.playtest.policies import by_side, play_game, policies
from ibbprint.problems import Report
from ibbprint.reports.battle_report import Story, Teller
from ibbprint.systems import games
from ibbprint.systems.ibb import narration
from ibbprint.systems.ibb.names import is_office, runs
from tests.helpers import KITS, ROOT, SOAK, call_cli, entries, make_pack, plain

IBB: Any = games()["ibb"]
BASE = ROOT / "tests" / "corpus" / "base"

RAGTAG = {
    "scenario": {"id": "ragtag", "title": "The Ragtag Fight", "game": "ibb", "map": "forest-map-one", "turns": "6"},
    "sides": [
        {"id": "kelts", "name": "Kelts, Wild", "army": "The Host of Bran", "letter": "K", "livery": "crimson"},
        {"id": "romans", "name": "Romans", "army": "The Ninth", "letter": "Q", "livery": "azure"},
    ],
    "formations": [
        {"id": "bran", "side": "kelts", "name": "Bran’s Own", "letter": "A", "captain": "Bran"},
        {"id": "ninth", "side": "romans", "name": "The Ninth", "letter": "A", "captain": "Legate of the ninth"},
    ],
    "forces": [
        {"side": "kelts", "unit": "captain-5", "name": "Bran", "hexes": ["1110"], "formation": "bran"},
        {"side": "kelts", "unit": "heavy-cavalry-q3", "hexes": ["1109"], "formation": "bran"},
        {"side": "kelts", "unit": "heavy-cavalry-q3", "hexes": ["1209"], "formation": "bran"},
        {"side": "kelts", "unit": "spearmen-q2", "count": "2", "hexes": ["1110"], "formation": "bran"},
        {"side": "kelts", "unit": "elven-archers-q3", "hexes": ["1010"], "name": "Sons of Llyr", "formation": "bran"},
        {"side": "kelts", "unit": "scouts-q3", "hexes": ["1310"]},
        {"side": "kelts", "unit": "wizard-7", "name": "Myrddin", "hexes": ["1010"]},
        {"side": "kelts", "unit": "engineers-q3", "hexes": ["1210"]},
        {"side": "kelts", "unit": "petard", "hexes": ["1210"]},
        {"side": "romans", "unit": "captain-5", "name": "Legate of the ninth", "hexes": ["1013"], "formation": "ninth"},
        {"side": "romans", "unit": "heavy-infantry-q3", "hexes": ["1013"], "formation": "ninth"},
        {"side": "romans", "unit": "dragoons-q3", "count": "2", "hexes": ["1112"], "formation": "ninth"},
        {"side": "romans", "unit": "light-cavalry-q3", "hexes": ["1213"], "formation": "ninth"},
        {"side": "romans", "unit": "engineers-q3", "hexes": ["0913"]},
        {"side": "romans", "unit": "siege-engine", "hexes": ["0913"]},
        {"side": "romans", "unit": "priest-7", "count": "2", "hexes": ["1013"]},
        {"side": "romans", "unit": "pikemen-q3", "hexes": ["2013"], "turn": "2"},
    ],
    "victory": [
        {
            "side": "romans",
            "level": "minor",
            "text": "The crest is theirs.",
            "all": [{"kind": "holds", "side": "romans", "hexes": ["1110"]}, {"kind": "dead", "names": ["Bran"]}],
        }
    ],
}
"""A battle of our own, in which nearly everything happens that can."""


@pytest.fixture(scope="module")
def ragtag(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_pack(tmp_path_factory.mktemp("report") / "pack", {"scenarios/ragtag.yaml": RAGTAG})


def opened(scenario: str, *packs: Path) -> Opened:
    report = Report()
    catalogue = IBB.open(scenario, KitOptions(packs), report)
    assert catalogue is not None, "\n".join(map(str, report))
    return catalogue  # type: ignore[no-any-return]


def game_of(which: Opened, seed: int, policy: str = "random") -> tuple[Playing, dict[str, str]]:
    names = by_side(policy, list(which.sides))
    assert isinstance(names, dict)
    return play_game(which, seed, policies(names, seed), True), names


@cache
def shipped_report(scenario: str, policy: str = "A=greedy,B=random") -> tuple[Opened, Playing, str]:
    which = opened(scenario)
    game, names = game_of(which, 5, policy)
    return which, game, Story(which, game, 5, names).text()


def sentences(report: str) -> list[str]:
    """The sentences of a report in order, the figures apart: each ends with a stop, a heading with its line."""
    text = re.sub(r"\n[-=]{3,}\n", ".\n", report)
    return [" ".join(item.split()).strip("- ") for item in re.split(r"(?<=[.!?:])\s+", text) if item.strip()]


def bare(sentence: str) -> str:
    """A sentence with every name of a counter, hex and number taken out: what is left is its wording."""
    return re.sub(r"\b[A-Z]{1,2}\d+(–[A-Z]{1,2}\d+)?\b|\d+(\.\d+)?%?", "#", sentence)


# --- the whole text ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", KITS)
def test_no_sentence_comes_three_times_running(scenario: str) -> None:
    results = [bare(sentence) for sentence in sentences(shipped_report(scenario)[2])]
    assert len(results) > 100
    for item, two, three in zip(results, results[1:], results[2:], strict=False):
        assert not item == two == three, item


def test_a_kind_of_sentence_is_never_worded_the_same_twice_running() -> None:
    """Whatever the words are: with two sentences they take turns, with more the last half of them rests."""
    for count in (2, 3, 5):
        teller = Teller({"x": Telling("item", tuple(f"{n} {{who}}." for n in range(count)))}, 1)
        lines = [teller.sentence(EventWords("x", {"who": "all"})) for _ in range(60)]
        assert all(a != b for a, b in pairwise(lines))
        assert len(set(lines)) == count


def test_the_report_is_the_same_every_time() -> None:
    which, _, output = shipped_report("defend-the-bridge")
    game, names = game_of(opened("defend-the-bridge"), 5, "A=greedy,B=random")
    assert Story(which, game, 5, names).text() == output
    other, names = game_of(which, 6)
    assert Story(which, other, 6, names).text() != output


@pytest.mark.parametrize("scenario", KITS)
def test_it_reads_from_the_armies_to_what_decided_the_battle(scenario: str) -> None:
    which, game, output = shipped_report(scenario)
    turns = int(plain(ROOT / "scenarios" / "ibb" / f"{scenario}.yaml")["scenario"]["turns"])
    assert output.startswith(which.title + "\n" + "=" * len(which.title))
    assert [int(n) for n in re.findall(rf"^Turn (\d+) of {turns}$", output, re.MULTILINE)] == list(range(1, turns + 1))
    for side in which.sides.values():
        assert len(re.findall(rf"^  - {side}: .*?\b\d+ of \d+", output, re.MULTILINE)) == turns, "a summary a turn"
    end = output[output.index("\nThe end: ") :]
    result = game.result
    if result.winner is None:
        assert "a draw" in end.splitlines()[1]
    else:
        level = ("minor", "major", "incredible")[result.levels[result.winner] - 1]
        assert f"{level} victory for the {which.sides[result.winner].partition(',')[0]}" in end.splitlines()[1]
    for level in plain(ROOT / "scenarios" / "ibb" / f"{scenario}.yaml")["victory"]:
        assert f"{which.sides[level['side']]}, {level['level']} victory: " in end, "each level, won or missed"
    assert max(map(len, output.splitlines())) <= 100


def test_each_condition_is_judged_by_itself_though_the_sheet_has_two_in_a_sentence() -> None:
    """On the sheet the Wardens win neither; in the end each level of victory is met or missed."""
    which = opened(str(ROOT / "docs/examples/salt-marsh/scenarios/low-tide.yaml"), ROOT / "docs/examples/salt-marsh")
    game, names = game_of(which, 1)
    end = " ".join(Story(which, game, 1, names).text().partition("The end: ")[2].split())
    assert "The Wardens fail to win a Minor Victory" in end
    assert "The Wardens fail to win a Major Victory" in end


def test_who_lost_nobody_this_turn_is_not_told_to_have_lost_nobody_at_all() -> None:
    """Beside the strength that is left of the whole army the sentence is about the turn alone."""
    text = " ".join(shipped_report(KITS[0])[2].split())
    assert "no losses this turn" in text
    assert not re.search(r"no losses(?! this turn)", text)


@pytest.mark.parametrize("scenario", KITS)
def test_every_loss_is_told_by_name(scenario: str) -> None:
    _, game, output = shipped_report(scenario)
    end = output[output.index("\nThe end: ") :]
    lost = [event.values["unit"] for event in game.events if event.kind == "removed"]
    fallen = " ".join(" ".join(end.split()).split("victory: ")[-1].split(". ")[0:])
    for key in lost:
        letter, number = key[0], int(key[1:])
        ranges = [(int(a), int(b or a)) for a, b in re.findall(rf"\b{letter}(\d+)(?:–{letter}(\d+))?", fallen)]
        names = [
            line["name"] for line in plain(ROOT / "scenarios" / "ibb" / f"{scenario}.yaml")["forces"] if "name" in line
        ]
        alone = any(name.lower() in end.lower() for name in names)
        assert any(a <= number <= b for a, b in ranges) or alone, key


def test_odds_stand_before_the_roll_and_are_exact(ragtag: Path) -> None:
    """The chances of each attack add up, and what is rolled is among them; the column is that of the table."""
    which = opened("ragtag", ragtag)
    fought = 0
    for seed in range(3):
        game, _ = game_of(which, seed, "A=greedy,B=random")
        tale = game.tale()
        for before, output, after in zip(tale, tale[1:], tale[2:], strict=False):
            if output.kind != "combat-odds":
                continue
            fought += 1
            assert before.kind.startswith("combat-")
            assert after.kind in ("combat-die", "combat-nothing")
            shares = dict(re.findall(r"([a-z ]+) ([\d.]+)%(?:, )?", output.words["chances"]))
            assert abs(sum(map(float, shares.values())) - 100) < 0.5
            name = after.words.get("result", "no effect")
            assert name in {share.strip() for share in shares}
            assert 1 <= int(output.words["column"]) <= 11
    assert fought > 10


def test_whoever_strikes_from_afar_is_not_promised_a_loss() -> None:
    """With R-82 as ruled no attacker who shoots is in danger, so no such chance is told."""
    for scenario in KITS:
        tale = shipped_report(scenario)[1].tale()
        for output, odds in pairwise(tale):
            if output.kind in ("combat-fire", "combat-spell", "combat-opportunity"):
                assert "attacker" not in odds.words["chances"]
                assert "both" not in odds.words["chances"]


# --- names ------------------------------------------------------------------------------------------------------


def test_counters_and_hexes_have_names(ragtag: Path) -> None:
    message = " ".join(shipped_report("defend-the-bridge")[2].split())
    assert "Beck Bridge (1707)" in message
    assert "King Tudwall’s" in message
    assert "valley road at 1" in message
    # A hex of four figures never stands alone.
    for before in re.findall(r"(\S+) \b\d{4}\b", message.split("Turn 1 of")[1].split("The end: ")[0]):
        assert before == "at", before
    which = opened("ragtag", ragtag)
    game, names = game_of(which, 2, "greedy")
    message = " ".join(Story(which, game, 2, names).text().split())
    assert "the legate of the ninth" in message, "an office stands in small letters"
    assert "Bran" in message
    assert "the Sons of Llyr" in message, "a unit of its own name"
    assert "Kelts" in message
    assert "the Kelts, Wild" not in message.split("Turn 1 of")[1].split("The end: ")[0], "a side in short"
    assert "Myrddin" in message


def test_several_of_a_kind_are_named_so_that_nobody_is_taken_for_another() -> None:
    """Leaders and engines stand in the plural; what has an `and` of its own is set off by a comma."""
    names = narration.Tale(opened("hastings").start(1).state, []).names  # type: ignore[attr-defined]
    assert names.of(["N24"]) == "the priest N24 of the Nor’Men"
    assert names.of(["N24", "N26"]) == "the priests N24 and N26 of the Nor’Men"
    assert names.of(["N9", "N14"]) == "the heavy cavalry N9 and dragoons N14 of the Centre Horse"
    assert names.of(["N9", "N10", "N14"]) == "the heavy cavalry N9 and N10, and the dragoons N14 of the Centre Horse"


def test_who_falls_into_disorder_and_who_rages_are_told_in_a_sentence_each() -> None:
    """However their events come mixed."""
    game: Any = opened("hastings").start(1)
    mixed = [("disorganised", "S1"), ("rages-on", "S2"), ("disorganised", "S3"), ("rages-on", "S4")]
    tale = narration.Tale(game.state, [Event(kind, 1, (), {"unit": unit}) for kind, unit in mixed]).passages()
    lines = [(passage.kind, passage.words["units"]) for passage in tale if passage.kind in narration.SHAKES]
    assert [kind for kind, _ in lines] == ["disorganised", "rages-on"]
    assert ["S1 and S3" in lines[0][1], "S2 and S4" in lines[1][1]] == [True, True]


def test_no_hex_stands_bare_in_what_decides_the_battle() -> None:
    text = " ".join(shipped_report("hastings")[2].split())
    ends = text.split("The end: ")[1]
    assert "an unrouted unit at each of Hoar Ridge (0610) and Hoar Ridge (1111) at the end" in ends
    assert set(re.findall(r"(\S)\d{4}\b", ends)) == {"("}


def test_a_game_that_breaks_off_is_not_told_as_if_it_had_ended() -> None:
    which = opened("defend-the-bridge")
    message = " ".join(Story(which, which.start(3, listen=True), 3, {}).text().split())
    assert "So far the figure is 0." in message
    assert "The final figure" not in message


def test_rules_that_were_chosen_are_told() -> None:
    """Whoever is sent a report sees at its head that a disputed rule was played the other way."""
    output = call_cli("play", "defend-the-bridge", "--rule", "R-22=3-2-4", "--brief").stdout
    assert "; played with R-22=3-2-4.\n" in output
    assert "played with" not in call_cli("play", "defend-the-bridge", "--brief").stdout


@pytest.mark.parametrize(("came", "says"), [("De", "it falls"), ("Exd", "it stands"), ("-", "it stands")])
def test_a_bridge_falls_or_stands(came: str, says: str) -> None:
    """Nothing else can come of shots at stone, which is never `disorganised`."""
    values = next(dict(values) for kind, values, _ in RARE if kind == "combat")
    walls = {**values, "attack": "bombard", "attackers": ["T3"], "defenders": [], "hex": "1707", "result": came}
    walls |= {"effect": came, "chances": [("De", "1/6"), ("Exd", "1/3"), ("-", "1/2")], "modifiers": []}
    which = opened("defend-the-bridge")
    tale = narration.Tale(which.start(1).state, [Event("combat", 1, (), walls)]).passages()  # type: ignore[attr-defined]
    under = [Teller(which.telling, 1).sentence(passage) for passage in tale if passage.kind.startswith("combat-")]
    assert len(under) == 3
    assert under[1].endswith(": it stands 83.3%, it falls 16.7%.")
    assert under[2].endswith(f"{says}.")


def test_a_special_rule_of_the_scenario_goes_by_its_name() -> None:
    """Stirling's bonus of the Skatch is a rule of the scenario alone: it is told as theirs, with its rulings."""
    text = " ".join(shipped_report("stirling")[2].split())
    assert "hatred of the Skatch –1 [R-74 R-185]" in text


@pytest.mark.parametrize("after", [None, "disorganised", "routed", "removed", "rages-on"])
def test_a_result_that_strikes_nobody_says_so(after: str | None) -> None:
    """Routed units are not hurt by a Dd: the report does not leave it at the result, and adds nothing where it hurt."""
    game: Any = opened("defend-the-bridge").start(1)
    values = next(dict(values) for kind, values, _ in RARE if kind == "combat")
    follows = [Event(after, 1, (), {"unit": "T1", "hex": "1707", "why": "combat"})] if after else []
    tale = narration.Tale(game.state, [Event("combat", 1, (), {**values, "attack": "melee"}), *follows]).passages()
    assert any(passage.kind == "combat-in-vain" for passage in tale) == (after is None)
    calm = {**values, "attack": "melee", "result": "-", "effect": "-"}
    assert all(
        item.kind != "combat-in-vain" for item in narration.Tale(game.state, [Event("combat", 1, (), calm)]).passages()
    )


def test_numbers_below_nothing_have_a_true_minus() -> None:
    """A die that counts as less than 0 is written with the sign that the modifiers have."""
    tale = narration.Tale(opened("stirling").start(1).state, [])  # type: ignore[attr-defined]
    assert "–1" in tale.fell(1, -1)
    assert (phrases.figure(-1), phrases.figure(3), phrases.signed(-1)) == ("–1", "3", "–1")


def test_ids_in_few_words() -> None:
    assert runs(["S3", "S1", "S2", "S10"]) == ["S1–S3", "S10"]
    assert runs(["S2", "S1"]) == ["S1", "S2"]
    assert is_office("Captain of the line")
    assert not is_office("King Willie from Across the Water")
    assert not is_office("Rotwang")


# --- every event ------------------------------------------------------------------------------------------------


RARE = [
    ("turned-up", {"unit": "R3", "hex": "1507", "why": "contact"}, ["Rotwang’s spearmen R3", "valley road at 1507"]),
    (
        "scouts",
        {
            "unit": "R3",
            "hex": "1507",
            "range": 2,
            "target": "1707",
            "die": 5,
            "against": 6,
            "sees": True,
            "seen": True,
            "chance": "1/2",
            "risk": "1/3",
        },
        ["50%", "33.3%", "Beck Bridge (1707)"],
    ),
    ("unmasked", {"unit": "R3", "hex": "1507", "die": 2, "needs": 2, "stays": True, "chance": "1/3"}, ["33.3%", "R3"]),
    ("unmasked", {"unit": "R3", "hex": "1507", "die": 5, "needs": 2, "stays": False, "chance": "1/3"}, ["33.3%", "R3"]),
    (
        "petard",
        {
            "unit": "T4",
            "hex": "1406",
            "die": 4,
            "owner": "rotwang",
            "against": 2,
            "result": "success",
            "chances": [("success", "2/9"), ("nothing", "1/3"), ("nothing-on-one", "1/12")],
        },
        ["he engineers", "Wend Bridge (1406)", "4", "Rotwangi", "Rubble", "41.7%, rubble 22.2%"],
    ),
    (
        "scatter",
        {"spell": "fearball", "die": 3, "chance": "1/6", "hex": "1406", "lands": "1407"},
        ["3", "16.7%", "valley road at 1407"],
    ),
    ("goons", {"caster": "R9", "die": 4, "number": 2, "chance": "1/3"}, ["2", "33.3%", "4"]),
    (
        "check",
        {
            "unit": "R4",
            "die": 3,
            "needs": 2,
            "modifier": -3,
            "chance": "5/6",
            "by": "R5",
            "bonus": 4,
            "balked": 1,
            "passed": True,
            "was": "routed",
        },
        ["dwarven axemen", "Rotwang –4", "+1", "83.3%"],
    ),
    (
        "save",
        {
            "spell": "fist-of-righteousness",
            "units": ["T7"],
            "die": 3,
            "needs": 3,
            "modifier": 1,
            "passed": True,
            "chance": "1/2",
        },
        ["spearmen T7", "the spell’s +1", "50%"],
    ),
    ("destroyed", {"hex": "1406"}, ["Wend Bridge (1406)"]),
    ("steps-back", {"unit": "T4", "way": ["1406", "1407"]}, ["he engineers", "valley road at 1407"]),
    ("pontoon", {"unit": "T4", "hex": "1506"}, ["he engineers", "the River Wend at 1506"]),
    ("fort", {"hex": "1013", "level": 2}, ["Mickle Cross (1013)", "2"]),
    ("upkeep", {"spell": "yawning-chasm", "casters": ["R9"], "paid": [1], "units": []}, ["Father Bone", "Chasm"]),
    ("charge-spent", {"target": "T8"}, ["Prince Loholt’s pikemen", "[R-123]"]),
    ("advances", {"unit": "T1", "hex": "1707"}, ["King Tudwall’s heavy cavalry", "Beck Bridge (1707)"]),
    (
        "charge",
        {"units": ["T1"], "target": "R3", "hex": "1507", "die": 3, "needs": 3, "passed": True, "chance": "1/2"},
        ["heavy cavalry", "R3", "50%", "valley road at 1507"],
    ),
    (
        "combat",
        {
            "attack": "opportunity",
            "by": "",
            "side": "rotwang",
            "attackers": ["R3"],
            "supporters": [],
            "defenders": ["T1"],
            "hex": "1607",
            "strengths": (1, 3),
            "row": "clear",
            "column": 3,
            "die": 1,
            "held": 1,
            "modifiers": [("opportunity-fire", "attack", -1)],
            "result": "Exd",
            "effect": "Dd",
            "splat": False,
            "chances": [("Exd", "1/6"), ("Dd", "1/6"), ("Ad", "2/3")],
        },
        ["R3", "heavy cavalry", "1 against 3, column 3", "attack –1", "defender disorganised 33.3%", "no effect 66.7%"],
    ),
    ("comet", {"unit": "T8", "hex": "1707", "tails": 2}, ["omet: ", "pikemen", "Beck Bridge (1707)", "2"]),
]
"""Events that hardly ever happen, and one that nobody has heard of: what their sentences must hold."""


@pytest.mark.parametrize(("kind", "values", "holds"), RARE)
def test_rare_events_are_told_too(kind: str, values: dict[str, Any], holds: list[str]) -> None:
    which = opened("defend-the-bridge")
    game: Any = which.start(1)
    tale = narration.Tale(game.state, [Event(kind, 1, ("R-123",), values)]).passages()
    lines = [passage for passage in tale if passage.kind not in ("scenario", "background", "army", "aim")]
    lines = lines[: next(n for n, item in enumerate(lines) if item.kind == "so-far")]
    assert lines
    for number in range(4):
        teller = Teller(which.telling, number)
        text = " ".join(teller.sentence(line) for line in lines)
        for word in holds:
            assert word in text, (word, text)


def test_names_stand_in_the_singular_and_in_the_plural_in_every_sentence() -> None:
    for name, entry in entries("telling").items():
        for say in entry["say"]:
            assert not re.search(r"\} (was|were|is|are|has|have)\b", say), name


def test_a_battle_of_other_names_is_told_to_the_last_event(ragtag: Path) -> None:
    which = opened("ragtag", ragtag)
    kinds: set[str] = set()
    known = {id: words(entry) for id, entry in shipped(which.catalogue).items()}
    for seed in range(8 if not SOAK else 80):
        game, names = game_of(which, seed, "random" if seed % 4 else "greedy")
        for passage in game.tale():
            kinds.add(passage.kind)
            assert set(passage.words) == set(known[passage.kind]), passage
            assert passage.kind != "event", passage
        text = Story(which, game, seed, names).text()
        assert "{" not in text
        assert " ." not in text
        assert "  - ." not in text
        assert not re.search(r"\b(Tudwall|Rotwang|Harold|Wallish)", text)
    assert {"cast", "combat-melee", "check-failed", "standing", "reinforcement", "over"} <= kinds


def test_the_brief_report_keeps_to_the_summaries() -> None:
    which, game, output = shipped_report("stirling")
    brief = Story(which, game, 5, {}).text(brief=True)
    assert len(brief) < len(output) / 3
    assert "Turn 6 of 6" in brief
    assert "The end: " in brief
    assert "on the die" not in brief


def test_json_holds_every_event() -> None:
    which, game, _ = shipped_report("stirling")
    data = json.loads(Story(which, game, 5, {"skatch": "greedy", "aenglish": "random"}).json())
    assert data["scenario"] == "stirling"
    assert data["seed"] == 5
    assert data["policies"] == {"skatch": "greedy", "aenglish": "random"}
    assert data["rules"]["spent_spearmen"] == "2-2-4"
    assert [event["kind"] for event in data["events"]] == [event.kind for event in game.events]
    assert data["result"] == {"levels": dict(game.result.levels), "winner": game.result.winner}
    for event in data["events"]:
        if event["kind"] in ("orders", "check", "cast", "charge", "throw", "save"):
            assert Fraction(event["values"]["chance"]).denominator in (1, 2, 3, 6)


# --- a pack's own sentences -------------------------------------------------------------------------------------


def test_a_pack_tells_it_in_its_own_words(ragtag: Path, tmp_path: Path) -> None:
    own = make_pack(
        tmp_path / "own",
        {
            "telling.yaml": {
                "telling": [
                    {"id": "turn", "place": "heading", "brief": "yes", "say": ["Day {number} out of {of}"]},
                    {"id": "ground-woods", "place": "part", "say": ["the dark trees of {hex}"]},
                    {"id": "ground-slough", "place": "part", "say": ["the {name} of {hex}"]},
                    {
                        "id": "removed-combat",
                        "place": "item",
                        "say": ["{units} fell at {place}.{rules}", "At {place} fell {units}.{rules}"],
                    },
                ]
            }
        },
    )
    which = opened("ragtag", ragtag, own)
    game, names = game_of(which, 1)
    text = Story(which, game, 1, names).text()
    assert "Day 6 out of 6" in text
    assert re.search(r"\b(fell at|At) [^.]*[0-9]{4}\b[^.]*\. \[[AR]-", " ".join(text.split())), (
        "also words that no shipped sentence has"
    )
    assert "Turn 6" not in text


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"id": "routed", "place": "on", "say": ["{unit} ran.", "B."]}, "{unit} in the sentence names nothing."),
        ({"id": "routde", "place": "on", "say": ["A.", "B."]}, "no event has the name 'routde'. Did you mean routed?"),
        ({"id": "routed", "place": "on", "say": ["{units} ran."]}, "routed has one sentence, which would keep"),
        ({"id": "routed", "place": "on", "say": ["{units ran.", "B."]}, "a brace is unmatched."),
        ({"id": "routed", "place": "on", "say": ["{units.x} ran.", "B."]}, "{units.x} in the sentence names nothing."),
        ({"id": "routed", "place": "off", "say": ["A.", "B."]}, "off"),
        (
            {"id": "fizzled", "place": "item", "say": ["A.", "B."], "event": "cast", "when": "die"},
            "only the game itself decides when. Leave it out.",
        ),
    ],
)
def test_a_wrong_sentence_is_told_at_its_place(tmp_path: Path, entry: dict[str, Any], said: str) -> None:
    pack = make_pack(tmp_path / "pack", {"telling.yaml": {"telling": [entry]}})
    report = Report()
    assert IBB.open("stirling", KitOptions((pack,)), report) is None
    assert all(problem.where.file.endswith("telling.yaml") and problem.where.line for problem in report)
    assert any(said in str(problem) for problem in report), "\n".join(map(str, report))
