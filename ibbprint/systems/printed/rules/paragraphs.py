"""The paragraphs of the printed rules that sections of `play:` name by `rule:`: refusals quote them (P-09)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ibbprint.engine.refusals import Refusal
    from ibbprint.systems.printed.play_models import Play
    from ibbprint.systems.printed.rules.setting import Setting
    from ibbprint.systems.printed.rules.state import State

SECTIONS = {"results": "combat", "figures": "", "play": "sequence"}
"""Topics of rulings whose section has another name, or none."""


def paragraphs(play: Play) -> dict[str, str]:
    """The paragraph of each section that names one, by the section."""
    sections = {name: getattr(play, name) for name in type(play).model_fields}
    result = {name: rule for name, section in sections.items() if (rule := getattr(section, "rule", None)) is not None}
    rules = [fight.rule for fight in (play.combat, *play.combats.values()) if fight is not None and fight.rule]
    if rules:
        result["combat"] = ", ".join(dict.fromkeys(rules))
    return result


def quoted(state: State, refused: Refusal) -> Refusal:
    """A refusal with the paragraph of its section, or of the phase that is played, behind its first sentence."""
    text = _paragraph(state.setting, state, refused.rule)
    if not text:
        return refused
    first, stop, remainder = refused.message.partition(". ")
    return type(refused)(refused.rule, f"{first} ({text}){stop}{remainder}")


def _paragraph(setting: Setting, state: State, rule: str) -> str:
    if setting.catalogue is None or rule not in setting.catalogue.rulings:
        return ""
    topic = setting.catalogue.rulings[rule].topic
    section = SECTIONS.get(topic, topic)
    on = 0 <= state.op < len(setting.program)
    if section == "sequence":
        return state.phase_op.rule if on else ""
    if section == "combat" and on and state.phase_op.do == "fight":
        fight = setting.fights[state.phase_op.fight or setting.first_fight]
        return fight.model.rule or ""
    return setting.paragraphs.get(section, "")
