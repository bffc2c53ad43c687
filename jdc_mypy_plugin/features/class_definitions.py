"""Definitions of pytree dataclasses.

mypy knows nothing of the decorators and base classes that register a class. The plugin applies mypy's own dataclass
semantics to the class, writes its model to its metadata, and asks the rules about it while its module is checked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ClassDef, TypeInfo
from mypy.plugin import AttributeContext, ClassDefContext, FunctionContext, MethodContext
from mypy.plugins.dataclasses import dataclass_class_maker_callback, dataclass_tag_callback
from mypy.semanal_shared import find_dataclass_transform_spec
from mypy.types import Type

from jdc_spec.libraries import LIBRARIES

from ..host.daemon import is_daemon
from ..host.freshness import (
    follow_bases,
    follow_variables,
    forget_earlier_transforms,
    publish,
    publish_class,
    publish_members,
)
from ..host.modules import MODULES
from ..host.report import is_silent, module_of
from ..libraries.decorators import is_unreadable, library_of, makes_dataclass, name_of
from ..libraries.definition import STANDARD
from ..libraries.nnx import PYTREE
from ..libraries.own.names import note_missing, own_base
from ..libraries.own.standard import written_in_full
from ..libraries.registering.registered_elsewhere import variables_asked
from ..libraries.registering.registering_names import stored_name
from ..libraries.registry import base_classes
from ..model.classes import model_of
from ..model.converters import note_converters
from ..model.functions.pure_methods import note_pure_methods
from ..model.initial_values import note_initial_values
from ..model.initializers import note_initializer
from ..model.own_references import references
from ..model.reader import definition_of, note_subclass_of_dataclass, read_decorated, read_subclass
from ..model.redefined_attributes import hide_redefinitions, settle_attributes, without_redefinitions
from ..repairs.libraries.chex_methods import add_chex_methods
from ..repairs.libraries.field_order import accept_order
from ..repairs.libraries.field_specifiers import name_field_specifiers
from ..repairs.mentions import add_mention, add_mention_of_object, is_mention
from ..repairs.replace import add_replace, add_replace_to_subclass
from ..repairs.untyped_calls import accept_untyped
from ..rules.arrays import annotation
from ..rules.asking import ask, tell
from ..rules.places import CLASS, LAYER_CLASS, NNX_CLASS, OVERRIDING_METHOD, PLAIN_DATACLASS
from ..rules.sites import LayerClass, NnxClass, PlainDataclass, class_site, decorated_class, subclass_at
from ..traced.overriding_methods import overriding_methods
from .calls_on_variables import check_calls

_OF_LIBRARIES: Final = frozenset[str]().union(*(library.base_classes for library in LIBRARIES))
"""Full names of the base classes of libraries, which have the methods that they add; a project's own have not."""

_TAG: Final = "dataclass_tag"
"""The key under which mypy notes that a decorator of a class makes a dataclass."""


def tag(ctx: ClassDefContext, resolved: str) -> None:
    """Mark a class that will be made a dataclass, so that its subclasses wait for it, as mypy does for its own."""
    _note_own_names(ctx)
    ctx, resolved = written_in_full(ctx, resolved)
    resolved = name_of(ctx.reason, resolved)
    definition = definition_of(ctx)
    is_known = library_of(definition, resolved) is not None
    if makes_dataclass(ctx.reason, resolved, definition.module) if is_known else _is_made_by_mypy(ctx, resolved):
        dataclass_tag_callback(ctx)


def _note_own_names(ctx: ClassDefContext) -> None:
    """Let a daemon see what the names of a module do, before mypy goes through these names."""
    if is_daemon(ctx.api.options):
        note_missing(module_of(ctx.api))


def leave(ctx: ClassDefContext, resolved: str) -> bool:
    """Make of a decorated class what mypy alone would make of it."""
    settle_attributes(ctx.cls)
    with without_redefinitions(ctx.cls):
        return not _is_made_by_mypy(ctx, resolved) or dataclass_class_maker_callback(ctx)


