"""What the entries of the catalogue name must exist."""

from __future__ import annotations

from ibbprint.catalogue.names import check_names
from ibbprint.systems.element_battle.catalogue import Catalogue


def check_references(catalogue: Catalogue) -> None:
    """Read the packs of a catalogue, and report whatever their entries name that there is not."""
    catalogue.read_packs()
    check_names(catalogue)
