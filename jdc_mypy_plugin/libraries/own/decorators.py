"""A project's own decorators, where their body shows which library makes a class a pytree.

``def pytree(cls): return register_dataclass(dataclass(cls))``, with the field lists that the metadata of the fields
gives, ``functools.partial(chex.dataclass, frozen=True)``, other names of theirs, and lambdas. A body that does
anything else makes it unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mypy.nodes import CallExpr, ClassDef, MemberExpr, MypyFile, NameExpr

from ...syntax.names.definitions import Defined, written_name
from .bodies import SUBCLASSES, DecoratorBody
from .options import TRANSFORMS, Option, UnknownError, dump, function_of, parameters_of
from .partials import read_partial


def read_decorator(name: str, defined: Defined, tree: MypyFile) -> Mapping[str, Any] | None:
    """Return what a definition of a module does as a class decorator, fit for JSON; None where it is unknown."""
    try:
        if isinstance(defined, CallExpr | NameExpr | MemberExpr):
            return read_partial(defined, tree)
        return _function_read(name, defined, tree)
    except UnknownError:
        return None


def is_registering(name: str, defined: Defined, tree: MypyFile) -> bool:
    """Return whether a function of a module registers a class that is a dataclass already, and gives it back."""
    if isinstance(defined, CallExpr | NameExpr | MemberExpr):
        return False
    try:
        return DecoratorBody(tree, (name,)).registers(defined)
    except UnknownError:
        return False


def _function_read(name: str, defined: Defined, tree: MypyFile) -> Mapping[str, Any]:
    """Read a function, which may be a decorator, or make one of options, or be both."""
    given = parameters_of(function_of(defined, tree))
    made = [] if given.cls is None else [DecoratorBody(tree, (name,)).applied(defined)]
    if given.cls is None or given.may_be_none:
        made.append(DecoratorBody(tree, (name,)).called(defined))
    if any(each != made[0] for each in made):
        raise UnknownError
    return {
        "library": made[0].library,
        "keywords": dump(made[0].keywords),
        "takes": made[0].takes,
        "options": dict(given.options),
        "lists": {name: list(names) for name, names in given.lists.items()},
        "statics": made[0].statics,
        "has_known_roles": made[0].has_known_roles,
        "is_all_data": made[0].is_all_data,
        "adds_replace": made[0].adds_replace,
        "is_as_written": made[0].is_as_written,
        "keeps_defaults": made[0].keeps_defaults,
        "is_bare": given.cls is not None,
        "is_called": given.cls is None or given.may_be_none,
    }


def read_base(defined: ClassDef, tree: MypyFile) -> Mapping[str, Any] | None:
    """Return what a class does with its subclasses, fit for JSON; None where it is unknown.

    Type checkers make dataclasses of them where `typing.dataclass_transform` tells them to; else the plugin does.
    """
    methods = [each for each in defined.defs.body if getattr(each, "name", None) == SUBCLASSES]
    applied = [each.callee if isinstance(each, CallExpr) else each for each in defined.decorators]
    if len(methods) != 1 or any(written_name(each, tree) not in TRANSFORMS for each in applied):
        return None
    body = DecoratorBody(tree, (defined.name,))
    try:
        made = body.subclass(methods[0])
    except UnknownError:
        return None
    if any(isinstance(value, Option) and value.text != key for key, value in made.keywords.items()):
        return None
    return {
        "library": made.library,
        "keywords": {
            key: value.where(body.options) if isinstance(value, Option) else value
            for key, value in made.keywords.items()
        },
        "has_known_roles": made.has_known_roles,
        "is_all_data": made.is_all_data,
        "is_as_written": made.is_as_written,
        "keeps_defaults": made.keeps_defaults,
        "is_declared": bool(applied),
    }