def _is_made_by_mypy(ctx: ClassDefContext, resolved: str) -> bool:
    """Return whether mypy alone makes a dataclass of a decorated class."""
    return resolved == STANDARD or find_dataclass_transform_spec(ctx.reason) is not None


def follow_own_names(ctx: ClassDefContext) -> None:
    """Let a daemon read a class again when what its decorators, bases and field functions do changes."""
    follow_variables(ctx, map(stored_name, references(ctx.cls, module_of(ctx.api))))


def follow(ctx: ClassDefContext) -> None:
    """Let a daemon read a class again whose bases may become such that register it."""
    _note_own_names(ctx)
    follow_own_names(ctx)
    follow_bases(ctx)


def follow_and_leave(ctx: ClassDefContext, resolved: str) -> bool:
    """Leave a class to mypy whose decorator may become one that makes a pytree."""
    follow_own_names(ctx)
    return leave(ctx, resolved)


def make_decorated(ctx: ClassDefContext, resolved: str) -> bool:
    """Make a dataclass of a decorated class and write its model. False asks for another pass."""
    ctx, resolved = written_in_full(ctx, resolved)
    resolved = name_of(ctx.reason, resolved)
    follow_own_names(ctx)
    if resolved == STANDARD and is_daemon(ctx.api.options):
        follow_variables(ctx, variables_asked(module_of(ctx.api)))
    settle_attributes(ctx.cls)
    name_field_specifiers(ctx.cls, module_of(ctx.api))
    reading = read_decorated(ctx, resolved)
    if reading is None or (reading.library is None and resolved != STANDARD and not leave(ctx, resolved)):
        return False
    forget_earlier_transforms(ctx)
    tell(ctx.api, map(annotation.diagnostic, reading.malformed))
    if reading.library is not None and reading.facts is not None:
        if reading.facts.adds_replace:
            add_replace(ctx)
        if reading.library.finish is not None:
            reading.library.finish(ctx, reading.facts)
        add_chex_methods(ctx, reading.facts)
        if is_unreadable(ctx.reason):
            add_mention_of_object(ctx)
        note_pure_methods(ctx.cls, module_of(ctx.api))
        note_initial_values(ctx.cls, module_of(ctx.api))
        publish_members(ctx)
    publish(ctx)
    return True


def make_subclass(ctx: ClassDefContext, base: str) -> None:
    """Write the model of a class that a base class, given by its full name, registers."""
    if _is_left_to_decorator(ctx, base):
        note(ctx)
        return
    _note_own_names(ctx)
    own = own_base(base)
    if own is not None:
        own.transform(next(each for each in ctx.cls.info.mro if each.fullname == base))
    follow_own_names(ctx)
    settle_attributes(ctx.cls)
    name_field_specifiers(ctx.cls, module_of(ctx.api))
    reading = read_subclass(ctx, base)
    if reading.library is not None and reading.library.has_metaclass:
        note_pure_methods(ctx.cls, module_of(ctx.api))
        add_mention(ctx)
    if reading.facts is not None and reading.facts.adds_replace and base not in _OF_LIBRARIES:
        add_replace_to_subclass(ctx)
    if reading.facts is not None and reading.facts.converts:
        note_converters(ctx.cls)
    if reading.facts is not None and reading.facts.checks_fields:
        note_initializer(ctx.cls)
    note_initial_values(ctx.cls, module_of(ctx.api))
    hide_redefinitions(ctx.cls)  # mypy transforms the class once this returns
    tell(ctx.api, map(annotation.diagnostic, reading.malformed))
    follow_bases(ctx)
    publish(ctx)


def _is_left_to_decorator(ctx: ClassDefContext, base: str) -> bool:
    """Return whether a decorator makes a dataclass of the class, and will have it read, where the base makes none."""
    library = base_classes().get(base)
    return library is not None and library.base_makes_none and _TAG in ctx.cls.info.metadata


