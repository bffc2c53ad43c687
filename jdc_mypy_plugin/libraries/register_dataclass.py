"""``jax.tree_util.register_dataclass``, which registers a class that `dataclasses.dataclass` makes.

It stands above ``@dataclass`` as ``@register_dataclass``, or with field lists through ``functools.partial``, or is
called after the class. The class is frozen where ``@dataclass(frozen=True)`` says so.
Unflattening calls the class, and so ``__init__`` and ``__post_init__`` (https://github.com/jax-ml/jax/issues/25486).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import CallExpr, Expression, MypyFile

from jdc_spec.libraries import REGISTER_DATACLASS as NAMES
from jdc_spec.markers import STATIC_KEY

from ..host.project import project
from ..syntax.per_module import PerModule
from ..syntax.values.whole_calls import WHOLE_CALLS
from .definition import LISTS, Definition, applied_by_partial, is_none, keywords_of, roles_of
from .facts import Facts
from .field_functions import MARKS
from .library import Decision, Library
from .registering.registered_elsewhere import decision_elsewhere
from .registering.registered_in_loops import classes_given
from .registering.registering_names import function_name

_Keywords = Sequence[tuple[str | None, Expression]]
_PARAMETERS: Final = ("nodetype", *LISTS)


def is_register_dataclass(expression: Expression) -> bool:
    """Return whether an expression is the function, or a project's own that does the same."""
    name = function_name(expression)
    return name in NAMES.decorators or project().decorators.get(name) == NAMES.name


def _registrations(definition: Definition) -> Iterator[_Keywords]:
    """Yield the keywords of each registration of a class."""
    for decorator in definition.above():
        if is_register_dataclass(decorator):
            yield ()
        elif isinstance(decorator, CallExpr) and is_register_dataclass(applied_by_partial(decorator) or decorator):
            yield keywords_of(decorator)
    for call in _CALLS.of(definition.module):
        if definition.cls.info in classes_given(call, call.args[0], definition.module):
            yield lists_given(call)


def registrations(definition: Definition) -> list[_Keywords]:
    """Return the arguments of each registration of a class, the class itself left out."""
    return list(_registrations(definition))


def _calls(tree: MypyFile) -> list[CallExpr]:
    """Return the calls of the function that are statements of their own: with a class and, it may be, with lists."""
    return [call for call in WHOLE_CALLS.of(tree) if call.args and is_register_dataclass(call.callee)]


_CALLS: Final = PerModule(_calls)


def lists_given(call: CallExpr) -> _Keywords:
    """Return the arguments of a call after the class, each with its name; the name of a starred one is None."""
    names = (
        given or (_PARAMETERS[index] if index < len(_PARAMETERS) and not kind.is_star() else None)
        for index, (given, kind) in enumerate(zip(call.arg_names, call.arg_kinds, strict=True))
    )
    return list(zip(names, call.args, strict=True))[1:]


def _registers(definition: Definition) -> bool:
    return any(True for _ in _registrations(definition))


def _read(definition: Definition) -> Decision:
    """Read a class; JAX refuses one that is registered twice, or with one of the two lists."""
    registrations = list(_registrations(definition))
    if not registrations:
        return decision_elsewhere(definition)
    keywords = registrations[0]
    is_frozen = definition.flag("frozen", default=False) is True
    listed = {key for key, value in keywords if key is None or not is_none(value)}
    if len(registrations) > 1 or (listed and not listed >= {"data_fields", "meta_fields"}):
        return Decision(None, {"frozen": is_frozen})
    roles = roles_of(keywords)
    return Decision(roles, {"frozen": is_frozen, **({"unlisted": "dropped"} if listed and roles else {})})


REGISTER_DATACLASS: Final = Library(
    NAMES,
    Facts(
        library=NAMES.name,
        decorator="@jax.tree_util.register_dataclass and @dataclasses.dataclass",
        static_advice="{type} = dataclasses.field(metadata=dict(static=True))",
        misplaced_marker="jax.tree_util.register_dataclass passes over it in silence and the field is data",
        annotation_markers=frozenset(),
        static_keys=frozenset((STATIC_KEY,)),
        frozen=False,
        adds_replace=False,
        unflattens_through_init=True,
        refuses_init_false=True,
        init_false="unknown",
        inherits_lists=False,
        is_registered_by_hand=True,
    ),
    _read,
    field_functions={"jax.tree.static": MARKS},
    registers=_registers,
)
