"""``jdc-equinox-init`` where an object is made of a class with an attribute ``curve: eqx.AbstractVar[...]``.

equinox goes through the classes as Python does, and asks of each attribute that one of them calls abstract whether
a class in front of that declares it or gives it a value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, TypeInfo, Var

from jdc_spec.rules import EQUINOX_INIT

from ...host.diagnostics import Diagnostic
from ...host.modules import MODULES
from ...model.classes import model_of
from ..places import CONSTRUCTION, asked
from ..sites import CallSite
from .equinox_fields import may_be_subclass

_ABSTRACT: Final = "AbstractVar"


@asked(EQUINOX_INIT, at=CONSTRUCTION)
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report a call of a class that leaves an attribute abstract."""
    model, info = site.model, site.info
    if model is None or not model.facts.checks_fields or info.fallback_to_any or not isinstance(site.call, CallExpr):
        return
    if may_be_subclass(site.call.callee):
        return
    for name in sorted({name for base in info.mro[:-1] for name in base.names}):
        owner = _abstract_in(info, name)
        if owner is not None:
            message = (
                f'"{name}" of "{info.name}" is abstract, as "{owner.name}" says, so that this call raises a '
                f"TypeError; declare it in the class body, `{name}: ...`"
            )
            yield Diagnostic(EQUINOX_INIT, message, site.call)
            return


def _abstract_in(info: TypeInfo, name: str) -> TypeInfo | None:
    """Return the class that calls an attribute abstract, if that is the first one to say anything of it."""
    owner = next(base for base in info.mro if name in base.names)
    variable = owner.names[name].node
    is_property = isinstance(variable, Var) and variable.is_property and not owner.names[name].plugin_generated
    model = model_of(owner) if is_property and not _is_field(info, name) else None
    return owner if model is not None and model.facts.checks_fields and _is_of_equinox(owner) else None


def _is_field(info: TypeInfo, name: str) -> bool:
    """Return whether a class, or a base, has a field of a name: mypy makes properties of fields that are frozen."""
    known = (base.metadata["dataclass"]["attributes"] for base in info.mro if "dataclass" in base.metadata)
    return any(each["name"] == name for attributes in known for each in attributes)


def _is_of_equinox(owner: TypeInfo) -> bool:
    """Return whether the name in the annotation is not one of the program's own."""
    home = MODULES.get(owner.module_name)
    symbol = None if home is None else home.names.get(_ABSTRACT)
    is_own = symbol is not None and isinstance(symbol.node, TypeInfo) and symbol.node.module_name == owner.module_name
    return home is not None and not is_own
