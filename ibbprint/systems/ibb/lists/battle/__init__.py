"""A battle made from two army lists: a scenario that people can read and edit (G-48, G-49).

`sides` makes formations and forces of the lists, `field` finds ground for them on the map, `written` puts it on paper,
`making` puts these together and has the result checked as every scenario is.
"""

from __future__ import annotations

from ibbprint.systems.ibb.lists.battle.making import make_battle

__all__ = ["make_battle"]
