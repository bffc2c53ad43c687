"""Methods that the call of a class runs in a traced function: its ``__init__``, and what equinox runs after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import CallExpr, Expression, FuncDef, TypeInfo
from mypy.typevars import fill_typevars

from ..model.classes import PytreeClass, model_of
from ..model.constructors import arguments_of, keeps_arguments
from ..syntax.arguments import has_stars
from ..syntax.functions import class_named
from .called_functions import Given, arguments_given, is_plain
from .functions import TracedFunction
from .values import TracedValues

_AFTER: Final = ("__check_init__", "__post_init__")


def constructors_run(call: CallExpr, values: TracedValues, site: TracedFunction) -> Iterator[tuple[FuncDef, Given]]:
    """Yield the methods that the call of a class runs, with the parameters that it gives tracers."""
    definition, given = initialized_by(call, values, site)
    if definition is not None:
        yield definition, given
        return
    info = class_named(call.callee)
    model = None if info is None else model_of(info)
    if info is None or model is None or model.info is not info or model.facts.unflattens_through_init:
        return
    path = _all_given(call, model, values)
    for name in _AFTER if path is not None and keeps_arguments(info) else ():
        method = _method_of(info, name, site)
        if method is not None and path is not None:
            yield method, [(method.arguments[0].variable, fill_typevars(info), path)]


def initialized_by(call: CallExpr, values: TracedValues, site: TracedFunction) -> tuple[FuncDef | None, Given]:
    """Return the ``__init__`` of the module that the call of a class runs, and which parameters it gives tracers."""
    info = class_named(call.callee)
    symbol = None if info is None else info.get("__init__")
    definition = None if symbol is None or symbol.plugin_generated else symbol.node
    if not isinstance(definition, FuncDef) or has_stars(call) or not is_plain(definition, site):
        return None, []
    return definition, arguments_given(call, definition, definition.arguments[1:], values, site.api)


def _all_given(call: CallExpr, model: PytreeClass, values: TracedValues) -> str | None:
    """Return how to write the first tracer that a call gives, if it gives each data field one."""
    given: Mapping[str, Expression] = {} if has_stars(call) else arguments_of(call, model.info)
    data = [name for name in model.fields if model.role_of(name) == "data"]
    paths = [values.path(given[name]) or values.array(given[name]) if name in given else None for name in data]
    return paths[0] if paths and None not in paths else None


def _method_of(info: TypeInfo, name: str, site: TracedFunction) -> FuncDef | None:
    symbol = info.names.get(name)
    method = None if symbol is None else symbol.node
    is_run = isinstance(method, FuncDef) and len(method.arguments) == 1 and is_plain(method, site)
    return method if isinstance(method, FuncDef) and is_run else None
