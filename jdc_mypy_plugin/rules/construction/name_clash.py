"""``jdc-name-clash``: names of a class body that the library overwrites, refuses or cannot do without.

chex and flax write ``replace`` into the class whatever is there; a chex mapping needs its own ``keys``, for
``dict(obj)`` and ``**obj`` (https://github.com/google-deepmind/chex/issues/8). A field ``items`` or ``values``
breaks no more than calls of that method, and is reported there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    ArgKind,
    AssignmentStmt,
    CallExpr,
    Context,
    Decorator,
    EllipsisExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    PassStmt,
    RaiseStmt,
    ReturnStmt,
    Statement,
    StrExpr,
    SuperExpr,
)

from jdc_spec.rules import NAME_CLASH

from ...host.diagnostics import Diagnostic
from ...libraries.definition import Definition
from ...model.classes import model_of
from ...syntax import INDEX
from ...typefacts.arrays import has_axes
from ...typefacts.instances import sole_instance
from ..places import ATTRIBUTE_READ, CLASS, AttributeRead, asked
from ..sites import ClassSite
from .init import method_of_plain_base

_KNOWS_COPIES: Final = (3, 14)
_BREAKS_MAPPING: Final = "keys"
_HIDING: Final = ("items", "values", "get")
"""Methods of a mapping that nothing but the program calls."""


@asked(NAME_CLASH, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report methods that are overwritten, fields with names that are taken, and ``super()`` in a copied class."""
    if not site.is_made_by_library:
        return
    facts = site.model.facts
    overwritten = facts.overwrites | (facts.overwrites_in_mappings if facts.is_mapping else frozenset[str]())
    for statement in site.defn.defs.body:
        method = statement.func if isinstance(statement, Decorator) else statement
        if isinstance(method, FuncDef) and method.name in overwritten and not _is_made(site, statement):
            if not _forwards(method, method.name):
                yield _overwritten(site, method.name, method)
        elif isinstance(statement, AssignmentStmt):
            yield from _assigned(site, statement, overwritten)
        elif isinstance(method, FuncDef) and (facts.is_mapping or _is_copied_for_slots(site)):
            yield from _super(site, method)
    for name in sorted(overwritten - site.model.info.names.keys()):
        inherited = method_of_plain_base(site, name)
        if inherited is not None and not _forwards(inherited, name):
            yield _overwritten(site, name, site.defn, f' that it has from "{inherited.info.name}"')
    for name, field, *_ in site.own_fields:
        if name in facts.refused_fields:
            problem = f"{facts.library} raises a ValueError for it when the class is defined"
        elif facts.is_mapping and name == _BREAKS_MAPPING:
            problem = f'an object is a mapping, and without its method "{name}", dict(obj) raises a TypeError'
        else:
            continue
        message = (
            f'field "{name}" of "{site.defn.name}" has the name of a method of {facts.library}: {problem}; rename it'
        )
        yield Diagnostic(NAME_CLASH, message, field)


@asked(NAME_CLASH, at=ATTRIBUTE_READ)
def check_called(site: AttributeRead) -> Iterator[Diagnostic]:
    """Report ``obj.items()`` where ``items`` is a field that holds an array."""
    if site.name not in _HIDING:
        return
    call = INDEX.of(site.api.tree).parent(site.node)
    owner = sole_instance(site.target)
    model = None if owner is None else model_of(owner.type)
    declared = None if model is None or site.name not in model.fields else model.type_of(site.name)
    is_hidden = model is not None and model.facts.is_mapping and declared is not None and has_axes(declared)
    if model is not None and is_hidden and isinstance(call, CallExpr) and call.callee is site.node:
        message = (
            f'"{site.name}" is a field of "{model.info.name}" that holds an array, in the place of the method that '
            "a mapping has: the call raises a TypeError; rename the field"
        )
        yield Diagnostic(NAME_CLASH, message, site.node)


def _is_made(site: ClassSite, statement: Statement) -> bool:
    """Return whether mypy or a plugin has added a method to the class body."""
    return INDEX.of(site.api.tree).position(statement) is None


def _assigned(site: ClassSite, statement: AssignmentStmt, overwritten: frozenset[str]) -> Iterator[Diagnostic]:
    """Report ``replace = lambda self: ...`` and ``replace = function``."""
    value = statement.rvalue
    function = value.node if isinstance(value, NameExpr) and isinstance(value.node, FuncDef) else None
    if function is None and not isinstance(value, LambdaExpr):
        return
    for target in statement.lvalues:
        name = target.name if isinstance(target, NameExpr) else ""
        if name in overwritten and (function is None or not _forwards(function, name)):
            yield _overwritten(site, name, statement)


def _overwritten(site: ClassSite, name: str, node: Context, source: str = "") -> Diagnostic:
    library = site.model.facts.library
    message = (
        f'method "{name}" of "{site.defn.name}"{source} never runs: {library} silently replaces it with its own; '
        "give it another name"
    )
    return Diagnostic(NAME_CLASH, message, node)


def _forwards(method: FuncDef, name: str) -> bool:
    """Return whether a method does nothing but what the library's own does, so that a checker sees its types."""
    body = [each for each in method.body.body if not _is_stub(each)]
    if not body:
        return True
    value = _returned(body)
    if not isinstance(value, CallExpr) or not isinstance(value.callee, NameExpr | MemberExpr | SuperExpr):
        return False
    own = (each for each, kind in zip(value.args, value.arg_kinds, strict=True) if kind is ArgKind.ARG_NAMED)
    hands_on = all(isinstance(each, NameExpr) and each.name in method.arg_names for each in own)
    return (value.callee.name == name and hands_on) or "NotImplemented" in value.callee.name


def _returned(body: list[Statement]) -> Expression | None:
    """Return what a body returns: ``return value``, or ``new = value`` and ``return new``."""
    last = body[-1].expr if isinstance(body[-1], ReturnStmt) else None
    if len(body) == 1:
        return last
    first = body[0] if len(body) == 2 else None
    target = first.lvalues[0] if isinstance(first, AssignmentStmt) else None
    is_same = isinstance(target, NameExpr) and isinstance(last, NameExpr) and target.name == last.name
    return first.rvalue if is_same and isinstance(first, AssignmentStmt) else None


def _is_stub(statement: Statement) -> bool:
    """Return whether a statement is a docstring, ``...``, ``pass`` or ``raise``."""
    if isinstance(statement, PassStmt | RaiseStmt):
        return True
    return isinstance(statement, ExpressionStmt) and isinstance(statement.expr, EllipsisExpr | StrExpr)


def _is_copied_for_slots(site: ClassSite) -> bool:
    """Return whether dataclasses make a new class with slots; from Python 3.14 on super() knows that class."""
    if site.api.options.python_version >= _KNOWS_COPIES:
        return False
    decorators = (Definition(site.defn, each, site.api.tree) for each in site.defn.decorators)
    return any(each.flag("slots", default=False) is True for each in decorators)


def _super(site: ClassSite, method: FuncDef) -> Iterator[Diagnostic]:
    """Report ``super()`` without arguments, which names the class that the body defined."""
    facts = site.model.facts
    maker = f"{facts.library} makes a new class of a mapping" if facts.is_mapping else "slots=True makes a new class"
    for part in INDEX.of(site.api.tree).inside(method).expressions_of(SuperExpr):
        if not part.call.args:
            message = (
                f'super() in "{site.defn.name}.{method.name}" raises a TypeError: {maker}, and super() goes '
                f"on with the old one; write super({site.defn.name}, self).{part.name}"
            )
            yield Diagnostic(NAME_CLASH, message, part)
