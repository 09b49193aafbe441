"""Lists in haste or in odd styles, from tests/lists: read as they are meant, or doubted; never misread."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import yaml

from ibbprint.catalogue.documents import made_of
from ibbprint.problems import Report, Severity
from tests.engine.lists.test_lists_as_posted import checker, verdict
from tests.helpers import ROOT

LISTS: list[dict[str, Any]] = [
    item
    for name in ("hasty.yaml", "styles.yaml", "newcomer.yaml")
    for item in yaml.load((ROOT / "tests" / "lists" / name).read_text("utf-8"), yaml.CSafeLoader)
]


@pytest.mark.parametrize("number", range(len(LISTS)))
def test_a_hasty_list_has_the_verdict_and_the_total_of_a_fair_opponent(number: int) -> None:
    item, report = LISTS[number], Report()
    document = made_of(item["text"].encode(), "list.txt", report)
    assert document is not None
    checked = checker(item["game"]).check([document], report)
    text = "\n".join([item["text"], *map(str, report)])
    assert verdict(checked, report) == item["verdict"], text
    if "total" in item:
        assert sum(army.total for army in checked.armies) == item["total"], text
    lines = {severity: {each.where.line for each in report if each.severity is severity} for severity in Severity}
    assert set(item.get("errors", ())) <= lines[Severity.ERROR], text
    assert sorted(lines[Severity.WARNING]) == item["warnings"] if "warnings" in item else True, text


def test_there_are_hasty_lists_of_three_games() -> None:
    games = Counter(item["game"] for item in LISTS)
    assert games["ibb"] > 50
    assert games["element-battle"] > 30
    assert games["battle-turn"] > 10
