"""A game can be played, saved, replayed to the very same end in any process, and drawn; mistakes are told."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from typer.testing import CliRunner, Result

from ibbprint.dice import SeededDice
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.session import Opened, Playing, liked_best
from ibbprint.playtest import saved
from ibbprint.playtest.policies import POLICIES, Random, by_side, play_game, policies
from ibbprint.problems import BadRequest, Report
from ibbprint.systems import games
from tests.helpers import KITS, ROOT, SOAK, app, every_scenario, run_cli

IBB: Any = games()["ibb"]
BASE = ROOT / "tests" / "corpus" / "base"


def opened(scenario: str, *packs: Path, **rules: str) -> Opened:
    report = Report()
    catalogue = every_scenario().get(scenario, IBB).open(scenario, KitOptions(packs, rules), report)
    assert catalogue is not None, "\n".join(map(str, report))
    return catalogue  # type: ignore[no-any-return]


def cli(*arguments: str) -> Result:
    """The command in this process; its output is that of both streams."""
    return CliRunner().invoke(app, arguments)


def recorded(which: Opened, scenario: str, seed: int, policy: str = "random") -> tuple[Playing, str]:
    names = by_side(policy, list(which.sides))
    assert isinstance(names, dict)
    recorder = saved.Recorder(saved.Head(scenario, str(seed), policies=names))
    game = play_game(which, seed, policies(names, seed), True, recorder.note)
    return game, recorder.text(game)


def read(path: Path, text: str) -> tuple[saved.SavedGame | None, Report]:
    path.write_text(text, encoding="utf-8")
    report = Report()
    return saved.read_saved(path, report), report


# --- policies ---------------------------------------------------------------------------------------------------


def test_each_side_has_dice_of_its_own() -> None:
    """What one side throws does not depend on how often the other has thrown."""
    alone = policies({"a": "random", "b": "random"}, 3)
    both = policies({"a": "random", "b": "random"}, 3)

    class Fifty:
        def candidates(self) -> list[int]:
            return list(range(50))

    game: Any = Fifty()
    first = [alone["a"].choose(game) for _ in range(20)]
    second = []
    for _ in range(20):
        both["b"].choose(game)
        second.append(both["a"].choose(game))
    assert first == second
    assert first != [alone["b"].choose(game) for _ in range(20)]


def test_greedy_takes_what_looks_best_and_rolls_between_equals() -> None:
    class View:
        def best(self) -> Sequence[int]:
            actions = list(range(10))
            return liked_best(actions, [float(min(action, 7)) for action in actions])  # type: ignore[arg-type,return-value]

    chosen = {POLICIES["greedy"](seed).choose(View()) for seed in range(40)}  # type: ignore[arg-type]
    assert chosen == {7, 8, 9}


def test_who_looks_is_given_a_view_and_nobody_else() -> None:
    class Blind(Random):
        def choose(self, game: Playing) -> Any:
            assert game is played[-1]
            return super().choose(game)

    class Seeing(Random):
        looks = True

        def choose(self, game: Playing) -> Any:
            assert game is not played[-1]
            return super().choose(game)

    class Watched:
        def start(self, seed: int | str, *, listen: bool = False) -> Playing:
            played.append(which.start(seed, listen=listen))
            return played[-1]

    played: list[Playing] = []
    which = opened("skirmish", BASE)
    ended = play_game(Watched(), 1, {"red": Blind(1), "blue": Seeing(2)})  # type: ignore[arg-type]
    assert ended.is_over
    assert not ended.events, "nobody listened"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["greedy", "greedy"]),
        ("random", ["random", "random"]),
        ("A=random", ["random", "greedy"]),
        ("b=random", ["greedy", "random"]),
        ("blue=random, red=greedy", ["greedy", "random"]),
        ("random,B=greedy", "the side blue has two policies. Name each side once."),
        ("A=rando", "there is no policy 'rando'. Did you mean random?"),
        ("C=random", "there is no side 'C'. Known: A or red, B or blue."),
        ("rde=random", "there is no side 'rde'. Did you mean red?"),
        ("A=random,red=random", "the side red has two policies. Name each side once."),
        ("A=random,greedy", "'greedy' does not say whose policy it is. Write SIDE=greedy."),
        ("A=", "there is no policy ''. Known: commander, greedy, planner, random."),
        ("A=commander:500,B=Commander", ["commander:500", "commander"]),
        ("A=comander:64", "there is no policy 'comander:64'. Did you mean commander?"),
        ("A=greedy:3", "greedy has no effort: 'greedy:3'. Only commander has, as in commander:500."),
        (
            "A=commander:",
            "a commander cannot have the effort ''. Write a number of playouts from 1 to 10000, as in commander:500.",
        ),
        (
            "A=commander:0",
            "a commander cannot have the effort '0'. Write a number of playouts from 1 to 10000, as in commander:500.",
        ),
        (
            "A=commander:-1",
            "a commander cannot have the effort '-1'. Write a number of playouts from 1 to 10000, as in commander:500.",
        ),
    ],
)
def test_policies_are_named_by_side(text: str, expected: list[str] | str) -> None:
    if isinstance(expected, list):
        assert list(by_side(text, ["red", "blue"]).values()) == expected
        return
    with pytest.raises(BadRequest) as wrong:
        by_side(text, ["red", "blue"])
    assert f"{wrong.value} {wrong.value.hint}" == expected


# --- saved games ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", sorted(every_scenario()))
def test_a_saved_game_is_replayed_to_the_same_end(scenario: str, tmp_path: Path) -> None:
    which = opened(scenario)
    for seed in range(1 if not SOAK else 30):
        game, text = recorded(which, scenario, seed)
        results, report = read(tmp_path / "one.game", text)
        assert results is not None, "\n".join(map(str, report))
        again = saved.replay(results, opened(scenario), report, tmp_path / "one.game")
        assert again is not None, "\n".join(map(str, report))
        assert not len(report)
        assert again.fingerprint() == game.fingerprint()
        assert list(again.events) == list(game.events)
        assert again.result == game.result


def test_a_person_can_read_a_saved_game() -> None:
    _, text = recorded(opened("defend-the-bridge"), "defend-the-bridge", 4)
    head, _, rest = text.partition("\n\n")
    assert head.splitlines()[:3] == ["ibbprint game 2", "scenario: defend-the-bridge", "seed: 4"]
    assert "policy: tudwall=random" in head
    assert [int(n) for n in re.findall(r"^# turn (\d+)$", rest, re.MULTILINE)] == list(range(1, 8))
    assert re.search(r"^move R\d+ \d{4}-\d{4}", rest, re.MULTILINE)
    assert re.search(r"^ends: [0-9a-f]{16}\n\Z", text, re.MULTILINE)


@pytest.mark.parametrize("scenario", KITS)
def test_another_process_plays_the_same_game(scenario: str, tmp_path: Path) -> None:
    """Byte for byte, whatever the hashes of that process: it replays what was saved here to the same report."""
    here = cli("play", scenario, "--seed", "11", "--policy", "random", "--save", str(tmp_path / "a.game"))
    assert here.exit_code == 0, here.output
    other = run_cli("replay", "a.game", cwd=tmp_path, PYTHONHASHSEED="7")
    assert (other.returncode, other.stdout, other.stderr) == (0, here.stdout, "")
    if scenario == KITS[0]:
        arguments = ("play", scenario, "--seed", "11", "--policy", "random", "--save", "b.game")
        again = run_cli(*arguments, cwd=tmp_path, PYTHONHASHSEED="8")
        assert (again.returncode, again.stdout) == (0, here.stdout)
        assert (tmp_path / "a.game").read_bytes() == (tmp_path / "b.game").read_bytes()


def test_packs_and_rules_are_saved_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pack").symlink_to(BASE)
    result = cli("play", "skirmish", "--pack", "pack", "--rule", "R-22=3-2-4", "--seed", "2", "--save", "a.game")
    assert result.exit_code == 0, result.output
    text = (tmp_path / "a.game").read_text(encoding="utf-8")
    assert "pack: pack\nrule: R-22=3-2-4\n" in text
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    again = cli("replay", "../a.game")
    assert again.exit_code == 0, again.output
    assert again.output == result.output, "the pack is found beside the saved game"


def test_a_game_that_is_cut_off_is_told_as_far_as_it_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _, text = recorded(opened("defend-the-bridge"), "defend-the-bridge", 4)
    lines = text[: text.index("# turn 3")].splitlines()
    Path("cut.game").write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = cli("replay", "cut.game")
    assert result.exit_code == 0
    message = r"cut\.game:\d+:1: warning: the game stops here, on turn 3\. Next to decide: \w+\."
    assert re.search(message, result.output)
    assert "\nSo far, in turn 3: " in result.output
    assert "Turn 4 of 7" not in result.output


def test_a_game_of_a_scenario_that_has_changed_is_told_so(tmp_path: Path) -> None:
    which = opened("defend-the-bridge")
    game, text = recorded(which, "defend-the-bridge", 4)
    result, report = read(tmp_path / "a.game", re.sub(r"begins: .*", "begins: 0123456789abcdef", text))
    assert result is not None
    assert saved.replay(result, which, report, tmp_path / "a.game") is not None
    assert "has changed since the game was saved" in str(next(iter(report)))
    result, report = read(tmp_path / "a.game", text.replace(f"ends: {game.fingerprint()}", "ends: 0123456789abcdef"))
    assert result is not None
    assert saved.replay(result, which, report, tmp_path / "a.game") is None
    (problem,) = report
    assert "the game ends differently" in problem.message
    assert problem.where.line == len(text.splitlines()), "told at the line that says how it ends"


def test_an_answer_that_cannot_be_given_is_told_as_one(tmp_path: Path) -> None:
    """Where a question waits, another answer is refused with the question and one that would do."""
    which = opened("defend-the-bridge")
    text = next(
        text for seed in range(1, 20) for _, text in [recorded(which, "defend-the-bridge", seed)] if "\nrefuse " in text
    )
    wrong = re.sub(r"\n(refuse \S+) \S+", r"\n\1 0101-0102", text, count=1)
    result, report = read(tmp_path / "a.game", wrong)
    assert result is not None
    assert saved.replay(result, which, report, tmp_path / "a.game") is None
    (problem,) = report
    assert problem.message == "this is not a legal answer: decide whether the unit refuses battle."
    assert problem.hint.startswith(("Did you mean ", "Legal now: "))


def test_a_game_of_the_earlier_format_is_replayed_and_nothing_compared(tmp_path: Path) -> None:
    """Its fingerprints were taken in another way: a warning says so, every action is still checked."""
    which = opened("defend-the-bridge")
    _, text = recorded(which, "defend-the-bridge", 4)
    old = re.sub(r"^(begins|ends): .*", r"\1: 0123456789abcdef", text, flags=re.MULTILINE)
    result, report = read(tmp_path / "a.game", old.replace("ibbprint game 2", "ibbprint game 1"))
    assert result is not None
    game = saved.replay(result, which, report, tmp_path / "a.game")
    assert game is not None
    assert game.is_over
    assert [problem.message for problem in report] == ["this game was saved by an earlier ibbprint."]


HEAD = "ibbprint game 2\nscenario: defend-the-bridge\nseed: 4\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "w.game:1:1: error: this is not a saved game. A saved game begins with the line: ibbprint game 2"),
        ("ibbprint game 9\n", "w.game:1:15: error: this saved game has the format 9. This ibbprint reads 1 and 2."),
        ("ibbprint game 2\nseed: 4\n", "w.game:2:1: error: the field scenario is missing. "),
        (HEAD.replace("seed", "sede"), "w.game:3:1: error: 'sede' is not a field of a saved game. Did you mean seed?"),
        (HEAD.replace("4", '"four'), "w.game:3:1: error: this seed begins with a quote, but it is not a JSON string"),
        (HEAD + "seed: 5\n", "w.game:4:1: error: seed appears twice. Keep one of them. [read:field]"),
        (HEAD + "rule: R-22\n", "w.game:4:1: error: rule takes NAME=VALUE, not 'R-22'. [read:value]"),
        (HEAD + "rule: R-22=9\n", "w.game:4:1: error: spent_spearmen cannot be '9'. Choose 2-2-4 or 3-2-4. [ibb:R-22]"),
        (HEAD + "pack: nowhere\n", "w.game:4:1: error: there is no such folder. A pack is a folder"),
        (HEAD + "policy: tudwal=greedy\n", "w.game:4:1: error: there is no side 'tudwal'. Did you mean tudwall?"),
        (HEAD.replace("bridge", "bride"), "w.game:2:1: error: there is no scenario 'defend-the-bride'. Did"),
        (HEAD + "\n# turn 1\n  ordr\n", "w.game:6:3: error: 'ordr' is not an action. Did you mean order? [ibb:A-63]"),
        (HEAD + "move X9 1306-1206\n", "w.game:4:6: error: there is no counter 'X9'."),
        (HEAD + "move R9 1306-9999\n", "w.game:4:14: error: hex 9999 is not on the map, which goes from 0101 to 2015."),
        (HEAD + "move R9 13o6\n", "w.game:4:9: error: '13o6' is not a path: hexes of four digits, column and row,"),
        (HEAD + "move R9 1306-12", "w.game:4:9: error: '1306-12' is not a path: hexes of four digits"),
        (HEAD + "move R9 1306-0101\n", "w.game:4:"),
        (HEAD.replace("defend-the-bridge", "stirling") + "place S17\n", "w.game:4:7: error: S17 is set up in one hex"),
        (HEAD + "ends: abc\norder\n", "w.game:5:1: error: the game has ended above; nothing can follow."),
        (HEAD + "order" + " x" * 400, "w.game:4:1: error: this line is longer than the 500 characters"),
    ],
)
def test_a_wrong_save_is_told_at_its_place(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("w.game").write_text(text, encoding="utf-8")
    result = cli("replay", "w.game")
    assert result.exit_code == 1, result.output
    assert said in result.output
    assert not isinstance(result.exception, Exception) or isinstance(result.exception, SystemExit)


def test_an_illegal_line_names_its_rule_and_what_would_be_legal(tmp_path: Path) -> None:
    which = opened("defend-the-bridge")
    _, text = recorded(which, "defend-the-bridge", 4)
    number = next(n for n, line in enumerate(text.splitlines()) if line.startswith("move"))
    lines = text.splitlines()
    verb, key, way = lines[number].split()
    lines[number] = f"   {verb}  {key} {way.split('-')[0]}-0101"
    result, report = read(tmp_path / "a.game", "\n".join(lines))
    assert result is not None
    assert saved.replay(result, which, report, tmp_path / "a.game") is None
    (problem,) = report
    assert problem.where.line == number + 1
    assert problem.where.column > 3
    assert re.match(r"ibb:[A-Z]-\d+", problem.rule)
    assert f"Did you mean move {key} " in problem.hint


def test_no_line_whatever_ends_in_a_traceback() -> None:
    """Actions with words left out, put in or changed are legal, or are refused with a rule; nothing else happens."""
    odd = [
        "->",
        "0101",
        "9999",
        "S1",
        "S1+S2",
        "X",
        "+",
        "-",
        "cast",
        "support",
        "melee",
        "place",
        "yawning-chasm:cone",
    ]
    verbs = ["move", "cast", "petard", "bridge", "dig", "shoot", "bombard", "summon", "back", "pay", "enter", "refuse"]
    dice = SeededDice("lines")

    def pick(things: Sequence[str]) -> str:
        return things[dice.roll(len(things)) - 1]

    game = opened("stirling").start(2)
    texts: dict[str, None] = {}
    while not game.is_over:
        actions = game.candidates()
        action = actions[dice.roll(len(actions)) - 1]
        texts[game.text(action)] = None
        for _ in range(2 if not SOAK else 20):
            words = pick(list(texts)).split()
            at = dice.roll(len(words)) - 1
            words[at : at + dice.roll(2) - 1] = [pick(odd), pick(verbs), ""][dice.roll(3) - 1].split()
            fault = game.fault(" ".join(words))
            if fault is None:
                game.copy().apply(game.parse(" ".join(words)))
            else:
                assert re.fullmatch(r"ibb:[A-Z]-\d+", fault.rule), fault
                assert fault.message
                assert 1 <= fault.where.column <= max(1, len(" ".join(words)))
        game.play(action)


def test_files_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bytes.game").write_bytes(bytes(range(256)))
    Path("folder.game").mkdir()
    for name, text in (("no.game", "there is no such file"), ("bytes.game", "error: "), ("folder.game", "error: ")):
        result = cli("replay", name)
        assert result.exit_code == 1
        assert text in result.output
        assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("play", "stirlin"), 2, "error: there is no scenario 'stirlin'. Did you mean stirling? [read:scenario]"),
        (("play", "stirling", "--policy", "A=greedi"), 2, "there is no policy 'greedi'. Did you mean greedy?"),
        (("play", "stirling", "--policy", "Z=greedy"), 2, "ibbprint: there is no side 'Z'. Known: A or skatch,"),
        (("play", "stirling", "--rule", "R-22"), 2, "ibbprint: --rule takes ID=VALUE, not 'R-22'."),
        (("play", "stirling", "--rule", "R-22=9"), 2, "--rule R-22=9: error: spent_spearmen cannot be '9'."),
        (("play", "stirling", "--pack", "nowhere"), 1, "nowhere: error: there is no such folder."),
    ],
)
def test_a_wrong_call_is_told(arguments: tuple[str, ...], code: int, said: str) -> None:
    result = cli(*arguments)
    assert (result.exit_code, "Traceback" in result.output) == (code, False)
    assert said in result.output


# --- what comes out ---------------------------------------------------------------------------------------------


def test_json_is_one_object(tmp_path: Path) -> None:
    result = cli("play", "skirmish", "--pack", str(BASE), "--seed", "3", "--json", "--save", str(tmp_path / "a.game"))
    data = json.loads(result.stdout)
    assert data["scenario"] == "skirmish"
    assert data["over"] is True
    assert set(data) >= {"scenario", "seed", "rules", "policies", "events", "result", "fingerprint"}
    again = cli("replay", str(tmp_path / "a.game"), "--json", "--pack", str(BASE))
    assert json.loads(again.stdout) == data


def test_a_map_for_every_turn(tmp_path: Path) -> None:
    """The set-up and the end of each turn, each counter where it stood."""
    result = cli(
        "play", "skirmish", "--pack", str(BASE), "--policy", "random", "--map-every-turn", str(tmp_path / "maps")
    )
    assert result.exit_code == 0, result.output
    assert sorted(p.name for p in (tmp_path / "maps").iterdir()) == [
        "set-up.pdf",
        *(f"turn-{n:02}.pdf" for n in range(1, 6)),
    ]
    assert all(path.read_bytes().startswith(b"%PDF") for path in (tmp_path / "maps").iterdir())
    for name, head in (("set-up", "Set-up"), ("turn-01", "After turn 1"), ("turn-05", "After turn 5")):
        with pypdfium2.PdfDocument(tmp_path / "maps" / f"{name}.pdf") as document:
            assert head in document[0].get_textpage().get_text_bounded(), "the picture says which turn it shows"


def test_the_maps_show_everybody_where_they_stood() -> None:
    which = opened("hastings")
    game, _ = recorded(which, "hastings", 1)
    board = game.board()
    assert board is not None
    moments = [event for event in game.events if event.kind in ("ready", "turn-over", "over")]
    assert [layer.id for layer in board.layers] == ["set-up", *(f"turn-{n:02}" for n in range(1, 9))]
    for layer, event in zip(board.layers, moments, strict=True):
        hexes = {key: mark.hex for mark in layer.stands for entry in mark.standers for key in entry.ids}
        assert hexes == event.values["stands"]
        assert len(hexes) == sum(item.number for mark in layer.stands for item in mark.standers)


THINKING = [
    ROOT / "ibbprint" / "engine" / "planning.py",
    ROOT / "ibbprint" / "systems" / "ibb" / "rules" / "arrivals.py",
    *sorted(
        path
        for name in ("apprais*", "prospects", "planning")
        for path in (ROOT / "ibbprint" / "systems").rglob(f"{name}.py")
    ),
]
"""The modules that weigh what a player may do, in floats."""


@pytest.mark.parametrize("path", THINKING, ids=lambda path: "-".join(path.parts[-3:]))
def test_what_a_policy_likes_is_added_up_alike_by_every_python(path: Path) -> None:
    """Python 3.12 adds floats otherwise than 3.11 did, and ties decide games: floats are added with `fsum`.

    Whole numbers and fractions say what they are by where the sum starts: `sum(numbers, 0)`.
    """
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    sums = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "sum"]
    vague = [call for call in sums if len(call.args) == 1 and not ast.unparse(call.args[0]).startswith("(1 for ")]
    assert [call.lineno for call in vague] == []
    assert sums or "fsum" in path.read_text(encoding="utf-8")
