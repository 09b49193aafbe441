"""Texts made from a grammar of what is well, and changed a little: so most are accepted, and deep code sees them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

Choose = random.Random

NAMES = ("attack", "defence", "movement", "name", "short", "abilities", "side", "style")
_WORDS = ("Guards", "hill", "3", "x y", "Ayrene’s", "a-b", "", "50%", "<b>", "&amp;", "*", "|")
_FILTERS = (
    "upper",
    "title",
    "length",
    "string",
    "default('x')",
    "replace('a', 'b')",
    "truncate(4)",
    "list | join('-')",
    "trim",
    "e",
    "first | default('')",
    "list | sort | join",
    "list | reverse | join",
    "list | unique | join",
    "batch(2) | list | length",
    "list | map('upper') | join",
    "wordcount",
    "capitalize",
    "int",
    "float",
    "safe",
)


def _word(of: Choose) -> str:
    return of.choice(_WORDS)


def number(of: Choose, deep: int = 0) -> str:
    """An expression that is a number."""
    if deep > 2 or of.random() < 0.4:
        return of.choice(["attack", "defence", "movement", "1", "2.5", "0", "7", "loopless", "i"]).replace(
            "loopless", "3"
        )
    a, b = number(of, deep + 1), number(of, deep + 1)
    return of.choice(
        [
            f"({a} + {b})",
            f"({a} - {b})",
            f"({a} * {b})",
            f"({a} / ({b} + 9))",
            f"([{a}, {b}] | max)",
            f"({a}) | round(1)",
            f"({a} if {condition(of, deep + 1)} else {b})",
            f"text_width(name, {a} + 1)",
            f"([{a}, {b}] | sum)",
            f"-{a}",
            f"(name | length + {a})",
            f"(range(3) | sum + {b})",
        ]
    )


def condition(of: Choose, deep: int = 0) -> str:
    """An expression that is true or false."""
    a, b = number(of, deep + 1), number(of, deep + 1)
    return of.choice(
        [
            f"{a} < {b}",
            f"{a} == {b}",
            "'a' in name",
            "abilities",
            "abilities is defined",
            "nothing is defined",
            f"{a} is number",
            "side.name == name",
            f"not {a} > {b}",
            "name is string and abilities",
        ]
    )


def text(of: Choose) -> str:
    """An expression that is a text."""
    result = of.choice(
        [
            "name",
            "short",
            "side.name",
            f"'{_word(of)}'",
            "abilities | join(', ')",
            f"name ~ {number(of)}",
            "name[1:]",
            f"'%s-%d' % (name, {number(of)})",
            f"'{{}} {{:.1f}}'.format(name, {number(of)})",
            "lines(name, 9, 7) | first",
            "name.split(' ') | last",
            "ink('#123456')",
            "mix('#123456', '#ffffff', 0.5)",
            "style.ink",
            f"{number(of)}",
        ]
    )
    return f"({result}) | {of.choice(_FILTERS)}" if of.random() < 0.4 else result


def around(of: Choose, part: Callable[[Choose, int], str], deep: int) -> str:
    """A part, or a statement with parts in it."""
    if deep > 3:
        return part(of, deep)
    inner = around(of, part, deep + 1)
    return of.choice(
        [
            lambda: part(of, deep),
            lambda: inner + "\n" + part(of, deep),
            lambda: f"{{% if {condition(of)} %}}{inner}{{% else %}}{part(of, deep)}{{% endif %}}",
            lambda: f"{{% for i in range({of.randint(0, 4)}) %}}{inner}{{% endfor %}}",
            lambda: f"{{% for a in abilities %}}{inner}{{% else %}}{part(of, deep)}{{% endfor %}}",
            lambda: f"{{% set v{deep} = {text(of)} %}}{inner}",
            lambda: f"{{% macro m{deep}(a) %}}{inner}{{% endmacro %}}{{{{ m{deep}({text(of)}) }}}}",
            lambda: f"{{% set n = namespace(a={number(of)}) %}}{{% set n.a = n.a + 1 %}}{inner}",
            lambda: f"{{# {_word(of)} #}}{inner}",
            lambda: f"{{% with w = {text(of)} %}}{inner}{{% endwith %}}",
            lambda: f"{{% set kept{deep} %}}{inner}{{% endset %}}{{{{ kept{deep} }}}}",
        ]
    )()


def _element(of: Choose, deep: int) -> str:
    paint = of.choice(
        [
            "",
            ' fill="{{ style.accent }}"',
            ' fill="none" stroke="#123456"',
            ' style="fill:#abc;opacity:0.5"',
            ' transform="rotate({{ attack }}) translate(1,2)"',
            ' stroke-dasharray="1 {{ attack }}"',
        ]
    )
    x = f"{{{{ ({number(of)}) | abs % 8 }}}}"
    return of.choice(
        [
            f'<rect x="{x}" y="1" width="1" height="2"{paint}/>',
            f'<circle cx="{x}" cy="2" r="1"{paint}/>',
            f'<path d="M1 1L{x} 2C1 2 3 4 5 6A1 2 3 0 1 4 4z"{paint}/>',
            f'<polygon points="1,1 {x},2 3,1"{paint}/>',
            f'<text x="{x}" y="6" font-size="2" data-fit="9" data-fit-min="0.01">{{{{ {text(of)} }}}}</text>',
            f"<g{paint}>\n" + (_element(of, deep + 1) if deep < 5 else "") + "\n</g>",
            f'<use href="symbol:axemen" x="1" y="{x}" width="2"/>',
            f'<text x="1" y="5" font-size="1.5"><tspan font-weight="bold">{{{{ name }}}}</tspan> {_plain(of)}</text>',
        ]
    )


def _plain(of: Choose) -> str:
    return of.choice(["a", "3 hexes", "{{ attack }}", "Guards"])


def face(of: Choose) -> str:
    """A template of a face."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="16" height="16">'
    return "\n".join([head, *(around(of, _element, 1) for _ in range(of.randint(1, 5))), "</svg>"])


