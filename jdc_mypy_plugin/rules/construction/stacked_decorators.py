"""``jdc-registration`` on decorators that each make a dataclass of one class.

`dataclasses` refuses to freeze a class that is frozen already. Of a class that was not frozen it keeps the
``__init__``, which then cannot assign any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mypy.nodes import Decorator, Expression, FuncDef

from jdc_spec.rules import REGISTRATION

from ...host.diagnostics import Diagnostic
from ...libraries.decorators import name_at_run_time
from ...libraries.definition import STANDARD, Definition, applied
from ...libraries.facts import Facts
from ...libraries.registering.registering_functions import is_registering
from ...libraries.registry import LIBRARIES, base_classes
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.names.imported_names import as_imported
from ..places import CLASS, asked
from ..sites import ClassSite

_SETTERS = ("__setattr__", "__delattr__")


class _Made(NamedTuple):
    """The dataclass that one decorator or a base class makes."""

    by: str
    """The decorator or base class that makes it, for messages."""
    facts: Facts | None
    """None where the standard library makes it."""
    frozen: bool | None
    has_init: bool
    libraries: frozenset[str]
    """The libraries that have made a dataclass of the class so far."""

    def passes(self, below: _Made) -> bool:
        """Return whether the decorator leaves a class as it is."""
        return self.facts is not None and self.facts.passes_over_own and self.facts.library in below.libraries

    def above(self, below: _Made) -> _Made:
        """Return the dataclass that the decorator makes of another one. It is frozen if one of the two is."""
        return self._replace(frozen=self.frozen or below.frozen, libraries=self.libraries | below.libraries)


@asked(REGISTRATION, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report the first decorator that cannot make a dataclass of what the one below it has made."""
    if may_be_caught(site.defn, site.api.tree):
        return
    below = _by_base(site)
    for decorator in reversed(site.defn.decorators):
        if is_registering(applied(decorator)):
            continue
        made = _by_decorator(decorator, site)
        if made is None:  # what it makes of the class is unknown
            return
        if below is not None and made.passes(below):
            continue
        problem = _refused(made, site) if below is None else _conflict(made, below, site)
        if problem is not None:
            message = f'{made.by} cannot make a dataclass of "{site.defn.name}": {problem}'
            yield Diagnostic(REGISTRATION, message, decorator)
            return
        below = made if below is None else made.above(below)


def _by_base(site: ClassSite) -> _Made | None:
    """Return the dataclass that a base class makes of each subclass; None if it makes none."""
    if site.defn.keywords or not site.is_made_by_library:
        return None
    base = next((each for each in site.model.info.mro[1:] if each.fullname in base_classes()), None)
    library = None if base is None else base_classes()[base.fullname]
    facts = None if library is None or library.base_makes_none else library.facts
    makes = facts is not None and facts.frozen and (facts.checks_fields or not facts.opens_in_construction)
    if base is None or facts is None or not makes or facts.freezes_by_base:
        return None
    return _Made(f"the base class {base.name}", facts, not facts.checks_fields, True, frozenset((facts.library,)))


def _by_decorator(decorator: Expression, site: ClassSite) -> _Made | None:
    tree = site.api.tree
    names = (name_at_run_time(decorator, tree), as_imported(applied(decorator), tree))
    definition = Definition(site.defn, decorator, tree)
    has_init = definition.flag("init", default=True) is True
    if STANDARD in names:
        return _Made("@dataclasses.dataclass", None, definition.flag("frozen", default=False), has_init, frozenset())
    known = (each for each in LIBRARIES if not each.needs_base and not each.names.decorators.isdisjoint(names))
    library = next(known, None)
    if library is None:
        return None
    facts = library.facts.of_class(library.read(definition).differences)
    flag = definition.flag("frozen", default=facts.frozen)
    return _Made(
        facts.decorator, facts, None if flag is None else facts.frozen, has_init, frozenset((facts.library,))
    )


def _refused(made: _Made, site: ClassSite) -> str | None:
    """Word why a frozen dataclass cannot be made of the class as it is written."""
    setter = next((name for name in _SETTERS if _is_written(name, site)), None)
    if setter is None or not made.frozen:
        return None
    return f"it is frozen, and the class writes {setter} itself, which raises a TypeError; drop one of the two"


def _conflict(made: _Made, below: _Made, site: ClassSite) -> str | None:
    """Word why a dataclass cannot be made of another one."""
    is_by_equinox = below.facts is not None and below.facts.checks_fields
    refuses = made.facts is not None and made.facts.refuses_dataclasses
    if refuses or (made.frozen and (below.frozen or is_by_equinox)) or (_is_mapping(made) and _is_mapping(below)):
        return f"{below.by} has made one of it already, which raises a TypeError; keep one of the two"
    if made.frozen and below.frozen is False and below.has_init and _assigns(site):
        return (
            f"it is frozen and keeps the __init__ of {below.by}, whose assignments raise a FrozenInstanceError "
            "in each call of the class; keep one of the two"
        )
    return None


def _is_mapping(made: _Made) -> bool:
    return made.facts is not None and made.facts.is_mapping


def _assigns(site: ClassSite) -> bool:
    """Return whether the ``__init__`` that a dataclass gets assigns to a field."""
    return not _is_written("__init__", site) and any(field.init for field in site.model.fields.values())


def _is_written(name: str, site: ClassSite) -> bool:
    symbol = site.model.info.names.get(name)
    node = symbol.node if symbol is not None and not symbol.plugin_generated else None
    return isinstance(node, FuncDef | Decorator)
