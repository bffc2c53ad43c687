"""``jdc-static-state`` in the function of a loop that annotates nothing: ``c.replace(step=c.step + 1)``.

The first carry of the loop shows what the function takes; where mypy knows the type, the change itself is judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Expression, FuncItem, LambdaExpr, NameExpr
from mypy.types import AnyType, CallableType

from jdc_spec.rules import STATIC_STATE

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.classes import model_of
from ...syntax.names.flow import FLOW, Parameter
from ..places import LOOP, Loop, asked
from ..roles.changed_statics import owners_changed
from .carried_trees import Carried, carried, given_back_first
from .changed_objects import assigned_once
from .counted_statics import counted
from .trees import Key, Tree
from .written_trees import TreeReader


@asked(STATIC_STATE, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report a static field of the carry that counts the turns."""
    around = carried(site)
    if around is None or around.made is None or not _is_untyped(around, site):
        return
    for key, made in _objects(around.made):
        for name, value in made.statics.items():
            if made.info is not None and _changes(value, name, key, around, site):
                yield Diagnostic(STATIC_STATE, _sentence(site, name, made.info.name), value)


def _objects(made: Tree) -> Iterator[tuple[Key | None, Tree]]:
    """Yield the object that a function gives back, or those in a tuple, a list or a dict of it with their keys."""
    if made.what == "object":
        yield None, made
    elif made.what in ("tuple", "list", "dict"):
        yield from ((key, each) for key, each in made.parts.items() if each is not None and each.what == "object")


@asked(STATIC_STATE, at=LOOP)
def check_in_place(site: Loop) -> Iterator[Diagnostic]:
    """Report ``carry.step += 1`` in an object that is not frozen and that the function gives back."""
    around = carried(site)
    info = None if around is None else around.first.info
    model = None if info is None else model_of(info)
    if around is None or model is None:
        return
    result = given_back_first(around.function, is_scan=site.name == "jax.lax.scan")
    if not isinstance(result, NameExpr) or result.node is not around.parameter:
        return
    for name, value in assigned_once(around.first, around.function, around.parameter, site.api.tree):
        is_static = name in model.fields and model.role_of(name) == "static"
        owners = owners_changed(value, name, site.api) if is_static else []
        if owners and all(isinstance(each, NameExpr) and each.node is around.parameter for each in owners):
            yield Diagnostic(STATIC_STATE, _sentence(site, name, model.info.name), value)


def _sentence(site: Loop, field: str, owner: str) -> str:
    return (
        f'under {site.name} the static field "{field}" of "{owner}" changes, so that the carry has '
        "another tree structure after each step, a TypeError; make the field data"
    )


def _is_untyped(around: Carried, site: Loop) -> bool:
    """Return whether mypy takes the parameter for anything."""
    function = around.function
    kind = known_type(site.api.lookup_type_or_none(function) if isinstance(function, LambdaExpr) else function.type)
    if not isinstance(kind, CallableType):
        return not isinstance(function, LambdaExpr)
    position = [each.variable for each in function.arguments].index(around.parameter)
    return isinstance(known_type(kind.arg_types[position]), AnyType)


def _changes(value: Expression, name: str, key: Key | None, around: Carried, site: Loop) -> bool:
    """Return whether a value is made of the field's old one and differs from it."""
    count = counted(value)
    is_same = count is not None and count[1] == 0
    owners = [] if is_same else owners_changed(value, name, site.api)
    return bool(owners) and all(_has_old(each, name, key, around, site) for each in owners)


def _has_old(owner: Expression, name: str, key: Key | None, around: Carried, site: Loop) -> bool:
    """Return whether a field of an object is as the carry has it, in the carry or in what is made of it."""
    if not isinstance(owner, NameExpr):
        return False
    if key is None and owner.node is around.parameter and _is_given(owner, around.function, site):
        return True
    marked = _marked(around.first, name, key, owner)
    tree = None if marked is None else TreeReader(site.api, {around.parameter: marked}).read(owner)
    return tree is not None and tree.what == "object" and tree.statics.get(name) is owner


def _marked(first: Tree, name: str, key: Key | None, owner: Expression) -> Tree | None:
    """Return the first carry with something by which the old value of a field is known again."""
    if key is None:
        return first._replace(statics={**first.statics, name: owner})
    part = first.part_at(key)
    if part is None or part.what != "object":
        return None
    return first._replace(parts={**first.parts, key: part._replace(statics={**part.statics, name: owner})})


def _is_given(owner: NameExpr, function: FuncItem, site: Loop) -> bool:
    """Return whether a parameter has its argument still where it is read."""
    return isinstance(function, LambdaExpr) or isinstance(FLOW.of(site.api.tree).value_at(owner), Parameter)
