"""The arrays that the constructor of a plain dataclass or a `typing.NamedTuple` takes, as its fields say.

Annotations of jaxtyping alone count: nothing checks a tuple of sizes in ``Annotated`` there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef, SymbolTableNode, TypeInfo

from jdc_spec.arrays import ArrayAnnotation

from .annotations.annotated_variables import field_annotation, has_fields_of
from .annotations.signatures import Signature
from .classes import pytree_bases

REPLACE: Final = "_replace"
"""The method of a named tuple that takes new values for fields by keyword."""


class Constructor(NamedTuple):
    """A constructor that nobody writes."""

    parameters: list[str | None]
    """The names of those that take arguments by position."""
    signature: Signature


def says_arrays(info: TypeInfo, find: Callable[[str], SymbolTableNode | None]) -> bool:
    """Return whether a field of a plain class has an array annotation; ``find`` looks up a full name."""
    if not info.is_named_tuple and "dataclass" not in info.metadata:
        return False
    return any(has_fields_of(base, find) for base in info.mro[:-1])


def generated_constructor(info: TypeInfo, api: TypeChecker) -> Constructor | None:
    """Return the constructor of a class that keeps what it is given; None of one that is a pytree dataclass."""
    function = _generated(info)
    if function is None or info.get("__post_init__") is not None or any(pytree_bases(info)):
        return None
    kinds = list(zip(function.arg_names, function.arg_kinds, strict=True))[1:]
    said: dict[str, ArrayAnnotation] = {}
    for name in (name for name, _ in kinds if name is not None):
        owner = next((base for base in info.mro if name in base.names), None)
        annotation = None if owner is None else field_annotation(owner, name, api)
        if annotation is not None and annotation.shape is not None and not annotation.shape.has_batch_axes:
            said[name] = annotation
    by_position = [name for name, kind in kinds if kind.is_positional()]
    return Constructor(by_position, Signature(said, None, takes_what_it_says=True)) if said else None


def _generated(info: TypeInfo) -> FuncDef | None:
    """Return the function that mypy has made for ``@dataclass`` or of the fields of a named tuple."""
    made, other = ("__new__", "__init__") if info.is_named_tuple else ("__init__", "__new__")
    symbol, another = info.names.get(made), info.get(other)
    if symbol is None or not symbol.plugin_generated or not isinstance(symbol.node, FuncDef):
        return None
    is_overridden = another is not None and not (another.fullname or "").startswith("builtins.")
    return None if is_overridden else symbol.node
