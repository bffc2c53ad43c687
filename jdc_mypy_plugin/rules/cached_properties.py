"""Cached properties of pytree dataclasses that keep arrays: what ``cached_property`` computes from data fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    Decorator,
    Expression,
    FloatExpr,
    FuncDef,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    Statement,
    UnaryExpr,
    Var,
)
from mypy.types import AnyType, CallableType, Instance, NoneType, ProperType, Type, TypeOfAny, UnionType

from jdc_spec.arrays import JAX_ARRAYS

from ..evaluate import Origin
from ..host.analysed_types import is_marked_array
from ..host.known_types import known_type
from ..libraries.definition import applied
from ..syntax import INDEX
from ..syntax.functions import returned_by
from ..syntax.names.imported_names import spelled
from ..syntax.walk import descendants
from ..typefacts.arrays import has_axes
from ..typefacts.contents import contents
from ..typefacts.instances import sole_instance
from .sites import ClassSite, class_site

_PROPERTY: Final = "functools.cached_property"
STATIC_PARTS: Final = frozenset(
    ("shape", "ndim", "dtype", "size", "nbytes", "itemsize", "weak_type", "sharding", "aval")
)
_STATIC_FUNCTIONS: Final = frozenset(
    ("len", "isinstance", "type", "shape", "ndim", "size", "result_type", "dtype", "issubdtype", "iscomplexobj")
)
_FORCING: Final = frozenset(("item", "tolist"))
_NUMBERS: Final = frozenset(f"builtins.{name}" for name in ("bool", "complex", "float", "int"))
_CHOOSING: Final = frozenset(("and", "or"))
_METHODS: Final = frozenset(
    (
        *("all", "any", "argmax", "argmin", "astype", "cumprod", "cumsum", "dot", "flatten", "max", "mean", "min"),
        *("prod", "ravel", "reshape", "sort", "squeeze", "std", "sum", "swapaxes", "transpose", "var"),
    )
)
"""Methods of arrays that calculate another one."""
_DEPTH: Final = 8
"""How many calculations within one another are looked into."""
_CONCRETE: Final = "ensure_compile_time_eval"


class CachedProperty(NamedTuple):
    """A cached property that keeps an array of JAX, or a container of arrays."""

    name: str
    field: str
    """A data field that it is computed from."""
    written: FuncDef | AssignmentStmt


def cached_properties(site: ClassSite) -> Iterator[CachedProperty]:
    """Yield those that the class body writes."""
    for statement in site.defn.defs.body:
        found = _function(statement, site)
        if found is None:
            continue
        name, function, written = found
        field = next(_read_arrays(site, function), None)
        if field is not None and _is_array_kept(site, function):
            yield CachedProperty(name, field, written)


def _function(
    statement: Statement, site: ClassSite
) -> tuple[str, FuncDef | LambdaExpr, FuncDef | AssignmentStmt] | None:
    """Return the function under ``@cached_property``, or in ``norm = cached_property(lambda self: ...)``."""
    if isinstance(statement, Decorator):
        names = {spelled(applied(each), site.api.tree) for each in statement.original_decorators}
        return (statement.name, statement.func, statement.func) if _PROPERTY in names else None
    if not isinstance(statement, AssignmentStmt):
        return None
    target, call = statement.lvalues[0], statement.rvalue
    function = call.args[0] if isinstance(call, CallExpr) and len(call.args) == 1 else None
    if not isinstance(target, NameExpr) or not isinstance(call, CallExpr) or not isinstance(function, LambdaExpr):
        return None
    return (target.name, function, statement) if spelled(call.callee, site.api.tree) == _PROPERTY else None


def _read_arrays(site: ClassSite, method: FuncDef | LambdaExpr, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the array data fields that a method reads from its object, also through methods that return arrays."""
    receiver = method.arguments[0].variable if method.arguments else None
    for part in _expressions(site, method):
        if not isinstance(part, MemberExpr) or not _is(part.expr, receiver) or _is_static_part(site, part):
            continue
        if part.name not in site.model.fields:
            inner = _used(site, part)
            if inner is not None and part.name not in seen and _is_array_kept(site, inner):
                yield from _read_arrays(site, inner, seen | {part.name})
            continue
        declared = site.model.type_of(part.name)
        if declared is None or site.model.role_of(part.name) != "data":
            continue
        if has_axes(declared):
            yield part.name
        else:
            yield from (f"{part.name}.{each}" for each in _read_within(site, part, declared, seen))


def _read_within(site: ClassSite, part: MemberExpr, declared: Type, seen: frozenset[str]) -> Iterator[str]:
    """Yield the array fields that are read of an object in a data field, ``self.v.x``, also through a property."""
    whole, instance = INDEX.of(site.api.tree).parent(part), sole_instance(declared)
    is_here = instance is not None and instance.type.module_name == site.api.tree.fullname
    inner = class_site(instance.type, site.api) if is_here and instance is not None else None
    if inner is None or not isinstance(whole, MemberExpr) or whole.expr is not part or _is_static_part(site, whole):
        return
    held = inner.model.type_of(whole.name) if whole.name in inner.model.fields else None
    if held is not None:
        if has_axes(held) and inner.model.role_of(whole.name) == "data":
            yield whole.name
        return
    method, name = _used(inner, whole), f"{inner.defn.fullname}.{whole.name}"
    if method is not None and name not in seen and _is_array_kept(inner, method):
        yield from _read_arrays(inner, method, seen | {name})


