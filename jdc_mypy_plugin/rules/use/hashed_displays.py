"""``jdc-compare`` in ``{a: 1}``, ``{a, b}`` and comprehensions of these, of which mypy asks no plugin.

By the declared types of the variables, or what the module puts into them, in the module that defines the class.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    DictExpr,
    DictionaryComprehension,
    Expression,
    MypyFile,
    SetComprehension,
    SetExpr,
    TypeInfo,
)
from mypy.types import Instance, Type
from mypy.typevars import fill_typevars_with_any

from jdc_spec.rules import COMPARE

from ...host.diagnostics import Diagnostic
from ...objects.made_objects import class_made
from ...syntax import INDEX
from ...syntax.body import Body
from ...syntax.per_module import PerModule
from ...typefacts.instances import sole_instance
from ..places import CLASS, CONSTRUCTION, Hashing, asked
from ..sites import CallSite, ClassSite
from .compared_parameters import first_call
from .declared_rows import type_of_variable
from .hashed import check as check_hash


@asked(COMPARE, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report objects of a class that are keys or items of what is written out."""
    yield from _hashed_objects(site.model.info, site.api)


@asked(COMPARE, at=CONSTRUCTION)
def check_imported(site: CallSite) -> Iterator[Diagnostic]:
    """Report them of a class of another module, where the module makes objects of it."""
    if site.call is first_call(site.info, site.api.tree):
        yield from _hashed_objects(site.info, site.api)


def _hashed_objects(info: TypeInfo, api: TypeChecker) -> Iterator[Diagnostic]:
    for owner, key, code in _HASHED.of(api.tree).get(info, ()):
        yield from check_hash(Hashing(owner, key, code, key, api))


class _Hashed(NamedTuple):
    """An object that a dict or a set which is written out takes the hash of."""

    owner: Instance
    key: Expression
    code: str


def _hashed(tree: MypyFile) -> Mapping[TypeInfo, Sequence[_Hashed]]:
    """Return what the displays of a module take the hash of, by class."""
    found: defaultdict[TypeInfo, list[_Hashed]] = defaultdict(list)
    for key, kind, code in _keys(tree):
        owner = sole_instance(kind) if kind is not None else _made(key, tree)
        if owner is not None:
            found[owner.type].append(_Hashed(owner, key, code))
    return found


_HASHED: Final = PerModule(_hashed)


def _made(key: Expression, tree: MypyFile) -> Instance | None:
    """Return the type of what the module makes and a name without annotation stands for, or of a call of a class."""
    info = class_made(key, tree)
    return sole_instance(fill_typevars_with_any(info)) if info is not None else None


def _keys(tree: MypyFile) -> Iterator[tuple[Expression, Type | None, str]]:
    """Yield what is hashed, each with its declared type and what takes the hash."""
    for key, code in _written_keys(INDEX.of(tree).body):
        yield key, type_of_variable(key, tree), code


def _written_keys(body: Body) -> Iterator[tuple[Expression, str]]:
    for display in body.expressions_of(DictExpr):
        yield from ((key, "the dict") for key, _ in display.items if key is not None)
    for written in body.expressions_of(SetExpr):
        yield from ((item, "the set") for item in written.items)
    for mapping in body.expressions_of(DictionaryComprehension):
        if mapping.key is not None:
            yield mapping.key, "the dict"
    for made in body.expressions_of(SetComprehension):
        yield made.generator.left_expr, "the set"
