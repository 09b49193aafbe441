"""Cross-references of the catalogue of The Battle Turn: weapons, temperaments and missiles must be complete."""

from __future__ import annotations

from ibbprint.systems.battle_turn.catalogue import GAME, Catalogue
from ibbprint.systems.battle_turn.scenarios import check_missiles


def check_references(catalogue: Catalogue) -> None:
    """Weapons must have all their scores, temperaments their order, and whoever shoots a weapon that does."""
    _weapons(catalogue)
    _temperaments(catalogue)
    for entry in catalogue.rosters.entries.values():
        check_missiles(entry.value, entry.where, catalogue)


def _weapons(catalogue: Catalogue) -> None:
    """A weapon has a score against each armour, in melee and, if it shoots, at range."""
    armour = [item.id for item in catalogue.armour]
    for entry in catalogue.weapons.entries.values():
        weapon = entry.value
        for field, scores, rule in (("kills", weapon.kills, "B-R18"), ("shoots", weapon.shoots, "B-R08")):
            missing = [id for id in armour if id not in scores]
            if missing and (scores or field == "kills"):
                message = f"{weapon.name} has no score against {' and '.join(missing)} armour."
                catalogue.report.error(entry.where(field), f"{GAME}:{rule}", message)
        if weapon.missile and not 0 < weapon.short_range <= weapon.long_range:
            message = (
                f"{weapon.name} shoots {weapon.short_range} inches at short range and {weapon.long_range} at long."
            )
            hint = "Give both, the long one no less than the short one."
            catalogue.report.error(entry.where("shoots"), f"{GAME}:B-08", message, hint)


def _temperaments(catalogue: Catalogue) -> None:
    """The bands of a combat test follow on each other."""
    for entry in catalogue.temperaments.entries.values():
        temperament = entry.value
        if not temperament.bloodlust > temperament.ok > temperament.shaken:
            message = f"{temperament.name} troops need scores that fall from bloodlust over ok to shaken."
            hint = f"They are {temperament.bloodlust}, {temperament.ok} and {temperament.shaken}."
            catalogue.report.error(entry.where("bloodlust"), f"{GAME}:B-R21", message, hint)
