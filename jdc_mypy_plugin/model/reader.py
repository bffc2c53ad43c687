"""From a decorated class, or a subclass of a registering base, to the model in its metadata."""

from __future__ import annotations

from typing import NamedTuple

from mypy.nodes import (
    ARG_NAMED_OPT,
    MDEF,
    CallExpr,
    DataclassTransformSpec,
    Expression,
    MypyFile,
    NameExpr,
    SymbolNode,
    SymbolTableNode,
    Var,
)
from mypy.plugin import ClassDefContext
from mypy.plugins.dataclasses import DataclassTransformer, dataclass_class_maker_callback
from mypy.semanal import SemanticAnalyzer
from mypy.typeops import map_type_from_supertype
from mypy.types import AnyType, CallableType, Instance, TypeOfAny

from ..host.report import module_of
from ..libraries.decorators import library_of, makes_dataclass, name_at_run_time, transform_of
from ..libraries.definition import STANDARD, Definition, as_call
from ..libraries.facts import Facts
from ..libraries.library import Library
from ..libraries.own.names import OwnBase, OwnDecorator, own_base, own_decorator
from ..libraries.registry import base_classes
from .annotations.annotation_names import Names
from .annotations.array_annotations import Malformed
from .classes import PytreeField, names_written_in, store, store_plain
from .comparison import write_comparison
from .fields import annotated_assignments, read_fields
from .frozen_bases import with_bases_alike
from .modules.classes_as_values import hands_out
from .redefined_attributes import without_redefinitions
from .subclasses import note_base, note_subclass


class Reading(NamedTuple):
    """The results of reading a class, besides its model, which is in its metadata."""

    library: Library | None = None
    """None for a class that no library registers, a plain dataclass say."""
    facts: Facts | None = None
    """None where the library is."""
    malformed: tuple[Malformed, ...] = ()


def definition_of(ctx: ClassDefContext) -> Definition:
    """Return a class under a decorator as the readers of libraries take it."""
    return Definition(ctx.cls, ctx.reason, module_of(ctx.api))


def _in_full(definition: Definition, own: OwnDecorator | None) -> Definition:
    """Return a class under a decorator of the project's own as if it gave the keywords of its body."""
    return definition if own is None else definition._replace(decorator=own.as_call)


def read_decorated(ctx: ClassDefContext, resolved: str) -> Reading | None:
    """Apply mypy's dataclass semantics to a decorated class, then write its model. None asks for another pass."""
    definition = definition_of(ctx)
    library = library_of(definition, resolved)
    if library is None and resolved != STANDARD:
        return Reading()
    is_told = library is None or resolved == STANDARD or library.facts.freezes_by_base
    frozen = None if is_told or library is None else library.facts.frozen
    if not makes_dataclass(ctx.reason, resolved, definition.module):
        write_comparison(definition, frozen=frozen)
        return Reading()
    own = own_decorator(ctx.reason, _named(ctx.reason, resolved, definition.module))
    definition = _in_full(definition, own)
    spec = None if resolved == STANDARD else transform_of(ctx.reason, resolved, definition.module)
    with without_redefinitions(ctx.cls), with_bases_alike(library, definition, spec):
        is_done = _transform(ctx, definition, spec)
    if not is_done:
        return None
    write_comparison(definition, frozen=frozen, eq=spec is None or spec.eq_default)
    if library is None:
        fields, _ = _read(ctx, reads_optional=False)
        is_decorated = len(ctx.cls.decorators) > 1 or name_at_run_time(ctx.reason, definition.module) != STANDARD
        may_be_registered = is_decorated or hands_out(ctx.cls.name, definition.module)
        store_plain(ctx.cls.info, fields, may_be_registered=may_be_registered)
        return Reading()
    reading = _write_model(ctx, library, definition, own)
    open_frozen_fields(ctx)
    return reading


def _named(decorator: Expression, resolved: str, module: MypyFile) -> str:
    """Return the full name of a decorator, which may be the standard one to type checkers alone."""
    return name_at_run_time(decorator, module) if resolved == STANDARD else resolved


def _transform(ctx: ClassDefContext, definition: Definition, spec: DataclassTransformSpec | None) -> bool:
    """Apply mypy's dataclass semantics. False asks for another pass."""
    if spec is None or definition.decorator is None:
        return dataclass_class_maker_callback(ctx._replace(reason=as_call(ctx.reason)))
    call = as_call(definition.decorator)
    if definition.decorator is not ctx.reason and isinstance(call, CallExpr):
        _give_keywords(call, ctx.api.named_type("builtins.function"))
    return DataclassTransformer(ctx.cls, call, _told(spec, definition), ctx.api).transform()


