"""What the entries of the catalogue name must exist, and some of them must be there."""

from __future__ import annotations

from ibbprint.engine.references import Ref, check_refs
from ibbprint.problems import did_you_mean
from ibbprint.systems.element_battle.catalogue import (
    GROUND,
    OPTIONS,
    OUTCOMES,
    TERRAIN,
    THEMES,
    TIES,
    TROOPS,
    Catalogue,
)

ARMS = ("foot", "mounted", "aerial")
REFS = (
    Ref(TROOPS, "counts_as", TROOPS, "type"),
    Ref(TROOPS, "swaps_moves_with", TROOPS, "type"),
    Ref(OPTIONS, "steady_in", TERRAIN, "terrain"),
    Ref(TIES, "one", TROOPS, "type"),
    Ref(TIES, "other", TROOPS, "type"),
    Ref(THEMES, "weights", TROOPS, "type"),
    Ref(THEMES, "generals", TROOPS, "type"),
    Ref(GROUND, "kind", TERRAIN, "terrain"),
    Ref(GROUND, "again", TERRAIN, "terrain"),
)


def check_references(catalogue: Catalogue) -> None:
    """Read the packs of a catalogue, and report whatever its entries name that there is not."""
    catalogue.read_packs()
    check_refs(catalogue, REFS)
    troops, outcomes = catalogue.shelf(TROOPS), catalogue.shelf(OUTCOMES)
    for entry in troops.entries.values():
        for list_ in ("minor", "half"):
            for index, clause in enumerate(getattr(entry.value, list_)):
                if not outcomes.knows(clause.result):
                    catalogue.report.error(
                        entry.where(list_, index, "result"), "ref:outcome", f"there is no outcome {clause.result!r}.",
                        did_you_mean(clause.result, outcomes.names),
                    )  # fmt: skip
                for place, name in enumerate(clause.against):
                    if name not in ARMS and not troops.knows(name):
                        catalogue.report.error(
                            entry.where(list_, index, "against", place), "ref:type",
                            f"there is no type of troops {name!r}.", did_you_mean(name, [*troops.names, *ARMS]),
                        )  # fmt: skip
