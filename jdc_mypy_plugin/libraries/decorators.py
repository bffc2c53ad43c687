"""Which library a class decorator belongs to."""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, DataclassTransformSpec, Expression, MypyFile, NameExpr, RefExpr, Var
from mypy.semanal_shared import find_dataclass_transform_spec
from mypy.types import AnyType

from ..host.known_types import known_type
from ..host.project import project
from ..syntax.names.hidden_names import HIDDEN
from ..syntax.names.imported_names import as_imported, spelled
from .by_hand import BY_HAND
from .definition import PARTIAL, STANDARD, Definition, applied, applied_by_partial
from .jax_dataclasses import JAX_DATACLASSES
from .library import Library
from .own.names import is_own_registering, own_decorator
from .register_dataclass import REGISTER_DATACLASS
from .registering.registered_elsewhere import registered_elsewhere
from .registry import FIELD_FUNCTIONS, LIBRARIES, decorators

_FIELD_SPECIFIERS: Final = ("dataclasses.field", *FIELD_FUNCTIONS)


def name_of(decorator: Expression, resolved: str) -> str:
    """Return the full name of what makes a dataclass: of ``@functools.partial(dataclass, frozen=True)``, `dataclass`.

    A library's own decorator below a partial has its name read with the library.
    """
    function = applied_by_partial(decorator)
    is_standard = resolved == PARTIAL and isinstance(function, RefExpr) and function.fullname == STANDARD
    return STANDARD if is_standard else resolved


def library_of(definition: Definition, resolved: str) -> Library | None:
    """Recognise the library that makes a class a pytree; ``resolved`` is mypy's full name for the decorator.

    jax_dataclasses shows its decorator to checkers as ``dataclasses.dataclass``. A package that re-exports it is
    recognised by the name ``pytree_dataclass``, which the standard library does not have.
    """
    assert definition.decorator is not None
    if resolved != STANDARD:
        made = _by_decorator(definition.decorator, resolved, definition.module)
        return made if made is not None and made.makes_pytree(definition) else None
    name = name_at_run_time(definition.decorator, definition.module)
    if name in decorators():
        return decorators()[name]
    own = None if name == STANDARD else own_decorator(definition.decorator, name)
    if own is not None:
        return own.library
    if name.endswith(".pytree_dataclass"):
        return JAX_DATACLASSES
    return next((each for each in LIBRARIES if _registers(each, definition)), None) or _registered_by_project(
        definition
    )


def _registered_by_project(definition: Definition) -> Library | None:
    """Return the library of a plain dataclass that other code of the project registers, a decorator above it too."""
    elsewhere = registered_elsewhere(definition.cls.info, definition.module, definition.module)
    if elsewhere is not None and not elsewhere.by_hand:
        return REGISTER_DATACLASS
    return None if elsewhere is None and not _is_registered_above(definition) else BY_HAND


def _is_registered_above(definition: Definition) -> bool:
    """Return whether a decorator of the project, above that which makes a dataclass, registers the class."""
    line = -1 if definition.decorator is None else definition.decorator.line
    functions = (each for each in definition.cls.decorators if each.line != line)
    return any(isinstance(each, RefExpr) and is_own_registering(each.fullname) for each in functions)


def name_at_run_time(decorator: Expression, module: MypyFile) -> str:
    """Return the full name of a decorator when the program runs, where it is another one to type checkers.

    It is that of the import, or of what the module itself defines for it.
    """
    function = applied(decorator)
    hidden = HIDDEN.of(module).get(function.name) if isinstance(function, NameExpr) else None
    if hidden is None or not isinstance(function, NameExpr):
        return spelled(function, module)
    return hidden if isinstance(hidden, str) else f"{module.fullname}.{function.name}"


def _registers(library: Library, definition: Definition) -> bool:
    """Return whether a library registers a class that `dataclasses.dataclass` makes."""
    return library.has_base(definition) if library.registers is None else library.registers(definition)


def _by_decorator(decorator: Expression, resolved: str, module: MypyFile) -> Library | None:
    """Return the library of a decorator by mypy's name, or by its import where mypy cannot read the library."""
    if resolved in decorators():
        return decorators()[resolved]
    own = own_decorator(decorator, resolved)
    if own is not None:
        return own.library
    function = applied(decorator)
    if resolved == PARTIAL:
        if applied_by_partial(decorator) is None or not isinstance(function, RefExpr):
            return None
        if function.fullname in decorators():
            return decorators()[function.fullname]
    library = decorators().get(as_imported(function, module))
    return library if library is not None and library.transform is not None else None


def is_unreadable(decorator: Expression) -> bool:
    """Return whether a decorator comes from a module that mypy cannot read, so that it asks nobody about its call."""
    function = decorator.callee if isinstance(decorator, CallExpr) else decorator
    if not isinstance(function, RefExpr):
        return False
    node = function.node
    return node is None or (isinstance(node, Var) and isinstance(known_type(node.type), AnyType))


def makes_dataclass(decorator: Expression, resolved: str, module: MypyFile) -> bool:
    """Return whether mypy itself can make a dataclass of what a decorator stands on.

    Not where the decorator's package is missing or skipped, nor in ``@pytree_dataclass[int]``: hooks are called there
    too, but mypy's dataclass plugin would stop at an assertion.
    """
    return resolved == STANDARD or transform_of(decorator, resolved, module) is not None


def transform_of(decorator: Expression, resolved: str, module: MypyFile) -> DataclassTransformSpec | None:
    """Return how a decorator makes dataclasses; that of a project's own need not say it by `dataclass_transform`."""
    library = _by_decorator(decorator, resolved, module)
    if library is not None and library.transform is not None:
        return library.transform
    spec = find_dataclass_transform_spec(applied(decorator))
    specifiers = _FIELD_SPECIFIERS if spec is None else (*spec.field_specifiers, *_FIELD_SPECIFIERS)
    if library is not None and own_decorator(decorator, resolved) is not None:
        return DataclassTransformSpec(frozen_default=library.facts.frozen, field_specifiers=specifiers)
    if library is not None and spec is not None:
        # A library names the field functions of its own alone, and makes fields of any other's all the same.
        return DataclassTransformSpec(
            eq_default=spec.eq_default,
            order_default=spec.order_default,
            kw_only_default=spec.kw_only_default,
            frozen_default=spec.frozen_default,
            field_specifiers=specifiers,
        )
    if spec is None and resolved in project().decorators:
        return DataclassTransformSpec(field_specifiers=_FIELD_SPECIFIERS)
    return spec
