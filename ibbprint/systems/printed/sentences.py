"""The rules of play as sentences for rulebooks and player aids, each from the keys that the engine plays by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ibbprint.phrases import counted, inside, listed
from ibbprint.systems.printed.rules.numbers import dice_of, number, shown, whole
from ibbprint.systems.printed.rules.setting import Setting
from ibbprint.systems.printed.rules.victory import Clause, Place
from ibbprint.systems.printed.victory_models import Conditions, Victory

MOST_NAMED = 6
"""Hexes of a way to win that are named; more are counted."""


class Sentences:
    """The sentences of a game, section by section. A section that the game does not have says nothing."""

    SECTIONS = (
        "movement", "stacking", "zones", "combat", "retreat", "advance", "leaders", "supply", "arrivals",
        "replacements", "recovery",
    )  # fmt: skip

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def said(self) -> dict[str, list[str]]:
        """Every section with its sentences."""
        return {name: list(getattr(self, name)()) for name in self.SECTIONS}

    def movement(self) -> Iterator[str]:
        setting, rule = self.setting, self.setting.play.movement
        names = {each.id: each.name.lower() for each in setting.folder.of_ground("lines")}
        if rule.through == "nobody":
            yield "No unit may move through a friendly unit."
        if setting.minimum:
            yield "A unit that has not moved may always enter one adjacent hex that is not prohibited."
        for id, line in rule.lines.items():
            if not line.instead_of:
                continue
            instead = "and nothing else" if len(line.instead_of) > 1 else f"instead of the {line.instead_of[0]}"
            opens = ", whatever is closed there" if line.opens else ""
            yield f"A step along the {names.get(id, id)} pays its own cost {instead}{opens}."

    def stacking(self) -> Iterator[str]:
        setting, rule = self.setting, self.setting.play.stacking
        if rule is None or setting.stack_limit is None:
            return
        what = "units" if rule.count == "units" else f"points of {rule.count}"
        limits = sorted(set(setting.stack_limit))
        limit = shown(whole(limits[0])) if len(limits) == 1 else f"{shown(limits[0])} to {shown(limits[-1])}"
        yield f"No more than {limit} {what} of a side may end a move or a retreat in a hex."
        if rule.leaders == "free" and any(kind.leader for kind in setting.kinds):
            yield "Leaders do not count."

    def zones(self) -> Iterator[str]:
        setting, rule = self.setting, self.setting.play.zones
        if rule is None:
            return
        sides = [_inside(each.name) for each in setting.folder.of_ground("hexsides") if each.id in rule.not_across]
        across = f", except across the {listed(sides, 'or')}" if sides else ""
        yield f"A unit has a zone of control (ZOC) in the six hexes around it{across}."
        enter = {
            "stop": "A unit that enters an enemy ZOC stops there.",
            "no": "A unit may not enter an enemy ZOC.",
            "free": "An enemy ZOC does not stop a unit that moves.",
        }
        yield enter.get(rule.enter) or f"To enter an enemy ZOC costs {rule.enter} more."
        if rule.leave != "free":
            yield (
                "A unit in an enemy ZOC may not leave it."
                if rule.leave == "no"
                else f"To leave one costs {rule.leave} more."
            )
        if rule.within != "free":
            straight = "straight from one enemy ZOC to another"
            yield (
                f"No unit may move {straight}."
                if rule.within == "no"
                else f"To move {straight} costs {rule.within} more."
            )
        if rule.friends:
            yield "A friendly unit in a hex cancels enemy ZOCs there."

    def combat(self) -> Iterator[str]:
        for fight in self.setting.fights.values():
            model = fight.model
            columns = fight.tables[0].columns
            rounded = {"down": "down", "defender": "for the defenders", "nearest": "to the nearest"}[model.round]
            yield {
                "difference": "Subtract the defenders’ strength from the attackers’: use the column with that number, "
                "or the next lower one.",
                "odds": "Compare the attackers’ strength with the defenders’: use the column of these odds, "
                f"rounded {rounded}.",
                "strength": "Use the column of the attackers’ strength, or the next lower one.",
            }[model.by]
            below = {
                "refuse": f"You may not attack below {columns.heads[0].lstrip('≤')}.",
                "nothing": f"Below {columns.heads[0].lstrip('≤')} an attack has no effect.",
            }
            if model.below in below:
                yield below[model.below]
            must = {"units": "Every unit next to an enemy", "hexes": "Every hex with enemies next to a unit"}
            if model.must != "no":
                one = must.get(model.must, "Every unit next to an enemy")
                yield f"{one} must {'be attacked' if model.must == 'hexes' else 'attack'}."
        yield from self.ranged()

    def retreat(self) -> Iterator[str]:
        setting, rule = self.setting, self.setting.play.retreat
        if rule is None:
            return
        number_ = setting.retreat_hexes
        who = "its owner" if rule.by == "owner" else "the enemy"
        yield f"Each unit retreats {number_} hex{'es' if number_ > 1 else ''}, as {who} chooses."
        zones = {"no": "that is in an enemy ZOC", "friends": "that is in an enemy ZOC and holds no friendly unit"}
        more = f", or {zones[rule.zones]}" if rule.zones in zones and setting.play.zones is not None else ""
        closed = "that is closed to it, that holds" if more else "that is closed to it or holds"
        yield f"It must not enter a hex {closed} an enemy unit{more}."
        if setting.retreat_unable:
            steps = "a step" if setting.retreat_unable == 1 else f"{setting.retreat_unable} steps"
            yield f"A unit that cannot retreat stays and loses {steps} instead."
        else:
            yield "A unit that cannot retreat is eliminated."
        if rule.becomes:
            yield f"A unit that has retreated is {rule.becomes}."

    def advance(self) -> Iterator[str]:
        rule = self.setting.play.advance
        if rule is None:
            return
        who = {"unit": "one attacker", "hex": "the attackers of one hex", "all": "the attackers"}[rule.who]
        yield f"If combat leaves the attacked hex empty, {who} {'must' if rule.must else 'may'} enter it at once."

    # --- who shoots, leads, is fed, comes and recovers ----------------------------------------------------------------

    def ranged(self) -> Iterator[str]:
        """What distant attackers do, in a game with any."""
        if all(max(kind.range) < 2 for kind in self.setting.kinds):
            return
        for fight in self.setting.fights.values():
            rule = fight.model.ranged
            if rule.safe:
                yield "Attackers that are not adjacent suffer no losses and do not retreat."
            if rule.shifts:
                yield "A hexside does not count if any attacker is not adjacent."
            if rule.advance:
                yield "They may advance like adjacent attackers."
            return

    def leaders(self) -> Iterator[str]:
        rule = self.setting.play.leaders
        if rule is None or not any(kind.leader for kind in self.setting.kinds):
            return
        uses = self.setting.leader_uses
        yield f"A leader helps in {'one combat' if uses == 1 else counted(uses, 'combat')} a turn."
        yield {
            "displaced": "A leader who is alone when an enemy unit enters his hex, or when the last unit with him is "
            "lost, is put with the nearest friendly unit.",
            "eliminated": "A leader who is alone when an enemy unit enters his hex, or when the last unit with him is "
            "lost, is eliminated.",
            "stays": "A leader whose last unit is lost stays; when an enemy unit enters his hex, he is put with the "
            "nearest friendly unit.",
        }[rule.alone]
        if rule.lost is not None:
            dice = dice_of(rule.lost.dice)
            least = self.setting.leader_lost
            yield f"When a unit with a leader loses a step, roll {dice}: on {least} or more he is lost."

    def supply(self) -> Iterator[str]:
        setting, rule = self.setting, self.setting.play.supply
        if rule is None or setting.supply is None:
            return
        reach = setting.supply.reach
        unit = "hex" if rule.by == "hexes" else "movement point"
        many = "es" if rule.by == "hexes" else "s"
        far = "of any length" if reach is None else f"of at most {shown(reach)} {unit}{many if reach != 1 else ''}"
        names = {each.id: each.name.lower() for each in setting.folder.of_ground("lines")}
        along = f" along the {names.get(rule.along, rule.along)}" if rule.along else ""
        for side, hexes in rule.from_.items():
            whose = f"{rule.name} of {self.side(side)}"
            yield f"{whose}: a path {far}{along} to {self.hexes(hexes)}, without enemy units and closed ground."
        zones = {"no": "It must not enter an enemy ZOC.", "friends": "Only friendly units let it enter enemy ZOCs."}
        if rule.zones in zones and setting.play.zones is not None:
            yield zones[rule.zones]
        needed = {"replace": "get replacements", "attack": "attack", "move": "move"}
        if rule.needed_for:
            yield f"A unit without it may not {listed([needed[name] for name in rule.needed_for], 'or')}."
        out = [(word, text) for word, text in (("attack", rule.out.attack), ("defence", rule.out.defence),
                                               ("movement", rule.out.movement)) if text is not None]  # fmt: skip
        if out:
            yield f"Without it: {', '.join(f'{word} {text}' for word, text in out)}."
        if not rule.out.zone:
            yield "A unit without it has no ZOC."
        if setting.supply.eliminated:
            yield f"A unit that is without it for {counted(setting.supply.eliminated, 'turn')} is eliminated."

    def arrivals(self) -> Iterator[str]:
        rule = self.setting.play.arrivals
        if rule is not None:
            yield {
                "wait": "A reinforcement whose hex is full or taken waits for the next turn.",
                "edge": "A reinforcement whose hex is full or taken arrives in the nearest free hex of the edge.",
                "near": "A reinforcement whose hex is full or taken arrives in the nearest free hex.",
            }[rule.blocked]

    def replacements(self) -> Iterator[str]:
        setting, rule = self.setting, self.setting.play.replacements
        if rule is None:
            return
        for side, hexes in rule.to.items():
            yield f"Replacements of {self.side(side)} come to {self.hexes(hexes)}."
        yield f"A unit that comes back takes {setting.new_points}, one that is restored {setting.restore_points}."
        if setting.per_hex != 1:
            yield f"At most {setting.per_hex} come to a hex in a turn."

    def recovery(self) -> Iterator[str]:
        for id, state in self.setting.states.items():
            marker = f" (marker {state.model.marker})" if state.model.marker else ""
            deeds = [word for word, may in (("attack", state.attacks), ("move", state.moves)) if not may]
            lacks = f" may not {listed(deeds, 'or')}" if deeds else ""
            zone = f"{' and' if deeds else ''} has no ZOC" if not state.zone and self.setting.play.zones else ""
            if lacks or zone:
                yield f"A unit that is {id}{marker}{lacks}{zone}."
            amounts = {"attack": state.model.attack, "defence": state.model.defend, "movement": state.model.move}
            changed = [f"{name} {text}" for name, text in amounts.items() if text not in ("yes", "no", "x1")]
            if changed:
                yield f"While it is {id}: {', '.join(changed)}."

    # --- victory ------------------------------------------------------------------------------------------------------

    def victory(self) -> Iterator[str]:
        """The ways to win in their order: whose, when, and by what."""
        setting = self.setting
        names = [side.name for side in setting.folder.sides.values()]
        for clause in setting.goals.clauses:
            who = names[clause.side] if clause.side >= 0 else "A draw"
            when = {"once": "at once", "turn": "at the end of a turn", "end": "at the end of the game"}[clause.at]
            level = f", {clause.level}" if clause.level else ""
            what = clause.name or self.of_clause(clause) or "otherwise"
            yield f"{who}, {when}{level}: {what}."

    def of_clause(self, clause: Clause) -> str:
        """What a way to win asks for."""
        return "; ".join(self.conditions(clause.model, iter(clause.places)))

    def conditions(self, entry: Conditions, places: Iterator[Place]) -> Iterator[str]:
        """The conditions of a way to win, as they stand on a player aid; `places` are their hexes in order."""
        if entry.holds is not None:
            place = next(places)
            hexes = [self.named(hex) for hex in sorted(place.hexes)]
            many = len(hexes) > MOST_NAMED
            what = f"{len(hexes)} hexes" if many else listed(hexes)
            if place.at_least < len(hexes):
                yield f"{place.at_least} of {'the ' if many else ''}{what} held"
            else:
                yield f"{what} held"
        if entry.lost is not None:
            what = "" if entry.lost.of == "units" else f" of {entry.lost.of}"
            side = self.side(entry.lost.side)
            yield f"{side} lost at least {self.figure(entry.lost.at_least)}{what}"
        if entry.exited is not None:
            units, by = entry.exited.of, entry.exited.by
            yield (
                f"at least {self.figure(entry.exited.at_least)} left the map"
                f"{f' at {self.hexes(by)}' if by else ''}{f' ({units})' if units else ''}"
            )
        if entry.none_in is not None:
            side = self.side(entry.none_in.side)
            yield f"no unit of {side} in {self.hexes(entry.none_in.hexes)}"
        if entry.in_ is not None:
            next(places)
            among = f" ({entry.in_.of})" if entry.in_.of else ""
            supplied = " in supply" if entry.in_.supplied else ""
            yield f"at least {self.figure(entry.in_.at_least)}{supplied} in {self.hexes(entry.in_.hexes)}{among}"
        if entry.points is not None:
            at_least, ahead = entry.points.at_least, entry.points.ahead
            texts = [f"at least {self.figure(at_least)} points"] if at_least else []
            yield ", ".join([*texts, *([f"{self.figure(ahead)} ahead"] if ahead else [])])
        if isinstance(entry, Victory):
            for each in entry.all:
                yield from self.conditions(each, places)
            if entry.any:
                yield " or ".join(", ".join(self.conditions(each, places)) for each in entry.any)

    def side(self, id: str) -> str:
        """The name of a side inside a sentence."""
        return inside(self.setting.folder.sides[id].name)

    def named(self, hex: int) -> str:
        """A hex by the name of its place, or by its number."""
        board = self.setting.board
        cell = self.setting.space.names[hex]
        texts = [text for texts in board.model.places.values() for text in texts]
        return next(
            (text[5:].strip() for text in texts if text[:4] == cell and text[5:].strip()), self.setting.names[hex]
        )

    def figure(self, text: str) -> str:
        """A figure as a number, its address looked up; `all` and shares as they are."""
        value = number(text)
        if value is None and "." in text:
            value = self.setting.reader.figure(text)
        return text if value is None else shown(value)

    def hexes(self, items: Sequence[str]) -> str:
        """Hexes in words: a kind by its name, others by their numbers."""
        folder, board = self.setting.folder, self.setting.board
        result = []
        for item in items:
            words = item.replace(",", " ").split()
            own = " that it holds" if words[-1:] == ["own"] else ""
            kind, name = words[0], words[1] if len(words) > 1 else ""
            areas = {area.id: area.name for area in board.model.areas}
            grounds = {each.id: each.name for file in ("places", "terrain") for each in folder.of_ground(file)}
            text = {
                "edge": f"the {name} edge",
                "area": areas.get(name, name),
                "start": f"the start of {name}",
                "place": f"each {grounds.get(name, name)}",
                "terrain": f"{grounds.get(name, name)} hexes",
            }.get(kind) or listed([word for word in words if word != "own"])
            result.append(f"{text}{own}")
        return listed(result)


def _inside(name: str) -> str:
    """The name of a kind of ground in a sentence; one of several words is a proper name."""
    return name if " " in name else name.lower()