def _give_keywords(call: CallExpr, function: Instance) -> None:
    """Let mypy find the keywords of a call that nobody writes: it looks among the parameters of a function."""
    anything = AnyType(TypeOfAny.special_form)
    count = len(call.args)
    taken = CallableType([anything] * count, [ARG_NAMED_OPT] * count, call.arg_names, anything, function)
    call.callee = NameExpr("")
    call.callee.node = Var("", taken)


def _told(spec: DataclassTransformSpec, definition: Definition) -> DataclassTransformSpec:
    """Return a specification with the keywords of the decorator: mypy reads none of a function without types."""

    def flag(name: str, default: bool) -> bool:
        given = definition.flag(name, default=default)
        return default if given is None else given

    return DataclassTransformSpec(
        eq_default=flag("eq", spec.eq_default),
        order_default=flag("order", spec.order_default),
        kw_only_default=flag("kw_only", spec.kw_only_default),
        frozen_default=flag("frozen", spec.frozen_default),
        field_specifiers=spec.field_specifiers,
    )


def read_subclass(ctx: ClassDefContext, base: str) -> Reading:
    """Write the model of a class that a base class, given by its full name, registers.

    mypy runs its dataclass transform later and makes each field a read-only property, or adds one for an inherited
    field. Fields that stand in the class before that keep what is set here.
    """
    definition = Definition(ctx.cls, None, module_of(ctx.api))
    own = own_base(base)
    library = base_classes()[base] if own is None else own.library
    if library.prepare is not None:
        library.prepare(ctx)
    if library.has_metaclass:  # whose dataclasses are neither frozen to mypy nor compared field by field
        return _write_model(ctx, library, definition)
    write_comparison(definition)
    reading = _write_model(ctx, library, definition, own)
    _adopt_inherited(ctx)
    open_frozen_fields(ctx, always=True)
    return reading


def note_subclass_of_dataclass(ctx: ClassDefContext) -> None:
    """Write what rules need to know of a subclass that nothing registers."""
    note_subclass(ctx, module_of(ctx.api))


def _write_model(
    ctx: ClassDefContext, library: Library, definition: Definition, own: OwnDecorator | OwnBase | None = None
) -> Reading:
    """Read the class body, and store what it says and the facts of the class."""
    if isinstance(own, OwnBase):
        decision = own.decide(ctx.cls)
    else:
        decision = library.read(definition) if own is None else own.decide(definition)
    facts = library.facts.of_class(decision.differences)
    fields, malformed = _read(ctx, reads_optional=facts.reads_optional)
    store(ctx.cls.info, library, fields, decision)
    note_base(ctx, definition.module)
    return Reading(library, facts, tuple(malformed))


def _read(ctx: ClassDefContext, *, reads_optional: bool) -> tuple[list[PytreeField], list[Malformed]]:
    api = ctx.api
    assert isinstance(api, SemanticAnalyzer)

    def find(name: str) -> SymbolNode | None:
        symbol = api.lookup_qualified(name, ctx.cls, suppress_errors=True)
        return None if symbol is None else symbol.node

    return read_fields(ctx.cls, api.modules[api.cur_mod_id], Names(find, api, reads_optional))


def open_frozen_fields(ctx: ClassDefContext, *, always: bool = False) -> None:
    """Let mypy accept writes to frozen fields, so that the rule on frozen writes can judge them.

    mypy's own error comes before any plugin is asked and cannot be taken back. A settable property keeps what
    else being frozen means: the class does not satisfy a protocol with a settable attribute.
    """
    for symbol in ctx.cls.info.names.values():
        if isinstance(symbol.node, Var) and (symbol.node.is_property or always):
            symbol.node.is_settable_property = True


def _adopt_inherited(ctx: ClassDefContext) -> None:
    info = ctx.cls.info
    own = {name for name, _ in annotated_assignments(ctx.cls)}
    for base in info.mro[1:]:
        for name in names_written_in(base):
            inherited = base.names.get(name)
            if name in own or name in info.names or inherited is None or not isinstance(inherited.node, Var):
                continue
            if inherited.node.type is None:  # modules that import each other: the base is not read yet
                if not ctx.api.final_iteration:
                    ctx.api.defer()
                continue
            var = Var(name, map_type_from_supertype(inherited.node.type, info, base))
            var.info = info
            var._fullname = f"{info.fullname}.{name}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
            info.names[name] = SymbolTableNode(MDEF, var, plugin_generated=True)