def check_mention(ctx: AttributeContext) -> Type:
    """Ask the rules about a class whose base has a metaclass, where its body mentions the base."""
    assert isinstance(ctx.api, TypeChecker)
    info = subclass_at(ctx.context, ctx.api.tree)
    if info is None or not is_mention(ctx.context, info.defn):
        return ctx.default_attr_type
    if info.has_base(PYTREE):
        ask(NNX_CLASS, NnxClass(info, info.defn, ctx.api))
    else:
        note_pure_methods(info.defn, ctx.api.tree)
        publish_class(info, ctx.api.named_generic_type("builtins.str", []), ctx.api.options)
        accept_order(info, ctx.api)
        _check(info, ctx.api)
        _check_methods(info, ctx.api)
    return ctx.default_attr_type


def mention_nnx(ctx: ClassDefContext, after: Callable[[ClassDefContext], None] | None) -> None:
    """Have mypy ask about a class below `flax.nnx.Pytree`, a dataclass or not, which has a metaclass."""
    add_mention_of_object(ctx)
    if after is not None:
        after(ctx)


def note(ctx: ClassDefContext) -> None:
    """Write what rules need to know of a subclass that nothing registers."""
    note_subclass_of_dataclass(ctx)
    follow_own_names(ctx)
    follow_bases(ctx)
    publish(ctx)


def check_decorated(ctx: FunctionContext) -> Type:
    """Ask the rules about the class that a decorator stands on."""
    assert isinstance(ctx.api, TypeChecker)
    info = decorated_class(ctx.context, ctx.api.tree)
    _check(info, ctx.api)
    if info is not None and model_of(info) is None and not is_silent(ctx.api):
        ask(PLAIN_DATACLASS, PlainDataclass(info, info.defn, ctx.api))
    return ctx.default_return_type


def check_subclass(ctx: MethodContext) -> Type:
    """Ask the rules about a class that a base class registers, at the ``__init_subclass__`` that mypy simulates."""
    assert isinstance(ctx.api, TypeChecker)
    accept_untyped(ctx)
    info = subclass_at(ctx.context, ctx.api.tree)
    if info is not None:
        note_pure_methods(
            info.defn, ctx.api.tree
        )  # mypy calls no hook for such a class once its methods are analysed
        publish_class(info, ctx.api.named_generic_type("builtins.str", []), ctx.api.options)
    _check(info, ctx.api)
    _check_methods(info, ctx.api)
    return ctx.default_return_type


def check_plain(ctx: MethodContext) -> Type:
    """Ask the rules about the methods of a class that no base class registers."""
    assert isinstance(ctx.api, TypeChecker)
    _check_methods(subclass_at(ctx.context, ctx.api.tree), ctx.api)
    return ctx.default_return_type


def _check_methods(info: TypeInfo | None, api: TypeChecker) -> None:
    if info is not None and not is_silent(api):
        for site in overriding_methods(info, api):
            ask(OVERRIDING_METHOD, site)


def check_layer(ctx: MethodContext) -> Type:
    """Ask the rules about a class below `flax.linen.Module`."""
    assert isinstance(ctx.api, TypeChecker)
    info = None if is_silent(ctx.api) else subclass_at(ctx.context, ctx.api.tree)
    ask(LAYER_CLASS, None if info is None else LayerClass(info, info.defn, ctx.api))
    return ctx.default_return_type


def _check(info: TypeInfo | None, api: TypeChecker) -> None:
    if info is None:
        return
    modules = {name.rpartition(".")[0] for name in references(info.defn, api.tree)}
    # mypy does not count them as used where a third module re-exports them
    api.module_refs.update(name for name in modules if MODULES.get(name) is not None)
    if not is_silent(api):
        ask(CLASS, class_site(info, api))
        check_calls(info, api)


def check_partial(ctx: MethodContext) -> None:
    """Ask the rules about a class under a partial: ``@functools.partial(chex.dataclass, frozen=True)``."""
    assert isinstance(ctx.api, TypeChecker)
    if isinstance(ctx.context, ClassDef):
        _check(ctx.context.info, ctx.api)
