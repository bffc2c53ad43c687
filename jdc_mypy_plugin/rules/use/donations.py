"""Calls that give away an object: ``step(state)`` of a function under ``jax.jit(..., donate_argnums=0)``.

A method may give away the object that it is called on: ``cache.push(key)`` with ``donate_argnames="self"``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    Var,
)
from mypy.types import CallableType, ProperType, TupleType, TypeVarType

from ...host.known_types import known_type
from ...model.functions.pure_methods import TREE_MAPS
from ...model.replacing import REPLACE
from ...model.subclasses_in_sight import is_overridden, is_overridden_in_sight
from ...objects.made_objects import class_made
from ...syntax import INDEX
from ...syntax.arguments import bound, has_stars
from ...syntax.functions import returned_by
from ...syntax.names.flow import FLOW
from ...syntax.names.references import REFERENCES
from ...syntax.values.read_parts import is_read
from ...traced.functions import TracedFunction
from ...transformed.jitted_calls import JittedCall
from ...transformed.transform_arguments import TransformArgument, is_plain_name, objects, transformed_by_name
from ...transformed.transformations import Transformed, decorated
from ...transformed.transformed_elsewhere import transformed_by
from ...typefacts.instances import sole_instance
from .method_calls import method_calls


class Donation(NamedTuple):
    """A call that gives an object away, and gets one of its class back."""

    given: NameExpr
    """The variable that holds it."""
    call: CallExpr
    callee: NameExpr | MemberExpr
    transformed: Transformed
    site: TransformArgument

    def is_data(self, field: MemberExpr) -> bool:
        """Return whether an attribute of the object is one of its arrays, or a tree of them."""
        model = self.site.object.model
        return field.name in model.fields and model.role_of(field.name) == "data"


def donation(site: TransformArgument) -> Donation | None:
    """Return the call that donates an argument, if its result is an object of the same class."""
    given = site.argument
    if not isinstance(given, NameExpr) or site.object.where:
        return None
    around = INDEX.of(site.api.tree).parent(given)
    if isinstance(around, MemberExpr):
        return _of_receiver(given, around, site)
    if not isinstance(around, CallExpr) or not is_plain_name(around.callee):
        return None
    transformed = transformed_by_name(around.callee, site.api)
    return None if transformed is None else _donation(given, around, around.callee, transformed, site)


def _of_receiver(given: NameExpr, method: MemberExpr, site: TransformArgument) -> Donation | None:
    """Return the call of a method that gives away the object it is called on."""
    call, info = INDEX.of(site.api.tree).parent(method), site.object.instance.type
    symbol = info.get(method.name)
    node = None if symbol is None else symbol.node
    if not isinstance(call, CallExpr) or call.callee is not method or not isinstance(node, Decorator):
        return None
    is_own = not is_overridden(info, method.name, site.api) and not is_overridden_in_sight(
        info, method.name, site.api
    )
    transformed = transformed_by(node, site.api) if is_own else None
    function = None if transformed is None else transformed.function
    if transformed is None or function is None or not function.arg_names:
        return None
    own = replace(site, parameter=function.arguments[0].variable) if function.arguments else site
    return _donation(given, call, method, transformed, own)


def _donation(
    given: NameExpr,
    call: CallExpr,
    callee: NameExpr | MemberExpr,
    transformed: Transformed,
    site: TransformArgument,
) -> Donation | None:
    function = transformed.function
    place = _place(call, given)
    if function is None or not transformed.donates(*place) or not _is_all_read(function, place, site):
        return None
    return Donation(given, call, callee, transformed, site) if _gives_back(function, site) else None


def _is_all_read(
    function: FuncDef | LambdaExpr, place: tuple[int | None, str | None], site: TransformArgument
) -> bool:
    """Return whether a function reads all arrays of the object, so that JAX takes all of them."""
    model = site.object.model
    fields = frozenset(name for name in model.fields if model.role_of(name) == "data")
    taken = [
        each.variable
        for at, each in enumerate(function.arguments)
        if at == place[0] or each.variable.name == place[1]
    ]
    return not taken or not function.body.body or any(is_read(function, each, fields) for each in taken)


def method_donations(site: TracedFunction) -> Iterator[Donation]:
    """Yield the calls of a jitted method that donate an argument besides the object they are called on.

    The parameter's annotation in the method is known, and the class of the object that it is called on.
    """
    method = site.definition
    is_method = isinstance(site.at, Decorator) and bool(method.info) and not (method.is_static or method.is_class)
    transformed = decorated(site.at) if is_method and isinstance(site.at, Decorator) else None
    is_open = transformed is None or transformed.function is None or not transformed.options
    if transformed is None or is_open or is_overridden(method.info, method.name, site.api):
        return
    names = [each.variable.name for each in method.arguments[1:]]
    given = {
        each.variable.name: found
        for each in method.arguments[1:]
        for found in objects(site.traced.get(each.variable))
        if not found.where and transformed.donates(None, each.variable.name)
    }
    for call, _ in method_calls(site) if given else ():
        for value, name in bound(call, names):
            held = given.get(name or "")
            if held is not None and isinstance(value, NameExpr) and isinstance(call.callee, MemberExpr):
                parameter = method.arguments[1 + names.index(name or "")].variable
                argument = TransformArgument(
                    site.by, "traced", held.instance, held, value, method, parameter, value, site.api
                )
                donated = _donation(value, call, call.callee, transformed, argument)
                if donated is not None:
                    yield donated


def donations_elsewhere(site: JittedCall) -> Iterator[Donation]:
    """Yield the arguments that the call of a method which another module jits gives away."""
    for value, name in site.arguments if site.function.info else ():
        variable = value.node if isinstance(value, NameExpr) and site.transformed.donates(None, name) else None
        for held in objects(variable.type) if isinstance(variable, Var) else ():
            if held.where or not isinstance(value, NameExpr) or not isinstance(site.node.callee, MemberExpr):
                continue
            argument = TransformArgument(
                site.transformed.by.name, "traced", held.instance, held, value, None, None, value, site.api
            )
            donated = _donation(value, site.node, site.node.callee, site.transformed, argument)
            if donated is not None:
                yield donated


def is_traced(donated: Donation) -> bool:
    """Return whether the call may stand under another jit, where nothing is donated."""
    tree = donated.site.api.tree
    around = FLOW.of(tree).function_over(donated.given)
    return around is not None and (around.is_decorated or _is_handed_over(around, tree))


def _is_handed_over(function: FuncItem, tree: MypyFile) -> bool:
    """Return whether a function is given to another one, which may trace it: ``jax.lax.scan(body, state, xs)``."""
    index = INDEX.of(tree)
    parents = [index.parent(each) for each in index.body.references_of(function.name)]
    return any(isinstance(each, CallExpr) and not _calls(each, function.name) for each in parents)


def _calls(call: CallExpr, name: str) -> bool:
    return isinstance(call.callee, NameExpr) and call.callee.name == name


def takes(transformed: Transformed, call: CallExpr, value: Expression, tree: MypyFile) -> bool:
    """Return whether a jitted function is given a value as it is, and uses it."""
    function, place = transformed.function, _place(call, value)
    if function is None or has_stars(call) or not transformed.looks_at(*place):
        return False
    taken = [each.variable for each in function.arguments]
    variables = [each for at, each in enumerate(taken) if at == place[0] or each.name == place[1]]
    return any(REFERENCES.of(tree).get(each) for each in variables)


def _place(call: CallExpr, given: Expression) -> tuple[int | None, str | None]:
    """Return the position and the name under which the function gets a value: a method gets its object first."""
    is_method = not is_plain_name(call.callee)
    if isinstance(call.callee, MemberExpr) and given is call.callee.expr:
        return 0, None
    at = call.args.index(given)
    return (at + is_method if call.arg_kinds[at].is_positional() else None), call.arg_names[at]


def _gives_back(function: FuncDef | LambdaExpr, site: TransformArgument) -> bool:
    """Return whether the function returns an object of the class, alone or in a tuple.

    Its arrays then take the place of those that are donated.
    """
    info, kind = site.object.model.info, known_type(function.type)
    declared = known_type(kind.ret_type) if isinstance(kind, CallableType) else None
    if isinstance(declared, TupleType):
        return any(item is not None and item.type is info for item in map(sole_instance, declared.items))
    result = sole_instance(declared)
    if result is not None:
        return result.type is info or _is_self(declared, function)
    returned = returned_by(function.body.body)
    return bool(returned) and all(
        _is_copy(each, site) or class_made(each, site.api.tree) is info for each in returned
    )


def _is_self(declared: ProperType | None, function: FuncDef | LambdaExpr) -> bool:
    """Return whether a method says that it returns an object of the class that it is called on."""
    kind = known_type(function.type)
    own = known_type(kind.arg_types[0]) if isinstance(kind, CallableType) and kind.arg_types else None
    is_variable = isinstance(declared, TypeVarType) and isinstance(own, TypeVarType)
    return isinstance(function, FuncDef) and bool(function.info) and is_variable and declared == own


def _is_copy(value: Expression | None, site: TransformArgument) -> bool:
    """Return whether a value is ``state.replace(...)`` or ``jax.tree.map(f, state)`` of the parameter."""
    callee = value.callee if isinstance(value, CallExpr) else None
    if not isinstance(value, CallExpr) or site.parameter is None:
        return False
    if isinstance(callee, RefExpr) and callee.fullname in TREE_MAPS:
        return len(value.args) > 1 and _is_parameter(value.args[1], site)
    return isinstance(callee, MemberExpr) and callee.name == REPLACE and _is_parameter(callee.expr, site)


def _is_parameter(value: Expression, site: TransformArgument) -> bool:
    return isinstance(value, NameExpr) and value.node is site.parameter
