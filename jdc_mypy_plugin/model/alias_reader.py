"""When mypy meets an array class, or an alias of one: read the annotation that it stands in before mypy drops it."""

from __future__ import annotations

from mypy.nodes import FuncDef, MypyFile, SymbolNode
from mypy.plugin import AnalyzeTypeContext
from mypy.semanal import SemanticAnalyzer
from mypy.typeanal import TypeAnalyser
from mypy.types import Type

from jdc_spec.arrays import MalformedAnnotationError

from ..host.foundations import is_foundation
from .annotated_variables import Annotated, annotated_at, store_variable
from .annotation_names import Names
from .array_aliases import alias_at, forget_alias, store_alias
from .array_annotations import array_annotation
from .signature_reader import function_at, is_bound_once, read_signature
from .signatures import forget_signature, store_signature


def note_array_type(ctx: AnalyzeTypeContext) -> None:
    """Keep what the alias, the signature or the variable says that holds the type at hand, if it is in one."""
    assert isinstance(ctx.api, TypeAnalyser)
    api = ctx.api.api
    assert isinstance(api, SemanticAnalyzer)
    module = api.modules[api.cur_mod_id]
    if is_foundation(module):
        return

    def find(name: str) -> SymbolNode | None:
        symbol = api.lookup_qualified(name, ctx.context, suppress_errors=True)
        return None if symbol is None else symbol.node

    names = Names(find, api, reads_optional=False)
    line = ctx.context.line
    defined, function, annotated = alias_at(line, module), function_at(line, module), annotated_at(line, module)
    if function is not None:
        _note_signature(module, function, names)
    elif annotated is not None:
        _note_variable(module, annotated, names)
    elif defined is not None:
        _note_alias(module, *defined, names)


def _note_alias(module: MypyFile, alias: str, value: Type, names: Names) -> None:
    try:
        annotation = array_annotation(value, names)
    except MalformedAnnotationError:  # fields say so where they write it out
        annotation = None
    if annotation is None:
        forget_alias(module, alias)
    else:
        store_alias(module, alias, annotation, names.api.named_type("builtins.str"))


def _note_signature(module: MypyFile, function: FuncDef, names: Names) -> None:
    signature = read_signature(function, names)
    if signature is None or not is_bound_once(function, module):
        forget_signature(module, function)
    else:
        store_signature(module, function, signature, names.api.named_type("builtins.str"))


def _note_variable(module: MypyFile, annotated: Annotated, names: Names) -> None:
    try:
        said = array_annotation(annotated.written, names)
    except MalformedAnnotationError:
        said = None
    store_variable(module, annotated, said, names.api.named_type("builtins.str"))
