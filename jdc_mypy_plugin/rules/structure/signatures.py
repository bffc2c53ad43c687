"""Functions that a tree cannot apply: ``apply(tree, global_config, *args, **kwargs)`` is how each one is called."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Context
from mypy.types import (
    CallableType,
    Instance,
    NoneType,
    Overloaded,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    UnpackType,
    get_proper_type,
)

from jdc_spec.rules import STRUCTURE

from ...host.diagnostics import Diagnostic
from ...typefacts.arrays import is_certainly_array

_SCALARS = frozenset(f"builtins.{name}" for name in ("bool", "int", "float", "complex", "str", "bytes"))


def check_signature(given: Type, node: Context, *, returns: bool = False) -> Iterator[Diagnostic]:
    """Report a function that cannot be called with a tree and a global config.

    ``returns`` asks for what it returns too, where mypy itself does not look.
    """
    function = get_proper_type(given)
    items = function.items if isinstance(function, Overloaded) else [function]
    wrong = [_fault(item, returns=returns) if isinstance(item, CallableType) else None for item in items]
    if items and wrong[0] is not None and all(wrong):
        name = _name(items[0])
        message = (
            f"{name} cannot be an apply function: it is called as tree, output = apply(tree, global_config, ...), "
            f"but {wrong[0]}; write such a function, or decorate one of an organizer with organized_apply"
        )
        yield Diagnostic(STRUCTURE, message, node)


def _name(function: Type) -> str:
    return f'"{function.name}"' if isinstance(function, CallableType) and function.name else "this function"


def _fault(function: CallableType, *, returns: bool) -> str | None:
    """Say why a function cannot take a tree and a global config by position, or give a tree and an output."""
    # a class, or a function of unknown parameters
    if function.is_ellipsis_args or function.is_type_obj() or function.param_spec() is not None:
        return None
    positional = [
        (name, kind)
        for name, kind, each in zip(function.arg_names, function.arg_types, function.arg_kinds, strict=True)
        if each.is_positional()
    ]
    if function.var_arg() is None and len(positional) < 2:
        count = len(positional)
        return f"takes {count} positional argument{'' if count == 1 else 's'}"
    for name, kind in positional[:2]:
        if _is_no_dict(kind):
            return f'takes an array or a number as "{name}"' if name else "takes an array or a number there"
    returned = get_proper_type(function.ret_type)
    return "returns no such pair" if returns and _is_no_pair(returned) else None


def _is_no_pair(returned: ProperType) -> bool:
    if isinstance(returned, TupleType):
        return len(returned.items) != 2 and not any(isinstance(item, UnpackType) for item in returned.items)
    return isinstance(returned, NoneType | TypedDictType) or _is_no_dict(returned)


def _is_no_dict(kind: Type) -> bool:
    proper = get_proper_type(kind)
    return is_certainly_array(proper) or (isinstance(proper, Instance) and proper.type.fullname in _SCALARS)
