"""Finds a place in Python code by its syntax tree, and what the file would be with other code in that place.

A pattern is Python: an expression, a statement, or the head of a block (`if unit.routed:`). It fits code that means the
same, so that layout, comments and `if` or `elif` play no part, nor does what leaves the rule alone:

* how a value is looked up: `x["level-gap"]` is `x.level_gap`, `x.shelf(UNITS)` is `x.units`, `state.setting.limit` is
  `setting.limit`, and `setting.figures` is `figures`;
* the module of a name: `control.fits` is `fits`, where `control` is a module of the game;
* the words of sentences: a text with a space in it fits any other, unless something is compared with it;
* the type that an assignment declares.

`$name` in a pattern fits any expression, and after a dot any attribute; `...` as the last argument fits all others.

A place with the very names comes first. If there is none, the local names of the function may have been renamed, each
to one other: only names that the function has no longer, and only in a pattern that holds more than local names.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

HOLDERS = frozenset({"setting", "catalogue"})
"""What holds the values that rules look up; the way to it plays no part."""
SHELVES = frozenset({"figures", "modifiers", "switches"})
"""What of a holder functions keep under its own name."""
WILD = "__any_"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
BLOCKS = (ast.If, ast.For, ast.While, ast.With, *FUNCTIONS, ast.ClassDef)
UNTOLD = frozenset({"ctx", "kind", "type_comment", "type_params"})
BODY = frozenset({"body", "orelse"})
SLUG = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")
PARTS_OF_OTHERS = (ast.Constant, ast.Starred, ast.Slice)
"""What is never carried over on its own."""
Node = ast.expr | ast.stmt


class NoPattern(ValueError):
    """A pattern that is no Python, or a replacement that cannot stand where the pattern does."""


class Pattern(NamedTuple):
    """The tree that a place must fit; of a head, the block below it plays no part."""

    text: str
    node: Node
    is_head: bool


@dataclass
class Scope:
    """The function or class a node is in: its qualified name, its local names, every name in its outermost function."""

    within: str = ""
    local: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()


@dataclass
class Code:
    """A statement or an expression of a file, with what is around it, outermost first."""

    file: Path
    node: Node
    scope: Scope
    around: tuple[Node, ...]

    @property
    def line(self) -> int:
        return self.node.lineno


@dataclass
class Match:
    """How a pattern fits a place: which parts of the code stand for which of the pattern, and the renamed names."""

    code: Code
    modules: frozenset[str]
    may_rename: bool
    parts: list[tuple[Node, Node]] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    wild: dict[str, Node] = field(default_factory=dict)

    @property
    def renames(self) -> bool:
        return any(name != other for name, other in self.names.items())

    @property
    def local(self) -> frozenset[str]:
        """The names of the pattern that stand for local names."""
        return frozenset(name for name, other in self.names.items() if other in self.code.scope.local)

    def fits(self, pattern: object, code: object) -> bool:
        """Whether a part of the code is what the pattern says."""
        if isinstance(pattern, list):
            return isinstance(code, list) and self._fit_each(pattern, code)
        if not isinstance(pattern, ast.AST) or not isinstance(code, ast.AST):
            return pattern == code or (isinstance(pattern, str) and pattern.startswith(WILD))
        fit = self._fit_expression(pattern, code) if isinstance(pattern, ast.expr) else self._fit_fields(pattern, code)
        if fit and isinstance(pattern, (ast.expr, ast.stmt)):
            assert isinstance(code, (ast.expr, ast.stmt))
            self.parts.append((pattern, code))
        return fit

    def _fit_expression(self, pattern: ast.expr, code: ast.AST) -> bool:
        if isinstance(pattern, ast.Name) and pattern.id.startswith(WILD):
            before = self.wild.setdefault(pattern.id, code) if isinstance(code, ast.expr) else None
            return before is not None and (pattern.id == f"{WILD}_" or ast.dump(before) == ast.dump(code))
        if _is_prose(pattern):
            return _is_prose(code)
        name, other = self._without_module(pattern), self._without_module(code)
        if isinstance(pattern, ast.Name) and isinstance(code, ast.Name):
            return self._fit_name(pattern.id, code.id)
        if name is not None and other is not None:
            return name == other
        return self._fit_fields(pattern, code)

    def _without_module(self, node: ast.AST) -> str | None:
        """The name that a node means in its module; None for other than names, and for local ones."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in self.modules:
            return None if node.value.id in self.code.scope.local else node.attr
        if isinstance(node, ast.Name):
            return None if node.id in self.code.scope.local else node.id
        return None

    def _fit_name(self, name: str, other: str) -> bool:
        if name != other:
            scope = self.code.scope
            if not self.may_rename or other not in scope.local or name in scope.names:
                return False
        if self.names.setdefault(name, other) != other:
            return False
        return sum(renamed == other for renamed in self.names.values()) == 1

    def _fit_each(self, pattern: list[object], code: list[object]) -> bool:
        if pattern and _is_rest(pattern[-1]):
            pattern, code = pattern[:-1], code[: len(pattern) - 1]
        return len(pattern) == len(code) and all(map(self.fits, pattern, code))

    def _fit_fields(self, pattern: ast.AST, code: ast.AST, besides: frozenset[str] = UNTOLD) -> bool:
        if type(pattern) is not type(code):
            return False
        if isinstance(pattern, ast.arg) and isinstance(code, ast.arg):
            return self._fit_name(pattern.arg, code.arg)
        if isinstance(pattern, ast.Compare) and isinstance(code, ast.Compare) and _texts(pattern) != _texts(code):
            return False
        if isinstance(pattern, ast.Call) and pattern.args and _is_rest(pattern.args[-1]) and not pattern.keywords:
            besides |= {"keywords"}
        return all(
            self.fits(getattr(pattern, name, None), getattr(code, name, None))
            for name in pattern._fields
            if name not in besides
        )

    def fits_head(self, pattern: ast.AST, code: ast.AST) -> bool:
        """Whether a block has the head of another."""
        return self._fit_fields(pattern, code, UNTOLD | BODY)


