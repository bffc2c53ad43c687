"""``jdc-data-leaf`` on parameters: ``@jax.jit`` above ``def loss(params, reduction: str)``.

JAX looks at each argument that is not static when the function is called, and takes no text, path or class. What a
default gives is no argument of the call, so of a parameter with a default only what the calls give it counts. A
parameter that asks for a function may be given one that is a pytree, so there too the calls tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.messages import format_type_bare
from mypy.nodes import CallExpr, Decorator, Expression, FloatExpr, IntExpr, NameExpr, RefExpr, Var
from mypy.types import CallableType, Instance, ProperType, Type, UnionType

from jdc_spec.rules import DATA_LEAF

from ...evaluate import Evaluator, Origin
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.functions.swallowed_errors import may_be_caught
from ...model.subclasses import is_layer
from ...syntax.arguments import bound, has_stars
from ...traced.eager_functions import is_apart, is_run_apart
from ...traced.functions import TracedFunction
from ...transformed.chosen_transformations import may_be_left_out
from ...transformed.made_functions import calls_of_made
from ...typefacts.arrays import held_array
from ...typefacts.leaves import is_never_leaf
from ..places import TRACED_FUNCTION, asked
from .given_function import is_plain_function
from .initial_functions import is_function_of_jax

_JITS: Final = frozenset(("jax.jit", "jdc.jit", "jax_dataclasses.jit"))
_OTHERS: Final = frozenset(("jax.checkpoint", "jax.grad", "jax.pmap", "jax.value_and_grad", "jax.vmap"))


@asked(DATA_LEAF, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report parameters whose arguments a transformation is certain to refuse."""
    refused = {each: kind for each, declared in site.traced.items() if (kind := _refused(declared, site)) is not None}
    if not refused or not _is_certain(site):
        return
    for argument in site.definition.arguments:
        kind = refused.get(argument.variable)
        if kind is None:
            continue
        at = argument.variable if isinstance(site.at, Decorator) else site.at
        if argument.initializer is None and _is_given_arrays(argument.variable, site):
            continue
        given = () if argument.initializer is None else _given(argument.variable, site)
        for place in [at] if argument.initializer is None else [value for _, value in given]:
            yield Diagnostic(DATA_LEAF, _told(argument.variable.name, kind, site), place)


@asked(DATA_LEAF, at=TRACED_FUNCTION)
def check_functions(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report calls that give a function to a parameter that asks for one and is not static."""
    wanted = [each for each, declared in site.traced.items() if _asks_for_function(declared)]
    for parameter in wanted if wanted and _is_certain(site) and _is_called_as_written(site) else ():
        for call, value in _given(parameter, site):
            is_of_jax = isinstance(value, RefExpr) and is_function_of_jax(value.node)
            if not is_apart(call, site.api.tree) and (is_of_jax or is_plain_function(value, site.api)):
                does = f'{site.by} is given a function for "{parameter.name}", which is not a JAX leaf'
                sentence = f"{does}: it raises a TypeError; {_mend(parameter.name, site)}"
                yield Diagnostic(DATA_LEAF, sentence, call)


def _is_certain(site: TracedFunction) -> bool:
    """Return whether a transformation that takes leaves alone is certain to run, and nothing expects it to fail."""
    if site.by not in _JITS | _OTHERS or may_be_caught(site.at, site.api.tree) or is_run_apart(site):
        return False
    return not may_be_left_out(site.at, site.definition, site.api.tree)


def _is_called_as_written(site: TracedFunction) -> bool:
    """Return whether calls give the parameters of the function their arguments, and no decorator or partial does."""
    if isinstance(site.at, Decorator):
        return not site.definition.info and len(site.at.original_decorators) == 1
    given = site.at.args[0] if isinstance(site.at, CallExpr) and site.at.args else None
    return not site.definition.info and isinstance(given, NameExpr) and given.node is site.definition


def _asks_for_function(declared: Type) -> bool:
    value = known_type(declared)
    items = map(known_type, value.items) if isinstance(value, UnionType) else [value]
    return any(isinstance(each, CallableType) for each in items)


def _refused(declared: Type, site: TracedFunction) -> ProperType | None:
    """Return the type of what JAX refuses, if a parameter is given nothing else.

    Of layers of flax ``jdc-unregistered`` tells.
    """
    value = known_type(declared)
    items = [known_type(each) for each in value.items] if isinstance(value, UnionType) else [value]
    is_layered = any(isinstance(each, Instance) and is_layer(each.type) for each in items)
    return value if not is_layered and all(is_never_leaf(each, site.api.tree.fullname) for each in items) else None


def _given(parameter: Var, site: TracedFunction) -> Iterator[tuple[CallExpr, Expression]]:
    """Yield what the calls of the module give a parameter, with the calls."""
    names = [name or "" for name in site.definition.arg_names]
    for call in calls_of_made(site.at, site.api.tree) if isinstance(site.at, CallExpr | Decorator) else ():
        given = () if has_stars(call) or may_be_caught(call, site.api.tree) else bound(call, names)
        yield from ((call, value) for value, name in given if name == parameter.name)


def _is_given_arrays(parameter: Var, site: TracedFunction) -> bool:
    """Return whether calls give a parameter something else than its annotation says, which JAX takes."""
    return any(_is_array(value, site) for _, value in _given(parameter, site))


def _is_array(value: Expression, site: TracedFunction) -> bool:
    declared = value.node.type if isinstance(value, NameExpr) and isinstance(value.node, Var) else None
    if declared is not None:
        return held_array(declared) is not None
    return isinstance(value, IntExpr | FloatExpr) or Evaluator(site.api).evaluate(value).origin is Origin.ARRAY


def _told(name: str, kind: ProperType, site: TracedFunction) -> str:
    shown = format_type_bare(kind, site.api.options)
    return (
        f'{site.by} looks at "{name}" of "{site.definition.name}", which is a {shown} and no JAX leaf: it raises a '
        f"TypeError; {_mend(name, site)}"
    )


def _mend(name: str, site: TracedFunction) -> str:
    return f'write static_argnames="{name}"' if site.by in _JITS else "give it to the function by functools.partial"
