"""The checks of a set-up by their ids: what each looks at and why. A finding may name no other."""

from __future__ import annotations

from ibbprint.engine.api.checking import CheckText

CHECKS: tuple[CheckText, ...] = (
    # --- places
    CheckText(
        "two-sides", "Two sides in one hex",
        "No unit may share a hex with an enemy unit, and leaders and engines there would be overrun at once.",
        ("G-26",),
    ),
    CheckText(
        "zones-shared", "A zone of two sides",
        "Where two sides may set up in the same hex, who sets up first takes it from the other.", ("R-186", "G-26"),
    ),
    CheckText(
        "friend-side", "A friend who is an enemy", "A counter can be stacked only with a friend.",
        ("G-26",),
    ),
    CheckText(
        "set-up-order", "Who sets up first",
        "Where both sides choose their hexes, it matters who sets up first: the side listed first, if nothing else is "
        "said.", ("R-186",),
    ),
    CheckText("hex-twice", "The same hex twice", "A hex listed twice counts once.", ("R-16",)),
    CheckText(
        "leader-twice", "Two leaders of one name",
        "Formations and conditions of victory name their leaders, so one name can mean one leader only.", ("R-182",),
    ),
    CheckText(
        "place-none", "No place", "Every counter needs a hex or a zone to be set up in.", ("R-178", "R-205"),
    ),
    CheckText(
        "place-open", "A place left open",
        "If the text does not give a counter's hex, it may be any hex of its formation.",
        ("R-162", "R-175", "R-205"),
    ),
    CheckText(
        "bank", "Units in water", "A unit in a river or stream is on one bank: in combat it counts as on land.",
        ("R-69", "G-25"),
    ),
    CheckText(
        "bank-none", "In water without a bank",
        "A unit with no bank given fights in the water, on the worst row of the table.", ("R-69", "R-79"),
    ),
    CheckText(
        "engine-ground", "An engine where none can be brought",
        "Engines cannot enter woods or water, except over a permanent bridge.", ("R-46",),
    ),
    CheckText(
        "ground-slow",
        "Ground that is too much for a unit",
        "A unit with fewer points than any step costs moves one hex a turn.",
        ("R-64", "R-66", "G-24"),
    ),
    CheckText(
        "on-objective", "Set up on an objective",
        "A unit that starts on a hex that decides the victory holds it before anybody has moved.", ("R-166", "R-176"),
    ),
    CheckText(
        "in-zoc", "Set up next to the enemy",
        "A unit that starts in an enemy zone of control may leave it freely, but must stop at the next.",
        ("A-22", "R-11", "R-13"),
    ),
    CheckText(
        "face-down", "Who starts face down",
        "Units with no enemy unit set up within the distance start face down.", ("A-15", "R-07", "G-39"),
    ),
    CheckText(
        "leader-alone", "A leader alone", "A leader without a unit in his hex is killed by any melee.",
        ("R-50", "R-164", "A-146"),
    ),
    # --- counters
    CheckText(
        "rating-odd", "A rating that differs from the unit list",
        "The scenario's rating applies; it may be deliberate or a mistake.", ("R-45", "R-27", "R-43"),
    ),
    CheckText(
        "rating-none", "A unit without a rating",
        "A unit without a rating is taken as the unit list has it, of several the one of the lowest quality.",
        ("R-45",),
    ),
    CheckText(
        "count-or-rating", "A number that can be read two ways",
        "A number before a leader can be his rating, or how many of them there are.", ("R-169",),
    ),
    CheckText("alias", "Another word for a unit", "The unit list has the unit under another name.", ("R-04", "R-21")),
    # --- strength in hexes
    CheckText(
        "stacking", "Too much strength in a hex",
        "The printed attack strengths in a hex may not add up to more than the stacking limit, from the set-up on.",
        ("A-25", "R-16", "R-18"),
    ),
    CheckText(
        "stacking-engines", "Too much strength, if engines count",
        "Engines take no room, unless the switch engines_stack says that they do.", ("R-17", "R-160", "G-56"),
    ),
    CheckText(
        "room", "Room in the zones",
        "Everything set up in a zone must fit within the stacking limit. The answer is an example placement, or a "
        "proof: the strength to place, the room hex by hex, and the best that can be done.",
        ("A-25", "R-16", "R-178", "G-08"),
    ),
    CheckText(
        "room-core", "Room only with the edges of an area",
        "The zone is large enough, but the named area inside it is not: the set-up depends on how the map was drawn.",
        ("R-191", "G-56"),
    ),
    # --- formations
    CheckText("formation-small", "A formation of one", "A formation has two units or more.", ("A-10", "R-48")),
    CheckText(
        "formation-apart", "A formation that is not connected",
        "The units of a formation are in one hex or in adjacent hexes.", ("A-66", "R-20", "R-51"),
    ),
    CheckText(
        "formation-chain", "A formation that is connected",
        "The units of a formation are in one hex or in adjacent hexes.", ("A-66", "R-20", "R-51"),
    ),
    CheckText(
        "zone-parts", "A zone in several parts",
        "The units of a formation must be connected, so they can use only one part of a zone whose hexes are not.",
        ("A-66", "R-51", "R-170"),
    ),
    CheckText(
        "formation-captain", "A formation without a captain", "Only a captain can order a formation.",
        ("A-54", "R-49"),
    ),
    CheckText(
        "captain-kind", "A leader who cannot be a captain",
        "A formation is led by a captain of the same side; wizards and priests act by themselves.", ("A-13", "A-54"),
    ),
    CheckText(
        "captain-shared", "One captain for two formations", "A captain is drawn once a turn, and has one formation.",
        ("R-62",),
    ),
    CheckText(
        "captain-far", "A captain out of reach",
        "A captain is with his formation or next to it.", ("A-10", "R-49", "R-205"),
    ),
    CheckText(
        "no-captain", "Units without a captain",
        "Every regular unit needs a captain's orders to act; unassigned ones join a formation next to them.",
        ("R-49", "R-161"),
    ),
    CheckText(
        "engine-alone", "An engine without engineers", "Engineers in its hex serve and move an engine.",
        ("A-101", "R-46", "R-78"),
    ),
    CheckText(
        "engine-served", "An engine with its engineers", "Engineers in its hex serve and move an engine.",
        ("A-101", "R-46"),
    ),
    # --- magic
    CheckText(
        "spell-class", "A spell of another class",
        "Wizards cast spells and priests say prayers, each their own.", ("R-145", "R-180"),
    ),
    CheckText(
        "spell-cost", "A spell that cannot be paid for",
        "A spell costs mana, of one caster or of several who pool, each with a point of overhead.",
        ("A-142", "A-143", "R-129"),
    ),
    CheckText(
        "spell-apart", "Casters who cannot pool", "Casters pool only in one hex.", ("A-143", "R-129", "R-179"),
    ),
    CheckText(
        "spell-pooled", "A spell that takes several casters",
        "How the casters of a scenario can pay for the spell that it gives them.", ("R-129", "R-180"),
    ),
    CheckText(
        "dead-and-priest", "Walking Dead beside a priest",
        "The dead are not raised while a friendly priest is on the map.", ("R-158",),
    ),
    # --- reinforcements
    CheckText(
        "arrival", "Reinforcements", "When and where they come, and what has to be free for them.", ("R-70", "R-165"),
    ),
    CheckText(
        "arrival-captain", "Reinforcements without a captain", "Those who come need a captain's orders to act.",
        ("R-49", "R-161", "R-165"),
    ),
    CheckText(
        "arrival-blocked", "Reinforcements whose hex is taken",
        "An enemy, or too many friends, in the entry hex send them elsewhere or make them wait.", ("R-70",),
    ),
    CheckText(
        "arrival-inland", "Reinforcements inside the map", "Reinforcements come in at the edge.", ("R-70", "R-194"),
    ),
    # --- victory
    CheckText(
        "victory-none", "A side that cannot win", "Every side needs a level of victory.", ("R-168",),
    ),
    CheckText(
        "victory-share", "Shares of strength in points",
        "A percentage of an army's strength is reached at the exact fraction, so at the next whole point; engines do "
        "not count. Where a set-up as printed leaves that open, the other readings are listed.",
        ("R-167", "R-177", "R-184", "G-52"),
    ),
    CheckText(
        "victory-amount", "More strength than there is",
        "A condition cannot ask for more strength than the army has.", ("R-167", "G-52"),
    ),
    CheckText(
        "victory-leader", "A leader who is not there",
        "A condition on the death of a leader names one of the scenario.", ("R-50", "R-182"),
    ),
    CheckText(
        "victory-end", "A crossing without an end",
        "Being over a bridge needs a place in which a unit must be at the end.", ("R-166", "G-36"),
    ),
    CheckText(
        "victory-area", "Hexes that are not named",
        "A side that must be off some hexes at the end needs to know which.", ("R-183",),
    ),
    CheckText(
        "victory-both", "Both sides can win at once",
        "Where conditions of both sides can be met together, the higher level wins and equal ones draw.",
        ("R-168", "R-176", "G-44"),
    ),
    CheckText(
        "victory-gap", "Nobody may win", "Where no condition is met the game is a draw.", ("R-168",),
    ),
    CheckText(
        "victory-reach", "Out of reach",
        "Some unit that counts must be able to reach the objective in time, with nobody in its way.",
        ("R-52", "R-64", "R-65", "R-187"),
    ),
    CheckText(
        "victory-march", "How soon an objective is reached",
        "The first turn in which an objective can be reached, with nobody in the way.", ("R-52", "R-64", "R-65"),
    ),
    # --- what is played
    CheckText(
        "not-played", "Printed, but not played",
        "What a pack marks with play: ignored, and a special rule in words, is on the table and not in the engine.",
        ("R-185", "R-200"),
    ),
    # --- the source
    CheckText(
        "settled", "Settled by a ruling",
        "What was found in the set-up as printed, and the ruling with which this scenario settles it.", ("G-03",),
    ),
)  # fmt: skip
