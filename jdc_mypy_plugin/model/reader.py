"""From a decorated class, or a subclass of a registering base, to the model in its metadata."""

from __future__ import annotations

from mypy.nodes import MDEF, SymbolNode, SymbolTableNode, Var
from mypy.plugin import ClassDefContext
from mypy.plugins.dataclasses import DataclassTransformer, dataclass_class_maker_callback, dataclass_tag_callback
from mypy.semanal import SemanticAnalyzer
from mypy.typeops import map_type_from_supertype

from jdc_spec.libraries import JDC, Library

from ..host.freshness import follow_bases, publish, publish_members
from ..host.report import Diagnostic, report
from ..libraries.decorators import STANDARD, compares, freezes, library_of_decorator, makes_dataclass, transform_of
from ..repairs.replace import add_replace
from .annotation_names import Names
from .classes import PytreeField, names_written_in, store, store_plain
from .comparison import write_comparison
from .field_lists import is_thawed, read_roles
from .fields import annotated_assignments, read_fields
from .pure_methods import note_pure_methods
from .subclasses import note_base, note_subclass


def tag(ctx: ClassDefContext, resolved: str) -> None:
    """Mark a class that will be made a dataclass, so that its subclasses wait for it, as mypy does for its own."""
    if makes_dataclass(ctx, resolved):
        dataclass_tag_callback(ctx)


def leave(ctx: ClassDefContext, resolved: str) -> bool:
    """Make of a decorated class what mypy alone would make of it."""
    return not makes_dataclass(ctx, resolved) or dataclass_class_maker_callback(ctx)


def make_decorated(ctx: ClassDefContext, resolved: str) -> bool:
    """Apply mypy's dataclass semantics to a decorated class, then write its model. False asks for another pass."""
    api = ctx.api
    assert isinstance(api, SemanticAnalyzer)
    module = api.modules[api.cur_mod_id]
    if not makes_dataclass(ctx, resolved):
        if compares(resolved):
            write_comparison(ctx, module, frozen=freezes(resolved))
            publish(ctx)
        return True
    if not _transform(ctx, resolved):
        return False
    write_comparison(ctx, module, frozen=freezes(resolved))
    library = library_of_decorator(ctx.reason, resolved, module)
    if library is not None:
        write_model(ctx, library)
        open_frozen_fields(ctx)
        if library.adds_replace:
            add_replace(ctx)
        note_pure_methods(ctx.cls)
        publish_members(ctx)
    else:
        fields, _ = _read(ctx, reads_optional=False)
        store_plain(ctx.cls.info, fields)
    publish(ctx)
    return True


def _transform(ctx: ClassDefContext, resolved: str) -> bool:
    """Apply mypy's dataclass semantics. False asks for another pass."""
    spec = None if resolved == STANDARD else transform_of(ctx, resolved)
    if spec is None:
        return dataclass_class_maker_callback(ctx)
    return DataclassTransformer(ctx.cls, ctx.reason, spec, ctx.api).transform()


def make_subclass(ctx: ClassDefContext, library: Library) -> None:
    """Write the model of a class that a base class registers.

    mypy runs its dataclass transform later and makes each field a read-only property, or adds one for an inherited
    field. Fields that stand in the class before that keep what is set here.
    """
    assert isinstance(ctx.api, SemanticAnalyzer)
    write_comparison(ctx, ctx.api.modules[ctx.api.cur_mod_id])
    write_model(ctx, library)
    _adopt_inherited(ctx)
    open_frozen_fields(ctx, always=True)
    follow_bases(ctx)
    publish(ctx)


def note(ctx: ClassDefContext) -> None:
    """Write what rules need to know of a subclass that nothing registers."""
    assert isinstance(ctx.api, SemanticAnalyzer)
    note_subclass(ctx, ctx.api.modules[ctx.api.cur_mod_id])
    follow_bases(ctx)
    publish(ctx)


def write_model(ctx: ClassDefContext, library: Library) -> None:
    """Read the class body and store what it says; report what is malformed in it."""
    fields, problems = _read(ctx, reads_optional=library is JDC)
    frozen = library.frozen and not (library.may_thaw and is_thawed(ctx))
    store(ctx.cls.info, library, fields, read_roles(ctx), frozen=frozen)
    assert isinstance(ctx.api, SemanticAnalyzer)
    note_base(ctx, ctx.api.modules[ctx.api.cur_mod_id])
    report(ctx.api, problems)


def _read(ctx: ClassDefContext, *, reads_optional: bool) -> tuple[list[PytreeField], list[Diagnostic]]:
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
