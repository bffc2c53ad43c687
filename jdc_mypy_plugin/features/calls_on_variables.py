"""Calls of methods on a type variable, ``self.moved()`` where ``self`` is a `Self`, for which mypy names no method.

So they are found from the class that the variable is bound by, in the module of the class.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, FuncDef, MemberExpr, MypyFile, NameExpr, TypeInfo, Var
from mypy.types import CallableType, Instance, Type, TypeVarType

from ..host.known_types import known_type
from ..libraries.own.names import is_own_replacing
from ..model.functions.pure_methods import is_pure_method
from ..model.subclasses_in_sight import acts_below, is_overridden_in_sight
from ..repairs.replace import METHOD, is_added, is_generated
from ..rules.asking import ask
from ..rules.places import PURE_CALL, UNCHECKED_REPLACEMENT
from ..rules.sites import PureCall, replacement
from ..syntax import INDEX
from ..syntax.per_module import PerModule
from ..typefacts.instances import sole_instance


class _Variable(NamedTuple):
    """A parameter whose type is a type variable."""

    function: FuncDef
    parameter: Var


def check_calls(info: TypeInfo, api: TypeChecker) -> None:
    """Ask about calls that do nothing but make a new object of a class."""
    index = INDEX.of(api.tree)
    for function, parameter in _VARIABLES.of(api.tree).get(info, ()):
        for call in index.inside(function).expressions_of(CallExpr):
            callee = call.callee
            if not isinstance(callee, MemberExpr) or not isinstance(callee.expr, NameExpr):
                continue
            if callee.expr.node is not parameter or not _makes_new(info, callee.name):
                continue
            is_of_library = callee.name == METHOD and is_generated(info)
            if is_of_library:
                ask(UNCHECKED_REPLACEMENT, replacement(call, info, api))
            if is_of_library or not (acts_below(info, api) or is_overridden_in_sight(info, callee.name, api)):
                does = f'"{callee.name}" makes a new "{info.name}" and leaves the old one as it is'
                ask(PURE_CALL, PureCall(call, does, api))


def _makes_new(info: TypeInfo, name: str) -> bool:
    """Return whether a method of a class only makes an object of it; mypy asks about an added `replace` itself."""
    if name == METHOD and is_generated(info):
        return not is_added(info)
    home = info.get_containing_type_info(name)
    if name == METHOD and home is not None and is_own_replacing(home.fullname):
        return True
    symbol = info.get(name)
    method = symbol.node if symbol is not None else None
    if not isinstance(method, FuncDef) or not is_pure_method(method.info, name):
        return False
    kind = known_type(method.type)
    made = sole_instance(kind.ret_type) if isinstance(kind, CallableType) else None
    return made is not None and made.type.has_base(method.info.fullname)


def _read(module: MypyFile) -> Mapping[TypeInfo, Sequence[_Variable]]:
    found: defaultdict[TypeInfo, list[_Variable]] = defaultdict(list)
    body = INDEX.of(module).body
    for function in (*body.statements_of(FuncDef), *(each.func for each in body.statements_of(Decorator))):
        for parameter, declared in _parameters(function):
            kind = known_type(declared)
            bound = known_type(kind.upper_bound) if isinstance(kind, TypeVarType) and not kind.values else None
            if isinstance(bound, Instance) and not function.name.startswith("test"):
                found[bound.type].append(_Variable(function, parameter))
    return found


_VARIABLES: Final = PerModule(_read)
"""The parameters that are type variables, by the class that bounds them; not those of tests."""


def _parameters(function: FuncDef) -> Iterator[tuple[Var, Type]]:
    kind = known_type(function.type)
    if isinstance(kind, CallableType):
        yield from zip((each.variable for each in function.arguments), kind.arg_types, strict=False)
