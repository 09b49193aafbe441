"""Vegetation and hills: each ground by rank, so that every seed of a theme has as much of it."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.catalogue.models.themes import Cover
from ibbprint.engine.land.draft import Draft
from ibbprint.engine.land.lots import FULL, evened, noise
from ibbprint.engine.land.relief import HEX

ROUNDS = 12
"""So often small patches are given up for larger ones."""

ROUGH = 110
"""So much more or less each hex is worth by itself: edges of woods are not as smooth as the noise that they follow."""


def lay_covers(draft: Draft) -> None:
    """Every cover of the theme in its order."""
    land = len(draft.land)
    for number, cover in enumerate(draft.theme.covers):
        worth = _worth(draft, cover, number)
        for h in _patches(draft, worth, land * cover.share // 100, cover.patch):
            draft.terrain[h] = cover.ground


def _worth(draft: Draft, cover: Cover, number: int) -> dict[int, int]:
    """Every hex that the ground may cover, with how well it suits there: by the lie of the land, and by luck."""
    ground = cover.over or draft.theme.ground
    away = draft.away(draft.water | draft.sea)
    able = [h for h in draft.land if draft.terrain[h] == ground and not (cover.heart and away[h] < 2)]
    lots = draft.lots(f"cover {cover.ground}")
    luck = evened(noise(lots, draft.points, cover.grain * HEX))
    rough = [lots.below(2 * ROUGH) - ROUGH for _ in luck]
    if cover.by == "high":
        # A height that drops straight into a river would leave no room for the road along it.
        lie = {h: draft.height[h] - (250 if away[h] < 2 else 0) for h in able}
    elif cover.by == "low":
        lie = {h: FULL - draft.height[h] // 2 + _beside(away[h]) for h in able}
    elif cover.by == "wet":
        lie = {h: draft.wet[h] for h in able}
    elif cover.by == "bank":
        lie = {h: _beside(away[h]) for h in able}
    else:
        laid = {earlier.ground for earlier in draft.theme.covers[:number]} | {r.ground for r in draft.runs[1:]}
        touching = {h: sum(draft.terrain[n] in laid for n in draft.space.near[h]) for h in able}
        lie = {h: 400 + 200 * min(number, 3) for h, number in touching.items() if number}
    worth = {h: (w * (100 - cover.scatter) + luck[h] * cover.scatter) // 100 + rough[h] for h, w in lie.items()}
    if cover.heart:
        near = draft.space.near
        worth = {h: w + 2 * FULL * all(draft.terrain[n] == ground for n in near[h]) for h, w in worth.items()}
    return worth


def _beside(away: int) -> int:
    """FULL beside the water, less farther off."""
    return max(0, FULL - 280 * (away - 1))


def _patches(draft: Draft, worth: Mapping[int, int], number: int, least: int) -> set[int]:
    """The worthiest hexes, `number` of them, in patches of at least `least` as far as such exist."""
    near = draft.space.near
    # What a hex is worth is a little what its neighbours are: that makes patches of what would be scattered.
    smooth = {h: 3 * w + 2 * sum(worth.get(n, 0) for n in near[h]) // len(near[h]) for h, w in worth.items()}
    order = sorted(smooth, key=lambda h: (-smooth[h], h))
    chosen = set(order[:number])
    for _ in range(ROUNDS):
        patches = _without_crumbs(draft, chosen, least)
        if patches == chosen and len(chosen) == number:
            break
        while len(patches) < number:
            rim = [h for h in draft.next_to(patches) if h in smooth] or [h for h in order if h not in patches]
            if not rim:
                break
            patches.add(max(rim, key=lambda h: (_fits(draft, h, patches) * 150 + smooth[h], -h)))
        chosen = patches
    return _without_holes(draft, chosen, smooth)


def _without_holes(draft: Draft, chosen: set[int], worth: Mapping[int, int]) -> set[int]:
    """The patches without a hole of one hex in them: each is filled, and the least of the fringe given up for it."""
    near = draft.space.near
    for h in sorted(worth):
        if h in chosen or _open(draft, h, chosen) > (len(near[h]) == 6):
            continue
        fringe = [n for n in chosen if _open(draft, n, chosen) > 2 and n not in near[h] and _hangs_on(draft, n, chosen)]
        if fringe:
            chosen = (chosen - {min(fringe, key=lambda n: (worth[n], n))}) | {h}
    return chosen


def _open(draft: Draft, h: int, chosen: set[int]) -> int:
    """The number of neighbours of a hex that are not chosen."""
    return sum(n not in chosen for n in draft.space.near[h])


def _hangs_on(draft: Draft, h: int, chosen: set[int]) -> bool:
    """Whether a patch stays in one piece without a hex of its fringe: its neighbours touch each other."""
    return len(draft.groups(n for n in draft.space.near[h] if n in chosen)) == 1


def _fits(draft: Draft, h: int, patch: set[int]) -> int:
    """The fit of a hex to a patch: bays are filled before spits are built."""
    return sum(n in patch for n in draft.space.near[h])


def _without_crumbs(draft: Draft, chosen: set[int], least: int) -> set[int]:
    """The patches that are large enough; the largest in any case."""
    groups = draft.groups(chosen)
    return {h for index, group in enumerate(groups) for h in group if index == 0 or len(group) >= least}
