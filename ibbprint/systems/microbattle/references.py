"""What the catalogue of MicroBattle ties together."""

from __future__ import annotations

from ibbprint.systems.microbattle.catalogue import Catalogue


def check_references(catalogue: Catalogue) -> None:
    """What the entries name must exist; packs are read as far as they go."""
    catalogue.read_packs()
