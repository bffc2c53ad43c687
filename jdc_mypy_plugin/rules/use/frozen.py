"""``jdc-frozen``: a write to a field of a frozen pytree dataclass.

mypy does not know that jax_dataclasses freezes its classes, nor that a ``copy_and_mutate`` block opens a copy, and it
never reports ``del`` on a read-only attribute.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr
from mypy.types import Instance, Type

from jdc_spec.rules import FROZEN
from jdc_spec.sentences import COPY, MAKERS, REPLACE, field_deletion, foreign_write, frozen_write

from ...copies.writes import Write
from ...host.diagnostics import Diagnostic
from ...model.classes import PytreeClass
from ...model.frozen_classes import frozen_model
from ...syntax.names.named_writes import named_write
from ...syntax.names.write_kinds import WriteKind
from ...typefacts.instances import instances, literal_string, sole_instance
from ..places import ATTRIBUTE_WRITE, NAMED_WRITE, AttributeWrite, NamedWrite, asked
from . import frozen_attributes
from .construction import may_run_in_construction
from .copied_objects import may_be_copied


@asked(FROZEN, at=ATTRIBUTE_WRITE)
def check_attribute(site: AttributeWrite) -> Iterator[Diagnostic]:
    """Report a statement that assigns to or deletes an attribute."""
    name, write = site.name, site.write
    for instance, model in _frozen_models(site.target):
        if model.facts.opens_in_construction and _may_be_open(site.node.expr, instance, site.api):
            continue
        found = list(judged(model, name, write, site.node, _maker(site)))
        if name not in model.fields and instance.type.get(name) is not None:
            found.extend(frozen_attributes.check_attribute(model, name, write, site.writes, site.node))
        if found:
            yield from found
            return


@asked(FROZEN, at=NAMED_WRITE)
def check_call(site: NamedWrite) -> Iterator[Diagnostic]:
    """Report ``setattr`` and ``delattr`` with a literal name."""
    written = literal_string(site.name)
    if written is None:
        return
    for instance, model in _frozen_models(site.target):
        if model.facts.opens_in_construction and _may_be_open(_written_by(site.node), instance, site.api):
            continue
        found = list(judged(model, written, site.write, site.node))
        if written not in model.fields and sole_instance(site.target) is not None:
            found.extend(frozen_attributes.check_named(model, instance, written, site.write, site.node))
        if found:
            yield from found
            return


def _may_be_open(written: Expression | None, instance: Instance, api: TypeChecker) -> bool:
    """Return whether no constructor may have run to its end for an object, where that is what closes it."""
    is_copied = written is not None and may_be_copied(written, api.tree)
    return is_copied or may_run_in_construction(api, instance.type)


def _written_by(call: CallExpr) -> Expression | None:
    named = named_write(call)
    return None if named is None else named.target


def _frozen_models(target: Type) -> Iterator[tuple[Instance, PytreeClass]]:
    for instance in instances(target):
        model = frozen_model(instance.type)
        if model is not None:
            yield instance, model


def judged(
    model: PytreeClass, name: str, write: Write, node: MemberExpr | CallExpr, maker: str | None = None
) -> Iterator[Diagnostic]:
    """Yield what is wrong with a write to an object of a frozen class, where the name is that of a field."""
    if write.kind is WriteKind.DELETE and not model.facts.refuses_deletion:
        return
    if name in model.fields and _may_be_descriptor(model, name):
        return
    if name in model.fields and not (write.is_allowed and _is_opened(model, write)):
        yield Diagnostic(FROZEN, _sentence(model, name, write, maker), node)


def _may_be_descriptor(model: PytreeClass, name: str) -> bool:
    """Return whether a base class that freezes may hand what is assigned to a descriptor, the value in the class."""
    field = model.fields[name]
    is_plain = field.literal is not None or field.is_none_by_default or field.has_factory
    return model.facts.freezes_by_base and field.has_default and not is_plain


def _maker(site: AttributeWrite) -> str | None:
    """Return the method that makes the object, where the write is one to its ``self``."""
    function, written = site.api.scope.current_function(), site.node.expr
    if function is None or function.name not in MAKERS or not isinstance(written, NameExpr) or not function.arguments:
        return None
    return function.name if written.node is function.arguments[0].variable else None


def _is_opened(model: PytreeClass, write: Write) -> bool:
    """Return whether the copy that is written to may be one that makes the class writable."""
    return write.copier is None or write.copier in model.facts.copiers


def _sentence(model: PytreeClass, name: str, write: Write, maker: str | None) -> str:
    owner = model.info.name
    if write.kind is WriteKind.DELETE and write.in_copy:
        return field_deletion(owner, name)
    if write.in_copy and write.copier is not None and not _is_opened(model, write):
        return foreign_write(owner, name, model.facts.library, write.copier.rpartition(".")[2])
    library = model.facts
    action, maker = ("delete", None) if write.kind is WriteKind.DELETE else ("assign to", maker)
    own = () if library.change is None else (library.change,)
    ways = [*own, *([REPLACE] if library.adds_replace else ()), *([COPY] if library.copiers else ())]
    return frozen_write(action, owner, name, ways=ways, maker=maker)
