"""The rulings that the entries of packs say they rest on: each must be one."""

from __future__ import annotations

import os

from ibbprint.problems import did_you_mean
from ibbprint.systems.ibb.catalogue import DATA, KINDS, RULINGS, Catalogue


def check_named_rulings(catalogue: Catalogue) -> None:
    """Tell every ruling or settlement (R-nn, G-nn) named in a pack's file that there is none of."""
    shipped = f"{DATA}{os.sep}"
    named = [
        (rule, entry.where("rules", index))
        for kind in KINDS.values()
        if not kind.single and catalogue.touched(kind.files)
        for entry in catalogue.shelf(kind).entries.values()
        if not entry.source.file.startswith(shipped)
        for index, rule in enumerate(getattr(entry.value, "rules", ()))
        if rule[0] in "RG"
    ]
    if not named:
        return
    known = catalogue.shelf(RULINGS)
    for rule, where in named:
        if not known.knows(rule):
            hint = did_you_mean(rule, known.entries)
            catalogue.report.error(where, "ref:ruling", f"there is no ruling {rule!r}.", hint)
