"""Write docs/errata.md: what the checks find in the scenarios as printed, and the rulings that repair it."""

from __future__ import annotations

import sys
from pathlib import Path

from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.problems import Report
from ibbprint.reports.setup_report import errata
from ibbprint.systems import games

PAGE = Path(__file__).resolve().parent.parent / "docs" / "errata.md"
SCENARIOS = ("defend-the-bridge", "hastings", "stirling")


def main() -> int:
    game = games()["ibb"]
    assert game.offers(Game.check_scenario)
    result = [game.check_scenario(f"{id}-as-printed", KitOptions(), Report()) for id in SCENARIOS]
    PAGE.write_text(errata(each for each in result if each is not None), encoding="utf-8")
    print(PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