def _paragraph(of: Choose, deep: int) -> str:
    output = f"{{{{ {text(of)} }}}}"
    return (
        "\n"
        + of.choice(
            [
                f"# {output}",
                f"## a {output}",
                f"{output} **bold** and *{_plain(of)}*",
                f"* {output}\n* b\n  * c",
                f"1. {output}\n2. d",
                f"| a | b |\n|---|--:|\n| {_plain(of)} | {output} |\n| x | y |",
                "---",
                "```track 17\n1\n2 | note\n```",
                "```column\n```",
                f"> {output}",
                f"`red: {_plain(of)}`",
                "```page\n```",
                f"{output}  \n{_plain(of)}",
                "a_b_ [c](d)",
            ]
        )
        + "\n"
    )


def sheet(of: Choose) -> str:
    """A template of a sheet of text."""
    return "\n".join(around(of, _paragraph, 1) for _ in range(of.randint(1, 6)))


def styled(of: Choose) -> str:
    """A style, laid over the shipped one."""
    colour = lambda: "'#" + "".join(of.choice("0123456789abcdef") for _ in range(6)) + "'"  # noqa: E731
    lines = [
        f"  {name}: {colour()}" for name in of.sample(["ink", "paper", "muted", "rule", "tint", "accent", "cup"], 3)
    ]
    if of.random() < 0.5:
        sizes = of.sample(["title", "heading", "body"], 2)
        lines += ["  type:", *(f"    {name}: {of.randint(6, 20)}" for name in sizes)]
    if of.random() < 0.5:
        lines += ["  liveries:", f"    {of.choice(['crimson', 'mine'])}:"]
        lines += [f"      {name}: {colour()}" for name in ("fill", "panel", "band")]
        lines += ["      device: device-crown", f"      corners: {of.choice(['cut', 'round'])}"]
    if of.random() < 0.3:
        lines += ["  segments:", f"    {of.choice(['red', 'green'])}: {colour()}"]
    return "style:\n" + "\n".join(lines) + "\n"


_BITS: Sequence[str] = (
    "{{",
    "}}",
    "{%",
    "%}",
    "<",
    ">",
    '"',
    "'",
    "|",
    "(",
    ")",
    "1e309",
    "-",
    "99999999",
    "\n",
    "é",
    "\x00",
    "self",
    "loop",
    "__class__",
    "{% endfor %}",
    "{{ x }}",
    "''",
    "[",
    "*",
    "#",
    "&",
    ":",
    "\t",
)


def changed(of: Choose, made: str) -> str:
    """The text as it is, or with one or two small changes: most are still well."""
    for _ in range(of.choice([0, 0, 0, 0, 0, 1, 1, 2])):
        at = of.randrange(len(made) + 1)
        to = min(len(made), at + of.randint(1, 6))
        made = of.choice(
            [
                made[:at] + of.choice(_BITS) + made[at:],
                made[:at] + made[to:],
                made[:to] + made[at:to] + made[to:],
                made[:at] + str(of.randint(-9, 99)) + made[at:],
            ]
        )
    return made
