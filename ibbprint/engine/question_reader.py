"""A question about odds read as one about a subject: who attacks whom, on what ground, in which words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from ibbprint.digits import are_digits
from ibbprint.engine.api.odds import OddsRequest, Subject
from ibbprint.engine.question_options import OptionReader
from ibbprint.engine.question_words import (
    AGAINST,
    AID,
    ATTACK,
    ATTACKERS,
    FILLER,
    OPTION,
    POSTURE,
    ROLL,
    SLOPE,
    TERRAIN,
    Token,
    as_command,
    keys_of,
    roll_in,
)
from ibbprint.engine.words import Ambiguous, Match, WordRefused, Words

_BETWEEN = frozenset(",;+")
_SMALL_WORDS = frozenset(("a", "an", "the", "of", "to", "for"))
_ARTICLE_AND_NAME = 3
"""Tokens among which the name of who is attacked stands, where nothing but the verb is before it."""
_ALSO_NAMED = ("people", "spell", "weapon", "armour")
"""What a side may name besides units, their states and their ground."""


class Reader(OptionReader):
    """Reads a question as one about a subject; `whole` leaves the word for the roll in it."""

    def __init__(
        self, subject: Subject, words: Words, game: str, subjects: Sequence[Subject], *, whole: bool = False
    ) -> None:
        super().__init__(subject, words)
        self.subjects = subjects
        self.game = game
        self.whole = whole
        self.unknown: list[str] = []
        """What of the question is no word of the game."""
        self.asked: list[Token] = []
        """The whole question, with the attackers first."""
        self.borrowed = False
        """Whether a unit is named by a word that is not the game's own."""
        self.lacks: WordRefused | None = None
        """What is said of a question of known words that does not name who attacks whom."""

    def read(self, tokens: list[Token], typed: Mapping[str, Any]) -> OddsRequest | None:
        """The request in the exact spelling; None where the question has no such sense. Raises `WordRefused`.

        A word is only refused if the game knows all others: the question may be one about another game.
        """
        request = self._read(tokens, typed)
        if request is not None and self.refusals and not self.unknown:
            raise self.refusals[0]
        return request

    def _read(self, tokens: list[Token], typed: Mapping[str, Any]) -> OddsRequest | None:
        self.options = {
            option.name: self._value(option, typed[option.name])
            for option in self.subject.options
            if option.name in typed
        }
        self.asked = tokens = self._turned(tokens)
        tokens = self._choose(tokens, frozenset(self.options))
        roll = roll_in(tokens, self.subject, self.words)
        keeps_roll = roll is None or self.whole
        without_roll = tokens if keeps_roll or roll is None else tokens[: roll[0]] + tokens[roll[0] + roll[1].length :]
        sides = (self._sides(without_roll) or self._sides(tokens)) if self.subject.two_sides else None
        if sides is not None:
            ours, theirs = (self._side(side, ours=not i) for i, side in enumerate(self._of_attackers(*sides)))
            text = f"{ours} vs {theirs}" if ours and theirs else ""
            return OddsRequest(self.subject.id, text, self._option_values()) if text else None
        if self.subject.two_sides and "[" not in self.subject.words:
            says = self._knows(without_roll) or (self.subject.example and roll is not None)
            if self.subject.example and says and (tokens or self.options.keys() - typed.keys()):
                self.lacks = self._at(without_roll) or self._without_sides()
            return None if self.lacks or tokens else OddsRequest(self.subject.id, "", self._option_values())
        if not self.subject.words:
            return OddsRequest(self.subject.id, "", self._option_values()) if self._says_nothing(without_roll) else None
        target = self._struck(tokens)
        return OddsRequest(
            self.subject.id, self._side(without_roll if target is tokens else target, ours=False), self._option_values()
        )

    def _turned(self, tokens: list[Token]) -> list[Token]:
        """The tokens with the attackers first: `guards holding a hill vs horse` names the defenders first.

        Who stands in something before `vs`, as only defenders do, is refused: nobody knows who attacks.
        """
        keys = keys_of(tokens)
        at = next((start for start, _, _ in self._signs(keys, tokens)), None) if self.subject.two_sides else None
        if at is None:
            return tokens
        ours, theirs = tokens[:at], tokens[at + 1 :]
        for start in range(1, at):
            if self.words.longest([POSTURE], keys, start) is not None:
                if any(self.words.longest([POSTURE], keys, behind) for behind in range(at, len(keys))):
                    return tokens
                return [*theirs, tokens[at], *ours]
            match = self.words.longest([OPTION], keys, start)
            placed = match is not None and match.length > 1 and self._is_place(keys, start)
            if match is not None and placed and any("=" in id for id in match.ids):
                words = " ".join(token.text for token in tokens[start : start + match.length])
                self.refusals.append(WordRefused(f"only who is attacked can be {words}.", self._swapped(ours, theirs)))
        return tokens

    def _swapped(self, ours: Sequence[Token], theirs: Sequence[Token]) -> str:
        """The command that asks with the sides exchanged."""
        words = " vs ".join(" ".join(token.text for token in side) for side in (theirs, ours))
        return f"If the others attack: {as_command(OddsRequest(self.subject.id, words, {}), self.subjects, self.game)}"

    def _struck(self, tokens: list[Token]) -> list[Token]:
        """The tokens without who shoots, where the roll is about who is shot at: `our guns shoot at their guns`."""
        keys = keys_of(tokens)
        roll = roll_in(tokens, self.subject, self.words)
        if roll is not None and roll[0]:
            parts = tokens[: roll[0]], tokens[roll[0] + roll[1].length :]
            if all(map(self._has_unit, parts)):  # `our guns shoot their guns`
                return self._after(parts[1])
        for start in range(1, len(tokens)):
            if self._against(keys, start, "at") is not None:
                parts = (tokens[:start], tokens[start + 1 :])
                return parts[1] if all(map(self._has_unit, parts)) else tokens
        return tokens

    def _has_unit(self, tokens: Sequence[Token]) -> bool:
        keys = keys_of(tokens)
        return any(self.words.longest(["unit"], keys, start) is not None for start in range(len(keys)))

    def _at(self, tokens: Sequence[Token]) -> WordRefused | None:
        """The refusal of `crossbowmen at pikes`, which leaves open whether they shoot; None for another question."""
        keys = keys_of(tokens)
        if self.words.longest([ATTACK, ROLL], [self.words.key("shoot")], 0) is None:
            return None
        for start in range(1, len(tokens)):
            parts = tokens[:start], tokens[start + 1 :]
            if self._against(keys, start, "at") is None or not all(map(self._has_unit, parts)):
                continue
            ours, theirs = (" ".join(token.text for token in side) for side in parts)
            suggestions = [
                (name, OddsRequest(self.subject.id, f"{ours} {word} {theirs}", self._option_values()))
                for name, word in (("Hand to hand", "vs"), ("Shooting", "shoot at"))
            ]
            return WordRefused("the question does not say how they attack.", ways=suggestions)
        return None

    def _without_sides(self) -> WordRefused:
        """The refusal of a question that has options but does not name who attacks whom."""
        request = OddsRequest(self.subject.id, self.subject.example, self._option_values())
        keys = keys_of(self.asked)
        if any(start and start + 1 < len(keys) for start, _, _ in self._signs(keys, self.asked)):
            return WordRefused("the question names no unit on one of its sides.", ways=[("For example", request)])
        suggestions = [("Put vs between the two sides", request)]
        return WordRefused("the question does not say who attacks whom.", ways=suggestions)

    def _knows(self, tokens: Sequence[Token]) -> bool:
        """Whether every word is one of the game, and none a roll of another kind."""
        keys, start = keys_of(tokens), 0
        while start < len(tokens):
            match = self.words.longest(["unit", "state", TERRAIN, ATTACK, AGAINST, FILLER, *_ALSO_NAMED], keys, start)
            if match is None and keys[start] and not are_digits(keys[start]):
                return False
            start += 1 if match is None else match.length
        return True

    # --- sides ------------------------------------------------------------------------------------------------------

    def _sides(self, tokens: list[Token]) -> tuple[list[Token], list[Token]] | None:
        """The attackers and the defenders; None where there are not two sides."""
        tokens = self._without_question(tokens)
        keys = keys_of(tokens)
        for verbs in (self._signs, self._verbs):
            for start, match, trailing in verbs(keys, tokens):
                ours, theirs = tokens[:start], tokens[start + match.length :]
                if ours and theirs and self._names(ours) and self._names(theirs):
                    return [*ours, *trailing], self._after(theirs)
        for start in range(len(tokens)):
            cast = self.words.longest(["spell"], keys, start)
            if cast is not None and self._against(keys, start + cast.length, "at") is not None:
                return tokens[start : start + cast.length], self._after(tokens[start + cast.length :])
        first = next(iter(self._verbs(keys, tokens)), None)
        if first is None:
            return self._by_name(tokens)
        if first[0]:
            return None
        begin, trailing = first[1].length, first[2]
        for start in range(begin + 1, len(tokens)):
            if self._against(keys, start, "at") is not None:
                ours, theirs = tokens[begin:start], tokens[start:]
                if self._names(ours) and self._names(theirs[1:]):
                    return [*ours, *trailing], self._after(theirs)
        for start in range(begin + 1, len(tokens)):
            if self._against(keys, start, "with") is not None and self._names(tokens[start + 1 :]):
                return [*tokens[start + 1 :], *trailing], self._after(tokens[begin:start])
        return None

    def _by_name(self, tokens: list[Token]) -> tuple[list[Token], list[Token]] | None:
        """The sides of a question that begins with a unit whose name is also a verb: `bombard the bridge`."""
        keys = keys_of(tokens)
        unit, verb = (self.words.longest([kind], keys, 0) for kind in ("unit", ATTACK))
        if unit is None or verb is None or unit.length != verb.length or self._option(ATTACK) is None:
            return None
        ours, theirs = 2 * tokens[: unit.length], self._after(tokens[unit.length :])
        return (ours, theirs) if self._has_unit(theirs[:_ARTICLE_AND_NAME]) else None

    def _of_attackers(self, ours: list[Token], theirs: list[Token]) -> tuple[list[Token], list[Token]]:
        """Both sides, with what is the attackers' wherever it stands, and with slopes as who is higher.

        Who charges uphill is the lower one: the hill is the enemy's. Who charges downhill has it himself.
        """
        ours, theirs = self._aided(ours, theirs)
        keys = keys_of(theirs)
        for start in range(len(theirs)):
            match = self.words.longest([ATTACKERS], keys, start)
            if match is not None:
                moved = theirs[start : start + match.length]
                before = start - 1 if start and self._against(keys, start - 1, "at") else start
                ours, theirs = [*ours, *moved], self._after([*theirs[:before], *theirs[start + match.length :]])
                break
        up = Token("uphill", self.words.key("uphill"))
        for number, side in enumerate((ours, theirs)):
            slope = self._slope(side, begins=bool(number))
            if slope is None:
                continue
            start, match = slope
            rest = [*side[:start], *side[start + match.length :]]
            climbs = "up" in match.ids
            if number:
                rest = self._after(rest)
            ours, theirs = (ours, rest) if number else (rest, theirs)
            if climbs:
                theirs = [*theirs, up]
            else:
                before = len(ours) - self._ends_in_verb(ours)
                ours = [*ours[:before], up, *ours[before:]]
        return ours, theirs

    def _aided(self, ours: list[Token], theirs: list[Token]) -> tuple[list[Token], list[Token]]:
        """Both sides, with who aids the attackers among them, wherever that is said: `aided by 2 shooters`."""
        keys = keys_of(theirs)
        for start in range(len(theirs)):
            match = self.words.longest([AID], keys, start)
            if match is not None:
                before = len(ours) - self._ends_in_verb(ours)
                helpers = [Token(",", ""), *theirs[start + match.length :]]
                ours, theirs = [*ours[:before], *helpers, *ours[before:]], theirs[:start]
                break
        keys = keys_of(ours)
        for start in range(len(ours)):
            match = self.words.longest([AID], keys, start)
            if match is not None:
                return [*ours[:start], Token(",", ""), *ours[start + match.length :]], theirs
        return ours, theirs

    def _ends_in_verb(self, ours: Sequence[Token]) -> bool:
        return bool(ours) and self.words.longest([ATTACK, AGAINST], [ours[-1].key], 0) is not None

    def _slope(self, side: list[Token], *, begins: bool) -> tuple[int, Match] | None:
        """The place where a side names a slope that it takes: right behind the verb, where the enemy's side begins."""
        keys = keys_of(side)
        for start in range(len(side)):
            match = self.words.longest([SLOPE], keys, start)
            if match is None:
                continue
            moves = start > 0 and self.words.longest([ATTACK, AGAINST, ROLL], keys, start - 1) is not None
            if "down" in match.ids or (start == 0 and begins) or (moves and not begins):
                return start, match
        return None

    def _against(self, keys: Sequence[str], start: int, id: str) -> Match | None:
        match = self.words.longest([AGAINST], keys, start)
        return match if match is not None and id in match.ids else None

    def _signs(self, keys: list[str], tokens: list[Token]) -> Iterator[tuple[int, Match, list[Token]]]:
        """The places of `vs` or a word for it, but not within the words for the roll: `slip past`."""
        roll = roll_in(tokens, self.subject, self.words)
        within = range(0) if roll is None else range(roll[0] + 1, roll[0] + roll[1].length)
        for start in range(len(tokens)):
            match = self.words.longest([AGAINST], keys, start)
            if match is not None and "vs" in match.ids and start not in within:
                yield start, match, []

    def _verbs(self, keys: list[str], tokens: list[Token]) -> Iterator[tuple[int, Match, list[Token]]]:
        """The places of verbs that say how one side attacks the other, with the part that stays with the attackers."""
        attack = self._option(ATTACK)
        end = 0
        for start in range(len(tokens)):
            match = self.words.longest(["unit", AGAINST, ATTACK, ROLL], keys, start) if start >= end else None
            end = start + match.length if match is not None else end
            if self._acts(keys, start):
                match = self.words.longest([ATTACK if attack is not None else ROLL], keys, start)
            if match is None or match.kind == "unit":
                continue
            if match.kind == ATTACK and attack is not None:
                yield start, match, tokens[start : start + match.length]
            elif match.kind == ROLL and self.subject.id in match.ids and not self._is_counted(tokens, start):
                yield start, match, []
            elif match.kind == AGAINST and not {"at", "with"} & {*match.ids}:
                yield start, match, [Token(id, self.words.key(id)) for id in match.ids if id != "vs"]

    def _acts(self, keys: Sequence[str], start: int) -> bool:
        """Whether a word right behind a unit is its verb, though some units have that name: `the catapult bombards`."""
        verb = ATTACK if self._option(ATTACK) is not None else ROLL
        if start == 0 or self.words.longest([verb], keys, start) is None:
            return False
        return self.words.longest(["unit"], keys[:start], start - 1) is not None

    def _names(self, tokens: Sequence[Token]) -> bool:
        """Whether the tokens name something: more than a filler."""
        return bool(self._without(tokens))

    def _after(self, tokens: list[Token]) -> list[Token]:
        """The defenders without the prepositions that they begin with: `at the archers`."""
        keys, start = keys_of(tokens), 0
        while start < len(tokens) and (self._against(keys, start, "at") or self._is_filler(keys[start])):
            start += 1
        return tokens[start:]

    # --- units and ground -------------------------------------------------------------------------------------------

    def _side(self, tokens: list[Token], *, ours: bool) -> str:
        """The units of a side in the exact spelling; its ground and its kind of attack become options."""
        tokens = self._on_ground(self._of_kind(self._without_question(tokens)), ours=ours)
        keys = keys_of(tokens)
        roll = self.subject.words.strip("[]").lower()
        kinds = [roll, "unit", "state", *([] if self._option(TERRAIN) else [TERRAIN]), *_ALSO_NAMED]
        parts: list[str] = []
        start = 0
        while start < len(tokens):
            token = tokens[start]
            match = self.words.longest(kinds, keys, start)
            if parts and (token.text in _BETWEEN or self._joins(tokens, start)):
                parts[-1] += ","
            elif match is not None:
                text = " ".join(token.text for token in tokens[start : start + match.length])
                self.borrowed |= not match.own
                parts.append(self._spelt(match, text))
                start += match.length - 1
            elif not self._is_counted(tokens, start) and self._is_roll(
                roll_match := self.words.longest([ROLL], keys, start)
            ):
                start += roll_match.length - 1
            elif (filler := self._filler(keys, start)) is not None:
                start += filler.length - 1
            else:
                parts.append(self._unread(tokens, start))
            start += 1
        return " ".join(filter(None, parts)).strip(" ,")

    def _spelt(self, match: Match, text: str) -> str:
        """A word in the spelling of the game; one with several meanings stays as it was typed, and is refused."""
        if len(match.ids) > 1 and not match.own:
            self.refusals.append(Ambiguous(match, text))
            return text
        return match.spelling(text)

    def _unread(self, tokens: Sequence[Token], start: int) -> str:
        """A token that is no word of the game, as it was typed."""
        self._meet(tokens, start)
        return tokens[start].text

    def _meet(self, tokens: Sequence[Token], start: int) -> None:
        """Remember a token that is no word of the game, nor a number before a unit or alone, nor a rating."""
        text = tokens[start].text
        if not any(map(are_digits, text)):
            self.unknown += [text] if tokens[start].key else []
        elif are_digits(text) and len(tokens) > 1:
            keys = keys_of(tokens)
            counts = any(
                self.words.longest(["unit"], keys, near) is not None
                for near in range(max(start - 2, 0), min(start + 2, len(tokens)))
                if near != start
            )
            self.unknown += [] if counts else [text]

    def _is_counted(self, tokens: Sequence[Token], start: int) -> bool:
        """Whether a number stands before a word, which is then a thing and no roll: `4 pips`, `2 volleys`."""
        if start == 0 or not are_digits(tokens[start - 1].text):
            return False
        unit = self.words.longest(["unit"], keys_of(tokens[start - 2 : start]), 0) if start > 1 else None
        return unit is None or unit.length < 2  # captain 4

    def _is_roll(self, match: Match | None) -> TypeGuard[Match]:
        return match is not None and self.subject.id in match.ids

    def _joins(self, tokens: Sequence[Token], start: int) -> bool:
        """Whether `and` joins two units here."""
        if tokens[start].key != "and":
            return False
        keys = keys_of(tokens)
        after = next((i for i in range(start + 1, len(tokens)) if not are_digits(tokens[i].text)), None)
        return after is not None and self.words.longest(["unit"], keys, after) is not None

    def _of_kind(self, tokens: list[Token]) -> list[Token]:
        """The tokens without the words for the kind of attack."""
        option = self._option(ATTACK)
        if option is None:
            return tokens
        remaining: list[Token] = []
        keys, start = keys_of(tokens), 0
        while start < len(tokens):
            match = self.words.longest([ATTACK] if self._acts(keys, start) else ["unit", ATTACK], keys, start)
            if match is not None and match.kind == ATTACK:
                self._set(option, match.only(tokens[start].text))
            else:
                remaining += tokens[start : start + (match.length if match is not None else 1)]
            start += match.length if match is not None else 1
        return remaining

    def _on_ground(self, tokens: list[Token], *, ours: bool) -> list[Token]:
        """The tokens without the ground that the side stands on, where an option has it."""
        option = self._option(TERRAIN)
        own_option = self._option(f"own-{TERRAIN}") if ours else option
        if option is None:
            return tokens
        keys = keys_of(tokens)
        for start in range(len(tokens)):
            match = self.words.longest([TERRAIN], keys, start)
            if match is None or (not start and self.words.longest(["unit"], keys, 0) is not None):
                continue
            begin, end = start, start + match.length
            while begin and self._is_place(keys, begin - 1):
                begin -= 1
            rest = [*tokens[:begin], *tokens[end:]]
            if self._names(rest) and (begin < start or end == len(tokens)):
                id = match.only(tokens[start].text)
                if own_option is None:
                    hint = f"Leave it out, or put the defenders there: --{option.name} {id}."
                    self.refusals.append(WordRefused(f"the attackers’ own ground ({id}) makes no difference.", hint))
                else:
                    self._set(own_option, id)
                return self._on_ground(rest, ours=ours)
        return tokens

    # --- words that say nothing -------------------------------------------------------------------------------------

    def _is_filler(self, key: str) -> bool:
        return self._filler([key], 0) is not None

    def _filler(self, keys: Sequence[str], start: int) -> Match | None:
        """The words from here on that change nothing in a question."""
        match = self.words.longest([FILLER], keys, start)
        return match if match is not None and {"question", "word"} & {*match.ids} else None

    def _is_place(self, keys: Sequence[str], start: int) -> bool:
        match = self.words.longest([FILLER], [keys[start]], 0)
        return match is not None or self._against(keys, start, "at") is not None or keys[start] == "the"

    def _without_question(self, tokens: list[Token]) -> list[Token]:
        """The tokens without the words of a question at its begin: `what are the odds of`."""
        keys = keys_of(tokens)
        start = 0
        while start < len(tokens):
            match = self.words.longest(["unit", AGAINST, FILLER], keys, start)
            if match is None or match.kind != FILLER:
                break
            start += match.length
        return tokens[start:]

    def _without(self, tokens: Sequence[Token]) -> list[Token]:
        """The tokens that are no fillers, no signs, and not the way up or down a hill."""
        keys = keys_of(tokens)
        return [
            token
            for i, token in enumerate(tokens)
            if token.key and not self._is_filler(token.key) and not self._is_place(keys, i)
            if self.words.longest([SLOPE], keys, i) is None
        ]

    def _says_nothing(self, tokens: list[Token]) -> bool:
        """Whether all that is left is a unit, a spell and its ground, on which the roll does not depend."""
        keys, start = keys_of(tokens), 0
        kinds: list[str] = []
        about = [self.subject.about] if self.subject.about else []
        while start < len(tokens):
            match = self.words.longest([*about, "unit", "spell", TERRAIN, FILLER, AGAINST, ROLL], keys, start)
            match = roll if self._is_roll(roll := self.words.longest([ROLL], keys, start)) else match
            rated = match is None and kinds[-1:] == ["unit"] and are_digits(tokens[start].text)  # `wizard 4`
            if match is None and tokens[start].key not in _SMALL_WORDS and not rated:
                return False
            kinds += [match.kind] if match is not None and match.kind not in (FILLER, ROLL) else []
            start += match.length if match is not None else 1
        return len(kinds) == len(set(kinds))
