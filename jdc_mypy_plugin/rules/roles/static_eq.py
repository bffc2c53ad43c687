"""``jdc-static-eq``: an ``__eq__`` that JAX cannot use, of a class whose objects a static field holds.

JAX compares static values while it traces too, where every function of `jax.numpy` makes a tracer, and it compares
them with whatever else the field ever held.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    Context,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    SymbolNode,
    TypeInfo,
    Var,
)
from mypy.types import CallableType, Instance, Type, UnionType

from jdc_spec.arrays import JAX_ARRAYS
from jdc_spec.rules import STATIC_EQ

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...syntax import INDEX
from ...syntax.functions import returned_by
from ...syntax.index import ModuleIndex
from ...typefacts.arrays import is_certainly_array
from ...typefacts.contents import contents
from ..places import CLASS, asked
from ..related_places import annotated_at
from ..sites import ClassSite

_COMPARING: Final = frozenset(("all", "any", "array_equal", "allclose", "isclose", "equal", "array_equiv"))
_REDUCING: Final = frozenset(("all", "any"))
_JAX_NUMPY: Final = ("jax.numpy.", "jax._src.numpy.")
_TELLING: Final = frozenset(("__class__", "__dict__"))
"""Attributes of every object, by which a method may ask what the other one is."""
_CONSTANTS: Final = frozenset(f"builtins.{name}" for name in ("True", "False", "NotImplemented"))
_GUARDS: Final = frozenset(("isinstance", "type", "hasattr", "getattr", "issubclass"))


class _Problem(NamedTuple):
    """An ``__eq__`` that JAX cannot use, and why."""

    method: FuncDef
    sentence: str


@asked(STATIC_EQ, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report an ``__eq__``, in the same module, that compares by `jax.numpy` or cannot meet other values.

    It is reported for the first static field of a class that holds such an object.
    """
    reported: list[FuncDef] = []
    index = INDEX.of(site.api.tree)
    for field in site.own_fields:
        if field.declared is None or field.role != "static":
            continue
        classes = _classes(field.declared)
        problems = [_problem(each, [one for one in classes if one is not each], index) for each in classes if each]
        held = (part for part in contents(field.declared) if part.where and isinstance(part.type, Instance))
        problems += [_problem(part.type.type, (), index, "holds") for part in held if isinstance(part.type, Instance)]
        found = next(filter(None, problems), None)
        if found is not None and found.method not in reported:
            reported.append(found.method)
            message = f'static field "{field.name}" of "{site.defn.name}" {found.sentence}'
            given = annotated_at(site.model.fields[field.name], site.api)
            yield Diagnostic(STATIC_EQ, message, _returned(found.method), related=given)


def _returned(method: FuncDef) -> Context:
    """Return what a method returns first apart from a constant, or the method itself."""
    returned = (each for each in returned_by(method.body.body) if each is not None)
    return next((each for each in returned if not _is_constant(each)), method)


def _is_constant(value: Expression) -> bool:
    return isinstance(value, NameExpr) and value.fullname in _CONSTANTS


def _classes(declared: Type) -> list[TypeInfo | None]:
    """Return the class of each member of a union; None for what is not an object of a class, `None` say."""
    value = known_type(declared)
    items = [known_type(item) for item in value.items] if isinstance(value, UnionType) else [value]
    return [item.type if isinstance(item, Instance) else None for item in items]


def _problem(
    info: TypeInfo, others: Sequence[TypeInfo | None], index: ModuleIndex, how: str = "is"
) -> _Problem | None:
    method = _written_eq(info)
    if not isinstance(method, FuncDef) or len(method.arg_names) != 2 or index.position(method) is None:
        return None
    sentence = _sentence(method, info, others, index, how)
    return None if sentence is None else _Problem(method, sentence)


def _sentence(
    method: FuncDef, info: TypeInfo, others: Sequence[TypeInfo | None], index: ModuleIndex, how: str
) -> str | None:
    kind = known_type(method.type)
    if isinstance(kind, CallableType) and is_certainly_array(kind.ret_type):
        return (
            f'{how} an object of "{info.name}", whose __eq__ returns an array: JAX needs True or False where it '
            "compares static values; compare with numpy.array_equal"
        )
    compared = _compared_array(method)
    if compared is not None:
        return (
            f'{how} an object of "{info.name}", whose __eq__ compares the array "{compared}" with ==, which gives an '
            "array: JAX needs True or False where it compares static values; compare with numpy.array_equal"
        )
    called = _jax_function(method, index)
    if called is not None:
        return (
            f'{how} an object of "{info.name}", whose __eq__ calls {called}: where one jitted function calls '
            "another, JAX compares static values while it traces, and the result is a tracer without a value; "
            "compare with NumPy"
        )
    if others and _takes_other_for_its_own(method, index, only_none=not any(others)):
        return (
            f'may be an object of "{info.name}", whose __eq__ reads attributes of whatever it is compared with: '
            "JAX compares static values of any kind, and gets an AttributeError here; return NotImplemented for "
            "other classes"
        )
    return None


