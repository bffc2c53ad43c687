"""``jdc-static-mutable`` where the code changes a static value in place, which no jitted function notices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    SliceExpr,
    Var,
)
from mypy.types import Instance, NoneType, Type, UnionType

from jdc_spec.rules import STATIC_MUTABLE

from ...copies.keys import key
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.classes import PytreeClass, model_of
from ...model.comparison import comparison_of
from ...model.functions.attributes_read import CHANGES
from ...syntax import INDEX
from ...syntax.body import Body
from ...syntax.functions import class_named, returned_by
from ...syntax.index import ModuleIndex
from ...syntax.names.flow import FLOW
from ...transformed.met_objects import meets_transformation
from ...typefacts.instances import besides_none, sole_instance
from ...typefacts.mutable import is_frozen
from ..places import ATTRIBUTE_READ, AttributeRead, asked
from .new_objects import Callers, is_new
from .static_seen import is_parameter, is_seen

_CONTAINERS: Final = frozenset(
    (
        "builtins.list",
        "builtins.dict",
        "builtins.set",
        "builtins.bytearray",
        "collections.deque",
        "collections.defaultdict",
        "collections.OrderedDict",
        "collections.Counter",
        "typing.MutableSequence",
        "typing.MutableMapping",
        "typing.MutableSet",
    )
)
_MEMORIES: Final = ("cache", "memo")
_RECORDS: Final = frozenset(("history", "log", "logs", "losses", "metrics", "records"))


@asked(STATIC_MUTABLE, at=ATTRIBUTE_READ)
def check(site: AttributeRead) -> Iterator[Diagnostic]:
    """Report ``obj.options["k"] = 1``, ``obj.names.append("a")`` and the like on a static field."""
    index = INDEX.of(site.api.tree)
    if not _may_change(site.node, index):
        return
    owner = sole_instance(site.target)
    model = None if owner is None else model_of(owner.type)
    if model is None or site.name not in model.fields or model.role_of(site.name) != "static":
        return
    declared = model.type_of(site.name)
    if declared is None or holds_results(site.name):
        return
    of_container = _is_container(declared)
    changes = _container_changes(site, model, declared) if of_container else _object_changes(site, model, declared)
    if not changes or not meets_transformation(model.info, site.api):
        return
    sentence = (
        f'this changes the static field "{site.name}" of "{model.info.name}" in place: jax.jit does not notice and '
        "keeps the result for the old value, for new objects with the new value too; make a new object with a new "
        "value"
    )
    yield from (Diagnostic(STATIC_MUTABLE, sentence, changed) for changed in changes)


def holds_results(name: str) -> bool:
    """Return whether a field holds results and decides nothing, as its name says: a cache, a log."""
    return any(word in name for word in _MEMORIES) or not _RECORDS.isdisjoint(name.split("_"))


def _may_change(read: Expression, index: ModuleIndex) -> bool:
    is_handed_on = _gets_name(read, index) or isinstance(index.parent(read), IndexExpr)
    return is_handed_on or change_of(read, index) is not None or _written_attribute(read, index) is not None


def _container_changes(site: AttributeRead, model: PytreeClass, declared: Type) -> list[Expression]:
    """Return the expressions that change the container which a field holds."""
    index = INDEX.of(site.api.tree)
    changed = change_of(site.node, index) or _change_within(site.node, declared, index)
    changes = [*_named_changes(site, index)] if changed is None else [changed]
    if changed is site.node and model.facts.frozen:
        return []
    if changes and _is_new(site, index):
        return [each for each in changes if is_seen(site.node.expr, model.info, (site.name,), each, site.api)]
    if changes and (_is_builder(site) or Callers(model.info, site.api).hand_new(site.node.expr)):
        return []
    return changes


def _is_builder(site: AttributeRead) -> bool:
    """Return whether a method that the module never calls returns its object, as ``new.add(x).add(y)`` wants it."""
    index, method = INDEX.of(site.api.tree), FLOW.of(site.api.tree).function_over(site.node)
    if method is None or not method.info or method.is_static or index.body.references_of(method.name):
        return False
    own, results = method.arguments[0].variable, returned_by(method.body.body)
    owners = [site.node.expr, *results]
    return bool(results) and all(isinstance(each, NameExpr) and each.node is own for each in owners)


def _object_changes(site: AttributeRead, model: PytreeClass, declared: Type) -> list[Expression]:
    """Return the attribute of an object in a field that is assigned once a jitted function has seen it."""
    index = INDEX.of(site.api.tree)
    attribute = _written_attribute(site.node, index)
    if attribute is None or not _is_field_of_mutable(attribute, declared):
        return []
    if not _is_new(site, index) and not _is_given_and_counted(site, attribute, index):
        return []
    path = (site.name, attribute.name)
    return [attribute] if is_seen(site.node.expr, model.info, path, attribute, site.api) else []


def _is_given_and_counted(site: AttributeRead, attribute: MemberExpr, index: ModuleIndex) -> bool:
    """Return whether the function is given the object, and makes another value from the old one.

    ``state.options.rate *= 0.1`` does, and ``state.options.rate = state.options.rate * 0.1``.
    """
    statement = index.parent(attribute)
    is_counted = isinstance(statement, OperatorAssignmentStmt)
    if isinstance(statement, AssignmentStmt) and isinstance(statement.rvalue, OpExpr):
        is_counted = any(key(part) == key(attribute) for part in (statement.rvalue.left, statement.rvalue.right))
    return is_counted and is_parameter(site.node.expr, site.api)


def _written_attribute(read: Expression, index: ModuleIndex) -> MemberExpr | None:
    """Return the attribute of what is read that the code assigns to, as in ``obj.options.rate = 0.1``."""
    parent = index.parent(read)
    return parent if isinstance(parent, MemberExpr) and index.is_written(parent) else None


def _is_field_of_mutable(attribute: MemberExpr, declared: Type) -> bool:
    """Return whether an attribute is a field of a plain dataclass that is not frozen."""
    instance = sole_instance(besides_none(declared))
    if instance is None or model_of(instance.type) is not None or is_frozen(instance.type):
        return False
    known = (comparison_of(base) for base in instance.type.mro)
    return any(each is not None and attribute.name in each.compared for each in known)


def _is_container(declared: Type) -> bool:
    value = known_type(declared)
    if isinstance(value, UnionType):
        others = [item for item in value.items if not isinstance(known_type(item), NoneType)]
        return bool(others) and all(_is_container(item) for item in others)
    return isinstance(value, Instance) and value.type.fullname in _CONTAINERS


def _change_within(read: Expression, declared: Type, index: ModuleIndex) -> Expression | None:
    """Return the expression that changes an item of what is read, a list in a dict say, or an item of that."""
    item, container = index.parent(read), known_type(declared)
    held = container.args[-1] if isinstance(container, Instance) and container.args else None
    if not isinstance(item, IndexExpr) or item.base is not read or isinstance(item.index, SliceExpr):
        return None  # a slice is a copy
    if held is None or not _is_container(held):
        return None
    return change_of(item, index) or _change_within(item, held, index)


def _gets_name(read: Expression, index: ModuleIndex) -> bool:
    statement = index.parent(read)
    return isinstance(statement, AssignmentStmt) and statement.rvalue is read


def _named_changes(site: AttributeRead, index: ModuleIndex) -> Iterator[Expression]:
    """Yield the expressions of the function that change what is read under the name that it gets."""
    flow = FLOW.of(site.api.tree)
    function = flow.function_over(site.node)
    for name in index.inside(function).expressions_of(NameExpr) if function is not None else ():
        changed = change_of(name, index)
        if changed is not None and flow.value_at(name) is site.node:
            yield changed


def change_of(read: Expression, index: ModuleIndex) -> Expression | None:
    """Return the expression that changes what is read: a call of a method, an item that is written, ``+=``."""
    parent = index.parent(read)
    if isinstance(parent, CallExpr) and isinstance(parent.callee, MemberExpr) and parent.args[:1] == [read]:
        owner = class_named(parent.callee.expr)  # list.append(read, ...)
        is_change = owner is not None and owner.fullname in _CONTAINERS and parent.callee.name in CHANGES
        return parent if is_change else None
    if isinstance(parent, MemberExpr) and parent.name in CHANGES:
        call = index.parent(parent)
        return call if isinstance(call, CallExpr) and call.callee is parent else None
    if isinstance(parent, IndexExpr) and parent.base is read:
        return parent if index.is_written(parent) else None
    return read if isinstance(parent, OperatorAssignmentStmt) and parent.lvalue is read else None


def _is_new(site: AttributeRead, index: ModuleIndex) -> bool:
    """Return whether no transformation can have seen the object, or not with the structure that it has now."""
    receiver = site.node.expr
    if is_new(receiver, site.api):
        return True
    function = FLOW.of(site.api.tree).function_over(site.node)
    is_variable = isinstance(receiver, NameExpr) and isinstance(receiver.node, Var)
    return is_variable and function is not None and _grows_data(site, function, index)


def _grows_data(site: AttributeRead, function: FuncDef, index: ModuleIndex) -> bool:
    """Return whether the function changes a data field of the object too, so that its tree has another structure."""
    owner = sole_instance(site.target)
    model = None if owner is None else model_of(owner.type)
    receiver = site.node.expr.node if isinstance(site.node.expr, NameExpr) else None
    return model is not None and any(
        isinstance(each, MemberExpr)
        and isinstance(each.expr, NameExpr)
        and each.expr.node is receiver
        and each.name in model.fields
        and model.role_of(each.name) == "data"
        for each in _changed_in(index.inside(function), index)
    )


def _changed_in(body: Body, index: ModuleIndex) -> Iterator[Expression]:
    """Yield the containers that statements change in place, by a method or by an item."""
    for call in body.expressions_of(CallExpr):
        if isinstance(call.callee, MemberExpr) and call.callee.name in CHANGES:
            yield call.callee.expr
    yield from (item.base for item in body.expressions_of(IndexExpr) if index.is_written(item))
