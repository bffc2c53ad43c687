"""``jdc-unannotated``: a name of a class body that looks like a field, but has no annotation and so is none.

``scale = 1.0`` stays an attribute of the class: not an argument of the constructor, not a leaf, the same for every
object. A class constant is told by ``ClassVar``, by an upper-case name or by a leading underscore.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    ARG_POS,
    AssignmentStmt,
    CallExpr,
    DictExpr,
    Expression,
    FloatExpr,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    Statement,
    TypeInfo,
    UnaryExpr,
    Var,
)
from mypy.types import Instance

from jdc_spec.rules import UNANNOTATED
from jdc_spec.sentences import MAKERS

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.classes import model_of
from ...model.fields import annotated_assignments
from ...syntax.functions import class_named
from ...syntax.index import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import paired, row, targets, unpacked
from ...typefacts.default_values import is_array_made_here
from ...typefacts.shown_types import REPLACE, ShownTypes
from ..places import CLASS, asked
from ..sites import ClassSite
from .field_spelling import is_field_call


def _is_given(site: ClassSite, name: str) -> bool:
    """Return whether the module gives a name to objects of the class: it assigns the attribute, or a keyword.

    A number or a table of the class body that nobody gives to an object is a constant of the class.
    """
    shown, body = ShownTypes(site.api.tree), INDEX.of(site.api.tree).body
    bound = ((single, each) for each in body.statements for to in targets(each) for single in unpacked(to.expression))
    for target, statement in bound:
        if isinstance(target, MemberExpr) and target.name == name:
            is_own = _is_self(target.expr)
            if is_own and _is_taken_over(site, target, statement):
                return True
            if not is_own and _is_related(site, shown.class_of(target.expr)):
                return True
    calls = (call for call in body.expressions_of(CallExpr) if name in call.arg_names)
    return any(_is_related(site, shown.class_of(call)) for call in calls if _takes_fields(call))


def _is_taken_over(site: ClassSite, target: MemberExpr, statement: Statement) -> bool:
    """Return whether a method of the class sets an attribute to an argument as it is: ``self.decay = decay``."""
    method = FLOW.of(site.api.tree).function_over(target)
    value = statement.rvalue if isinstance(statement, AssignmentStmt) and target in statement.lvalues else None
    is_later = method is not None and method.info is site.model.info and method.name not in MAKERS
    if method is None or not is_later or site.model.facts.frozen or not isinstance(value, NameExpr):
        return False
    return any(value.node is each.variable for each in method.arguments[1:])


def _takes_fields(call: CallExpr) -> bool:
    """Return whether the keywords of a call may be fields: a class, ``cls(...)`` or ``obj.replace(...)``."""
    callee = call.callee.base if isinstance(call.callee, IndexExpr) else call.callee
    name = callee.name if isinstance(callee, NameExpr | MemberExpr) else ""
    return class_named(callee) is not None or name in ("cls", REPLACE)


def _is_related(site: ClassSite, given: TypeInfo | None) -> bool:
    return given is not None and site.model.info in given.mro


def _is_self(owner: Expression) -> bool:
    """Return whether an object is ``self``, which may derive the attribute itself."""
    return isinstance(owner, NameExpr) and isinstance(owner.node, Var) and owner.node.is_self


_TABLES: Final = frozenset(("array", "asarray", "arange", "linspace", "logspace", "geomspace", "eye", "identity"))
"""Functions that write an array out: what they make is seldom the first value of a parameter."""


@asked(UNANNOTATED, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report assignments of a class body that were meant to be fields."""
    if not site.model.facts.is_dataclass:
        return
    annotated = {name for name, _ in annotated_assignments(site.defn)}
    for statement in site.defn.defs.body:
        if not isinstance(statement, AssignmentStmt) or statement.unanalyzed_type is not None:
            continue
        target, value = statement.lvalues[0], statement.rvalue
        for each, given in paired(target, value) or [(target, value)]:
            is_open = isinstance(each, NameExpr) and each.name not in annotated
            message = _message(site, each.name, given) if isinstance(each, NameExpr) and is_open else None
            if message is not None:
                yield Diagnostic(UNANNOTATED, message, statement)


def _message(site: ClassSite, name: str, value: Expression) -> str | None:
    where = f'"{name}" of "{site.defn.name}"'
    if isinstance(value, CallExpr) and is_field_call(value, site.api.tree):
        return (
            f"{where} is given a field but has no annotation, which dataclasses refuse with a TypeError when the "
            f"class is defined; write {name}: <type> = ..."
        )
    if name in site.model.fields:
        return _override(site, name, value)
    kind = None if _is_constant(site, name) else _kind(site, name, value)
    if kind is None:
        return None
    return (
        f"{where} is {kind} without an annotation, and so not a field: no object has its own, the constructor does "
        f"not take it, and it is not part of the tree; write {name}: <type> = ..., or "
        f"{name}: ClassVar[<type>] = ... for a constant of the class"
    )


