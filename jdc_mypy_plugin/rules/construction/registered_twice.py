"""``jdc-registration`` on a class that is registered already: by its library, by a decorator, or by a call.

JAX keeps one registration a class and raises a ValueError for another one. chex registers a class when its first
object is made, and not where somebody has done so before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Expression,
    ExpressionStmt,
    Import,
    MypyFile,
    RefExpr,
    ReturnStmt,
    TypeInfo,
)

from jdc_spec.rules import REGISTRATION

from ...host.diagnostics import Diagnostic
from ...host.modules import MODULES
from ...libraries.definition import STANDARD, Definition, applied
from ...libraries.nnx import PYTREE
from ...libraries.own.names import own_base
from ...libraries.register_dataclass import is_register_dataclass
from ...libraries.registering.registered_elsewhere import registered_elsewhere
from ...libraries.registering.registering_functions import class_given, is_registering
from ...libraries.registry import base_classes
from ...model.classes import model_of
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.names.imported_names import spelled
from ...syntax.per_module import PerModule
from ...syntax.walk import blocks
from ..places import REGISTERING, asked
from ..registrations import Registering, decorator_at


@asked(REGISTRATION, at=REGISTERING)
def check(site: Registering) -> Iterator[Diagnostic]:
    """Report a class that is registered again where it is certain that the first registration has run."""
    tree = site.api.tree
    if may_be_caught(site.node, tree):
        return
    copying = _copying(site.node, tree) if isinstance(site.node, ClassDef) else None
    if copying is not None:
        message = (
            f'@dataclasses.dataclass(slots=True) makes a new class of "{site.info.name}", which stays unregistered: '
            "to JAX its objects are single leaves, which jit refuses; write it below the decorator that registers"
        )
        yield Diagnostic(REGISTRATION, message, copying)
        return
    first = _before_decorator(site.node, tree) if isinstance(site.node, ClassDef) else _before_call(site, site.node)
    if first is not None:
        message = (
            f"{first} registers this class already, and JAX raises a ValueError for a second registration; keep one "
            "of the two"
        )
        yield Diagnostic(REGISTRATION, message, decorator_at(site.node) or site.node)


def _copying(definition: ClassDef, tree: MypyFile) -> Expression | None:
    """Return the dataclass decorator that makes another class of the one that a decorator below it registers."""
    decorators = definition.decorators
    lowest = max((index for index, each in enumerate(decorators) if is_registering(applied(each))), default=0)
    above = [each for each in decorators[:lowest] if isinstance(applied(each), RefExpr)]
    copying = (
        each
        for each in above
        if spelled(applied(each), tree) == STANDARD
        and Definition(definition, each, tree).flag("slots", default=False)
    )
    return next(copying, None)


def _before_decorator(definition: ClassDef, tree: MypyFile) -> str | None:
    """Return what has registered a class before one of its decorators does."""
    decorators = definition.decorators
    by_hand = [index for index, each in enumerate(decorators) if is_registering(applied(each))]
    library, is_base = _library(definition.info, tree)
    # what stands below a decorator of a library may get another class than the decorators above it
    others = [index for index in range(len(decorators)) if index not in by_hand]
    if library is not None and (is_base or (others and by_hand[0] < others[-1])):
        return library
    return _named(applied(decorators[by_hand[-1]])) if len(by_hand) > 1 else None


def _before_call(site: Registering, call: CallExpr) -> str | None:
    """Return what has registered a class before a call does, in the same block or in another module."""
    tree, definition = site.api.tree, site.info.defn
    library, _ = _library(site.info, tree)
    statement = INDEX.of(tree).parent(call)
    if not _is_whole(statement, call):
        return None
    block = _BLOCKS.of(tree).get(statement, _TOP)
    if INDEX.of(tree).position(definition) is None:
        is_imported = site.info.module_name != tree.fullname and "." not in _path(site.info)
        return library or _in_imported_module(site.info, tree) if is_imported and block is _TOP else None
    if _BLOCKS.of(tree).get(definition, _TOP) is not block:
        return None
    if library is not None:
        return library
    decorator = next((each for each in reversed(definition.decorators) if is_registering(applied(each))), None)
    return _named(applied(decorator)) if decorator is not None else _earlier(site.info, call, block, tree)


def _in_imported_module(info: TypeInfo, tree: MypyFile) -> str | None:
    """Return the module that a module imports, and that registers a class as soon as it is imported."""
    home = MODULES.get(info.module_name)
    registration = None if home is None else registered_elsewhere(info, home)
    imports = INDEX.of(tree).imports
    bound = (each for name in imports.names for each in imports.of(name) if each.node in tree.defs)
    imported = {each.fullname for each in bound}
    imported |= {name for each in tree.defs if isinstance(each, Import) for name, _ in each.ids}
    for module in () if registration is None else registration.modules:
        is_imported = module == info.module_name or any(f"{each}.".startswith(f"{module}.") for each in imported)
        if module != tree.fullname and is_imported:
            return f"module {module}"
    return None


def _earlier(info: TypeInfo, call: CallExpr, block: object, tree: MypyFile) -> str | None:
    """Return the first call of a block that registers a class, if it is not the given one."""
    index = INDEX.of(tree)
    for each in index.body.expressions_of(CallExpr):
        if each is call:
            return None
        statement = index.parent(each)
        is_here = _is_whole(statement, each) and _BLOCKS.of(tree).get(statement, _TOP) is block
        if is_here and is_registering(each.callee) and class_given(each) is info:
            return _named(each.callee)
    return None


def _library(info: TypeInfo, tree: MypyFile) -> tuple[str | None, bool]:
    """Return what of a library registers a class, and whether that is a base class of it."""
    model = model_of(info)
    if _is_below_pytree(info, tree):
        return "the base class flax.nnx.Pytree", True
    base = next((each for each in info.mro[1:] if each.fullname in base_classes() or own_base(each.fullname)), None)
    if model is None or model.facts.registers_late:
        return None, False
    if model.facts.is_registered_by_hand:  # its base may have done so before
        known = None if base is None else base_classes().get(base.fullname)
        return (None, False) if known is None else (known.facts.decorator, True)
    return model.facts.decorator, base is not None


def _is_below_pytree(info: TypeInfo, tree: MypyFile) -> bool:
    """Return whether `flax.nnx.Pytree` registers a class, as it does but for ``pytree=False``."""
    below = list(takewhile(lambda base: base.fullname != PYTREE, info.mro))
    return len(below) < len(info.mro) and all(
        base.module_name.startswith("flax.") or (base.module_name == tree.fullname and not base.defn.keywords)
        for base in below
    )


def _named(function: Expression) -> str:
    if is_register_dataclass(function):
        return "jax.tree_util.register_dataclass"
    return f"jax.tree_util.{function.fullname.rpartition('.')[2]}" if isinstance(function, RefExpr) else ""


def _path(info: TypeInfo) -> str:
    """Return the name of a class in its module, with the classes and functions around it."""
    return info.fullname.removeprefix(f"{info.module_name}.")


def _is_whole(statement: object, call: CallExpr) -> bool:
    """Return whether a call is all that a statement does, or what it assigns or returns."""
    if isinstance(statement, ExpressionStmt | ReturnStmt):
        return statement.expr is call
    return isinstance(statement, AssignmentStmt) and statement.rvalue is call


def _blocks(tree: MypyFile) -> Mapping[object, object]:
    return {
        inner: block
        for statement in INDEX.of(tree).body.statements
        for block in blocks(statement)
        for inner in block.body
    }


_TOP: Final = object()
"""The top of a module, which mypy has no block for."""
_BLOCKS: Final[PerModule[Mapping[object, object]]] = PerModule(_blocks)
"""The block that each statement stands in."""
