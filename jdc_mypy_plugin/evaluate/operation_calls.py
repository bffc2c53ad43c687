"""Calls in the source: of functions of libraries and of Python, of layers, of methods, and of the module itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy.nodes import CallExpr, MemberExpr

from jdc_operations.evaluation import PYTHON_OPERATORS, evaluate_method
from jdc_operations.nn.initializers import is_initializer
from jdc_operations.registry import OPERATIONS
from jdc_operations.values import UNKNOWN, ArrayValue, AtView, DTypeValue, Failure, Scalar, Value

from ..syntax.arguments import has_stars
from .calls.call_arguments import arguments_of, arguments_of_method, python_result
from .calls.generators import generator_method
from .calls.loop_results import LOOPS
from .calls.python_calls import builtin_name
from .constants import renamed, unfold
from .declared.batched import remembered
from .dict_trees import of_loop_along
from .layers.initializer_calls import of_initializer
from .layers.layer_calls import call_of_layer, layer_of
from .layers.layer_parameters import parameter_of_layer
from .lists_of_any_length import evaluated
from .objects.named_tuples import named_tuple
from .substitution import put_into
from .written_values import KINDS, written

if TYPE_CHECKING:
    from .operations import OperationReader


def value_of_call(call: CallExpr, reader: OperationReader) -> Value | Failure:
    """Return what a call gives, or why it raises."""
    name = reader.scope.imported(call.callee) or renamed(call.callee, reader.scope)
    if (name or builtin_name(call.callee)) in LOOPS:
        return of_loop_along(name or builtin_name(call.callee), call, reader)
    if name in OPERATIONS or name in PYTHON_OPERATORS:
        return _of_function(name, call, reader)
    plain = python_result(name or builtin_name(call.callee), call, reader.value)
    if plain is not None or name:
        return plain or UNKNOWN
    layer = layer_of(call.callee, reader)
    if layer is None and isinstance(call.callee, MemberExpr):
        drawn = generator_method(call.callee, reader.scope)
        return _of_function(drawn, call, reader) if drawn else _of_method(call.callee, call, reader)
    if isinstance(called := written(call.callee), DTypeValue):
        return Scalar(KINDS[called.name])
    source = unfold(call.callee, reader.scope)
    made = None if layer is None else call_of_layer(layer, call, reader.value)
    if isinstance(source, CallExpr) and is_initializer(reader.scope.imported(source.callee)):
        made = of_initializer(source, arguments_of(call, reader.value))
    return UNKNOWN if has_stars(call) else made or _made_here(call, reader)


def _made_here(call: CallExpr, reader: OperationReader) -> Value | Failure:
    """Return what a function of the module makes, or the items of a named tuple."""
    made = reader.own.of_call(call)
    return named_tuple(call, reader.unnamed) if made is UNKNOWN else made


def _of_function(name: str, call: CallExpr, reader: OperationReader) -> Value | Failure:
    arguments = arguments_of(call, reader.value)
    if arguments is None:
        return UNKNOWN
    return evaluated(name, call, arguments, reader.value)


def _of_method(callee: MemberExpr, call: CallExpr, reader: OperationReader) -> Value | Failure:
    receiver = reader.value(callee.expr)
    if receiver is UNKNOWN and not has_stars(call):
        return parameter_of_layer(callee, call, reader.scope, reader.value) or reader.own.of_method(call, callee)
    arguments = arguments_of_method(call, reader.value) if isinstance(receiver, ArrayValue | AtView) else None
    if arguments is None:
        return UNKNOWN
    positional, keywords = arguments
    return remembered(
        ("method", callee.name, *keywords),
        lambda put: evaluate_method(put(receiver), callee.name, *put_into(put, positional, keywords)),
        (receiver, *positional, *keywords.values()),
    )
