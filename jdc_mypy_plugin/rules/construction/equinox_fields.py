"""``jdc-equinox-init`` where an object is made: a field that the constructor gives no value."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, Expression, IndexExpr, RefExpr, TypeAlias, TypeInfo, Var

from jdc_spec.rules import EQUINOX_INIT

from ...host.diagnostics import Diagnostic
from ...model.classes import names_written_in
from ...model.initializers import flags_of, initialized
from ..places import CONSTRUCTION, asked
from ..related_places import annotated_at
from ..sites import CallSite

_SPECIAL = ("__getattr__", "__getattribute__", "__new__")


@asked(EQUINOX_INIT, at=CONSTRUCTION)
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report a call of a class some of whose fields ``__init__`` passes over.

    A class is not reported by itself: its subclasses may give the field a value.
    """
    model, info = site.model, site.info
    if model is None or not model.facts.checks_fields or info.fallback_to_any or not isinstance(site.call, CallExpr):
        return
    made = initialized(info)
    if may_be_subclass(site.call.callee):
        return
    if made is None or any(name in base.names for base in info.mro[:-1] for name in _SPECIAL if not _is_of(base)):
        return
    writer, sets = made
    flags = flags_of(info)
    for name, field in model.fields.items():
        flag = flags.get(name)
        is_passed_over = flag is not None and flag.is_off(site.call)
        is_filled = field.has_default and not field.has_factory
        if is_filled or field.opaque or not _is_plain(info, name) or (name in sets and not is_passed_over):
            continue
        by = f'"{writer.name}.__init__"' if writer is info else f'"{writer.name}.__init__", which it inherits,'
        how = f'assigns it only where "{flag.parameter}" {flag.condition}' if flag else "never assigns it"
        mend = "as no default_factory is called then" if field.has_factory else "or give it a default"
        message = (
            f'field "{name}" of "{info.name}" gets no value: {by} {how}, so that this call raises '
            f"a TypeError; assign it there, {mend}"
        )
        yield Diagnostic(EQUINOX_INIT, message, site.call, related=annotated_at(field, site.api))
        return


def may_be_subclass(callee: Expression) -> bool:
    """Return whether a callee is not the name of a class: ``self.__class__``, ``cls``, ``self.path_class``."""
    if isinstance(callee, IndexExpr):
        return may_be_subclass(callee.base)
    return not isinstance(callee, RefExpr) or not isinstance(callee.node, TypeInfo | TypeAlias)


def _is_of(base: TypeInfo) -> bool:
    """Return whether a class is equinox's own base, whose special methods do not make attributes."""
    return base.fullname.startswith("equinox.")


def _is_plain(info: TypeInfo, name: str) -> bool:
    """Return whether no class gives a name a value, or makes a property of it."""
    bases = [base for base in info.mro[:-1] if name in base.names]
    return all(isinstance(base.names[name].node, Var) and name in names_written_in(base) for base in bases)