@asked(UNANNOTATED, at=CLASS)
def check_lambdas(site: ClassSite) -> Iterator[Diagnostic]:
    """Report ``act = lambda x: ...``, a method to which ``self.act(x)`` gives one argument too many."""
    for statement in site.defn.defs.body:
        if not isinstance(statement, AssignmentStmt) or not isinstance(statement.rvalue, LambdaExpr):
            continue
        target = statement.lvalues[0]
        if isinstance(target, NameExpr) and _is_called_without_self(site, target, statement.rvalue):
            name = target.name
            yield Diagnostic(
                UNANNOTATED,
                f'"{name}" of "{site.defn.name}" is a lambda, and so a method: self.{name}(...) gives it '
                "the object first, an argument too many, and raises a TypeError; annotate it to make it a field, "
                f"{name}: <type> = ..., or use staticmethod(...)",
                statement,
            )


def _is_called_without_self(site: ClassSite, target: NameExpr, function: LambdaExpr) -> bool:
    """Return whether a method of the class calls a lambda with all the arguments that it has parameters for."""
    if target.name in site.model.fields or not all(kind is ARG_POS for kind in function.arg_kinds):
        return False
    body = INDEX.of(site.api.tree).inside(site.defn)
    if any(_gives_objects(statement, target.name) for statement in body.statements):
        return False
    calls = body.expressions_of(CallExpr)
    return any(
        isinstance(call.callee, MemberExpr)
        and call.callee.name == target.name
        and _is_self(call.callee.expr)
        and call.arg_kinds == function.arg_kinds
        for call in calls
    )


def _gives_objects(statement: Statement, name: str) -> bool:
    """Return whether a statement gives an object an attribute of its own, as ``self.act = act`` does."""
    given = (item for target in targets(statement) for item in unpacked(target.expression))
    return any(isinstance(each, MemberExpr) and each.name == name and _is_self(each.expr) for each in given)


def _override(site: ClassSite, name: str, value: Expression) -> str | None:
    """Word a new default for an inherited field, which dataclasses do not see."""
    constructor = site.model.info.get("__init__")
    is_generated = constructor is not None and constructor.plugin_generated
    if not is_generated or not site.model.fields[name].init or _is_descriptor(site, value):
        return None
    return (
        f'"{name}" of "{site.defn.name}" has no annotation, so that it is not a new default for the inherited field: '
        f"the constructor goes on with what the base says; write {name}: <type> = ..."
    )


def _is_descriptor(site: ClassSite, value: Expression) -> bool:
    """Return whether a value may answer for the attribute itself, as a property does; no array does."""
    is_array = is_array_made_here(value, site.evaluator.source(value), site.api)
    return isinstance(value, CallExpr | RefExpr) and not is_array


def _is_constant(site: ClassSite, name: str) -> bool:
    """Return whether a name is that of a constant, or one that a base or a flattening by hand may give a meaning."""
    is_inherited = any(name in base.names for base in site.model.info.mro[1:])
    return (
        is_inherited
        or site.model.facts.is_flattened_by_hand
        or name.startswith("_")
        or not name.islower()
        or not site.model.fields
    )


def _kind(site: ClassSite, name: str, value: Expression) -> str | None:
    """Word what a value is, of those that objects hold as parameters; None for any other."""
    number = value.expr if isinstance(value, UnaryExpr) else value
    if isinstance(number, FloatExpr):
        return "a number" if _is_given(site, name) else None
    source = site.evaluator.source(value)
    held = [item for _, item in source.items] if isinstance(source, DictExpr) else row(source)
    if held and all(_kind(site, name, each) == "an array" for each in held):
        return "a container of arrays"
    if held and all((_kind(site, name, each) or "").startswith("a pytree") for each in held):
        return "a container of pytrees"
    if is_array_made_here(value, source, site.api):
        return "an array" if not _is_table(source) or _is_given(site, name) else None
    made = _made(value)
    declared = known_type(site.api.lookup_type_or_none(value))
    if made is None or not isinstance(declared, Instance) or declared.type is not made:
        return None
    return None if model_of(made) is None else f'a pytree, "{made.name}",'


def _made(value: Expression) -> TypeInfo | None:
    """Return the class in ``Scale(1.0)`` and in ``Scale.identity()``, which may make an object of it."""
    callee = value.callee if isinstance(value, CallExpr) else None
    if isinstance(callee, MemberExpr) and class_named(callee) is None:
        return class_named(callee.expr)
    return callee.node if isinstance(callee, RefExpr) and isinstance(callee.node, TypeInfo) else None


def _is_table(source: Expression) -> bool:
    """Return whether an array is written out, number by number or by a rule, or calculated from one that is."""
    if isinstance(source, CallExpr):
        callee = source.callee
        is_named = isinstance(callee, NameExpr | MemberExpr) and callee.name in _TABLES
        return is_named or (isinstance(callee, MemberExpr) and _is_table(callee.expr))
    if isinstance(source, OpExpr):
        return _is_table(source.left) or _is_table(source.right)
    if isinstance(source, UnaryExpr | MemberExpr):
        return _is_table(source.expr)
    return isinstance(source, IndexExpr) and _is_table(source.base)
