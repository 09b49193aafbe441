"""Conditions on units and turns as a rulebook writes them: `of type gun`, `that is shaken`, `when the tide is High`."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.engine.picking import Comparison, comparisons, number_of
from ibbprint.phrases import inside, listed
from ibbprint.systems.printed.rules.conditions import AT, IS, NOW
from ibbprint.systems.printed.rules.setting import Setting

_MEASURES = {"=": "{}", ">=": "{} or more", "<=": "{} or less", ">": "above {}", "<": "below {}", "!=": "other than {}"}


class ConditionWords:
    """The words of conditions in a game. What has brackets, or both `and` and `or`, is given as it is written."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        folder = setting.folder
        self._grounds, self._places = (
            {kind.id: kind.name.lower() for kind in folder.of_ground(name)} for name in ("terrain", "places")
        )

    def of_units(self, text: str | None) -> str:
        """What stands behind `a unit`, with a space before it; empty for any unit."""
        if not text:
            return ""
        parts = comparisons(text)
        if parts is None:
            return f" ({text})"
        joint, tests = parts
        named = [test for test in tests if test.column == "id"]
        phrases = [self._of_unit(test) for test in tests if test.column != "id"]
        if joint == "or" and named:
            return f" ({listed([*(self._named(test) for test in named), *phrases], joint)})"
        behind = f" {listed(phrases, joint)}" if phrases else ""
        return behind + (f" ({listed([self._named(test) for test in named], joint)})" if named else "")

    def now(self, text: str | None) -> str:
        """The beginning of a sentence that holds in some turns: `when the tide is High, `."""
        if not text:
            return ""
        parts = comparisons(text)
        if parts is None or any(not test.column.startswith(f"{NOW}.") for test in parts[1]):
            return f"when {text}, "
        return f"when {listed([self._of_turn(test) for test in parts[1]], parts[0])}, "

    def _of_turn(self, test: Comparison) -> str:
        """`the tide is High`, `the river is not low`, `the turn is 3 or more`."""
        name = test.column.partition(".")[2].replace("_", " ")
        if test.sign in ("=", "!="):
            return f"the {name} is {'' if test.sign == '=' else 'not '}{test.value}"
        return f"the {name} is {_MEASURES[test.sign].format(test.value)}"

    def _named(self, test: Comparison) -> str:
        kind = self.setting.by_id.get(test.value)
        name = kind.name if kind is not None else test.value
        return name if test.sign == "=" else f"not {name}"

    def _of_unit(self, test: Comparison) -> str:
        root, _, detail = test.column.partition(".")
        if root == IS and detail:
            return self._in_state(detail, test)
        if root == AT and detail:
            return self._in_hex(detail, test)
        if root == NOW and detail:
            return f"while {self._of_turn(test)}"
        negated = "not " if test.sign == "!=" else ""
        name = test.column.replace("_", " ")
        if not test.value:
            return f"with a {name}" if negated else f"without {name}"
        if root == "side" and test.value in self.setting.folder.sides:
            return f"{negated}of {inside(self.setting.folder.sides[test.value].name)}"
        if number_of(test.value) is not None:
            return f"with {name} {_MEASURES[test.sign].format(test.value)}"
        return f"{negated}of {name} {test.value}"

    @staticmethod
    def _in_state(name: str, test: Comparison) -> str:
        """`that is not shaken`, `that is reduced`, `out of supply`."""
        if name == "supplied":
            return "in supply" if (test.value == "yes") == (test.sign == "=") else "out of supply"
        return f"that is {'not ' if test.sign == '!=' else ''}{test.value or 'in good order'}"

    def _in_hex(self, name: str, test: Comparison) -> str:
        """`in fen`, `not in a village`, `in 0304`."""
        names: Mapping[str, str] = {"terrain": self._grounds, "place": self._places}.get(name, {})
        article = "a " if name == "place" and test.value else ""
        negated = "not " if test.sign == "!=" else ""
        return f"{negated}in {article}{names.get(test.value, test.value) or 'no ' + name}"