def _expressions(site: ClassSite, method: FuncDef | LambdaExpr) -> Sequence[Expression]:
    return (
        descendants(method) if isinstance(method, LambdaExpr) else INDEX.of(site.api.tree).inside(method).expressions
    )


def _used(site: ClassSite, part: MemberExpr) -> FuncDef | None:
    """Return the method of the class body that ``self.norm()`` calls, or the property that ``self.norm`` reads."""
    whole = INDEX.of(site.api.tree).parent(part)
    is_called = isinstance(whole, CallExpr) and whole.callee is part
    if is_called and isinstance(whole, CallExpr) and _is_static_part(site, whole):
        return None
    for statement in site.defn.defs.body:
        function = statement.func if isinstance(statement, Decorator) else statement
        if isinstance(function, FuncDef) and function.name == part.name and function.arguments:
            is_plain = isinstance(statement, FuncDef) and not function.is_static and not function.is_class
            return function if is_plain is is_called and (is_called or function.is_property) else None
    return None


def _is_static_part(site: ClassSite, part: Expression) -> bool:
    """Return whether only the shape or dtype of an array is read, which is no tracer, or its value as a number.

    A tracer has no value, so that a traced call raises at once and nothing is kept.
    """
    index = INDEX.of(site.api.tree)
    whole = index.parent(part)
    if isinstance(whole, MemberExpr):
        return whole.name in STATIC_PARTS or whole.name in _FORCING
    if isinstance(whole, ComparisonExpr):
        return all(operator in ("is", "is not") for operator in whole.operators)
    callee = whole.callee if isinstance(whole, CallExpr) else None
    if not isinstance(callee, RefExpr) or callee is part:
        return False
    name = callee.fullname
    return name in _NUMBERS or name.startswith("numpy.") or name.rpartition(".")[2] in _STATIC_FUNCTIONS


def _is_array_kept(site: ClassSite, method: FuncDef | LambdaExpr) -> bool:
    """Return whether the result is an array of JAX, or holds some, by its declared type or by what is returned."""
    names = (each for each in _expressions(site, method) if isinstance(each, NameExpr | MemberExpr))
    if any(each.name == _CONCRETE for each in names):
        return False
    kind = known_type(method.type)
    declared = known_type(kind.ret_type) if isinstance(kind, CallableType) else AnyType(TypeOfAny.unannotated)
    if isinstance(declared, UnionType):
        items = [known_type(item) for item in declared.items]
        if not all(has_axes(item) for item in items if not isinstance(item, NoneType)):
            return False
    if not isinstance(declared, AnyType) or is_marked_array(declared):
        return is_marked_array(declared) or any(_is_of_jax(part.type) for part in contents(declared))
    returned = [each for each in returned_by(method.body.body) if each is not None]
    return bool(returned) and all(_is_made(site, each, method) for each in returned)


def _is_made(site: ClassSite, value: Expression, method: FuncDef | LambdaExpr, depth: int = 0) -> bool:
    """Return whether an expression makes an array of JAX: a function does, or a calculation with such a field.

    Nothing is asked of the object itself: the types of its fields are there once mypy has checked it.
    """
    source = site.evaluator.source(value)
    is_of_module = (
        isinstance(source, CallExpr) and isinstance(source.callee, RefExpr) and bool(source.callee.fullname)
    )
    if is_of_module and site.evaluator.evaluate(source).origin is Origin.ARRAY:
        return True
    if isinstance(source, OpExpr):
        sides = [each for each in (source.left, source.right) if not isinstance(each, IntExpr | FloatExpr)]
        is_calculated = source.op not in _CHOOSING and bool(sides)
        return is_calculated and all(_is_held(site, each, method, depth) for each in sides)
    if isinstance(source, UnaryExpr):
        return source.op != "not" and _is_held(site, source.expr, method, depth)
    callee = source.callee if isinstance(source, CallExpr) else None
    if isinstance(callee, MemberExpr):
        return callee.name in _METHODS and _is_held(site, callee.expr, method, depth)
    return isinstance(source, IndexExpr) and _is_held(site, source.base, method, depth)


def _is_held(site: ClassSite, value: Expression, method: FuncDef | LambdaExpr, depth: int) -> bool:
    """Return whether an expression is a data field that holds an array of JAX, or makes such an array."""
    source = site.evaluator.source(value)
    receiver = method.arguments[0].variable if method.arguments else None
    if not isinstance(source, MemberExpr) or not _is(source.expr, receiver):
        return depth < _DEPTH and _is_made(site, source, method, depth + 1)
    declared = site.model.type_of(source.name) if source.name in site.model.fields else None
    is_data = declared is not None and site.model.role_of(source.name) == "data"
    return is_data and (is_marked_array(declared) or _is_of_jax(known_type(declared)))


def _is_of_jax(value: ProperType | None) -> bool:
    return isinstance(value, Instance) and any(base.fullname in JAX_ARRAYS for base in value.type.mro)


def _is(expression: Expression, variable: Var | None) -> bool:
    return isinstance(expression, NameExpr) and variable is not None and expression.node is variable
