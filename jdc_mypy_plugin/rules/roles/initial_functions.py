"""Functions that the construction of an object puts into its data, where a function is not a leaf.

``act: Callable[..., Any] = jax.nn.relu``, and in an ``__init__`` ``self.act = act``,
``self.layers = [..., jnp.tanh]`` or ``self.mlp = eqx.nn.MLP(...)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Decorator,
    DictExpr,
    Expression,
    FuncDef,
    ListExpr,
    OverloadedFuncDef,
    SymbolNode,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.types import CallableType

from ...evaluate import Evaluator
from ...host.known_types import known_type
from ...host.modules import MODULES
from ...model.classes import model_of
from ...model.constructors import arguments_of, keeps_arguments
from ...model.converters import converters
from ...model.initial_values import Written, assigned_by, defaults_of
from ...syntax.arguments import after_self, has_stars
from ...syntax.functions import class_named
from ..construction.unregistered_objects import written_parts
from .given_function import is_plain_function

_IN_EQUINOX: Final[Mapping[str, tuple[str, ...]]] = {
    "equinox.nn._mlp.MLP": ("activation", "final_activation"),
    "equinox.nn._pool.Pool": ("operation",),
    "equinox.nn._pool.AdaptivePool": ("operation",),
}
"""Fields of classes that hold a function, unless a parameter of the same name is given something else."""
_DEPTH: Final = 8
_ROWS: Final = (DictExpr, ListExpr, TupleExpr)


class _Value(NamedTuple):
    """Something that a constructor is given."""

    written: Expression | Written
    parameters: Parameters
    """The values that the parameters in it stand for."""


Parameters: TypeAlias = Mapping[str, _Value]


def initial_function(made: CallExpr, info: TypeInfo, api: TypeChecker) -> str | None:
    """Return the data field, with the fields on the way to it, that a call of a class fills with a function."""
    if has_stars(made):
        return None
    path = _Construction(api).of_class(info, _given(made, info), _DEPTH)
    return None if path is None else path.removeprefix(".")


class _Construction(NamedTuple):
    """Follows what constructors put into fields."""

    api: TypeChecker

    def of_class(self, info: TypeInfo, given: Parameters, depth: int) -> str | None:
        """Return the first field that holds a function, or an object with one."""
        own = next((_IN_EQUINOX[base.fullname] for base in info.mro if base.fullname in _IN_EQUINOX), ())
        for name in own:
            if name not in given or self._of_value(given[name], depth) == "":
                return f".{name}"
        model, values = model_of(info), self._initial_values(info, given)
        if model is None or own or depth == 0:
            return None
        converted = converters(info)
        for name in model.fields:
            if name in values and name not in converted and model.role_of(name) == "data":
                path = self._of_value(values[name], depth - 1)
                if path is not None:
                    return f".{name}{path}"
        return None

    def _initial_values(self, info: TypeInfo, given: Parameters) -> Parameters:
        """Return what is certain of the fields of an object."""
        initialiser = info.get("__init__")
        if keeps_arguments(info):
            return {**{name: _Value(value, {}) for name, value in defaults_of(info).items()}, **given}
        owner = initialiser.node.info if initialiser is not None and isinstance(initialiser.node, FuncDef) else None
        if owner is None or "__new__" in info.names or "__post_init__" in info.names:
            return {}
        sets, defaults = assigned_by(owner)
        parameters = {**{name: _Value(value, {}) for name, value in defaults.items()}, **given}
        return {name: _Value(value, parameters) for name, value in sets.items()}

    def _of_value(self, value: _Value, depth: int) -> str | None:
        """Return "" where a value is a function, and the way to one in an object; None where neither is certain."""
        written, parameters = value
        if isinstance(written, Expression):
            path = _first(self._of_expression(part, depth) for part in written_parts(written))
            return path if path is None or not isinstance(written, _ROWS) else f"[...]{path}"
        if written.kind == "row":
            path = _first(self._of_value(_Value(part, parameters), depth) for _, part in written.parts)
            return None if path is None else f"[...]{path}"
        if written.kind == "parameter":
            return self._of_value(parameters[written.name], depth) if written.name in parameters else None
        node = _named(written.name)
        if written.kind == "call" and isinstance(node, TypeInfo):
            given = _arguments(node, written, parameters)
            return None if given is None else self.of_class(node, given, depth)
        is_function = written.kind == "function" or (written.kind == "name" and is_function_of_jax(node))
        return "" if is_function else None

    def _of_expression(self, part: Expression, depth: int) -> str | None:
        if is_plain_function(part, self.api):
            return ""
        source = Evaluator(self.api).source(part)
        info = class_named(source.callee) if isinstance(source, CallExpr) else None
        if info is None or not isinstance(source, CallExpr) or has_stars(source):
            return None
        return self.of_class(info, _given(source, info), depth)


def _first(paths: Iterable[str | None]) -> str | None:
    return next((path for path in paths if path is not None), None)


def _given(made: CallExpr, info: TypeInfo) -> Parameters:
    return {name: _Value(value, {}) for name, value in arguments_of(made, info).items()}


def _arguments(info: TypeInfo, call: Written, parameters: Parameters) -> Parameters | None:
    """Return the arguments of a call in a method by the parameters of the class's constructor."""
    constructor = info.get_method("__init__")
    if not isinstance(constructor, FuncDef):
        return None
    names = iter(after_self(constructor))
    given = [(key or next(names, None), part) for key, part in call.parts]
    return {name: _Value(part, parameters) for name, part in given if name is not None}


def _named(fullname: str) -> SymbolNode | None:
    """Return what a full name as an import spells it stands for."""
    module, _, name = fullname.rpartition(".")
    tree = MODULES.get(module)
    symbol = None if tree is None else tree.names.get(name)
    return None if symbol is None else symbol.node


def is_function_of_jax(node: SymbolNode | None) -> bool:
    """Return whether a node is a function of JAX, which makes pytrees of none of its functions."""
    if isinstance(node, Var):
        is_function = isinstance(known_type(node.type), CallableType)
    else:
        is_function = isinstance(node, FuncDef | Decorator | OverloadedFuncDef)
    return node is not None and is_function and node.fullname.startswith("jax.")
