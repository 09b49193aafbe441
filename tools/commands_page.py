"""Make docs/commands.md, every command with its examples: `make commands-page`.

Names, descriptions and examples are those of the program, so the page has every command. `tests` runs the examples.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

from ibbprint.cli.examples import EXAMPLES, Example
from ibbprint.cli.typer_calls import application

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "commands.md"
WIDTH = 120
HEAD = """# Commands

This page is made from the program by `make commands-page`, and a test runs its examples.
`ibbprint COMMAND --help` or `ibbprint help COMMAND` lists every option of a command.

`make` installs the program in `.venv/bin/`: type `.venv/bin/ibbprint` instead of `ibbprint`, or run \
`. .venv/bin/activate` once in each terminal.
`my-battle`, `my-pack`, `mine.txt`, `yours.txt`, `my.game` and `KIT.pdf` are your own files.
"""
FOOT = """## What all commands share

`--install-completion` sets up completion in the shell you run it from; open a new terminal afterwards. \
It completes commands, the names of options, the ids of scenarios and the subjects of `odds`.

Reports and tables are as wide as your terminal, from 60 columns up; \
in a file or a pipe they have 100 columns, or as many as the variable `COLUMNS` says.
There a fault with its place (`my-battle.yaml:14:24: error: ...`) stays on one line, for editors and `grep`.
What takes longer than a second shows on the terminal how far it is.

The exit code says how a command ended:

| code | meaning |
|--:|---|
| 0 | it is done |
| 1 | a file or a list has faults, breaks the rules, or cannot be judged, read or written |
| 2 | the call makes no sense: an unknown command, option, game, scenario, unit, \
terrain, modifier, rule, map, theme, kind, piece or paper |
| 130 | you stopped it with Ctrl-C; a playtest reports the games that it has played all the same. \
`watch`, which is ended so, ends with 0 |
"""


def commands() -> dict[str, Any]:
    """Every command by its words, those of a group behind it."""
    app: Any = get_command(application())
    values: dict[str, Any] = {}
    for name, command in app.commands.items():
        inner = getattr(command, "commands", {})
        if not inner or getattr(command, "invoke_without_command", False):
            values[name] = command
        values |= {f"{name} {each}": item for each, item in inner.items()}
    return values


def page() -> str:
    """The whole page."""
    sections = ["\n".join(_section(name, command)) for name, command in commands().items()]
    return "\n".join([HEAD, *sections, FOOT])


def _section(name: str, command: Any) -> Iterator[str]:
    yield f"## {name}\n"
    yield f"{' '.join((command.help or '').partition(chr(10) * 2)[0].split())}\n"
    examples = EXAMPLES[name]
    wide = max(len(example.words) for example in examples) + len("ibbprint ")
    yield "```"
    for example in examples:
        yield from _lines(example, min(wide, 56))
    yield "```\n"


def _lines(example: Example, wide: int) -> list[str]:
    head = f"{f'ibbprint {example.words}':<{wide}}  "
    return textwrap.wrap(
        example.does, WIDTH, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
