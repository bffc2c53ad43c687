"""``jdc-cached`` at the class: what is kept on an object, or for it, and breaks it wherever it is used.

chex takes whatever an object has for leaves; slots leave no place to keep anything; and no object is hashable that
holds an array (https://github.com/patrick-kidger/equinox/issues/539).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import Decorator, FuncDef, MemberExpr
from mypy.typevars import fill_typevars_with_any

from jdc_spec.rules import CACHED

from ...host.diagnostics import Diagnostic
from ...libraries.definition import applied
from ...model.comparison import comparison_of
from ...syntax import INDEX
from ...syntax.names.imported_names import spelled
from ...typefacts.arrays import is_certainly_array
from ...typefacts.contents import compared_fields, writes_comparison
from ...typefacts.hashes import ARRAY, Unhashed, fields_without_hash
from ...typefacts.mutable import is_unhashable
from ..cached_properties import cached_properties
from ..places import CLASS, asked
from ..sites import ClassSite

_HASH: Final = "__hash__"
_CACHES: Final = frozenset(("functools.lru_cache", "functools.cache"))


@asked(CACHED, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report cached properties that become leaves or have no place, and cached methods of objects without a hash."""
    failure = _failure(site)
    for each in cached_properties(site) if failure else ():
        yield Diagnostic(CACHED, f'cached property "{each.name}" of "{site.defn.name}" {failure}', each.written)
    for statement in (each for each in site.defn.defs.body if isinstance(each, Decorator)):
        names = {spelled(applied(each), site.api.tree) for each in statement.original_decorators}
        is_cached = bool(_CACHES & names) and _takes_self(statement) and not _may_get_hash(site)
        why = _why_unhashed(site) if is_cached else None
        if why is not None:
            yield Diagnostic(CACHED, _method(site, statement.func, why), statement.func)


def _failure(site: ClassSite) -> str:
    """Return what happens to any object of the class whose cached property is read, nothing where it may go well."""
    if all(base.slots is not None for base in site.model.info.mro[:-1]):
        return "raises a TypeError, because slots leave it no place to keep its result; make it a property"
    if site.model.facts.keeps_attributes:
        return (
            f"becomes a leaf of the object once it is read, because {site.model.facts.library} takes every attribute "
            "for one: trees with and without it do not match; make it a property"
        )
    return ""


def _method(site: ClassSite, method: FuncDef, why: str) -> str:
    return (
        f'method "{method.name}" of "{site.defn.name}" is cached by the object it is called on, which has no hash, '
        f"because {why}: each call raises a TypeError; cache a function of hashable arguments"
    )


def _why_unhashed(site: ClassSite) -> str | None:
    """Return why the objects of a class have no hash; None where they may have one."""
    field = next(_unhashed(site), None)
    if field is not None:
        return f'field "{field.path}" is {field.kind}'
    is_unfrozen = is_unhashable(fill_typevars_with_any(site.model.info), site.api.modules)
    return "a dataclass that compares its fields and is not frozen has none" if is_unfrozen else None


def _may_get_hash(site: ClassSite) -> bool:
    """Return whether a class below has a hash of its own, or code of the module gives classes one."""
    index, info = INDEX.of(site.api.tree), site.model.info
    if any(info in each.mro[1:] and _HASH in each.names for each in index.classes()):
        return True
    return any(each.name == _HASH and index.is_written(each) for each in index.body.expressions_of(MemberExpr))


def _takes_self(statement: Decorator) -> bool:
    return bool(statement.func.arguments) and not statement.func.is_static and not statement.func.is_class


def _unhashed(site: ClassSite) -> Iterator[Unhashed]:
    """Yield the fields that make the object unhashable, where its hash is that of its fields."""
    info = site.model.info
    yield from fields_without_hash(info)
    comparison = comparison_of(info)
    if comparison is None or not comparison.eq or writes_comparison(info):
        return
    for name in compared_fields(info):
        declared = site.model.type_of(name)
        if declared is not None and is_certainly_array(declared):
            yield Unhashed(name, ARRAY)
