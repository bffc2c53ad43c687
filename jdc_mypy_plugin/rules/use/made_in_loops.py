"""Functions and objects that a loop makes anew at each turn: lambdas, partials, optimizers, what functions return.

Each is equal to itself only.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ClassDef,
    Expression,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    StrExpr,
    TypeInfo,
)
from mypy.types import CallableType, TupleType, Type

from ...model.classes import model_of
from ...model.comparison import comparison_of
from ...objects.optimizers import makes_optimizer
from ...syntax import INDEX
from ...syntax.functions import class_named, only_result
from ...syntax.names.flow import FLOW
from ...transformed.jitted_functions import JITS
from ..sites import CallSite
from .turns import depends_on_turn, is_in_same_loop

_RESULT: Final = "the result of"
_PARTIAL: Final = "functools.partial"
_MAKERS: Final = {
    _PARTIAL: _PARTIAL,
    **JITS,
    "jax._src.api.vmap": "jax.vmap",
    "jax._src.api.grad": "jax.grad",
    "jax._src.tree_util.Partial": "jax.tree_util.Partial",
}
_MADE: Final = frozenset(("attrs", "dataclass", "dataclass_tag"))
"""Keys of the metadata that mypy writes for classes of which a library writes ``==``."""
_OPTIMIZERS: Final = "optax."
"""Functions of optax return tuples of functions that they define anew."""


def made_in_loop(value: Expression, declared: Type | None, site: CallSite) -> str | None:
    """Return the code that makes a function anew at each turn."""
    source = site.evaluator.source(value)
    place = source.node if isinstance(source, NameExpr) and isinstance(source.node, FuncDef) else source
    if not ((source is value and place is source) or is_in_same_loop(site, place)):
        return None
    made = _made(source, site.api)
    if made is not None and made.startswith(_RESULT) and depends_on_turn(source, site):
        return None  # each turn has a function of its own
    is_made = made is not None and (not made.startswith(_OPTIMIZERS) or _holds_functions(source, declared, site.api))
    return made if is_made else None


def _holds_functions(source: Expression, declared: Type | None, api: TypeChecker) -> bool:
    """Return whether what a function of optax makes is made of functions: an optimizer, by its name or the field."""
    is_optimizer = isinstance(source, CallExpr) and makes_optimizer(source, api)
    return is_optimizer or isinstance(declared, TupleType | CallableType)


def _made(value: Expression, api: TypeChecker) -> str | None:
    """Return the code that makes a function which equals no other."""
    if isinstance(value, LambdaExpr):
        return "a lambda"
    if isinstance(value, NameExpr) and isinstance(value.node, FuncDef):
        return f'function "{value.name}"'
    if isinstance(value, MemberExpr):
        return _method_of_new_object(value)
    return _made_by_call(value, api) if isinstance(value, CallExpr) else None


def _made_by_call(value: CallExpr, api: TypeChecker) -> str | None:
    callee = value.callee
    if isinstance(callee, NameExpr | MemberExpr) and makes_optimizer(value, api):
        return f"{_OPTIMIZERS}{callee.name}"
    if not isinstance(callee, RefExpr):
        return None
    if callee.fullname.startswith(_OPTIMIZERS):
        return f"optax.{callee.fullname.rpartition('.')[2]}"
    if callee.fullname == "builtins.float" and len(value.args) == 1 and _is_nan(value.args[0]):
        return 'float("nan")'
    return _made_by_definition(callee, api) or _MAKERS.get(callee.fullname)


def _made_by_definition(callee: RefExpr, api: TypeChecker) -> str | None:
    """Return the words for what a function or a class of the module makes anew."""
    if isinstance(callee.node, FuncDef) and _returns_new(callee.node, api):
        return f'{_RESULT} "{callee.node.name}"'
    if isinstance(callee.node, TypeInfo) and _equals_itself_only(callee.node, api):
        return f'a new "{callee.node.name}"'
    return None


def _is_nan(text: Expression) -> bool:
    """Return whether a text stands for the number that equals no other, not even itself."""
    return isinstance(text, StrExpr) and text.value.strip("+-").lower() == "nan"


def _returns_new(function: FuncDef, api: TypeChecker) -> bool:
    """Return whether a function of the module returns a function that it makes: a closure, a lambda, a partial."""
    flow = FLOW.of(api.tree)
    if INDEX.of(api.tree).position(function) is None or function.is_generator or function.is_coroutine:
        return False
    result = only_result(function)
    if isinstance(result, NameExpr) and isinstance(result.node, FuncDef):
        return flow.function_around(result.node) is function
    by = result.callee if isinstance(result, CallExpr) else None
    return isinstance(result, LambdaExpr) or (isinstance(by, RefExpr) and by.fullname == _PARTIAL)


def _equals_itself_only(info: TypeInfo, api: TypeChecker) -> bool:
    """Return whether objects of a class of the module compare by identity, as nothing says otherwise."""
    definitions = [each.info for each in INDEX.of(api.tree).body.statements_of(ClassDef) if not each.decorators]
    is_plain = info in definitions or _compares_no_fields(info)
    return is_plain and not _may_be_one(info) and not any(map(_may_compare, info.mro[:-1]))


def _may_compare(info: TypeInfo) -> bool:
    """Return whether a class writes ``==``, or lets a library write it."""
    is_made = not _MADE.isdisjoint(info.metadata) and not _compares_no_fields(info)
    return "__eq__" in info.names or is_made or model_of(info) is not None


def _compares_no_fields(info: TypeInfo) -> bool:
    """Return whether a class is a dataclass with ``eq=False``."""
    comparison = comparison_of(info)
    return comparison is not None and not comparison.eq


def _method_of_new_object(value: MemberExpr) -> str | None:
    """Return the words for ``Loss().compute``: bound methods are equal if their objects are one and the same."""
    info = class_named(value.expr.callee) if isinstance(value.expr, CallExpr) else None
    method = None if info is None else info.get(value.name)
    if info is None or method is None or not isinstance(method.node, FuncDef) or _may_be_one(info):
        return None
    return f'method "{value.name}" of a new "{info.name}"'


def _may_be_one(info: TypeInfo) -> bool:
    """Return whether two calls of a class may give one object."""
    is_single = any("__new__" in base.names for base in info.mro[:-1]) or info.metaclass_type is not None
    return is_single or info.fallback_to_any
