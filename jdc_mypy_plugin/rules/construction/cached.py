"""``jdc-cached``: a result that is kept on an object or for it, where it is computed from data fields.

Inside a transformation the result is a tracer, which must not stay; and no object is hashable that holds an array
(https://github.com/patrick-kidger/equinox/issues/539).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import Decorator, Expression, FuncDef, MemberExpr, NameExpr, Var

from jdc_spec.rules import CACHED

from ...host.diagnostics import Diagnostic
from ...libraries.definition import applied
from ...model.comparison import comparison_of
from ...syntax import INDEX
from ...syntax.imported_names import spelled
from ...typefacts.arrays import is_certainly_array
from ...typefacts.contents import compared_fields, writes_comparison
from ..places import CLASS, asked
from ..sites import ClassSite

_PROPERTY: Final = "functools.cached_property"
_CACHES: Final = frozenset(("functools.lru_cache", "functools.cache"))


@asked(CACHED, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report cached properties that read arrays, and cached methods of objects without a hash."""
    for statement in site.defn.defs.body:
        if not isinstance(statement, Decorator):
            continue
        names = {spelled(applied(each), site.api.tree) for each in statement.original_decorators}
        if _PROPERTY in names:
            field = next(_read_arrays(site, statement.func), None)
            if field is not None:
                yield Diagnostic(CACHED, _property(site, statement.func, field), statement.func)
        elif _CACHES & names and _takes_self(statement):
            held = next(_arrays(site), None)
            if held is not None:
                yield Diagnostic(CACHED, _method(site, statement.func, held), statement.func)


def _property(site: ClassSite, method: FuncDef, field: str) -> str:
    return (
        f'cached property "{method.name}" of "{site.defn.name}" keeps what it computes from data field "{field}": '
        "inside jit or grad that is a tracer, which stays on the object and raises UnexpectedTracerError later; make "
        "it a property, or compute it once and keep it in a field"
    )


def _method(site: ClassSite, method: FuncDef, field: str) -> str:
    return (
        f'method "{method.name}" of "{site.defn.name}" is cached by the object it is called on, which has no hash, '
        f'because field "{field}" is an array: each call raises a TypeError; cache a function of hashable arguments'
    )


def _takes_self(statement: Decorator) -> bool:
    return bool(statement.func.arguments) and not statement.func.is_static and not statement.func.is_class


def _arrays(site: ClassSite) -> Iterator[str]:
    """Yield the fields that make the object unhashable, where its hash is that of its fields."""
    info = site.model.info
    comparison = comparison_of(info)
    if comparison is None or not comparison.eq or writes_comparison(info):
        return
    for name in compared_fields(info):
        declared = site.model.type_of(name)
        if declared is not None and is_certainly_array(declared):
            yield name


def _read_arrays(site: ClassSite, method: FuncDef) -> Iterator[str]:
    """Yield the array data fields that a method reads from its object."""
    receiver = method.arguments[0].variable if method.arguments else None
    for part in INDEX.of(site.api.tree).inside(method).expressions_of(MemberExpr):
        if part.name not in site.model.fields or not _is(part.expr, receiver) or _is_static_part(site, part):
            continue
        declared = site.model.type_of(part.name)
        if declared is not None and is_certainly_array(declared) and site.model.role_of(part.name) == "data":
            yield part.name


def _is_static_part(site: ClassSite, part: MemberExpr) -> bool:
    """Return whether only the shape or dtype of an array is read, which is no tracer."""
    whole = INDEX.of(site.api.tree).parent(part)
    return isinstance(whole, MemberExpr) and whole.name in ("shape", "ndim", "dtype", "size")


def _is(expression: Expression, variable: Var | None) -> bool:
    return isinstance(expression, NameExpr) and variable is not None and expression.node is variable
