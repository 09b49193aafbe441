"""The effects of combat results on attackers and defenders, by the codes of the table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import NamedTuple

from ibbprint.catalogue.layers import Layer, Layers
from ibbprint.problems import Report
from ibbprint.systems.ibb.catalogue import DATA, Catalogue
from ibbprint.systems.ibb.models.tables import ResultCode

NOTHING, DISORGANISED, ELIMINATED = "nothing", "disorganised", "eliminated"


class Effect(NamedTuple):
    """The fate of each side: `nothing`, `disorganised` or `eliminated`."""

    attacker: str = NOTHING
    defender: str = NOTHING


def effect_of(code: ResultCode) -> Effect | None:
    """The effect of a code; a code without one has that of the shipped code of its id. None: unknown."""
    if code.play == "ignored":
        return Effect()
    if code.attacker or code.defender:
        return Effect(code.attacker or NOTHING, code.defender or NOTHING)
    return _shipped().get(code.id)


@cache
def _shipped() -> Mapping[str, Effect]:
    table = Layers([Layer(DATA)], Report()).single(Catalogue.crt)
    assert table is not None
    return {code.id: Effect(code.attacker or NOTHING, code.defender or NOTHING) for code in table.value.codes}


class Results:
    """The results of one combat table, by their codes."""

    def __init__(self, codes: Collection[ResultCode]) -> None:
        self._effects = {code.id: effect_of(code) or Effect() for code in codes}
        self._played = {code.id for code in codes if code.play != "ignored"}

    def effect(self, code: str) -> Effect:
        """The effect of a result."""
        return self._effects.get(code) or _shipped()[code]

    def code(self, attacker: str = NOTHING, defender: str = NOTHING) -> str:
        """The first result that does this and no more; the shipped code where the table has none."""
        effect = Effect(attacker, defender)
        codes = (code for code, does in self._effects.items() if does == effect and code in self._played)
        return next(codes, "") or next(code for code, does in _shipped().items() if does == effect)

    def spared(self, code: str) -> str:
        """A result where it cannot touch the attacker."""
        does = self.effect(code)
        return code if does.attacker == NOTHING else self.code(defender=does.defender)
