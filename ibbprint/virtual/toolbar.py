"""What the toolbar of a module opens: the turn tracker, the dice, the charts and the inventory."""

from __future__ import annotations

from ibbprint.materials.tabletop import Dice
from ibbprint.virtual.elements import Element, nameable
from ibbprint.virtual.grids import FALSE, TRUE
from ibbprint.virtual.pieces import RENEW_KEY, RESET_KEY, SIDE, UNMOVED_KEY
from ibbprint.virtual.plan import Plan
from ibbprint.virtual.sequence import encode


def add_turns(root: Element, plan: Plan) -> None:
    """The turn tracker: the turns of the longest scenario, the phases, and what each step clears."""
    tables = [table for table in plan.tables if table.turns]
    if not tables:
        return
    phases = list(dict.fromkeys(phase for table in tables for phase in table.phases))
    tracker = root.add(
        "module.turn.TurnTracker",
        {
            "name": "Turn",
            "buttonText": "Turn",
            "turnFormat": "$level1$, $level2$" if phases else "$level1$",
            "reportFormat": "* Now $newTurn$ *",
            "lengthStyle": "Maximum",
            "length": "12",
        },
    )
    turns = tracker.add(
        "module.turn.CounterTurnLevel",
        {
            "name": "Turn",
            "property": "Turn",
            "start": "1",
            "incr": "1",
            "loop": TRUE,
            "loopLimit": str(max(table.turns for table in tables)),
            "turnFormat": "Turn $value$",
        },
    )
    if phases:
        turns.add(
            "module.turn.ListTurnLevel",
            {
                "name": "Phase",
                "property": "Phase",
                "list": encode(map(nameable, phases), ","),
                "configList": FALSE,
                "configFirst": FALSE,
            },
        )
    tracker.add(
        "module.turn.TurnGlobalHotkey",
        {"name": "Nobody has moved yet", "hotkey": UNMOVED_KEY, "match": "", "reportFormat": ""},
    )
    if any(table.renewed for table in tables):
        tracker.add(
            "module.turn.TurnGlobalHotkey",
            {"name": "A new turn for all", "hotkey": RENEW_KEY, "match": "", "reportFormat": ""},
        )
        root.add(
            "module.GlobalKeyCommand",
            {
                "name": "Ready again",
                "buttonText": "Ready again",
                "buttonHotkey": RENEW_KEY,
                "hotkey": RESET_KEY,
                "filter": "",
                "reportSingle": FALSE,
                "deckCount": "0",
            },
        )


def add_dice(root: Element, plan: Plan) -> None:
    """A button for each kind of roll."""
    kinds: dict[Dice, None] = dict.fromkeys(dice for table in plan.tables for dice in table.dice)
    for dice in kinds:
        root.add(
            "module.DiceButton",
            {
                "name": nameable(dice.name),
                "text": nameable(dice.name),
                "tooltip": f"Roll {dice.number} d{dice.sides}",
                "nDice": str(dice.number),
                "nSides": str(dice.sides),
                "plus": "0",
                "addToTotal": "0",
                "reportTotal": FALSE,
                "prompt": FALSE,
                "reportFormat": "** $name$ = $result$ *** <$PlayerName$>",
            },
        )


def add_charts(root: Element, plan: Plan) -> None:
    """The window of charts; with several scenarios a tab for each."""
    if not plan.charts:
        return
    window = root.add("module.ChartWindow", {"name": "Charts", "text": "Charts", "tooltip": "Tables and aids"})
    tabs = window.add("widget.TabWidget", {"entryName": "Charts"})
    titles = dict.fromkeys(title for title, _, _ in plan.charts)
    panels = {t: tabs.add("widget.TabWidget", {"entryName": nameable(t)}) if len(titles) > 1 else tabs for t in titles}
    for title, name, face in plan.charts:
        panels[title].add(
            "widget.Chart", {"chartName": nameable(name), "fileName": face.picture, "description": nameable(title)}
        )


def add_inventory(root: Element, plan: Plan) -> None:
    """The list of pieces by side, by the names that the player may know."""
    if plan.sides:
        root.add(
            "module.Inventory",
            {
                "name": "Inventory",
                "text": "Inventory",
                "groupBy": SIDE,
                "nonLeafFormat": "$PropertyValue$",
                "leafFormat": "$PieceName$",
                "include": f'{{{SIDE}!=""}}',
                "foldersOnly": FALSE,
                "sortPieces": TRUE,
            },
        )
