"""A chase made up: who hunts, and where everybody begins."""

from chase.models import HARE, HOUNDS
from ibbprint.engine.api.generating import Generated, Offer, RollMade, seed_slug, stream
from ibbprint.engine.api.odds import AskOption
from ibbprint.problems import BadRequest, did_you_mean

HOUND = AskOption("hound", "The hound that hunts; rolled if not given.", metavar="UNIT")
OFFER = Offer("Make up a chase: three hounds of a kind, and where they begin.", (HOUND,), on_the_spot=True)


def generate(request, catalogue, options, report):
    hounds = [unit for unit in catalogue.units if unit.side == HOUNDS]
    expected, die = request.options.get("hound"), stream(request.seed, "hound").roll(len(hounds))
    if expected and expected not in [unit.id for unit in hounds]:
        raise BadRequest(
            f"there is no hound {expected!r}.", did_you_mean(expected, [unit.id for unit in hounds]), "--hound"
        )
    unit = next(
        unit for number, unit in enumerate(hounds, 1) if unit.id == expected or (not expected and number == die)
    )
    output = () if expected else (die,)
    rolls = [RollMade("Hound", f"d{len(hounds)}", output, "hounds", unit.id, unit.name, rules=("C-02",))]
    where = stream(request.seed, "places")
    rows = [where.roll(7) for _ in range(4)]
    places = [f"{column:02}{row:02}" for column, row in zip((1, 2, 9, 5), rows, strict=True)]
    rolls += [
        RollMade("Row", "d7", (row,), "rows", f"{row:02}", f"hex {hex}") for row, hex in zip(rows, places, strict=True)
    ]
    id, title = f"chase-{seed_slug(request.seed)}", "A chase on the heath"
    text = f"""scenario: {{id: {id}, title: {title}, game: chase, map: small-heath, turns: 6}}
units:
  - {{unit: {HARE}, hexes: ["{places[3]}"]}}
  - {{unit: {unit.id}, hexes: ["{places[0]}", "{places[1]}", "{places[2]}"]}}
"""
    return Generated(request.seed, id, title, {f"{id}.yaml": text.encode()}, rolls)
