"""``dataclasses.replace(self, curve=...)`` in a class that declares ``curve: eqx.AbstractVar[...]``.

The objects are of subclasses, in which it is a field. `equinox` is the only library that has such attributes.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import ARG_NAMED_OPT, CallExpr, TypeInfo, Var
from mypy.types import FunctionLike, Type

from ..model.classes import model_of


def accept_abstract(signature: FunctionLike, call: CallExpr, info: TypeInfo) -> FunctionLike:
    """Let ``dataclasses.replace`` take new values of the abstract attributes that a call names."""
    model = model_of(info)
    if model is None or not model.facts.checks_fields:
        return signature
    taken = signature.items[0]
    found = list(_abstract(info, {*call.arg_names} - {None, *taken.arg_names}))
    if not found:
        return signature
    return taken.copy_modified(  # pyright: ignore[reportUnknownMemberType] - untyped defaults
        arg_types=[*taken.arg_types, *(kind for _, kind in found)],
        arg_names=[*taken.arg_names, *(name for name, _ in found)],
        arg_kinds=[*taken.arg_kinds, *([ARG_NAMED_OPT] * len(found))],
    )


def _abstract(info: TypeInfo, names: set[str | None]) -> Iterator[tuple[str, Type]]:
    """Yield the attributes of these names that a class or a base declares and that are no fields, by name."""
    for name in sorted(filter(None, names)):
        symbol = info.get(name)
        variable = None if symbol is None else symbol.node
        is_declared = isinstance(variable, Var) and variable.is_property and not _is_field(info, name)
        if is_declared and isinstance(variable, Var) and variable.type is not None:
            yield name, variable.type


def _is_field(info: TypeInfo, name: str) -> bool:
    known = (base.metadata["dataclass"]["attributes"] for base in info.mro if "dataclass" in base.metadata)
    return any(each["name"] == name for attributes in known for each in attributes)
