"""Fields that ``replace`` is given and the class does not have, of objects that mypy has no type of."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final

from mypy.nodes import ARG_STAR2, CallExpr, Expression, FuncDef, MemberExpr, TypeInfo

from jdc_operations.values import Failure

from ..model.classes import model_of, pytree_bases
from .things import Object, Thing
from .untyped import is_of_any

if TYPE_CHECKING:
    from .machine import Machine

_METHODS: Final = ("replace", "_replace")
_MOST_NAMED: Final = 8


def judge_fields(owner: Object, keywords: Mapping[str, Thing], machine: Machine) -> None:
    """Note a field that the constructor of an object does not take."""
    call, info = machine.innermost, owner.info
    names = None if info is None or info not in machine.classes else _taken(info)
    unknown = [] if names is None else [each for each in keywords if each not in names]
    replaced = _replaced(call, keywords) if call is not None and unknown else None
    if names is None or info is None or call is None or replaced is None:
        return
    if machine.is_at_home or is_of_any(replaced, machine):
        fields = f"; its fields are {', '.join(names)}" if len(names) <= _MOST_NAMED else ""
        reason = f'"{info.name}" has no field "{unknown[0]}", so that replace raises an error{fields}'
        machine.fail(call, Failure(reason), of_trees=machine.is_at_home)


def judge_made(info: TypeInfo, keywords: Mapping[str, Thing], machine: Machine) -> None:
    """Note a field that a constructor is given by ``**``, as no type tells, and that it does not take."""
    call, names = machine.innermost, _taken(info)
    unknown = [] if names is None else [each for each in keywords if each not in names]
    if call is not None and unknown and ARG_STAR2 in call.arg_kinds and unknown[0] not in call.arg_names:
        machine.fail(call, Failure(f'"{info.name}" has no field "{unknown[0]}": the call raises a TypeError'))


def _replaced(call: CallExpr, keywords: Mapping[str, Thing]) -> Expression | None:
    """Return the object in a call of ``replace`` with fields by name; None of any other call."""
    callee, written = call.callee, {each for each in call.arg_names if each is not None}
    if written != set(keywords) or any(kind is ARG_STAR2 for kind in call.arg_kinds):
        return None
    if len(call.args) == len(written):
        return callee.expr if isinstance(callee, MemberExpr) and callee.name in _METHODS else None
    return call.args[0] if len(call.args) == len(written) + 1 else None


def _taken(info: TypeInfo) -> Collection[str] | None:
    """Return the fields that a constructor takes which nobody has written; None of any other."""
    if info.is_named_tuple:
        return [str(name) for name in info.metadata["namedtuple"]["fields"]]
    symbol = info.get("__init__")
    written = None if symbol is None else symbol.node
    if symbol is not None and symbol.plugin_generated and isinstance(written, FuncDef):
        return None if ARG_STAR2 in written.arg_kinds else [each for each in written.arg_names[1:] if each]
    base = next(pytree_bases(info), None)
    model = None if base is None else model_of(base)
    is_written = isinstance(written, FuncDef) and written.info.fullname != "builtins.object"
    return list(model.fields) if model is not None and model.facts.is_dataclass and not is_written else None
