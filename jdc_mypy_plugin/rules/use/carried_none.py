"""``jdc-carry``: a field of a carry is None before the first turn and an array after it, or the reverse.

None is no leaf but a part of the treedef, so the tree of the carry changes (https://github.com/jax-ml/jax/pull/15178).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from mypy.nodes import (
    CallExpr,
    Expression,
    FloatExpr,
    FuncDef,
    FuncItem,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    ReturnStmt,
    TupleExpr,
    Var,
)
from mypy.types import Instance

from jdc_spec.arrays import JAX_ARRAYS
from jdc_spec.facts import Related
from jdc_spec.rules import CARRY

from ...host.diagnostics import Diagnostic, span
from ...host.known_types import known_type
from ...libraries.definition import is_none
from ...libraries.registry import REPLACE_FUNCTIONS
from ...model.classes import PytreeClass, model_of
from ...model.signature_reader import is_bound_once
from ...syntax.arguments import argument, has_stars
from ...syntax.expected_failures import may_be_caught
from ...syntax.flow import FLOW
from ...syntax.functions import class_named, parameters, returned_by
from ...typefacts.mutable import is_frozen
from ..arrays.field_values import keeps_arguments
from ..places import LOOP, Loop, asked
from ..sites import arguments_of, evaluator_of

_PLACES: Final[Mapping[str, tuple[int, str, int, str, int]]] = {
    "jax.lax.scan": (0, "f", 1, "init", 0),
    "jax.lax.while_loop": (1, "body_fun", 2, "init_val", 0),
    "jax.lax.fori_loop": (2, "body_fun", 3, "init_val", 1),
}
"""For each loop, position and name of its body and of the first carry, and the position of the carry in the body."""

_LEAVES: Final = JAX_ARRAYS | {"numpy.ndarray", "builtins.float", "builtins.int", "builtins.complex", "builtins.bool"}
_MAKERS: Final = ("jax.numpy.", "jax._src.numpy.", "jax.random.", "jax._src.random.")
"""Modules whose functions make arrays."""

Path = tuple[int, ...]
"""Where an object is in a tuple of tuples; empty for the object itself."""
Holds = Literal["None", "array"]


class _Made(NamedTuple):
    """An object of a pytree dataclass, and what is evident of its data fields."""

    model: PytreeClass
    fields: Mapping[str, tuple[Holds, Expression]]
    """What each holds, with the expression that says so."""


@asked(CARRY, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report a body that puts an array into a field that is None at first, and the reverse."""
    places = _PLACES.get(site.name)
    if places is None or has_stars(site.node) or may_be_caught(site.node, site.api.tree):
        return
    body, init = argument(site.node, *places[:2]), argument(site.node, *places[2:4])
    function = None if body is None else _function(body, site.api.tree)
    returned = None if function is None else _returned(function, is_scan=site.name == "jax.lax.scan")
    if init is None or function is None or returned is None or places[4] >= len(function.arguments):
        return
    reader = _Reader(site, parameters(function)[places[4]])
    first = dict(reader.objects(init))
    for path, made in reader.objects(returned, first):
        if path in first and first[path].model is made.model:
            yield from _changes(site, first[path], made)


def _changes(site: Loop, first: _Made, made: _Made) -> Iterator[Diagnostic]:
    for name, (holds, at) in made.fields.items():
        before = first.fields.get(name)
        if before is None or before[0] == holds:
            continue
        shown = {"None": "None", "array": "an array"}
        yield Diagnostic(
            CARRY,
            f'field "{name}" of "{made.model.info.name}" is {shown[before[0]]} before {site.name} and {shown[holds]} '
            "in what its function gives back: the carry must keep its tree, where None is no leaf, and JAX raises a "
            "TypeError; let the field hold the same at first",
            at,
            related=(Related(f"{shown[before[0]]} here", "", span(before[1])),),
        )


def _function(body: Expression, module: MypyFile) -> FuncDef | LambdaExpr | None:
    node = body.node if isinstance(body, NameExpr) else body
    if isinstance(node, LambdaExpr):
        return node
    return node if isinstance(node, FuncDef) and not node.info and is_bound_once(node, module) else None


def _returned(function: FuncItem, *, is_scan: bool) -> Expression | None:
    """Return the only carry that a function gives back; None where it returns in several places."""
    last = function.body.body[-1] if function.body.body else None
    value = last.expr if isinstance(last, ReturnStmt) and len(returned_by(function.body.body)) == 1 else None
    if not is_scan:
        return value
    return value.items[0] if isinstance(value, TupleExpr) and len(value.items) == 2 else None


