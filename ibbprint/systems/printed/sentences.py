"""The rules of play as sentences for rulebooks and player aids, each from the keys that the engine plays by."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ibbprint.phrases import capital, counted, inside, listed
from ibbprint.systems.printed.condition_words import ConditionWords
from ibbprint.systems.printed.rules.compiled import DIE, SHIFT, ModifierRule
from ibbprint.systems.printed.rules.numbers import as_text, change, whole
from ibbprint.systems.printed.rules.retreat import FARTHER
from ibbprint.systems.printed.rules.setting import Setting


class Sentences:
    """The sentences of a game, section by section. A section that the game does not have says nothing."""

    SECTIONS = (
        "movement",
        "stacking",
        "zones",
        "combat",
        "retreat",
        "advance",
        "leaders",
        "supply",
        "arrivals",
        "replacements",
        "recovery",
    )

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.words = ConditionWords(setting)

    def by_section(self) -> dict[str, list[str]]:
        """Every section with its sentences."""
        return {name: list(getattr(self, name)()) for name in self.SECTIONS}

    def movement(self) -> Iterator[str]:
        setting, rule = self.setting, self.setting.play.movement
        names = {line.id: line.name.lower() for line in setting.folder.of_ground("lines")}
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
        for limit, compiled in zip(rule.limits, setting.limits, strict=True):
            most_hexes, allowance = compiled.hexes, limit.allowance
            effects = (
                [] if most_hexes is None else [f"enters at most {most_hexes} {'hex' if most_hexes == 1 else 'hexes'}"]
            )
            if allowance is not None and allowance[:1] in "+-":
                effects.append(f"adds {allowance} to its movement")
            elif allowance is not None:
                effects.append(f"has its movement {changed(allowance)}")
            modes = f" in {listed([self.mode(mode) for mode in limit.modes], 'or')}" if limit.modes else ""
            yield capital(
                f"{self.words.now(limit.when)}a unit{self.words.of_units(limit.units)} {' and '.join(effects)}{modes}."
            )
        for id, mode in rule.modes.items():
            points = setting.modes[id][2]
            effects = [f"has {as_text(points)} movement points"] if points is not None else []
            effects += [f"goes only along the {names.get(mode.along, mode.along)}"] if mode.along else []
            effects += [] if mode.zones else ["may not enter an enemy ZOC"]
            effects += ["may not attack afterwards"] if mode.then else []
            if effects:
                yield f"{capital(self.mode(id))}: a unit{self.words.of_units(mode.units)} {listed(effects)}."

    def stacking(self) -> Iterator[str]:
        setting, rule = self.setting, self.setting.play.stacking
        if rule is None or setting.stack_limit is None:
            return
        measured = "units" if rule.count == "units" else f"points of {rule.count}"
        limits = sorted(set(setting.stack_limit))
        limit = as_text(whole(limits[0])) if len(limits) == 1 else f"{as_text(limits[0])} to {as_text(limits[-1])}"
        yield f"No more than {limit} {measured} of a side may end a move or a retreat in a hex."
        if rule.leaders == "free" and any(kind.leader for kind in setting.kinds):
            yield "Leaders do not count."

    def zones(self) -> Iterator[str]:
        setting, rule = self.setting, self.setting.play.zones
        if rule is None:
            return
        sides = [_inside(side.name) for side in setting.folder.of_ground("hexsides") if side.id in rule.not_across]
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
            for modifier in fight.modifiers:
                if modifier.changes != SHIFT and (modifier.model.text or modifier.model.of == "always"):
                    yield self.modifier(modifier)
            if model.must != "no":
                subject = must.get(model.must, "Every unit next to an enemy")
                yield f"{subject} must {'be attacked' if model.must == 'hexes' else 'attack'}."
        yield from self.ranged()

    def modifier(self, rule: ModifierRule) -> str:
        """A modifier of the die or of strengths."""
        model = rule.model
        if rule.changes == DIE:
            effect = f"{changed(model.die)} to the die"
        else:
            subject = model.side.removesuffix("s") if model.each else model.side
            fit = model.attackers if model.side == "attackers" else model.defenders
            article = "each " if model.each else "the "
            effect = f"the strength of {article}{subject}{self.words.of_units(fit)} is {changed(model.strength)}"
        if model.text:
            return f"{model.text}: {effect}."
        return capital(f"{self.words.now(model.when)}{effect}.")

    def mode(self, id: str) -> str:
        """A mode of movement by its name."""
        mode = self.setting.play.movement.modes.get(id)
        return "ordinary movement" if mode is None else f"{mode.name or id.replace('-', ' ')}".lower()

    def retreat(self) -> Iterator[str]:
        setting, rule = self.setting, self.setting.play.retreat
        if rule is None:
            return
        number_ = setting.retreat_hexes
        chooser = "its owner" if rule.by == "owner" else "the enemy"
        yield f"Each unit retreats {number_} hex{'es' if number_ > 1 else ''}, as {chooser} chooses."
        if rule.way == "away":
            yield "Each hex of the way must be farther from every attacker than the one before."
        elif number_ > 1 and rule.exact:
            yield f"It ends {number_} hexes from where it began."
        zones = {"no": "that is in an enemy ZOC", "friends": "that is in an enemy ZOC and holds no friendly unit"}
        zone_text = f", or {zones[rule.zones]}" if rule.zones in zones and setting.play.zones is not None else ""
        closed = "that is closed to it, that holds" if zone_text else "that is closed to it or holds"
        yield f"It must not enter a hex {closed} an enemy unit{zone_text}."
        if rule.full == "farther":
            yield f"If the hex where it would end is full, it goes on for up to {FARTHER} hexes more."
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
        subject = {"unit": "one attacker", "hex": "the attackers of one hex", "all": "the attackers"}[rule.who]
        yield f"If combat leaves the attacked hex empty, {subject} {'must' if rule.must else 'may'} enter it at once."
        beyond = self.setting.advance_hexes - 1
        if beyond:
            yield f"They may go on for {counted(beyond, 'hex') if beyond == 1 else f'up to {beyond} hexes'} beyond it."
        if rule.units:
            yield f"Only units{self.words.of_units(rule.units)} may advance."

    # --- who shoots, leads, is fed, comes and recovers ----------------------------------------------------------------

    def ranged(self) -> Iterator[str]:
        """The rules for distant attackers, in a game with any."""
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
            dice, least = self.setting.leader_dice, self.setting.leader_lost
            yield f"When a unit with a leader loses a step, roll {dice}: on {least} or more he is lost."

    def supply(self) -> Iterator[str]:
        setting, rule = self.setting, self.setting.play.supply
        if rule is None or setting.supply is None:
            return
        reach = setting.supply.reach
        unit = "hex" if rule.by == "hexes" else "movement point"
        plural = "es" if rule.by == "hexes" else "s"
        far = "of any length" if reach is None else f"of at most {as_text(reach)} {unit}{plural if reach != 1 else ''}"
        names = {line.id: line.name.lower() for line in setting.folder.of_ground("lines")}
        along = f" along the {names.get(rule.along, rule.along)}" if rule.along else ""
        for side, hexes in rule.from_.items():
            whose = f"{rule.name} of {self.side(side)}"
            where = setting.reader.hexes_in_words(hexes)
            yield f"{whose}: a path {far}{along} to {where}, without enemy units and closed ground."
        zones = {
            "no": "It must not enter an enemy ZOC.",
            "friends": "It may enter an enemy ZOC only where a friendly unit is.",
        }
        if rule.zones in zones and setting.play.zones is not None:
            yield zones[rule.zones]
        needed = {"replace": "get replacements", "attack": "attack", "move": "move"}
        if rule.needed_for:
            yield f"A unit without it may not {listed([needed[name] for name in rule.needed_for], 'or')}."
        out = [
            (word, text)
            for word, text in (
                ("attack", rule.out.attack),
                ("defence", rule.out.defence),
                ("movement", rule.out.movement),
            )
            if text is not None
        ]
        alike = {text: [word for word, other in out if other == text] for _, text in out}
        effects = [
            f"its {listed(words)} {'are' if words[1:] else 'is'} {changed(text)}" for text, words in alike.items()
        ]
        if effects:
            yield f"Without it, {listed(effects)}."
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
            yield f"Replacements of {self.side(side)} come to {setting.reader.hexes_in_words(hexes)}."
        back, flipped = (counted(n, "replacement") for n in (setting.new_points, setting.restore_points))
        yield f"A unit that comes back costs {back}; to flip one to its full side costs {flipped}."
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
            changes = [f"its {n} is {changed(text)}" for n, text in amounts.items() if text not in ("yes", "no", "x1")]
            if changes:
                yield f"While it is {id}, {listed(changes)}."

    # --- victory ------------------------------------------------------------------------------------------------------

    def victory(self) -> Iterator[str]:
        """The ways to win in their order: whose, when, and by what."""
        setting = self.setting
        names = [side.name for side in setting.folder.sides.values()]
        for clause in setting.goals.clauses:
            winner = names[clause.side] if clause.side >= 0 else "A draw"
            when = {"once": "at once", "turn": "at the end of a turn", "end": "at the end of the game"}[clause.at]
            level = f", {clause.level}" if clause.level else ""
            way = clause.name or clause.text or "otherwise"
            yield f"{winner}, {when}{level}: {way}."

    def side(self, id: str) -> str:
        """The name of a side inside a sentence."""
        return inside(self.setting.folder.sides[id].name)


def changed(amount: str | None) -> str:
    """An amount in words: `halved`, `doubled`, `+1`."""
    value = change(amount or "")
    if value is None or value.times is None:
        return amount or ""
    usual = {Fraction(1, 2): "halved", Fraction(2): "doubled", Fraction(0): "nil"}
    return usual.get(Fraction(value.times), f"multiplied by {as_text(value.times)}")


def _inside(name: str) -> str:
    """The name of a kind of ground in a sentence; one of several words is a proper name."""
    return name if " " in name else name.lower()
