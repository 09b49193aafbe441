"""Ayrene's Woods: the worked results as exact fractions, from the code that plays and from `ibbprint odds`."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from ibbprint.dice import chances
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.odds import BadQuestion, OddsAnswer, OddsRequest
from ibbprint.problems import Report
from ibbprint.systems.ayrenes_woods.rules import victory
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, ELIMINATED, ROUTED
from tests.aw_table import GAME, Table, shipped
from tests.helpers import ROOT, app, make_pack

F = Fraction
DATA = ROOT / "ibbprint" / "systems" / "ayrenes_woods" / "data"


def ask(
    subject: str, words: str = "", *, packs: tuple[Path, ...] = (), rules: Any = None, **options: Any
) -> OddsAnswer:
    report = Report()
    values = {name.replace("_", "-"): value for name, value in options.items()}
    answer = GAME.odds(OddsRequest(subject, words, values), KitOptions(packs, rules or {}), report)
    assert answer is not None, "\n".join(map(str, report))
    return answer  # type: ignore[no-any-return]


def odds(subject: str, words: str = "", **options: Any) -> dict[str, Fraction]:
    chances = {row.id: row.chance for row in ask(subject, words, **options).rows}
    assert sum(chances.values()) == 1
    return chances


# --- the table --------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-R36")
def test_the_combat_table_is_one_ladder() -> None:
    """A-X01: each of the 80 cells is the step of its column and its die: a column right is worth a pip."""
    crt = yaml.load((DATA / "crt.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)["crt"]
    ladder = ["AE", "AE", "AR", "AR", "AD", "AD", "NE", "NE", "DD", "DD", "DR", "DR"]
    cells = [(die, column, code) for die, line in enumerate(crt["results"]) for column, code in enumerate(line)]
    assert len(cells) == 80
    assert [(d, c, code) for d, c, code in cells if (ladder + ["DE"] * 9)[d + c] != code] == []
    assert (crt["lowest"], crt["odds"]) == ("-1", ["1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1"])


# --- battles ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-R36", "A-09", "A-19", "A-R34")
def test_an_a_unit_against_a_b_unit() -> None:
    """A-X03: 9 to 5 is 3-2, and the better morale gives the die one."""
    assert odds("attack", "A 9 vs B 5") == {"NE": F(1, 3), "DD": F(1, 3), "DR": F(1, 3)}


@pytest.mark.rule("A-13", "A-R31")
def test_the_same_over_the_stream() -> None:
    """A-X05: 4.5 to 5 is 1-2: the half is not rounded."""
    answer = ask("attack", "A 9 vs B 5", stream=True)
    assert {row.id: row.chance for row in answer.rows} == {"AD": F(1, 3), "NE": F(1, 3), "DD": F(1, 3)}
    assert (answer.figures["attack"], answer.figures["column"], answer.figures["modifier"]) == ("9/2", "1-2", 1)


@pytest.mark.rule("A-R53", "A-22")
def test_a_berserk_attacker() -> None:
    """A-X07: three on the die, less one for the better morale of the defender."""
    answer = odds("attack", "dwarf-b 6 berserk vs elf-a 8", no_arrows=True)
    assert answer == {"AD": F(1, 6), "NE": F(1, 3), "DD": F(1, 3), "DR": F(1, 6)}


@pytest.mark.rule("A-26", "A-R50", "A-R51", "A-R64")
def test_the_whole_procedure_with_arrows() -> None:
    """A-X09: arrows first; who is hit does not attack."""
    answer = odds("attack", "dwarf-b 5 berserk vs elf-b 5")
    assert answer == {"arrows-AD": F(1, 4), "arrows-AR": F(1, 6), "NE": F(7, 72), "DD": F(7, 36), "DR": F(7, 24)}


@pytest.mark.rule("A-14", "A-16", "A-R38", "A-13")
def test_several_on_each_side() -> None:
    """A-X11: 14 to 5 and half of 7 is 28/17, column 3-2; one disordered target gives the die one."""
    answer = ask("attack", "A 8, B 6 vs B 5, A 7 disordered")
    assert {row.id: row.chance for row in answer.rows} == {"NE": F(1, 3), "DD": F(1, 3), "DR": F(1, 3)}
    assert (answer.figures["attack"], answer.figures["defence"]) == ("14", "17/2")
    assert (answer.figures["column"], answer.figures["modifier"]) == ("3-2", 1)


@pytest.mark.rule("A-R44", "A-27", "A-R08")
def test_a_leader_in_battle() -> None:
    """A-X13: one in eighteen falls; who survives three."""
    assert odds("leader-loss") == {"dies": F(1, 18), "lives": F(17, 18)}
    assert odds("leader-loss", battles=3)["lives"] == F(4913, 5832)


@pytest.mark.rule("A-R20", "A-R70", "A-58", "A-R64", "A-R38")
def test_leaving_a_zone() -> None:
    """A-X15: with a leader; before a better letter; disordered before a better letter."""
    assert odds("zoc-exit", "B", leader=True)["leaves"] == F(3, 5)
    assert odds("zoc-exit", "dwarf-b vs elf-a")["leaves"] == F(2, 5)
    assert odds("zoc-exit", "C disordered vs A")["leaves"] == F(1, 10)


@pytest.mark.rule("A-R75", "A-R55", "A-65")
def test_hands() -> None:
    """A-X17: what is in the hands at the start, and that each has its number of chits."""
    elf, dwarf = ask("hands", "elf"), ask("hands", "dwarf")
    sums = {row.id: row.chance for row in (*elf.sums, *dwarf.sums)}
    assert sums["here-and-there"] == F(4, 5)
    assert sums["hammer"] == F(3, 5)
    assert {len(row.id.split("+")) for row in elf.rows} == {3}
    assert {len(row.id.split("+")) for row in dwarf.rows} == {2}
    assert sum(row.chance for row in elf.rows) == sum(row.chance for row in dwarf.rows) == 1


@pytest.mark.rule("A-R43", "A-50", "A-51", "A-R74", "A-R73", "A-49", "A-R15")
def test_the_victory_check() -> None:
    """A-X19: 38 points are borne, 39 are not; both armies in one turn are a draw; who rallies counts no more."""
    table = Table()
    dwarves = [unit for unit in table.state.units if unit.side == 1]
    lost = {"A": 4, "B": 5}
    for letter, number in lost.items():
        for unit in [u for u in dwarves if u.kind.letter == letter][:number]:
            unit.state = ELIMINATED
    miners = [unit for unit in dwarves if unit.kind.letter == "C"]
    for unit in miners[:3]:
        unit.state = ROUTED
    victory.check(table.state)
    assert (victory.lost(table.state, 1), table.state.over) == (38, False)
    miners[3].state = ROUTED
    assert victory.lost(table.state, 1) == 39
    again = table.state.twin()
    victory.check(again)
    assert (again.over, victory.judge(again).winner) == (True, "elves")
    elves = [unit for unit in table.state.units if unit.side == 0 and unit.kind.letter == "A"]
    for unit in elves:
        unit.state = ELIMINATED
    table.leader("GL").fallen = True
    assert victory.lost(table.state, 0) == 48
    victory.check(table.state)
    assert (table.state.over, victory.judge(table.state).winner) == (True, None)
    miners[3].state = DISORDERED
    assert victory.lost(table.state, 1) == 38


@pytest.mark.rule("A-60", "A-R31", "A-R16")
def test_over_the_stream_into_woods() -> None:
    """A-X21: five points are too many for a dwarf with four; an elf needs three of five."""
    table = Table()
    table.put("R1", "0608")
    table.lead("RL", "0608")
    table.act("red")
    assert table.refused("move R1 0608-0709") == "A-R16"
    assert table.state.ground.cost("dwarf", table.hex("0608"), table.hex("0709")) == 5
    table.put("G1", "0508")
    table.lead("GL", "0508")
    table.act("green")
    table.unit("R1").state = ROUTED
    table.do("move G1 0508-0609")
    assert table.unit("G1").spent == 3
    assert table.state.ground.cost("elf", table.hex("0608"), table.hex("0709")) == 3


# --- the same questions with other numbers ----------------------------------------------------------------------


@pytest.mark.rule("A-R50", "A-R60", "A-R62", "A-25")
@pytest.mark.parametrize(
    ("attacker", "aim", "expected"),
    [
        ("A", False, (F(41, 60), F(3, 20), F(1, 6))),
        ("A", True, (F(31, 60), F(3, 20), F(1, 3))),
        ("B", False, (F(7, 12), F(1, 4), F(1, 6))),
        ("B", True, (F(5, 12), F(1, 4), F(1, 3))),
        ("C", False, (F(29, 60), F(7, 20), F(1, 6))),
        ("C", True, (F(19, 60), F(7, 20), F(1, 3))),
    ],
)
def test_arrows(attacker: str, aim: bool, expected: tuple[Fraction, ...]) -> None:
    """What arrows do to each class, with Perfect Aim and without; Stand and fight helps the check."""
    assert tuple(odds("arrows", attacker, aim=aim).values()) == expected
    steady = odds("arrows", attacker, aim=aim, steady=True)
    assert steady["disordered"] == expected[1] - F(1, 20)


@pytest.mark.parametrize("wanted", [1, 2, 4, 7])
def test_leaders_in_other_numbers_of_battles(wanted: int) -> None:
    assert odds("leader-loss", battles=wanted)["lives"] == F(17, 18) ** wanted


@pytest.mark.rule("A-R65", "A-R66", "A-R67", "A-R68", "A-54", "A-55", "A-56", "A-37")
@pytest.mark.parametrize(
    ("words", "options", "expected"),
    [
        ("B", {"enemy": 2}, {"ordered": F(1)}),
        ("B", {}, {"ordered": F(1, 2), "disordered": F(1, 2)}),
        ("B", {"friend": True}, {"ordered": F(3, 5), "disordered": F(2, 5)}),
        ("B", {"friend": True, "leader": "stacked"}, {"ordered": F(3, 5), "disordered": F(2, 5)}),
        ("B", {"steady": True}, {"ordered": F(3, 5), "disordered": F(2, 5)}),
        ("A routed", {}, {"disordered": F(7, 10), "routed": F(3, 10)}),
        ("C routed", {"leader": "stacked"}, {"disordered": F(1, 2), "routed": F(1, 2)}),
        ("C routed", {"leader": "adjacent"}, {"disordered": F(2, 5), "routed": F(3, 5)}),
        ("A routed", {"enemy": 2}, {"routed": F(1)}),
    ],
)
def test_rallying(words: str, options: dict[str, Any], expected: dict[str, Fraction]) -> None:
    """Disordered and routed units in the rally phase, with each help and without."""
    assert odds("rally", words, **options) == expected


@pytest.mark.parametrize("hand", range(1, 6))
def test_hands_of_other_sizes(hand: int, tmp_path: Path) -> None:
    """A pack in which the elves draw more or fewer: the chance of at least one is counted anew."""
    peoples = yaml.load((DATA / "peoples.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)["peoples"]
    elf = {**peoples[0], "hand": hand}
    pack = make_pack(tmp_path / "pack", {"peoples.yaml": {"peoples": [elf]}}, game="ayrenes-woods")
    chances = {row.id: row.chance for row in ask("hands", "elf", packs=(pack,)).sums}
    assert chances["here-and-there"] == 1 - F(comb(4, hand), comb(6, hand))
    assert chances["holy-war"] == F(hand, 6)


def test_hands_larger_than_the_pool_are_told_at_their_place(tmp_path: Path) -> None:
    """A pack in which the elves draw more chits than there are: `odds hands` says so, without a traceback."""
    peoples = yaml.load((DATA / "peoples.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)["peoples"]
    pack = make_pack(
        tmp_path / "pack", {"peoples.yaml": {"peoples": [{**peoples[0], "hand": 9}]}}, game="ayrenes-woods"
    )
    result = CliRunner().invoke(app, ["odds", "hands", "elf", "--game", "ayrenes-woods", "--pack", str(pack)])
    assert result.exit_code == 1
    assert "peoples.yaml:" in result.output
    assert "Elves draw 9 spells from a pool of 6. [ayrenes-woods:A-R75]" in result.output


@pytest.mark.rule("A-09")
@pytest.mark.parametrize(
    ("words", "down", "nearest"),
    [
        ("B 5 vs B 4", "1-1", "1-1"),
        ("A 8 vs A 9", "1-2", "1-1"),
        ("B 7, B 7 vs B 5", "2-1", "3-1"),
        ("A 7 vs B 4", "3-2", "3-2"),
        ("A 10, A 10, A 10 vs C 4", "5-1", "5-1"),
        ("C 1 vs A 10", "1-3", "1-3"),
    ],
)
def test_rounding_of_odds(words: str, down: str, nearest: str) -> None:
    """Down to a printed column, or under the switch to the nearest; beyond the ends they take the end."""
    assert ask("attack", words).figures["odds"] == down
    assert ask("attack", words, rules={"odds_rounding": "nearest"}).figures["odds"] == nearest


@pytest.mark.rule("A-10")
def test_odds_off_the_table() -> None:
    """1 to 10 is played on the first column, 40 to 1 on the last; shifts begin there."""
    assert ask("attack", "C 1 vs A 10").figures["column"] == "1-3"
    assert ask("attack", "4 A 10 vs C 1").figures["column"] == "5-1"
    assert ask("attack", "C 1 vs A 10", hammer=True).figures["column"] == "1-2"
    assert ask("attack", "4 A 10 vs C 1", terrain="woods").figures["column"] == "4-1"


@pytest.mark.rule("A-11", "A-12", "A-R59", "A-R61", "A-20")
def test_dice_and_columns_off_the_table() -> None:
    """The die stops at the last line; shifts are added up before they are made, and stop at the edge."""
    sure = odds("attack", "4 dwarf-a 10 berserk vs dwarf-c 1 disordered", leader=True)
    assert sure == {"DE": 1}
    both = ask("attack", "A 8 vs A 8", terrain="woods", hammer=True)
    assert both.figures["column"] == "1-1"
    assert ask("attack", "A 8 vs A 8", hammer=True).figures["column"] == "3-2"
    assert ask("attack", "A 8 vs A 8", terrain="woods", brother=True).figures["column"] == "1-3"
    assert ask("attack", "A 8 vs A 8", leader=True, enemy_leader=True).figures["modifier"] == 0
    weak = odds("attack", "C 1 vs A 10", terrain="woods", enemy_leader=True)
    assert weak == {"AE": F(1, 3), "AR": F(1, 3), "AD": F(1, 3)}


@pytest.mark.rule("A-R57", "A-34", "A-23")
def test_holy_war_and_berserk_in_defence() -> None:
    """A unit in a Holy War counts twice, halves included; a berserk defender reads its chit one letter lower."""
    assert ask("attack", "A 9 doubled vs B 5").figures["attack"] == "18"
    assert ask("attack", "A 9 doubled vs B 5", stream=True).figures["attack"] == "9"
    assert ask("attack", "A 9 vs B 5 doubled disordered").figures["defence"] == "5"
    assert ask("attack", "A 9 vs dwarf-a 8 berserk").figures["defence"] == "5"
    assert ask("attack", "A 9 vs dwarf-b 7 berserk").figures["defence"] == "4"
    assert ask("attack", "A 9 vs dwarf-c 4 berserk").figures["defence"] == "1"


@pytest.mark.rule("A-R30", "A-R26")
def test_flank_and_rear() -> None:
    """With facing an attack through the flank is a column better, through the rear two."""
    on = {"facing": "on"}
    assert [
        ask("attack", "A 8 vs A 8", rules=on, through=part).figures["column"] for part in ("front", "flank", "rear")
    ] == ["1-1", "3-2", "2-1"]
    with pytest.raises(BadQuestion, match="no flank"):
        ask("attack", "A 8 vs A 8", through="flank")


@pytest.mark.rule("A-R30")
def test_with_facing_the_table_is_rolled_for() -> None:
    """The attackers face those whom they attack: the results are those of the column, and nobody leaves the battle."""
    answer = ask("attack", "A 9 vs B 5", rules={"facing": "on"}, through="front")
    assert {row.id for row in answer.rows} == {row.id for row in ask("attack", "A 9 vs B 5").rows}


@pytest.mark.rule("A-74")
def test_who_attacks_only_a_routed_unit_adds_nothing_to_the_odds() -> None:
    """Three attack two, the third touches only the first of them: if that one is routed, 7 + 7 to 5 is all there is."""
    assert ask("attack", "A 7, A 7, A 7 vs B 5, B 5").figures["attack"] == "21"
    answer = ask("attack", "A 7, A 7, A 7 vs B 5 routed, B 5")
    assert (answer.figures["attack"], answer.figures["defence"]) == ("14", "5")


def test_routed_targets_fall_outright() -> None:
    assert odds("attack", "C 1 vs A 10 routed") == {"DE": 1}


@pytest.mark.parametrize(
    ("subject", "words", "says"),
    [
        ("attack", "A 9", "two sides with vs"),
        ("attack", "A vs B 5", "has no strength"),
        ("attack", "9 9 vs B 5", "names no unit"),
        ("nothing", "", "no odds for"),
        ("attack", "9 C 4 vs C 1", "do not fit around"),
    ],
)
def test_questions_put_wrongly(subject: str, words: str, says: str) -> None:
    with pytest.raises(BadQuestion, match=says):
        ask(subject, words)


@pytest.mark.parametrize(
    ("subject", "words", "says"),
    [
        ("attack", "elf-d 9 vs B 5", "there is no unit 'elf-d'. Did you mean elf"),
        ("attack", "A 3 vs B 5", "no combat chit gives A units 3. They have 7, 8, 9, 10."),
        ("attack", "A 9 disordered vs B 5", "a disordered unit does not attack"),
        ("arrows", "orc", "there is no unit 'orc'"),
        ("hands", "elv", "there is no people 'elv'"),
    ],
)
def test_faults_in_questions(subject: str, words: str, says: str) -> None:
    report = Report()
    assert GAME.odds(OddsRequest(subject, words), KitOptions(), report) is None
    assert says in "\n".join(map(str, report))


def test_the_command_finds_the_game_by_its_subject() -> None:
    """`odds zoc-exit` is of this game alone; `odds attack` is of the first game unless another is named."""
    runner = CliRunner()
    result = runner.invoke(app, ["odds", "zoc-exit", "elf-b", "--leader", "--json"])
    assert json.loads(result.output)["results"][0]["chance"] == "3/5"
    result = runner.invoke(app, ["odds", "attack", "--game", "ayrenes-woods", "A", "9", "vs", "B", "5", "--json"])
    assert json.loads(result.output)["odds"] == "3-2"
    assert "2-1" in runner.invoke(app, ["odds", "attack", "7", "vs", "3"]).output


def test_odds_and_play_agree() -> None:
    """What is told before the die of a battle is what `odds` says of it."""
    table = Table(4)
    table.put("R1", "1011", 9)
    table.put("K2", "1010", 5)
    table.unit("K2").side = 0
    table.lead("RL", "0912")
    table.act("red")
    table.battle("R1")
    lines = {code: F(share) for code, share in table.last("combat")["chances"]}
    assert lines == odds("attack", "A 9 vs B 5")
    assert chances(lambda dice: dice.roll(6))[1] == F(1, 6)
    assert shipped().crt.highest == 8
