"""The Python that a template becomes: Jinja's, with a price on each body and each value handed to the sandbox.

Nothing in a template runs before it is paid for: bodies of loops, macros, blocks and files cost what is in them
each time they run; values that are put out, joined, captured, compared, sliced or hashed cost what they hold.
"""

from __future__ import annotations

from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame

_COSTS: dict[type[nodes.Node], int] = {
    nodes.Macro: 30,
    nodes.CallBlock: 30,
    nodes.For: 20,
    nodes.Block: 20,
    nodes.Include: 20,
    nodes.Import: 20,
    nodes.FromImport: 20,
    nodes.Call: 10,
    nodes.Filter: 10,
    nodes.Test: 5,
    nodes.Dict: 4,
    nodes.Concat: 4,
    nodes.Add: 3,
    nodes.Sub: 3,
    nodes.Mul: 3,
    nodes.Mod: 3,
    nodes.Pow: 3,
    nodes.Getattr: 2,
    nodes.Getitem: 2,
}
"""The steps of parts that do or keep more than others, which are one step each."""
_LETTERS_A_STEP = 50
"""The letters of a word in the template that cost one step more: it may be compared, or looked up."""
_WITH_BODIES = (nodes.Template, nodes.Block, nodes.Macro, nodes.CallBlock, nodes.For)
_ORDERED = frozenset(("eq", "ne", "lt", "lteq", "gt", "gteq"))


MOST_PARTS = 10_000
"""How many parts (statements, names, numbers, operators) a template may have: some take longer the more there are."""


class Code(CodeGenerator):
    """Writes the Python of a template. It calls `spend`, `handle` and their kin of `Sandbox`."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        self.costs: dict[int, int] = {}
        """The steps of a body, by the identity of its list of parts."""
        self.parts = 0
        self._weigh(node)
        super().visit_Template(node, frame)

    def _weigh(self, node: nodes.Node) -> int:
        """The steps of a part, without those of a body in it that may run more than once."""
        self.parts += 1
        if self.parts > MOST_PARTS:
            self.fail(f"more than {MOST_PARTS:,} parts", node.lineno or 1)
        cost = _COSTS.get(type(node), 1)
        body = getattr(node, "body", None) if isinstance(node, _WITH_BODIES) else None
        inner = 0
        for name, value in node.iter_fields():
            if isinstance(value, str) and not isinstance(node, nodes.TemplateData):
                cost += len(value) // _LETTERS_A_STEP
            for child in value if isinstance(value, list) else (value,):
                if isinstance(child, nodes.Node):
                    steps = self._weigh(child)
                    if body is not None and name in ("body", "defaults", "test"):
                        inner += steps
                    else:
                        cost += steps
        if body is not None:
            self.costs[id(body)] = inner + 1
        if isinstance(node, nodes.For) and node.test is not None:
            passed = nodes.EnvironmentAttribute("passed_over", lineno=node.lineno)
            price = nodes.Const(self.costs[id(body)], lineno=node.lineno)
            paid = nodes.Call(passed, [price], [], None, None, lineno=node.lineno)
            node.test = nodes.And(paid, node.test, lineno=node.lineno)
        return cost

    def blockvisit(self, body: Any, frame: Frame) -> None:
        cost = self.costs.get(id(body))
        if cost is not None:
            self.writeline(f"environment.spend({cost})")
        super().blockvisit(body, frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:
        self.write("environment.joined(")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write(")")

    def visit_Compare(self, node: nodes.Compare, frame: Frame) -> None:
        """A plain word or number is paid for with the body around it; everything else is weighed."""
        plain = [_plain(expression) for expression in (node.expr, *(operand.expr for operand in node.ops))]
        words = [operand.op for operand in node.ops]
        if len(words) == 1 and ((words[0] in _ORDERED and any(plain)) or all(plain)):
            super().visit_Compare(node, frame)
        elif len(words) == 1 and words[0] in ("in", "notin"):
            self.write("(not " if words[0] == "notin" else "(")
            self.write("environment.within(")
            self.visit(node.expr, frame)
            self.write(", ")
            self.visit(node.ops[0].expr, frame)
            self.write("))")
        else:
            self.write("(")
            self._weighed(node.expr, frame)
            for operand in node.ops:
                self.write(f" {_OPERATORS[operand.op]} ")
                self._weighed(operand.expr, frame)
            self.write(")")

    def _weighed(self, node: nodes.Expr, frame: Frame) -> None:
        self.write("environment.weighed(")
        self.visit(node, frame)
        self.write(")")

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:
        self.write("{")
        for item in node.items:
            self._weighed(item.key, frame)
            self.write(": ")
            self.visit(item.value, frame)
            self.write(", ")
        self.write("}")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:
        if not isinstance(node.arg, nodes.Slice):
            super().visit_Getitem(node, frame)
            return
        self.write("environment.sliced(")
        self.visit(node.node, frame)
        for bound in (node.arg.start, node.arg.stop, node.arg.step):
            self.write(", ")
            if bound is None:
                self.write("None")
            else:
                self.visit(bound, frame)
        self.write(")")

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> str:
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible  # nothing is worked out before anything is counted
        return super()._output_child_to_const(node, frame, finalize)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile:
            self.write("(environment.shown if context.eval_ctx.autoescape else environment.plain)(")
        elif frame.eval_ctx.autoescape:
            self.write("environment.shown(")
        else:
            self.write("environment.plain(")
        if finalize.src is not None:
            self.write(finalize.src)


_OPERATORS = {"eq": "==", "ne": "!=", "gt": ">", "gteq": ">=", "lt": "<", "lteq": "<=", "in": "in", "notin": "not in"}


def _plain(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Const)
