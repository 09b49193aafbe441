"""A battle made from a seed: whoever starts face down is masked in the box of a zone or of a turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from ibbprint.engine.api.kits import KitOptions
from ibbprint.jobs.generating import generated, request_of, written
from ibbprint.jobs.targets import scenario_meant
from ibbprint.problems import Report
from ibbprint.systems import games
from ibbprint.systems.ibb import generating
from ibbprint.systems.ibb.generating.looking import Look


def test_whoever_the_set_up_marks_as_face_down_is_masked_and_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The printed set-up and the module go by the same line of the scenario."""
    monkeypatch.setattr(generating, "looked_at", lambda *_: Look(0, {}, {}, 0, 0))  # nobody asks how fair it is
    game = games()["ibb"]
    battle = generated(game, request_of("s1", {}), (), {}).made
    assert battle is not None
    path = written(battle, tmp_path / battle.id, False, Report())
    assert path is not None
    meant = scenario_meant(str(path), ())
    options = KitOptions(packs=meant.packs, only=frozenset({"counters", "map"}), tabletop=True)
    kit = game.kit(meant.scenario, options, Report())
    assert kit is not None
    assert kit.tabletop is not None
    layer = kit.boards[0].layers[0]
    down = {
        id
        for mark in (*layer.stands, *layer.zones)
        for what in mark.standers
        for id in what.ids
        if what.face_down or mark.turn
    }
    masked = {start.piece.split("/")[1] for start in kit.tabletop.starts if start.masked}
    assert masked == down
    assert len(masked) > 30
