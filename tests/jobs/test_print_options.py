"""`print:` in game.yaml: options of a kit, which the command line overrides; a wrong one is told at its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ibbprint import kit
from tests.helpers import ROOT, call_cli

GAME = ROOT / "tests" / "corpus" / "printed" / "sedge-line"


def with_print(folder: Path, options: str) -> Path:
    game = Path(shutil.copytree(GAME, folder / "game"))
    head = (game / "game.yaml").read_text(encoding="utf-8")
    (game / "game.yaml").write_text(f"print: {options}\n{head}", encoding="utf-8")
    return game


def name_of(game: Path, *typed: str) -> str:
    into = game.parent / "out"
    shutil.rmtree(into, ignore_errors=True)
    result = call_cli("kit", str(game), "--only", "order-box", "-o", str(into), *typed)
    assert (result.returncode, result.stderr) == (0, "")
    return next(into.iterdir()).stem.removeprefix("sedge-line-order-box")


def test_a_kit_is_printed_as_its_game_asks_and_what_is_typed_takes_the_place_of_that(tmp_path: Path) -> None:
    """Also where what is typed is what a kit without any options has."""
    game = with_print(tmp_path, "{paper: letter, duplex: short-edge, gutter: 1.5, ink: low, poster: yes}")
    assert name_of(game) == "-letter-short-edge-gutter-1.5-low"
    assert name_of(game, "--duplex", "long-edge", "--ink", "full") == "-letter-gutter-1.5"
    assert name_of(game, "--paper", "a4", "--gutter", "0") == "-short-edge-gutter-0-low"
    assert kit(str(game), only="order-box").name == "sedge-line-order-box-letter-short-edge-gutter-1.5-low.pdf"
    assert kit(str(game), only="order-box", paper="a3").name == "sedge-line-order-box-a3-short-edge-gutter-1.5-low.pdf"


@pytest.mark.parametrize(
    ("options", "place", "message"),
    [
        ("{papr: letter}", "1:15", "papr is not an option of printing here. Did you mean paper?"),
        ("{only: units}", "1:15", "only is not an option of printing here."),
        ("{paper: leter}", "1:16", "there is no paper 'leter'. Did you mean letter?"),
        ("{gutter: wide}", "1:17", "gutter must be a number, not 'wide'."),
        ("{spares: 1.5}", "1:17", "spares must be a whole number, not '1.5'."),
        ("{poster: big}", "1:17", "poster must be yes or no, not 'big'."),
        ("{duplex: both}", "1:17", "there is no duplex mode 'both'."),
        ("[paper]", "1:8", "print must be"),
    ],
)
def test_an_option_that_makes_no_sense_is_an_error_at_its_place(
    tmp_path: Path, options: str, place: str, message: str
) -> None:
    game = with_print(tmp_path, options)
    result = call_cli("kit", str(game), "-o", str(tmp_path / "kit.pdf"))
    assert result.returncode == 1
    assert f"game.yaml:{place}: error: {message}" in result.stderr
    assert not (tmp_path / "kit.pdf").exists()
