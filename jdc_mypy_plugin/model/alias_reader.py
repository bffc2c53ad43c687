"""When mypy meets an array class in the definition of an alias: read the annotation before mypy drops it."""

from __future__ import annotations

from mypy.nodes import SymbolNode
from mypy.plugin import AnalyzeTypeContext
from mypy.semanal import SemanticAnalyzer
from mypy.typeanal import TypeAnalyser

from jdc_spec.arrays import MalformedAnnotationError

from ..syntax.foundations import is_foundation
from .annotation_names import Names
from .array_aliases import alias_at, forget_alias, store_alias
from .array_annotations import array_annotation


def note_alias(ctx: AnalyzeTypeContext) -> None:
    """Keep what the alias says whose definition holds the type at hand, if it is in one."""
    assert isinstance(ctx.api, TypeAnalyser)
    api = ctx.api.api
    assert isinstance(api, SemanticAnalyzer)
    module = api.modules[api.cur_mod_id]
    defined = None if is_foundation(module) else alias_at(ctx.context.line, module)
    if defined is None:
        return
    alias, value = defined

    def find(name: str) -> SymbolNode | None:
        symbol = api.lookup_qualified(name, ctx.context, suppress_errors=True)
        return None if symbol is None else symbol.node

    try:
        annotation = array_annotation(value, Names(find, api, reads_optional=False))
    except MalformedAnnotationError:  # fields say so where they write it out
        annotation = None
    if annotation is None:
        forget_alias(module, alias)
    else:
        store_alias(module, alias, annotation, api.named_type("builtins.str"))
