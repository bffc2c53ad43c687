"""Methods that are seen to do nothing but compute a new object.

Whoever calls one may be in another module, where the method has no syntax tree any more, so the names of such methods
are written to the metadata of their class. A body that mypy leaves out has no ``return`` and counts as impure.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy import nodes
from mypy.nodes import (
    LDEF,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IfStmt,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    PassStmt,
    RefExpr,
    ReturnStmt,
    Statement,
    StrExpr,
    TypeInfo,
    Var,
    WithStmt,
)
from mypy.types import CallableType, UnboundType

from ...host.outside_answers import ANSWERS
from ...libraries.definition import PARTIAL
from ...libraries.registry import COPIERS, REPLACE_FUNCTIONS
from ...syntax.functions import returned_by
from ...syntax.per_module import PerModule
from ...syntax.walk import children
from .implicit_calls import acting_methods, calls_any, implicit_calls

KEY: Final = "jdc-pure"

PLAIN: Final = (
    *(nodes.IntExpr, nodes.FloatExpr, nodes.ComplexExpr, nodes.StrExpr, nodes.BytesExpr, nodes.EllipsisExpr),
    *(nodes.NameExpr, nodes.MemberExpr, nodes.IndexExpr, nodes.SliceExpr, nodes.StarExpr, nodes.TupleExpr),
    *(nodes.ListExpr, nodes.DictExpr, nodes.UnaryExpr, nodes.OpExpr, nodes.ComparisonExpr, nodes.ConditionalExpr),
)
"""Expressions that do nothing but what their parts do."""

TREE_MAPS: Final = frozenset(
    ("jax._src.tree.map", "jax.tree.map", "jax._src.tree_util.tree_map", "jax.tree_util.tree_map")
)
"""The names of `jax.tree.map`, as modules import it and as mypy resolves it."""

_FUNCTIONS: Final = frozenset(
    (
        *REPLACE_FUNCTIONS,
        "equinox._tree.tree_at",
        "jax._src.tree.map",
        *(f"builtins.{name}" for name in ("abs", "bool", "float", "int", "isinstance", "len", "max", "min", "round")),
    )
)
COMPUTING: Final = (
    "jax.numpy.",
    "jax._src.numpy.",
    "jax.nn.",
    "jax._src.nn.",
    "jax.random.",
    "jax._src.random.",
)
"""Modules whose functions only compute, but for those that are given a function."""

_LEAF_FUNCTIONS: Final = frozenset(("jax._src.lax.lax.stop_gradient", "jax.lax.stop_gradient"))
"""Functions of other modules that only compute, and that programs map over leaves."""

ARRAY_METHODS: Final = frozenset(
    ("astype", "dot", "max", "mean", "min", "prod", "ravel", "replace", "reshape", "squeeze", "sum", "transpose")
)
"""Methods of arrays that only compute, and `replace` of strings and dataclasses."""

_ARITHMETIC: Final = frozenset(("+", "-", "*", "/", "//", "%", "**", "@"))
_CALCULATING: Final = frozenset(
    f"jax.numpy.{name}" for name in ("add", "clip", "divide", "maximum", "minimum", "multiply", "subtract", "where")
)

_RANGE: Final = "builtins.range"

AT_METHODS: Final = frozenset(("add", "divide", "get", "max", "min", "mul", "multiply", "power", "set", "subtract"))
"""Methods of ``x.at[...]`` that only compute; ``apply`` calls a function."""


def note_pure_methods(defn: ClassDef, tree: MypyFile) -> None:
    """Write the names of the methods of a class that only compute to its metadata."""
    written = [item for item in defn.defs.body if isinstance(item, FuncDef)]
    acting = _acting(tree, written)
    methods = [item for item in written if not calls_any(item, acting)]
    pure: list[FuncDef] = []
    for _ in methods:  # they may call one another
        found = [item for item in methods if _is_pure(item, defn.info)]
        if found == pure:
            break
        pure = found
        defn.info.metadata[KEY] = {"names": [item.name for item in pure]}
    if pure:
        makers = [item.name for item in pure if item.unanalyzed_type is None and _makes_own(item, defn.info)]
        defn.info.metadata[KEY] = {"names": [item.name for item in pure], "makers": makers}


def _acting(tree: MypyFile, functions: Iterable[FuncDef]) -> frozenset[str]:
    """Return the properties and special methods that functions may call and that may do more than compute."""
    known = set[FuncDef]() if ANSWERS.is_of_daemon else _COMPUTING_METHODS.of(tree)

    def computes(method: FuncDef, owner: TypeInfo | None) -> bool:
        if method not in known and all(_only_computes(each, owner) for each in method.body.body):
            known.add(method)
        return method in known

    return acting_methods(tree, computes, {name for each in functions for name in implicit_calls(each)})


_COMPUTING_METHODS: Final = PerModule[set[FuncDef]](lambda _: set())
"""Methods that are seen only to compute, as they still do once mypy knows more names. Not used in a daemon."""


def is_pure_method(info: TypeInfo, name: str) -> bool:
    """Return whether a method that a class itself defines only computes."""
    return name in info.metadata.get(KEY, {}).get("names", ())


def makes_own_class(info: TypeInfo, name: str) -> bool:
    """Return whether such a method without annotations is seen to make an object of the class that defines it."""
    return name in info.metadata.get(KEY, {}).get("makers", ())


def is_pure_function(function: Expression) -> bool:
    """Return whether an expression is a function that only computes: one of `jax.numpy`, or a lambda seen to.

    A partial of one counts, whose arguments only compute.
    """
    if isinstance(function, LambdaExpr):
        return _is_pure_lambda(function, None)
    if isinstance(function, CallExpr) and isinstance(function.callee, RefExpr) and function.args:
        is_partial = function.callee.fullname == PARTIAL
        return is_partial and is_pure_function(function.args[0]) and _all_compute(function.args[1:])
    return isinstance(function, RefExpr) and (
        function.fullname.startswith(COMPUTING) or function.fullname in _LEAF_FUNCTIONS
    )


def is_pure_here(function: FuncDef, tree: MypyFile) -> bool:
    """Return whether a function of a module only computes, and ends with what it has made."""
    return _is_pure_body(function) and not calls_any(function, _acting(tree, [function]))


def _is_pure_body(function: FuncDef) -> bool:
    if function.is_coroutine or function.is_generator:
        return False
    last = function.body.body[-1] if function.body.body else None
    made = last.expr if isinstance(last, ReturnStmt) else None
    is_made = made is not None and not (isinstance(made, NameExpr) and _is_parameter(made, function))
    return is_made and all(_only_computes(item, None) for item in function.body.body)


def calculates(function: LambdaExpr | FuncDef) -> bool:
    """Return whether a function ends with arithmetic, which nobody writes to compare two trees.

    So are ``p - 0.1 * g`` and ``jnp.where(done, p, q)``.
    """
    last = function.body.body[-1] if function.body.body else None
    made = last.expr if isinstance(last, ReturnStmt) else None
    callee = made.callee if isinstance(made, CallExpr) else None
    if isinstance(callee, RefExpr) and callee.fullname in _CALCULATING:
        return True
    return isinstance(made, OpExpr) and made.op in _ARITHMETIC


def _all_compute(values: Iterable[Expression]) -> bool:
    return all(_computes(each, None) for each in values)


def _is_parameter(name: NameExpr, function: FuncDef) -> bool:
    return any(each.variable is name.node for each in function.arguments)


def _is_pure_lambda(function: LambdaExpr, owner: TypeInfo | None) -> bool:
    return all(isinstance(item, ReturnStmt) and _computes(item.expr, owner) for item in function.body.body)


def _is_pure(method: FuncDef, owner: TypeInfo) -> bool:
    if method.is_coroutine or method.is_generator or method.name.startswith("__"):
        return False
    return _makes_something(method) and all(_only_computes(item, owner) for item in method.body.body)


def _makes_something(method: FuncDef) -> bool:
    """Return whether a method ends with more than ``return self``, which subclasses may override with what acts."""
    last = method.body.body[-1] if method.body.body else None
    returned = last.expr if isinstance(last, ReturnStmt) else None
    receiver = method.arguments[0].variable if method.arguments else None
    return returned is not None and not (isinstance(returned, NameExpr) and returned.node is receiver)


def _makes_own(method: FuncDef, owner: TypeInfo) -> bool:
    """Return whether all that a method returns is ``self.replace(...)``, or a call of the class."""
    receiver = method.arguments[0].variable if method.arguments else None
    returned = returned_by(method.body.body)
    return bool(returned) and all(isinstance(each, CallExpr) and _is_own(each, receiver, owner) for each in returned)


def _is_own(call: CallExpr, receiver: Var | None, owner: TypeInfo) -> bool:
    callee = call.callee
    if isinstance(callee, RefExpr) and (callee.node is owner or callee.fullname in REPLACE_FUNCTIONS):
        copied = call.args[0] if call.args else None
        return callee.node is owner or (isinstance(copied, NameExpr) and copied.node is receiver)
    replaced = callee.expr if isinstance(callee, MemberExpr) and callee.name == "replace" else None
    return isinstance(replaced, NameExpr) and replaced.node is receiver


def _only_computes(statement: Statement, owner: TypeInfo | None) -> bool:
    if isinstance(statement, ReturnStmt):
        return _computes(statement.expr, owner)
    if isinstance(statement, AssignmentStmt):
        is_local = all(isinstance(name, NameExpr) and name.kind == LDEF for name in statement.lvalues)
        return is_local and _computes(statement.rvalue, owner)
    if isinstance(statement, IfStmt):
        bodies = [*statement.body, *([] if statement.else_body is None else [statement.else_body])]
        inside = all(_only_computes(item, owner) for body in bodies for item in body.body)
        return inside and all(_computes(condition, owner) for condition in statement.expr)
    if isinstance(statement, WithStmt):
        return _changes_a_copy(statement, owner)
    if isinstance(statement, ForStmt):
        return _is_pure_loop(statement, owner)
    return isinstance(statement, PassStmt) or (
        isinstance(statement, ExpressionStmt) and isinstance(statement.expr, StrExpr)
    )


def _is_pure_loop(loop: ForStmt, owner: TypeInfo | None) -> bool:
    """Return whether a loop over ``range(n)`` binds names of its own and does nothing but compute."""
    rows, body = loop.expr, [*loop.body.body, *([] if loop.else_body is None else loop.else_body.body)]
    if not isinstance(rows, CallExpr) or not isinstance(rows.callee, RefExpr) or rows.callee.fullname != _RANGE:
        return False
    is_local = isinstance(loop.index, NameExpr) and loop.index.kind == LDEF
    is_pure = all(_computes(each, owner) for each in rows.args)
    return is_pure and is_local and all(_only_computes(item, owner) for item in body)


def _changes_a_copy(statement: WithStmt, owner: TypeInfo | None) -> bool:
    """Return whether a ``with copy_and_mutate(...) as new`` sets attributes of ``new`` and does nothing else."""
    if len(statement.expr) != 1 or not isinstance(statement.target[0], NameExpr):
        return False
    manager, target = statement.expr[0], statement.target[0]
    if not isinstance(manager, CallExpr) or not isinstance(manager.callee, RefExpr):
        return False
    if manager.callee.fullname not in COPIERS or not all(_computes(value, owner) for value in manager.args):
        return False
    return all(
        isinstance(item, AssignmentStmt)
        and all(_is_attribute_of(lvalue, target) for lvalue in item.lvalues)
        and _computes(item.rvalue, owner)
        for item in statement.body.body
    )


def _is_attribute_of(target: Expression, copy: NameExpr) -> bool:
    return isinstance(target, MemberExpr) and isinstance(target.expr, NameExpr) and target.expr.node is copy.node


def _computes(expression: Expression | None, owner: TypeInfo | None) -> bool:
    if expression is None:
        return False
    if isinstance(expression, LambdaExpr):
        return _is_pure_lambda(expression, owner)
    if isinstance(expression, CallExpr):
        return _is_pure_call(expression, owner) and all(_computes(value, owner) for value in expression.args)
    return isinstance(expression, PLAIN) and all(_computes(part, owner) for part in children(expression))


def _is_pure_call(call: CallExpr, owner: TypeInfo | None) -> bool:
    callee = call.callee
    if isinstance(callee, RefExpr) and (callee.fullname in _FUNCTIONS or callee.fullname.startswith(COMPUTING)):
        return True
    if isinstance(callee, RefExpr) and owner is not None and callee.node is owner:
        return not any(_writes(owner, name) for name in ("__new__", "__init__", "__post_init__"))
    if not isinstance(callee, MemberExpr) or not _computes(callee.expr, owner):
        return False
    if owner is not None and _is_own_object(callee.expr, owner) and is_pure_method(owner, callee.name):
        return True
    return callee.name in ARRAY_METHODS or (callee.name in AT_METHODS and _is_at(callee.expr))


def _is_own_object(expression: Expression, owner: TypeInfo) -> bool:
    """Return whether an expression is ``self``, or what a pure method of it is annotated to make of the class."""
    if isinstance(expression, NameExpr):
        return expression.name == "self"  # a daemon reads the class before it has bound the names
    callee = expression.callee if isinstance(expression, CallExpr) else None
    symbol = owner.names.get(callee.name) if isinstance(callee, MemberExpr) else None
    made = symbol.node.unanalyzed_type if symbol is not None and isinstance(symbol.node, FuncDef) else None
    result = made.ret_type if isinstance(made, CallableType) else None
    is_own = isinstance(result, UnboundType) and result.name in (owner.name, "Self")
    return is_own and isinstance(callee, MemberExpr) and _is_own_object(callee.expr, owner)


def _writes(owner: TypeInfo, name: str) -> bool:
    """Return whether a class or a base of it, other than `object`, writes a method."""
    symbol = owner.get(name)
    if symbol is None or symbol.node is None or symbol.plugin_generated:
        return False
    return not symbol.node.fullname.startswith("builtins.object.")


def _is_at(expression: Expression) -> bool:
    return (
        isinstance(expression, IndexExpr) and isinstance(expression.base, MemberExpr) and expression.base.name == "at"
    )
