"""``jdc-init`` in ``__post_init__`` and ``__init__``: code that runs again whenever an object is rebuilt.

What it changes is changed again at each boundary (https://github.com/jax-ml/jax/issues/14619), and what it asserts
of an array meets leaves that are none, or have another shape (https://github.com/jax-ml/jax/issues/12319).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssertStmt,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Context,
    Expression,
    ExpressionStmt,
    FuncDef,
    IfStmt,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    RaiseStmt,
    RefExpr,
    ReturnStmt,
    Statement,
    StrExpr,
    TryStmt,
)

from jdc_spec.rules import INIT

from ...host.diagnostics import Diagnostic
from ...syntax import INDEX
from ...syntax.functions import class_named
from ...syntax.targets import row
from ...syntax.walk import descendants, expressions_of
from ...typefacts.arrays import is_certainly_array
from ..met_objects import meetings
from ..places import CLASS, asked
from ..sites import ClassSite
from .init import method_of_plain_base, written_method
from .reapplied import changes_again

_GUARDS: Final = frozenset(
    ("isinstance", "issubclass", "hasattr", "getattr", "callable", "type", "is_array", "all_leaves")
)
_SHAPES: Final = frozenset(("shape", "ndim", "dtype", "size"))
_RESHAPING: Final = frozenset(
    ("jax.jacfwd", "jax.jacrev", "jax.hessian", "jax.custom_vjp", "jax.custom_jvp", "custom_vjp", "custom_jvp")
)
_CHANGES_AGAIN: Final = frozenset(
    (
        *(
            "log",
            "log2",
            "log10",
            "log1p",
            "exp",
            "exp2",
            "expm1",
            "sqrt",
            "cbrt",
            "square",
            "reciprocal",
            "negative",
        ),
        *(
            "sin",
            "cos",
            "tan",
            "tanh",
            "arctanh",
            "softplus",
            "sigmoid",
            "logit",
            "cumsum",
            "transpose",
            "expand_dims",
        ),
        *("deg2rad", "radians", "rad2deg", "degrees"),
    )
)
"""Functions of JAX and NumPy that give something else when applied to their own result."""


@asked(INIT, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report code that does not bear to run again."""
    facts = site.model.facts
    if not facts.unflattens_through_init:
        return
    after = written_method(site, "__post_init__") or method_of_plain_base(site, "__post_init__")
    if after is not None:
        yield from _changes(site, after)
        yield from (found for found in _demands(site, after, follows=True) if _gets_other_leaves(site))
    constructor = None if facts.unflattens_past_init else written_method(site, "__init__")
    if constructor is not None:
        yield from _changes(site, constructor)


def _changes(site: ClassSite, method: FuncDef) -> Iterator[Diagnostic]:
    """Report ``self.x = log(self.x)`` at the top of a method."""
    for statement in _unconditional(method):
        written = _assigned(statement)
        if written is None:
            continue
        name, value = written
        if name not in site.model.fields or not _is_changed(value, name, method):
            continue
        message = (
            f'"{site.defn.name}.{method.name}" makes of field "{name}" something else: {site.model.facts.library} '
            "runs it again whenever it rebuilds an object, so that each jit and tree.map changes the value once "
            "more; do it in a class method that makes objects, or in a property"
        )
        yield Diagnostic(INIT, message, _place(site, method, statement))


def _place(site: ClassSite, method: FuncDef, statement: Statement) -> Context:
    """Return where to report a statement: at the class where a base has the method, which other classes may share."""
    return statement if method.info is site.model.info else site.defn


def _unconditional(method: FuncDef) -> Iterator[Statement]:
    """Yield the statements of a method that always run: those before anything that may leave it."""
    for statement in method.body.body:
        yield statement
        if not isinstance(statement, AssignmentStmt | OperatorAssignmentStmt | ExpressionStmt | AssertStmt):
            return


def _assigned(statement: Statement) -> tuple[str, Expression] | None:
    """Return the attribute of ``self`` that a statement assigns, and what it gets."""
    if isinstance(statement, OperatorAssignmentStmt):
        name = _of_self(statement.lvalue)
        return None if name is None else (name, OpExpr(statement.op, statement.lvalue, statement.rvalue))
    if isinstance(statement, AssignmentStmt) and len(statement.lvalues) == 1:
        name = _of_self(statement.lvalues[0])
        return None if name is None else (name, statement.rvalue)
    call = statement.expr if isinstance(statement, ExpressionStmt) else None
    if not isinstance(call, CallExpr) or not isinstance(call.callee, RefExpr) or len(call.args) != 3:
        return None
    receiver, written, value = call.args
    is_set = isinstance(call.callee, MemberExpr) and call.callee.name == "__setattr__"
    if not is_set and call.callee.fullname != "builtins.setattr":
        return None
    is_self = isinstance(receiver, NameExpr) and receiver.name == "self"
    return (written.value, value) if is_self and isinstance(written, StrExpr) else None


def _of_self(expression: Expression) -> str | None:
    """Return the attribute in ``self.x``; None of anything else."""
    if not isinstance(expression, MemberExpr) or not isinstance(expression.expr, NameExpr):
        return None
    return expression.name if expression.expr.name == "self" else None


