"""When mypy meets an array class, or an alias of one: read the annotation that it stands in before mypy drops it."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import FuncDef, MemberExpr, MypyFile, NameExpr, SymbolNode
from mypy.plugin import AnalyzeTypeContext
from mypy.semanal import SemanticAnalyzer
from mypy.typeanal import TypeAnalyser
from mypy.types import Type, UnboundType

from jdc_spec.arrays import ArrayAnnotation, MalformedAnnotationError

from ...host.foundations import is_foundation
from .annotated_variables import Annotated, annotated_at, store_variable
from .annotation_names import Names
from .array_aliases import alias_at, forget_alias, store_alias, store_items
from .array_annotations import Malformed, annotates_array, array_annotation
from .signature_reader import function_at, is_bound_once, malformed_in, parts_of, read_signature
from .signatures import forget_signature, item_name, store_signature


def analyser_of(ctx: AnalyzeTypeContext) -> SemanticAnalyzer:
    """Return what analyses the module that a type is in."""
    assert isinstance(ctx.api, TypeAnalyser)
    assert isinstance(ctx.api.api, SemanticAnalyzer)
    return ctx.api.api


def note_array_type(ctx: AnalyzeTypeContext) -> Sequence[Malformed]:
    """Keep what the alias, the signature or the variable says that holds the type at hand, if it is in one.

    Return what cannot be read of it.
    """
    api = analyser_of(ctx)
    module = api.modules[api.cur_mod_id]
    if is_foundation(module):
        return ()

    def find(name: str) -> SymbolNode | None:
        symbol = api.lookup_qualified(name, ctx.context, suppress_errors=True)
        return None if symbol is None else symbol.node

    names = Names(find, api, reads_optional=False)
    line = ctx.context.line
    defined, function, annotated = alias_at(line, module), function_at(line, module), annotated_at(line, module)
    if function is not None:
        _note_signature(module, function, names)
        return list(malformed_in(function, names))
    if annotated is not None:
        return _note_variable(module, annotated, names)
    return () if defined is None else _note_alias(module, *defined, names)


def _note_alias(module: MypyFile, alias: str, value: Type, names: Names) -> Sequence[Malformed]:
    forget_alias(module, alias)
    text_type = names.api.named_type("builtins.str")
    annotation, malformed = _read(value, f'alias "{alias}"', names)
    if annotation is not None:
        store_alias(module, alias, annotation, text_type)
    read = {
        item_name(alias, at): _read(part, f'item {at} of alias "{alias}"', names)
        for at, part in enumerate(parts_of(value, names))
    }
    store_items(module, alias, {name: said for name, (said, _) in read.items() if said is not None}, text_type)
    return [*malformed, *(each for _, problems in read.values() for each in problems)]


def _read(written: Type, where: str, names: Names) -> tuple[ArrayAnnotation | None, Sequence[Malformed]]:
    """Return what an annotation says, and why it says nothing where it contradicts itself."""
    try:
        return array_annotation(written, names), ()
    except MalformedAnnotationError as error:
        return None, [Malformed(where, str(error), written)] if annotates_array(written, names) else ()


def _note_signature(module: MypyFile, function: FuncDef, names: Names) -> None:
    signature = read_signature(function, names)
    if signature is None or not is_bound_once(function, module):
        forget_signature(module, function)
    else:
        store_signature(module, function, signature, names.api.named_type("builtins.str"))


def _note_variable(module: MypyFile, annotated: Annotated, names: Names) -> Sequence[Malformed]:
    target = annotated.statement.lvalues[0]
    name = target.name if isinstance(target, NameExpr | MemberExpr) else ""
    where = f'variable "{name}"' if annotated.owner is None else f'field "{name}" of "{annotated.owner.name}"'
    said, malformed = _read(annotated.written, where, names)
    store_variable(module, annotated, said, names.api.named_type("builtins.str"))
    is_said = annotated.owner is None or _raises(annotated.written, names)
    return malformed if is_said else ()  # who reads a pytree dataclass says so of the others


def _raises(written: Type, names: Names) -> bool:
    """Return whether an annotation that cannot be read raises in whatever class, as those of jaxtyping do."""
    return isinstance(written, UnboundType) and not names.is_annotated(written.name)
