"""The attributes of an element sorted: its own, its look, and what of them cannot be printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ibbprint.drawing import svg_properties, svg_rules
from ibbprint.problems import did_you_mean

_STYLED = svg_rules.PAINT | svg_rules.FONT | svg_properties.OF_STOPS
_INHERITED = svg_rules.INHERITED


class Wrong(NamedTuple):
    """A fault of an attribute: rule, sentence, hint."""

    rule: str
    message: str
    hint: str = ""


class Sorted(NamedTuple):
    """`own` are the attributes of the element, `look` those that what stands in it takes from it."""

    own: dict[str, str]
    look: dict[str, str]
    wrong: list[Wrong]
    hidden: bool
    """True when it is not drawn, and nothing in it."""


def sort_out(tag: str, attributes: Mapping[str, str]) -> Sorted:
    """The attributes of an element, by the names that the parser gives them; `style` goes before the others."""
    kept_values: dict[str, str] = {}
    wrong: list[Wrong] = []
    hidden = False
    unknown: set[str] = set()
    for name, value, styled in _declarations(attributes, wrong):
        if name == "display":
            hidden = value.strip() == "none"
        elif svg_properties.says_nothing(tag, name, value):
            kept_values.pop(name, None)  # a style can take back what an attribute says
        elif name in svg_properties.OF_TEXT or name in svg_properties.OF_SHAPES:
            kept_values[name] = value
        elif styled and name in unknown:
            continue  # told already
        elif styled and name not in _STYLED:
            unknown.add(name)
            near = did_you_mean(name, svg_rules.PAINT | svg_rules.FONT)
            is_property = name in svg_properties.OF_ANY
            if is_property or not name.startswith("-"):
                wrong.append(Wrong("draw:style", f"the style {name} cannot be printed.", "" if is_property else near))
        else:
            fault = _misplaced(tag, name)
            if fault is None:
                kept_values[name] = value
            else:
                wrong.append(fault)
    look = {name: kept_values[name] for name in kept_values if name in _INHERITED and kept_values[name] != "inherit"}
    return Sorted(kept_values, look, wrong, hidden)


def _declarations(attributes: Mapping[str, str], wrong: list[Wrong]) -> Iterator[tuple[str, str, bool]]:
    """Every attribute, then every property of the style, which is the last word; and whether it is one of these."""
    for name, value in attributes.items():
        if " " in name:  # an editor's own, but for links
            if name == f"{svg_rules.XLINK} href":
                yield "href", value, False
        elif name != "style":
            yield name, value, False
    for declaration in attributes.get("style", "").split(";"):
        if declaration.strip():
            name, colon, value = (part.strip() for part in declaration.partition(":"))
            if colon:
                yield name, value.removesuffix("!important").strip(), True
            else:
                wrong.append(Wrong("draw:style", f"{declaration.strip()!r} is not a style like fill:#a1b2c3."))


def _misplaced(tag: str, name: str) -> Wrong | None:
    """The fault of an attribute of this name; None when the element may have it."""
    message = f"the attribute {name} of <{tag}> cannot be printed."
    if name in svg_rules.WHOLE and tag in svg_rules.NOT_WHOLE:
        return Wrong("draw:attribute", message, "Put it on a <g>.")
    if svg_rules.allowed(name, tag):
        return None
    allowed = svg_rules.GEOMETRY[tag] | svg_rules.PAINT
    if tag in ("text", "tspan", "g"):
        allowed = allowed | svg_rules.FONT
    return Wrong("draw:attribute", message, "" if name in svg_properties.OF_ANY else did_you_mean(name, allowed))