def _what_is_replaced(call: CallExpr) -> Expression | None:
    """Return the object that ``obj.replace(...)`` or ``dataclasses.replace(obj, ...)`` copies."""
    callee = call.callee
    if isinstance(callee, RefExpr) and callee.fullname in REPLACE_FUNCTIONS and call.args:
        return call.args[0]
    return callee.expr if isinstance(callee, MemberExpr) and callee.name == "replace" else None


class _Reader:
    """Reads the objects that go into a loop, and those that its body gives back.

    From what is written alone: mypy may check the loop before the function, and a daemon the loop alone.
    """

    def __init__(self, site: Loop, carry: Var) -> None:
        self._module = site.api.tree
        self._evaluator = evaluator_of(site.api)
        self._carry = carry

    def objects(
        self, value: Expression, carried: Mapping[Path, _Made] = MappingProxyType({}), path: Path = ()
    ) -> Iterator[tuple[Path, _Made]]:
        """Yield the objects of pytree dataclasses in a value, each with its place; ``carried`` are those before."""
        written = self._evaluator.source(value)
        if isinstance(written, TupleExpr):
            for position, item in enumerate(written.items):
                yield from self.objects(item, carried, (*path, position))
        elif isinstance(written, CallExpr) and not has_stars(written):
            made = self._constructed(written) or self._replaced(written, carried.get(path), path)
            if made is not None and (written is value or is_frozen(made.model.info)):
                yield path, made

    def _constructed(self, call: CallExpr) -> _Made | None:
        info = class_named(call.callee)
        model = None if info is None else model_of(info)
        if info is None or model is None or not keeps_arguments(info):
            return None
        given = arguments_of(call, info)
        fields = dict(self._fields(model, given))
        for name, field in model.fields.items():
            if name not in given and field.init and field.is_none_by_default and model.role_of(name) == "data":
                fields[name] = "None", call
        return _Made(model, fields)

    def _replaced(self, call: CallExpr, carried: _Made | None, path: Path) -> _Made | None:
        """Return ``carry.replace(...)``, of the object that stands at the same place of the carry."""
        replaced = _what_is_replaced(call)
        if carried is None or replaced is None or not self._is_carry(replaced, path):
            return None
        named = zip(call.arg_names, call.args, strict=True)
        given = {name: value for name, value in named if name is not None}
        return _Made(carried.model, dict(self._fields(carried.model, given)))

    def _is_carry(self, value: Expression, path: Path) -> bool:
        """Return whether an expression is the carry, or the part of it at a place."""
        written = self._evaluator.source(value)
        for position in reversed(path):
            if not isinstance(written, IndexExpr) or not isinstance(written.index, IntExpr):
                return False
            if written.index.value != position:
                return False
            written = self._evaluator.source(written.base)
        return isinstance(written, NameExpr) and written.node is self._carry

    def _fields(
        self, model: PytreeClass, given: Mapping[str, Expression]
    ) -> Iterator[tuple[str, tuple[Holds, Expression]]]:
        for name, value in given.items():
            holds = self._holds(value) if name in model.fields and model.role_of(name) == "data" else None
            if holds is not None:
                yield name, (holds, value)

    def _holds(self, value: Expression) -> Holds | None:
        """Return what an expression is: None, or an array; None where it may be either."""
        written = self._evaluator.source(value)
        if is_none(written):
            return "None"
        is_array = _computes(written)
        if isinstance(written, NameExpr):
            is_array = _is_declared_array(written, self._module)
        return "array" if is_array else None


def _computes(value: Expression) -> bool:
    """Return whether an expression is arithmetic, a number, or a call of a function that makes arrays."""
    if isinstance(value, CallExpr):
        callee = value.callee
        return isinstance(callee, RefExpr) and callee.fullname.startswith(_MAKERS)
    return isinstance(value, IntExpr | FloatExpr) or (isinstance(value, OpExpr) and value.op not in ("and", "or"))


def _is_declared_array(name: NameExpr, module: MypyFile) -> bool:
    """Return whether a name is a parameter without default that is annotated as an array or a number."""
    function = None if name.node is None else FLOW.of(module).variables.functions.get(name.node)
    filled = () if function is None else (each for each in function.arguments if each.variable is name.node)
    kinds = [known_type(each.variable.type) for each in filled if each.initializer is None]
    return any(isinstance(kind, Instance) and kind.type.fullname in _LEAVES for kind in kinds)