def _is_changed(value: Expression, name: str, method: FuncDef) -> bool:
    """Return whether a value is another one than the field's, whatever that is."""
    if changes_again(value, lambda part: _is_field(part, name, method)):
        return True
    if not isinstance(value, CallExpr) or not isinstance(value.callee, RefExpr) or not value.args:
        return False
    module, _, function = value.callee.fullname.rpartition(".")
    is_known = module.startswith(("jax", "numpy", "math")) and function in _CHANGES_AGAIN
    return is_known and _is_field(value.args[0], name, method)


def _is_field(expression: Expression, name: str, method: FuncDef) -> bool:
    """Return whether an expression is the field, or the parameter of ``__init__`` that unflattening gives it to."""
    if method.name == "__init__":
        return isinstance(expression, NameExpr) and expression.name == name and name in method.arg_names
    return _of_self(expression) == name


def _demands(site: ClassSite, method: FuncDef, *, follows: bool) -> Iterator[Diagnostic]:
    """Report the first demand on the shape or dtype of a data field that nothing guards, in what it calls too."""
    body = INDEX.of(site.api.tree).inside(method)
    calls = (call.callee for call in body.expressions_of(CallExpr))
    if any(isinstance(each, NameExpr | MemberExpr) and each.name in _GUARDS for each in calls) or body.statements_of(
        TryStmt
    ):
        return
    for statement in method.body.body:
        helper = _helper(site, statement) if follows else None
        found = None if helper is None else next(_demands(site, helper, follows=False), None)
        if found is not None:
            yield found
            return
        field = next(_demanded(site, statement), None)
        if field is not None:
            message = (
                f'"{site.defn.name}.{method.name}" demands a shape or dtype of data field "{field}": '
                f"{site.model.facts.library} runs it whenever it rebuilds an object, and then a leaf has another "
                "shape (vmap, scan) or is no array at all (vmap(in_axes=...), jacfwd, custom_vjp, pure_callback); "
                "check in a class method that makes objects, or only where isinstance(leaf, jax.Array)"
            )
            yield Diagnostic(INIT, message, _place(site, method, statement))
            return
        if isinstance(statement, ReturnStmt) or (isinstance(statement, IfStmt) and _may_return(site, statement)):
            return


def _helper(site: ClassSite, statement: Statement) -> FuncDef | None:
    """Return the method of the class that a statement calls, ``self._check()``, unless a class overrides it."""
    call = statement.expr if isinstance(statement, ExpressionStmt) else None
    name = _of_self(call.callee) if isinstance(call, CallExpr) and not call.args else None
    classes = INDEX.of(site.api.tree).body.statements_of(ClassDef) if name is not None else ()
    below = (each.info for each in classes if site.model.info in each.info.mro[1:])
    if name is None or any(name in info.names for info in below):
        return None
    return written_method(site, name)


def _may_return(site: ClassSite, statement: IfStmt) -> bool:
    return bool(INDEX.of(site.api.tree).inside(statement).statements_of(ReturnStmt))


def _gets_other_leaves(site: ClassSite) -> bool:
    """Return whether leaves of another shape come in: the module maps over objects of the class, or uses none itself.

    A transformation that passes leaves on as they are, `jax.jit` say, leaves the check alone.
    """
    info = site.model.info
    met = meetings(info, site.api)
    if any(each.how in ("mapped", "scanned", "rebuilt") or each.by in _RESHAPING for each in met):
        return True
    body = INDEX.of(site.api.tree).body
    return not met and not any(class_named(call.callee) is info for call in body.expressions_of(CallExpr))


def _demanded(site: ClassSite, statement: Statement) -> Iterator[str]:
    """Yield the fields of whose shape or dtype a statement demands something."""
    is_check = isinstance(statement, AssertStmt) or _raises_only(statement)
    for whole in expressions_of(statement) if is_check else _unpacked_shape(statement):
        for part in descendants(whole):
            name = _looked_at(part, site)
            if name is not None and name in site.model.fields and site.model.role_of(name) == "data":
                declared = site.model.type_of(name)
                if declared is not None and is_certainly_array(declared):
                    yield name


def _raises_only(statement: Statement) -> bool:
    """Return whether a statement is ``if ...: raise ...``."""
    return isinstance(statement, IfStmt) and any(
        isinstance(inner, RaiseStmt) for block in statement.body for inner in block.body
    )


def _unpacked_shape(statement: Statement) -> Iterator[Expression]:
    """Yield ``self.x.shape`` in ``n, m = self.x.shape``, which demands a number of axes."""
    if isinstance(statement, AssignmentStmt) and any(row(target) for target in statement.lvalues):
        value = statement.rvalue
        if isinstance(value, MemberExpr) and value.name == "shape":
            yield value


def _looked_at(expression: Expression, site: ClassSite) -> str | None:
    """Return the field in ``self.x.shape`` and ``len(self.x)``."""
    if isinstance(expression, MemberExpr) and expression.name in _SHAPES:
        return _of_self(site.evaluator.source(expression.expr))
    if isinstance(expression, CallExpr) and isinstance(expression.callee, RefExpr) and len(expression.args) == 1:
        given = site.evaluator.source(expression.args[0])
        return _of_self(given) if expression.callee.fullname == "builtins.len" else None
    return None
