"""The checker: a catalogue opened once, against which lists are judged one after another."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from ibbprint.catalogue.documents import Document
from ibbprint.catalogue.rulebook import choose
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.lists import Checked, CheckedArmy, CheckedRow, PassedLine, Priced
from ibbprint.engine.api.odds import BadQuestion, Fact
from ibbprint.engine.game import wishes
from ibbprint.problems import Report, Severity, Where
from ibbprint.systems.ibb.catalogue import GAME, Catalogue
from ibbprint.systems.ibb.lists.entries import Index
from ibbprint.systems.ibb.lists.findings import Judge, Verdict
from ibbprint.systems.ibb.lists.pieces import Pieces
from ibbprint.systems.ibb.lists.reading import read_plain_list
from ibbprint.systems.ibb.lists.records import Army, ArmyList, Entry, label, rating_of
from ibbprint.systems.ibb.lists.written import taken_apart
from ibbprint.systems.ibb.references import check_references

EDITION = "2"
"""The edition of the checks: raised when a list that was legal no longer is, or the other way round."""
_YAML = re.compile(r"^army_list[ \t]*:", re.MULTILINE)


_YAML = re.compile(r"^army_list[ \t]*:", re.MULTILINE)


def open_checker(options: KitOptions, report: Report) -> Checker | None:
    """The checker over the catalogue with these packs and switches, or None with errors in the report."""
    catalogue = Catalogue.open(options.packs, wishes(options.rules), report)
    if catalogue is None:
        return None
    if options.packs:
        check_references(catalogue)
    checker = Checker(catalogue, options)
    return checker if report.ok else None


def _read(document: Document, pieces: Pieces, report: Report) -> ArmyList | None:
    """A document as a list, or None with what stopped the reading in the report."""
    if document.is_yaml or _YAML.search(document.text):
        from ibbprint.systems.ibb.lists.yaml_lists import read_yaml_list  # plain text does without models

        return read_yaml_list(document, pieces.index, report)
    return read_plain_list(document, pieces, report)


class Checker:
    """See `ListChecker`."""

    def __init__(self, catalogue: Catalogue, options: KitOptions) -> None:
        self.catalogue = catalogue
        self.options = options
        self.index = Index(catalogue)
        self.pieces = Pieces(self.index)
        self.judge = Judge(catalogue)
        self._shown = {unit.id: (label(unit), rating_of(unit).partition(" Q")[0]) for unit in self.index.units}

    @cached_property
    def _ground(self) -> bytes:
        """What all lists are judged against, for their hashes: the packs and switches."""
        packs = [Path(pack).name for pack in self.options.packs]
        prices = [f"{u.id}={u.price.gold}" for u in self.index.units if u.listed and u.price is not None]
        rules = [f"{name}={value}" for name, value in sorted(self.options.rules.items())]
        return "\n".join([GAME, EDITION, *packs, *rules, *prices]).encode()

    def read(self, documents: Sequence[Document], report: Report) -> list[tuple[ArmyList, Army]]:
        """Every army of the documents; the switches that a list chooses are checked."""
        found: list[tuple[ArmyList, Army]] = []
        for document in documents:
            made = _read(document, self.pieces, report)
            if made is None:
                continue
            if made.rules:
                wanted = [(name, value, where) for name, (value, where) in made.rules.items()]
                choose(self.catalogue.layers, GAME, wanted, report)
            found += [(made, army) for army in made.armies]
        return found

    def check(
        self, documents: Sequence[Document], report: Report, *, defender: str = "", paired: bool = False
    ) -> Checked:
        """Judge lists, each for itself, or two armies against each other."""
        found = self.read(documents, report)
        armies = self.judged(found, report, defender=defender, paired=paired)
        lists = {id(made): made for made, _ in found}.values()
        passed = [PassedLine(one.where, one.kind, one.text) for made in lists for one in made.passed]
        return Checked(tuple(armies), tuple(passed))

    def judged(
        self, found: Sequence[tuple[ArmyList, Army]], report: Report, *, defender: str = "", paired: bool = False
    ) -> list[CheckedArmy]:
        """The armies, judged."""
        limits: dict[int, int | None] = {}
        # Two armies of one document belong together; of several documents only where that is asked for.
        if paired or defender or (len(found) == 2 and found[0][0] is found[1][0]):
            limits = self._pair(found, defender, report)
        return [self._judged(made, army, report, limits.get(id(army))) for made, army in found]

    def _pair(self, found: Sequence[tuple[ArmyList, Army]], defender: str, report: Report) -> dict[int, int | None]:
        named = [army for made, army in found if defender and _is_named(made.file, army.name, defender)]
        unread = {problem.where.file for problem in report.as_added} - {made.file for made, _ in found}
        if defender and not named and found and not any(_is_named(file, "", defender) for file in unread):
            names = " or ".join(dict.fromkeys(repr(made.file) for made, _ in found))
            raise BadQuestion(f"{defender!r} is none of these armies.", f"Name the defender as {names}.")
        if len(found) != 2:
            if not report.ok:
                return {}  # one of them could not be read: that is told
            there = "is 1" if len(found) == 1 else f"are {len(found)}"
            raise BadQuestion(f"a pair is two armies, and there {there}.", "Name two lists of one side each.")
        (_, one), (_, other) = found
        if defender:
            if len(named) != 1:
                names = " or ".join(repr(army.name) for _, army in found)
                raise BadQuestion(f"{defender!r} is both of the two.", f"Name the defender as {names}.")
            for _, army in found:
                army.role = "defender" if army is named[0] else "attacker"
        if {one.role, other.role} == {"attacker", "defender"}:
            attacker, guard = (one, other) if one.role == "attacker" else (other, one)
            allowed, budget = self.judge.limits(attacker, guard, report)
            return {id(attacker): allowed, id(guard): budget}
        if one.role or other.role:
            # Who stands against an attacker defends, and the other way round.
            missing, given = (one, other) if not one.role else (other, one)
            if not missing.role:
                missing.role = "defender" if given.role == "attacker" else "attacker"
                return self._pair(found, "", report)
            report.error(
                missing.where, f"{GAME}:A-184", f"both armies are the {given.role}.",
                "One attacks and the other defends; in a meeting engagement neither has a role.",
            )  # fmt: skip
            return {}
        self.judge.meeting(one, other, report)
        return {}

    def _judged(self, made: ArmyList, army: Army, report: Report, limit: int | None) -> CheckedArmy:
        found = [  # what was wrong with reading it
            problem.severity for problem in report.as_added
            if problem.where.file == made.file and self._belongs(made, army, problem.where)
        ]  # fmt: skip
        own = Report()
        verdict = self.judge.judge(army, own, limit=limit)
        for problem in own.as_added:
            report.add(problem)
            found.append(problem.severity)
        errors = found.count(Severity.ERROR)
        rows = tuple(self._row(army, entry) for entry in army.entries)
        return CheckedArmy(
            made.file, made.title, army.name, made.edition, army.role,
            army.budget.value if army.budget is not None else None, verdict.limit, verdict.total, rows,
            (*self._budget(army, verdict.limit), *verdict.facts), errors,
            found.count(Severity.WARNING), self._hash(made, army, verdict, errors),
        )  # fmt: skip

    def _row(self, army: Army, entry: Entry) -> CheckedRow:
        id, name, rating = "", entry.text, ""
        if entry.unit is not None:
            id = entry.unit.id
            name, rating = self._shown[id]
        return CheckedRow(
            entry.where, entry.text, id, name, entry.rating or rating, entry.count, entry.gold,
            None if entry.gold is None else entry.cost, army.heading(entry), entry.written.name,
        )  # fmt: skip

    def _belongs(self, made: ArmyList, army: Army, where: Where) -> bool:
        """Whether a place is inside an army's part of its document; what stands before all of them is everybody's."""
        if len(made.armies) == 1:
            return True
        begins = [other.where for other in made.armies]
        return where < min(begins) or (army.where <= where and not any(army.where < other <= where for other in begins))

    def _budget(self, army: Army, limit: int | None) -> list[Fact]:
        """How what may be spent comes about."""
        if limit is None or army.role != "attacker" or army.allowance is not None:
            return []
        budget = limit // self.judge.attacker if self.judge.attacker else limit
        words = f"The attacker may spend {self.judge.attacker} × {budget} = {limit} gold."
        return [Fact(words, (f"{GAME}:A-184", f"{GAME}:G-35"))]

    def _hash(self, made: ArmyList, army: Army, verdict: Verdict, errors: int) -> str:
        bought: dict[str, int] = {}
        for entry in army.entries:
            name = entry.unit.id if entry.unit is not None else f"? {entry.text}"
            key = f"{name} {entry.rating} {entry.written.free} {army.heading(entry)}"
            bought[key] = bought.get(key, 0) + entry.count
        head = [made.edition, army.name, army.role, str(verdict.limit), str(verdict.total), str(errors == 0)]
        head += [f"{name}={value}" for name, (value, _) in sorted(made.rules.items())]
        forts = army.free_forts.value if army.free_forts is not None else 0
        parts = ("", *head, str(forts), *(f"{count} {key}" for key, count in sorted(bought.items())))
        return hashlib.sha256(self._ground + "\0".join(parts).encode()).hexdigest()[:8]

    # --- one entry --------------------------------------------------------------------------------------------------

    def cost(self, entry: str, report: Report) -> Priced | None:
        """What an entry costs and why."""
        where = Where(entry.strip()[:60] or "the entry")
        written = taken_apart(entry[:400])
        named = self.index.by_id.get(entry.strip())
        found = self.index.find(written) if named is None else self.index.of_unit(named, written._replace(number=None))
        for said in found.said:
            report.add(said.at(where, written))
        unit = found.unit
        if unit is None or unit.price is None or not report.ok:
            return None
        price = unit.price
        bounds = (price.low, price.high) if price.low is not None and price.high is not None else None
        return Priced(
            unit.id, label(unit), rating_of(unit), found.many, price.gold, price.gold * found.many,
            price.working or "", bounds, price.reconstructed, tuple(f"{GAME}:{rule}" for rule in unit.rules),
            tuple(self._why(bounds, price.reconstructed)),
        )  # fmt: skip

    def _why(self, bounds: tuple[int, int] | None, reconstructed: bool) -> list[Fact]:
        facts = []
        if bounds is not None:
            facts.append(
                Fact(f"The damaged price list shows that it is from {bounds[0]} to {bounds[1]}.", (f"{GAME}:R-197",))
            )
        if reconstructed:
            facts.append(Fact("The price itself is a reconstruction.", (f"{GAME}:R-196",)))
        return facts


def _is_named(file: str, army: str, name: str) -> bool:
    """Whether an army is meant by its file or by its own name."""
    path = Path(file)
    return name in (file, path.name, path.stem) or name.lower() == army.lower()


__all__ = ["Checker", "open_checker"]