def _written_eq(info: TypeInfo) -> SymbolNode | None:
    """Return the ``__eq__`` of a class, or of a base whose own is not replaced by that of a dataclass."""
    for base in info.mro[:-1]:
        symbol = base.names.get("__eq__")
        if symbol is not None:
            return None if symbol.plugin_generated else symbol.node
        if "dataclass" in base.metadata or base.fallback_to_any:
            return None
    return None


def _jax_function(method: FuncDef, index: ModuleIndex) -> str | None:
    for call in index.inside(method).expressions_of(CallExpr):
        name = call.callee.fullname if isinstance(call.callee, RefExpr) else ""
        short = name.rpartition(".")[2]
        if name.startswith(_JAX_NUMPY) and short in _COMPARING:
            return f"jax.numpy.{short}"
        if isinstance(call.callee, MemberExpr) and call.callee.name in _REDUCING:
            compared = call.callee.expr
            operands = compared.operands if isinstance(compared, ComparisonExpr) else []
            if any(_is_jax_attribute(each, method) for each in operands):
                return f'"{call.callee.name}" of an array of JAX'
    return None


def _compared_array(method: FuncDef) -> str | None:
    """Return the attribute of ``self`` that is an array and whose comparison is, or decides, what is returned."""
    returned = [each for each in returned_by(method.body.body) if each is not None]
    for part in (part for each in returned for part in _operands(each)):
        if not isinstance(part, ComparisonExpr) or part.operators != ["=="]:
            continue
        own, other = part.operands
        if isinstance(own, MemberExpr) and isinstance(other, MemberExpr) and own.name == other.name:
            declared = _attribute(own, method)
            if (
                declared is not None
                and is_certainly_array(declared)
                and _is(other.expr, method.arguments[1].variable)
            ):
                return own.name
    return None


def _operands(value: Expression) -> Iterator[Expression]:
    """Yield the operands of ``and``, ``or``, ``&`` and ``|``, or the value itself."""
    if isinstance(value, OpExpr) and value.op in ("and", "or", "&", "|"):
        yield from _operands(value.left)
        yield from _operands(value.right)
    else:
        yield value


def _is_jax_attribute(expression: Expression, method: FuncDef) -> bool:
    """Return whether an expression is an attribute of ``self`` that is an array of JAX."""
    value = known_type(_attribute(expression, method))
    return isinstance(value, Instance) and any(base.fullname in JAX_ARRAYS for base in value.type.mro)


def _attribute(expression: Expression, method: FuncDef) -> Type | None:
    """Return the type of an attribute of ``self``; None for any other expression."""
    if not isinstance(expression, MemberExpr) or not _is(expression.expr, method.arguments[0].variable):
        return None
    symbol = method.info.get(expression.name)
    return symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None


def _takes_other_for_its_own(method: FuncDef, index: ModuleIndex, *, only_none: bool) -> bool:
    """Return whether the body reads attributes of the other object and does nothing to find out what that is."""
    body = index.inside(method)
    other = method.arguments[1].variable
    if len(body.statements) != 1:
        return False
    names = body.expressions_of(NameExpr)
    if any(each.name in _GUARDS or each.name == "NotImplemented" for each in names):
        return False
    reads = [each for each in body.expressions_of(MemberExpr) if _is(each.expr, other)]
    owners = [each.expr for each in reads]
    asked = [each for each in names if each.node is other and each not in owners]
    if any(only_none or not _is_compared_with_none(each, index) for each in asked):
        return False
    return bool(reads) and not any(each.name in _TELLING for each in reads)


def _is(expression: Expression, variable: Var) -> bool:
    return isinstance(expression, NameExpr) and expression.node is variable


def _is_compared_with_none(expression: Expression, index: ModuleIndex) -> bool:
    outer = index.parent(expression)
    operands = outer.operands if isinstance(outer, ComparisonExpr) else []
    return any(isinstance(each, NameExpr) and each.fullname == "builtins.None" for each in operands)
