"""Changes of one size, axis, dtype or order of operands in a source."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mutants.sources import Changed, Edit, Function, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

_DTYPES: Final = {"float32": "int32", "int32": "float32", "uint8": "int32", "int64": "float64"}
_PRODUCTS: Final = frozenset(
    (
        *("dot", "matmul", "tensordot", "dot_general", "solve", "solve_triangular", "cho_solve", "lstsq"),
        *("conv_general_dilated", "cross", "bmm", "vdot"),
    )
)
"""Functions of two arrays that do not take them in another order."""
_AXES: Final = ("axis", "axes", "axis1", "axis2", "in_axes", "out_axes", "dimension")


@dataclass(frozen=True)
class Change:
    """One changed place of a source."""

    kind: str
    source: Source
    edit: Edit
    line: int
    function: str = ""
    """The qualified name of the function at the top level, or the method, that it is in."""

    @property
    def text(self) -> str:
        """The whole changed source."""
        return Changed(self.source, (self.edit,)).text

    def __str__(self) -> str:
        was = self.source.text[self.edit.span.start : self.edit.span.end]
        return f"{self.source.path}:{self.line}: {self.kind}: {was} -> {self.edit.text}"


def changes(source: Source) -> Iterator[Change]:
    """Yield every change of a source, in its order; none is in an annotation or an assertion."""
    tree = source.tree
    left_out = [*_annotations(tree), *(node for node in ast.walk(tree) if isinstance(node, ast.Assert))]
    outside = {id(part) for each in left_out for part in ast.walk(each)}
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    functions = dict(_named(tree, ""))
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.expr) and id(node) not in outside]
    for node in sorted(nodes, key=lambda each: (each.lineno, each.col_offset)):
        if node.end_lineno == node.lineno:
            for kind, new in _of(node, parents):
                function = _around(node, parents, functions)
                yield Change(kind, source, Edit(source.span(node), new), node.lineno, function)


def _named(scope: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[ast.AST, str]]:
    """Yield functions at the top level and methods, with their qualified names."""
    for each in ast.walk(scope) if not prefix else scope.body:
        if isinstance(each, ast.ClassDef) and (prefix or each in scope.body):
            yield from _named(each, f"{prefix}{each.name}.")
        elif isinstance(each, Function) and each in scope.body:
            yield each, f"{prefix}{each.name}"


def _around(node: ast.AST, parents: dict[ast.AST, ast.AST], functions: dict[ast.AST, str]) -> str:
    """Return the function that has a node in its body: not in its decorators or in the defaults of its parameters."""
    inner, around = node, parents.get(node)
    while around is not None:
        if around in functions:
            return functions[around] if isinstance(around, Function) and inner in around.body else ""
        inner, around = around, parents.get(around)
    return ""


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) or (isinstance(node, ast.arg) and node.annotation is not None):
            yield node.annotation
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            yield node.returns


def _of(node: ast.expr, parents: dict[ast.AST, ast.AST]) -> Iterator[tuple[str, str]]:
    """Yield the kinds of change of an expression, each with the new text."""
    around = parents.get(node)
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield from _of_number(node.value, node, parents)
    elif isinstance(node, ast.UnaryOp) and ast.unparse(node) == "-1" and _is_axis(node, parents):
        yield "axis", "-2"
    elif isinstance(node, ast.Attribute) and node.attr in _DTYPES:
        yield "dtype", f"{ast.unparse(node.value)}.{_DTYPES[node.attr]}"
    elif isinstance(node, ast.Attribute) and node.attr in ("T", "mT") and not isinstance(around, ast.Call):
        yield "transposition left out", ast.unparse(node.value)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        yield "order of operands", f"({ast.unparse(node.right)}) @ ({ast.unparse(node.left)})"
    elif isinstance(node, ast.Call) and _is_product(node):
        yield "order of operands", _swapped(node)


def _of_number(value: int, node: ast.expr, parents: dict[ast.AST, ast.AST]) -> Iterator[tuple[str, str]]:
    around = parents.get(node)
    if _is_axis(node, parents):
        yield "axis", str(value + 1)
    elif isinstance(around, ast.Tuple | ast.Call | ast.BinOp | ast.keyword) and value > 0:
        is_power = isinstance(around, ast.BinOp) and isinstance(around.op, ast.Pow)
        yield from () if is_power else [("size", str(value + 1))]


def _is_axis(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    around = parents.get(node)
    if isinstance(around, ast.Tuple):
        around = parents.get(around)
    return isinstance(around, ast.keyword) and around.arg in _AXES


def _is_product(call: ast.Call) -> bool:
    is_one = isinstance(call.func, ast.Attribute) and call.func.attr in _PRODUCTS
    return is_one and len(call.args) > 1 and not any(isinstance(each, ast.Starred) for each in call.args[:2])


def _swapped(call: ast.Call) -> str:
    first, second, *rest = [ast.unparse(each) for each in call.args]
    keywords = [
        f"{each.arg}={ast.unparse(each.value)}" if each.arg else f"**{ast.unparse(each.value)}"
        for each in call.keywords
    ]
    return f"{ast.unparse(call.func)}({', '.join([second, first, *rest, *keywords])})"