def _is_rest(node: object) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _is_prose(node: ast.AST) -> bool:
    if isinstance(node, ast.JoinedStr):
        return any(map(_is_prose, node.values))
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value


def _texts(node: ast.Compare) -> list[str]:
    """The texts that are compared: values, not sentences."""
    parts = (node.left, *node.comparators)
    return [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]


class _Plain(ast.NodeTransformer):
    """Writes every look-up in one way; what it makes keeps the place of what it stands for."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        key = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if not isinstance(key, str) or not SLUG.fullmatch(key):
            return node
        return self._attribute(node, node.value, key)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "shelf" and len(node.args) == 1:
            kind = node.args[0]
            if isinstance(kind, ast.Name) and kind.id.isupper():
                return self._attribute(node, node.func.value, kind.id.lower())
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        return self._attribute(node, node.value, node.attr)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if node.value is None:
            return node
        return ast.copy_location(ast.Assign(targets=[node.target], value=node.value), node)

    def _attribute(self, node: ast.expr, value: ast.expr, name: str) -> ast.expr:
        name = name.replace("-", "_")
        held = isinstance(value, ast.Name) and value.id in HOLDERS
        if (name in HOLDERS and _is_path(value)) or (name in SHELVES and held):
            return ast.copy_location(ast.Name(name, ast.Load()), node)
        return ast.copy_location(ast.Attribute(value, name, ast.Load()), node)


def _is_path(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


@cache
def pattern(text: str) -> Pattern:
    """Read a pattern; NoPattern if it is none."""
    source = re.sub(r"\$(\w+)", rf"{WILD}\1", text.strip())
    is_head = source.endswith(":")
    if is_head:
        source = source.removeprefix("el") if source.startswith("elif ") else source
    try:
        if source.startswith("*"):
            starred = ast.parse(f"[{source}]", mode="eval").body
            assert isinstance(starred, ast.List)
            node: Node = starred.elts[0]
        else:
            (node,) = ast.parse(f"{source} pass" if is_head else source).body
    except (SyntaxError, ValueError) as fault:
        raise NoPattern(f"`{text}` is not one statement or expression of Python: {fault}") from None
    if isinstance(node, ast.Expr):
        node = node.value
    return Pattern(text, _Plain().visit(node), is_head)


def _anchors(match: Match, wanted: Pattern) -> int:
    """How many names and values a pattern holds that no renaming of local names may change."""
    anchors: set[object] = set()
    for node in ast.walk(wanted.node):
        if isinstance(node, ast.Attribute):
            anchors.add(node.attr)
        elif isinstance(node, ast.Name) and node.id not in match.local:
            anchors.add(node.id)
        elif isinstance(node, ast.Constant) and node.value not in (None, True, False):
            anchors.add(repr(node.value))
    return sum(not str(anchor).startswith(WILD) for anchor in anchors)


def codes(path: Path, within: str = "") -> list[Code]:
    """The statements and expressions of a file, in their order; none if there is no such file.

    With `within`, those of the functions and classes of that name (`State.called`, `called`).
    """
    grouped = _codes(path, path.read_bytes()) if path.exists() else {}
    return [code for name, some in grouped.items() if not within or f".{within}." in f".{name}." for code in some]


@cache  # a file has many places
def _codes(path: Path, source: bytes) -> dict[str, list[Code]]:
    """The statements and expressions of a file by the function or class they are in."""
    tree = _Plain().visit(ast.parse(source, str(path)))
    grouped: dict[str, list[Code]] = {}

    def visit(node: ast.AST, scope: Scope, around: tuple[Node, ...]) -> None:
        for child in ast.iter_child_nodes(node):
            within, outer = scope, around
            if isinstance(child, (*FUNCTIONS, ast.ClassDef)):
                within = _scope(child, scope)
            if isinstance(child, (ast.expr, ast.stmt)):
                grouped.setdefault(within.within, []).append(Code(path, child, within, around))
                outer = (*around, child)
            visit(child, within, outer)

    visit(tree, Scope(), ())
    return grouped


def _scope(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, outer: Scope) -> Scope:
    within = f"{outer.within}.{node.name}" if outer.within else node.name
    if isinstance(node, ast.ClassDef):
        return Scope(within)
    local, names = set(outer.local), set(outer.names)
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            names.add(each.id)
            if isinstance(each.ctx, ast.Store):
                local.add(each.id)
        elif isinstance(each, ast.arg):
            local.add(each.arg)
    return Scope(within, frozenset(local), frozenset(names | local))


def matches(
    wanted: Pattern,
    places: Iterable[Code],
    modules: frozenset[str],
    *,
    under: str = "",
    may_rename: bool = False,
    anchors: int = 0,
) -> list[Match]:
    """How a pattern fits each of some places, where it does, with so many `anchors` at least.

    An anchor is a name or a value that no renaming of local names may change. With `under`, a place is inside what that
    fits.
    """
    fitting = []
    for code in places:
        if type(code.node) is not type(wanted.node):
            continue
        match = Match(code, modules, may_rename)
        if not (match.fits_head if wanted.is_head else match.fits)(wanted.node, code.node):
            continue
        least = max(anchors, 1 if match.renames else 0)
        if least and _anchors(match, wanted) < least:
            continue
        if not under or any(_is_under(pattern(under), code, each, match) for each in code.around):
            fitting.append(match)
    return fitting


def _is_under(block: Pattern, code: Code, around: Node, inner: Match) -> bool:
    match = Match(code, inner.modules, inner.may_rename, names=dict(inner.names))
    return bool(match.fits_head(block.node, around) if block.is_head else match.fits(block.node, around))


def replaced(match: Match, wanted: Pattern, instead: str) -> tuple[int, int, str]:
    """The first and the last byte of what goes, and what comes in its place; NoPattern if it cannot stand there."""
    node, source = match.code.node, match.code.file.read_bytes()
    result = _carried_over(match, wanted, instead, source)
    if isinstance(node, ast.expr):
        holder = match.code.around[-1]
        if isinstance(holder, ast.Expr):
            return *_span(source, holder), result
        return *_span(source, node), result if isinstance(node, ast.Starred) else _as_part(result)
    first, last = _span(source, node)
    if wanted.is_head and result.rstrip().endswith(":"):
        colon = _colon(source, node)
        keyword = source[first:colon].split(maxsplit=1)[0].decode()
        head = result.rstrip()
        if keyword == "elif" and head != "else:":
            if not re.match(r"(el)?if\b", head):
                raise NoPattern(f"`{instead}` cannot stand in place of an elif")
            head = f"el{head.removeprefix('el')}"
        return first, colon + 1, head
    if source[first : first + 4] == b"elif":
        raise NoPattern(f"`{instead}` cannot stand in place of an elif: it needs a head")
    return first, last, result


def _as_part(text: str) -> str:
    """An expression so that it can be part of another."""
    try:
        node = ast.parse(text, mode="eval").body
    except SyntaxError as fault:
        raise NoPattern(f"`{text}` is no expression, as it would have to be: {fault}") from None
    plain = (ast.Name, ast.Constant, ast.Call, ast.Attribute, ast.Subscript, ast.List, ast.Dict, ast.Set)
    return text if isinstance(node, plain) else f"({text})"


def _carried_over(match: Match, wanted: Pattern, instead: str, source: bytes) -> str:
    """The replacement, with whatever it has in common with the pattern as it is written in the code."""
    if instead == "else:":
        return instead
    text = re.sub(r"\$(\w+)", rf"{WILD}\1", instead)
    is_head = text.rstrip().endswith(":")
    whole = f"{text.removeprefix('el') if text.startswith('elif ') else text} pass" if is_head else text
    try:
        tree = ast.parse(whole)
    except SyntaxError:
        if isinstance(wanted.node, ast.Starred):
            return instead
        raise NoPattern(f"`{instead}` is no Python") from None
    written = {
        ast.dump(_loaded(part)): _source(source, code)
        for part, code in match.parts
        if isinstance(part, ast.expr) and not isinstance(part, PARTS_OF_OTHERS)
    }
    written |= {ast.dump(ast.Name(name, ast.Load())): _source(source, code) for name, code in match.wild.items()}
    names = {name: other for name, other in match.names.items() if name != other}
    raw, edits = whole.encode(), []

    def visit(node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.JoinedStr):  # the parts of one have no places before Python 3.12
                continue
            if isinstance(child, ast.expr):
                stand = written.get(ast.dump(_loaded(child)))
                if stand is None and isinstance(child, ast.Name):
                    stand = names.get(child.id)
                if stand is not None:
                    edits.append((*_span(raw, child), stand))
                    continue
            visit(child)

    visit(tree)
    for first, last, stand in sorted(edits, reverse=True):
        raw = raw[:first] + stand.encode() + raw[last:]
    return raw.decode().removesuffix(" pass") if is_head else raw.decode()


def _loaded(node: ast.expr) -> ast.AST:
    """A copy of an expression as it would be read, not assigned to, with its look-ups written in one way."""
    copied = copy.deepcopy(node)
    for each in ast.walk(copied):
        if isinstance(each, (ast.Name, ast.Attribute, ast.Subscript, ast.Starred, ast.List, ast.Tuple)):
            each.ctx = ast.Load()
    result: ast.AST = _Plain().visit(copied)
    return result


def _source(source: bytes, node: Node) -> str:
    first, last = _span(source, node)
    text = source[first:last].decode()
    return ast.unparse(ast.parse(f"({text})", mode="eval").body) if "\n" in text else text


def one_line(code: Code) -> str:
    """The code as it is written, a block as its head, in one line."""
    source = code.file.read_bytes()
    first, last = _span(source, code.node)
    if isinstance(code.node, BLOCKS):
        last = _colon(source, code.node) + 1
    return " ".join(source[first:last].decode().split())


def _span(source: bytes, node: ast.AST) -> tuple[int, int]:
    starts = _starts(source)
    first = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
    return first, starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]


@cache
def _starts(source: bytes) -> tuple[int, ...]:
    """Where each line begins."""
    return (0, *(match.end() for match in re.finditer(b"\n", source)))


def _colon(source: bytes, node: ast.AST) -> int:
    """Where the colon of a block stands: the last outside comments before its body, after its last expression."""
    body = node.body[0]  # type: ignore[attr-defined]
    first, start = _span(source, node)[0], _span(source, body)[0]
    if isinstance(body, (*FUNCTIONS, ast.ClassDef)) and body.decorator_list:
        start = _span(source, body.decorator_list[0])[0]
    parts = [getattr(node, name, None) for name in ("test", "iter")]
    parts += [each for item in getattr(node, "items", ()) for each in (item.context_expr, item.optional_vars)]
    first = max([first, *(_span(source, part)[1] for part in parts if part is not None)])
    between = re.sub(rb"#[^\n]*", lambda comment: b" " * len(comment[0]), source[first:start])
    return first + between.rindex(b":")


def modules_of(files: Iterable[Path]) -> frozenset[str]:
    """The names of some modules."""
    return frozenset(path.stem for path in files) - {"__init__"}
