"""From a decorated class, or a subclass of a registering base, to the model in its metadata."""

from __future__ import annotations

from mypy.nodes import MDEF, MypyFile, SymbolNode, SymbolTableNode, Var
from mypy.plugin import ClassDefContext
from mypy.plugins.dataclasses import DataclassTransformer, dataclass_class_maker_callback, dataclass_tag_callback
from mypy.semanal import SemanticAnalyzer
from mypy.semanal_shared import find_dataclass_transform_spec
from mypy.typeops import map_type_from_supertype

from ..host.freshness import follow_bases, publish, publish_members
from ..host.report import Diagnostic, report
from ..libraries.decorators import STANDARD, library_of, makes_dataclass, transform_of
from ..libraries.definition import Definition
from ..libraries.facts import Facts
from ..libraries.library import Library
from ..repairs.replace import add_replace
from .array_annotations import Names
from .classes import PytreeField, names_written_in, store, store_plain
from .comparison import write_comparison
from .fields import annotated_assignments, read_fields
from .pure_methods import note_pure_methods
from .subclasses import note_base, note_subclass


def tag(ctx: ClassDefContext, resolved: str) -> None:
    """Mark a class that will be made a dataclass, so that its subclasses wait for it, as mypy does for its own."""
    definition = _definition(ctx)
    if library_of(definition, resolved) is not None and makes_dataclass(ctx.reason, resolved, definition.module):
        dataclass_tag_callback(ctx)


def leave(ctx: ClassDefContext, resolved: str) -> bool:
    """Make of a decorated class what mypy alone would make of it."""
    is_dataclass = resolved == STANDARD or find_dataclass_transform_spec(ctx.reason) is not None
    return not is_dataclass or dataclass_class_maker_callback(ctx)


def make_decorated(ctx: ClassDefContext, resolved: str) -> bool:
    """Apply mypy's dataclass semantics to a decorated class, then write its model. False asks for another pass."""
    definition = _definition(ctx)
    library = library_of(definition, resolved)
    if library is None and resolved != STANDARD:
        return True
    frozen = None if library is None or resolved == STANDARD else library.facts.frozen
    if not makes_dataclass(ctx.reason, resolved, definition.module):
        write_comparison(definition, frozen=frozen)
        publish(ctx)
        return True
    if not _transform(ctx, resolved, definition.module):
        return False
    write_comparison(definition, frozen=frozen)
    if library is None:
        fields, _ = _read(ctx, reads_optional=False)
        store_plain(ctx.cls.info, fields)
    else:
        facts = write_model(ctx, library, definition)
        open_frozen_fields(ctx)
        if facts.adds_replace:
            add_replace(ctx)
        if library.finish is not None:
            library.finish(ctx, facts)
        note_pure_methods(ctx.cls)
        publish_members(ctx)
    publish(ctx)
    return True


def _definition(ctx: ClassDefContext) -> Definition:
    assert isinstance(ctx.api, SemanticAnalyzer)
    return Definition(ctx.cls, ctx.reason, ctx.api.modules[ctx.api.cur_mod_id])


def _transform(ctx: ClassDefContext, resolved: str, module: MypyFile) -> bool:
    """Apply mypy's dataclass semantics. False asks for another pass."""
    spec = None if resolved == STANDARD else transform_of(ctx.reason, resolved, module)
    if spec is None:
        return dataclass_class_maker_callback(ctx)
    return DataclassTransformer(ctx.cls, ctx.reason, spec, ctx.api).transform()


def make_subclass(ctx: ClassDefContext, library: Library) -> None:
    """Write the model of a class that a base class registers.

    mypy runs its dataclass transform later and makes each field a read-only property, or adds one for an inherited
    field. Fields that stand in the class before that keep what is set here.
    """
    assert isinstance(ctx.api, SemanticAnalyzer)
    definition = Definition(ctx.cls, None, ctx.api.modules[ctx.api.cur_mod_id])
    write_comparison(definition)
    write_model(ctx, library, definition)
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


def write_model(ctx: ClassDefContext, library: Library, definition: Definition) -> Facts:
    """Read the class body, store what it says and the facts of the class; report what is malformed in it."""
    decision = library.read(definition)
    facts = library.facts.of_class(decision.differences)
    fields, problems = _read(ctx, reads_optional=facts.reads_optional)
    store(ctx.cls.info, library, fields, decision)
    assert isinstance(ctx.api, SemanticAnalyzer)
    note_base(ctx, definition.module)
    report(ctx.api, problems)
    return facts


def _read(ctx: ClassDefContext, *, reads_optional: bool) -> tuple[list[PytreeField], list[Diagnostic]]:
    api = ctx.api
    assert isinstance(api, SemanticAnalyzer)

    def find(name: str) -> SymbolNode | None:
        symbol = api.lookup_qualified(name, ctx.cls, suppress_errors=True)
        return None if symbol is None else symbol.node

    return read_fields(ctx.cls, api.modules[api.cur_mod_id], Names(find, api.cur_mod_id, reads_optional))


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
