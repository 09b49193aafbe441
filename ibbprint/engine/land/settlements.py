"""Villages: at crossroads and bridgeheads, apart from each other."""

from __future__ import annotations

from ibbprint.engine.land.courses import degrees
from ibbprint.engine.land.draft import Draft, Patch

APART = 4
"""Steps between two villages."""
EACH = 60
"""Not more than a village for so many hexes."""


def found_villages(draft: Draft) -> None:
    """Settle the best places on the roads."""
    villages = draft.theme.villages
    if villages is None:
        return
    lots = draft.lots("villages")
    wanted = min(draft.scaled(lots.between(*villages.number)), max(1, draft.size // EACH))
    ways = degrees(draft)
    crossings = {crossing.hex for crossing in draft.crossings}
    luck = {h: lots.below(160) for h in sorted(ways)}
    water = draft.water
    rim = set(draft.edge_of) | draft.next_to(draft.edge_of)
    plain = draft.price.get(draft.theme.ground, 100)
    able = [h for h in sorted(ways) if h not in water | rim and draft.price.get(draft.terrain[h], plain) <= plain]
    chosen: list[int] = []

    def worth(h: int) -> int:
        bridgehead = sum(n in crossings for n in draft.space.near[h] if (min(h, n), max(h, n)) in draft.links)
        open_land = sum(draft.price.get(draft.terrain[n], plain) <= plain for n in draft.space.near[h])
        first = draft.central(h) // 3 if not chosen else 12 * min(8, draft.apart(h, chosen))
        return 140 * (ways[h] > 2) + 90 * bridgehead + 12 * open_land + first + luck[h]

    # A road that ends on the map ends at a village.
    chosen += [h for h in sorted(ways) if ways[h] == 1 and h not in draft.edge_of]
    while len(chosen) < wanted:
        left = [h for h in able if draft.apart(h, chosen) >= APART]
        if not left:
            break
        chosen.append(max(left, key=lambda h: (worth(h), -h)))
    for h in chosen:
        draft.terrain[h] = villages.ground
        draft.villages.append(Patch(villages.ground, [h]))
