"""Formulas of designers: whole-number arithmetic over named facts, such as `ceil(units / 2)`.

Known: names, whole numbers, + - * /, comparisons, `a if b else c`, and ceil, floor, min, max; of a column of numbers
`sum(strength)`, `min`, `max` and `rows`, how many it has.
Nothing else is run. Division is exact (fractions), so a formula never rounds by itself.
"""

from __future__ import annotations

import ast
import math
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

FUNCTIONS = ("ceil", "floor", "min", "max")
OF_COLUMNS = ("sum", "min", "max", "rows")
"""What may be asked of a column."""
LARGEST = 10_000
LONGEST = 1_000


@dataclass(slots=True)
class Column:
    """A column of numbers: what may be asked of it, kept up to date as numbers are added; never the numbers."""

    total: Fraction | int = 0
    least: Fraction | int | None = None
    most: Fraction | int | None = None
    rows: int = 0

    def add(self, number: Fraction, count: int = 1) -> None:
        """Add so many rows with this number."""
        if not count:
            return
        value = (
            number.numerator if number.denominator == 1 else number
        )  # to add whole numbers takes a tenth of the time
        self.total += value if count == 1 else value * count
        if self.least is None or value < self.least:
            self.least = value
        if self.most is None or value > self.most:
            self.most = value
        self.rows += count

    def answer(self, question: str) -> Fraction | None:
        """The answer to one of `OF_COLUMNS`; None for the least or the greatest number of no rows."""
        answers = {"sum": self.total, "rows": self.rows, "min": self.least, "max": self.most}
        answer = answers[question]
        return None if answer is None else Fraction(answer)


NO_COLUMNS: Mapping[str, Column] = {}


class FormulaFault(ValueError):
    """A formula that cannot be worked out. `column` counts from 0; `word` is a name that is not among the `known`."""

    def __init__(self, message: str, column: int = 0, word: str = "", known: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.column = column
        self.word = word
        self.known = tuple(known)


def evaluate(formula: str, facts: Mapping[str, int], columns: Mapping[str, Column] = NO_COLUMNS) -> int:
    """The formula's value, a whole number from 0 to 10,000; `columns` by their names, which may have a dot.

    Raises FormulaFault.
    """
    if len(formula) > LONGEST:
        raise FormulaFault(f"the formula is longer than {LONGEST} characters")
    try:
        with warnings.catch_warnings(action="ignore"):  # Python warns of what is no formula anyway
            tree = ast.parse(formula, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as fault:
        column = (getattr(fault, "offset", None) or 1) - 1
        raise FormulaFault("this is not a formula", column) from None
    try:
        value = _value(tree.body, facts, columns)
    except RecursionError:
        raise FormulaFault("the formula is nested too deep") from None
    if value.denominator != 1:
        raise FormulaFault(f"the result, {value}, is not a whole number; use ceil or floor")
    if not 0 <= value <= LARGEST:
        raise FormulaFault(f"the result, {value}, is not from 0 to {LARGEST}")
    return int(value)


_Facts = Mapping[str, int]
_Columns = Mapping[str, Column]


def _value(node: ast.expr, facts: _Facts, columns: _Columns) -> Fraction:
    if isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool):
        if node.value > LARGEST:
            raise FormulaFault(f"a number is larger than {LARGEST}", node.col_offset)
        return Fraction(node.value)
    if isinstance(node, ast.Name):
        if node.id not in facts:
            raise FormulaFault(f"{node.id} is not a fact of a scenario", node.col_offset, node.id, (*facts, *FUNCTIONS))
        return Fraction(facts[node.id])
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, facts, columns)
    if isinstance(node, ast.BinOp):
        return _binary(node, facts, columns)
    if isinstance(node, ast.IfExp):
        return _value(node.body if _true(node.test, facts, columns) else node.orelse, facts, columns)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        column = _column(node, columns)
        if column is not None:
            answer = column.answer(node.func.id)
            if answer is None:
                raise FormulaFault(f"{_dotted(node.args[0])} has no rows", node.args[0].col_offset)
            return answer
        if node.func.id not in FUNCTIONS:
            functions = ", ".join(dict.fromkeys((*FUNCTIONS, *(OF_COLUMNS if columns else ()))))
            raise FormulaFault(f"{node.func.id} is not a function here ({functions} are)", node.col_offset)
        chances = [_value(argument, facts, columns) for argument in node.args]
        if node.keywords or not chances or (node.func.id in ("ceil", "floor") and len(chances) != 1):
            raise FormulaFault(f"{node.func.id} has the wrong number of values", node.col_offset)
        if node.func.id == "ceil":
            return Fraction(math.ceil(chances[0]))
        if node.func.id == "floor":
            return Fraction(math.floor(chances[0]))
        return min(chances) if node.func.id == "min" else max(chances)
    raise FormulaFault("this is not allowed in a formula", getattr(node, "col_offset", 0))


def _column(call: ast.Call, columns: _Columns) -> Column | None:
    """The column that a function is asked of; None where it is asked of values."""
    assert isinstance(call.func, ast.Name)
    function = call.func.id
    if function not in OF_COLUMNS or call.keywords or len(call.args) != 1 or not columns:
        return None
    name = _dotted(call.args[0])
    if name in columns:
        return columns[name]
    if function in FUNCTIONS or not name:
        return None
    raise FormulaFault(f"{name} is not a column of numbers here", call.args[0].col_offset, name, columns)


def _dotted(node: ast.expr) -> str:
    """A name, or one with a dot in it; nothing for anything else."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _binary(node: ast.BinOp, facts: _Facts, columns: _Columns) -> Fraction:
    left, right = _value(node.left, facts, columns), _value(node.right, facts, columns)
    if isinstance(node.op, ast.Add):
        return left + right
    if isinstance(node.op, ast.Sub):
        return left - right
    if isinstance(node.op, ast.Mult):
        return left * right
    if isinstance(node.op, ast.Div):
        if right == 0:
            raise FormulaFault("the formula divides by zero", node.col_offset)
        return left / right
    raise FormulaFault("only + - * / can be used", node.col_offset)


def _true(node: ast.expr, facts: _Facts, columns: _Columns) -> bool:
    if isinstance(node, ast.BoolOp):
        results = [_true(value, facts, columns) for value in node.values]
        return all(results) if isinstance(node.op, ast.And) else any(results)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = _value(node.left, facts, columns), _value(node.comparators[0], facts, columns)
        operator = type(node.ops[0])
        if operator in _COMPARISONS:
            return _COMPARISONS[operator](left, right)
    else:
        return _value(node, facts, columns) != 0
    raise FormulaFault("this comparison is not allowed in a formula", node.col_offset)


_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Fraction, Fraction], bool]] = {
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
}
