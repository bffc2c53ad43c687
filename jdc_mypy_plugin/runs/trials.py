"""Methods of layers that a module defines for others, run with arrays of the shapes that their annotations say.

An object is made with arguments of which nothing is known, so what raises then raises for every object of the class.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mypy.nodes import ClassDef, FakeInfo, FuncDef, MypyFile, TypeInfo

from jdc_operations.values import UNKNOWN
from jdc_spec.dtypes import exact_or_class

from ..evaluate.declared.held_attributes import is_replaced
from ..evaluate.operation_values import to_operation
from ..evaluate.value import ArrayValue, Origin
from ..libraries.registry import base_classes
from ..model.annotations.signatures import Signature, signature_in
from .attributes import method_of
from .bounds import EndedError
from .frameworks.nnx_modes import is_nnx
from .things import Class, Object, Row, Thing

if TYPE_CHECKING:
    from .machine import Machine

_MOST: Final = 40
"""Methods of one module beyond which no more are tried."""


def has_trials(tree: MypyFile) -> bool:
    """Return whether a module has methods that may be tried."""
    return any(True for _ in _tried(tree))


def try_methods(machine: Machine) -> None:
    """Run the methods that nothing in the module has run."""
    for count, (method, signature) in enumerate(_tried(machine.scope.tree)):
        cls = machine.classes.get(method.info)
        if count < _MOST and cls is not None and method not in machine.called:
            _try(cls, method, signature, machine)


def _tried(tree: MypyFile) -> Iterator[tuple[FuncDef, Signature]]:
    """Yield the methods whose annotations tell the axes of an array, of layers whose constructor is written."""
    defined = (each.info for each in tree.defs if isinstance(each, ClassDef))
    classes = [info for info in defined if not isinstance(info, FakeInfo)]  # as of code that is never reached
    if any(is_replaced(info, tree) for info in classes):
        return
    for info in classes:
        if not _is_layer(info) or any(info in other.mro[1:] for other in classes):
            continue
        for symbol in info.names.values():
            method = symbol.node
            signature = signature_in(tree, method) if isinstance(method, FuncDef) else None
            if isinstance(method, FuncDef) and signature is not None and _is_open(method, signature):
                yield method, signature


def _is_layer(info: TypeInfo) -> bool:
    """Return whether a class is a module of equinox or `flax.nnx` with a constructor of its own."""
    symbol = info.get("__init__")
    written = symbol.node if symbol is not None and not symbol.plugin_generated else None
    is_own = isinstance(written, FuncDef) and written.info.module_name == info.module_name
    is_abstract = bool(info.abstract_attributes)
    return is_own and not is_abstract and (is_nnx(info) or any(base.fullname in base_classes() for base in info.mro))


def _is_open(method: FuncDef, signature: Signature) -> bool:
    """Return whether a method can be called as it is written, with an array of known axes."""
    if method.name == "__init__" or method.is_static or method.is_class or method.is_coroutine:
        return False
    if not signature.takes_what_it_says or signature.is_mapped:
        return False
    return any(_array(name, signature) is not UNKNOWN for name in method.arg_names)


def _try(cls: Class, method: FuncDef, signature: Signature, machine: Machine) -> None:
    """Run a method of a new object, and know nothing any more of what it has changed outside."""
    changes = machine.changes
    changes.touched.clear()
    first = Row(changes.regions).number
    with contextlib.suppress(EndedError):
        made = machine.calls.apply(cls, *_arguments(_constructor(cls.info), None), None)
        bound = method_of(made, method.name, machine) if isinstance(made, Object) else None
        if bound is not None:
            machine.calls.apply(bound, *_arguments(method, signature), None)
    for held in [each for each in changes.touched if each.number < first]:
        changes.forget(held)


def _constructor(info: TypeInfo) -> FuncDef:
    symbol = info.get("__init__")
    assert symbol is not None
    assert isinstance(symbol.node, FuncDef)
    return symbol.node


def _arguments(function: FuncDef, signature: Signature | None) -> tuple[list[Thing], dict[str, Thing]]:
    """Return an argument for each parameter, also for those that have a default: a caller may give another value."""
    given: list[Thing] = []
    keywords: dict[str, Thing] = {}
    for name, kind in list(zip(function.arg_names, function.arg_kinds, strict=True))[1:]:
        value = UNKNOWN if signature is None else _array(name, signature)
        if kind.is_positional():
            given.append(value)
        elif kind.is_named() and name is not None:
            keywords[name] = value
    return given, keywords


def _array(name: str | None, signature: Signature) -> Thing:
    """Return an array with the axes that an annotation says; UNKNOWN where it may have any number of them."""
    said = None if name is None else signature.parameters.get(name)
    shape = None if said is None else said.shape
    if said is None or shape is None or shape.variadic is not None:
        return UNKNOWN
    sizes = tuple(axis if isinstance(axis, int) else None for axis in shape.prefix)
    dtype = None if said.dtype is None else exact_or_class(said.dtype.name)
    return to_operation(ArrayValue(sizes, dtype, Origin.ARRAY), "jax")
