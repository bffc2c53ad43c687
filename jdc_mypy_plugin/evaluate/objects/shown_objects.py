"""The classes of objects that a value may be or hold, as the source of one module shows them.

A class of another module may change without this module, so of those only classes of libraries count as known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    ComplexExpr,
    ConditionalExpr,
    Decorator,
    DictExpr,
    Expression,
    FloatExpr,
    FuncDef,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
    Var,
)
from mypy.types import CallableType, Instance, LiteralType, NoneType, TupleType, Type, UnionType

from jdc_spec.arrays import ARRAY_CLASSES

from ...host.freshness import looked_at_variable
from ...host.known_types import known_type
from ...libraries.definition import is_none
from ...model.classes import model_of
from ...syntax.arguments import argument, positional
from ...syntax.functions import class_named, returned_by, without_receiver
from ...typefacts.contents import CONTAINERS
from ...typefacts.shown_types import ShownTypes
from .held_values import HeldValues
from .transformation_calls import CARRIES, innermost, is_loop, is_map, is_transformation, partly

ARRAY_MODULES: Final = (
    *("jax.numpy.", "jax._src.numpy.", "jax.random.", "jax._src.random.", "numpy."),
    *("jax.nn.", "jax._src.nn.", "jax.image.", "jax._src.image.", "jax.scipy.", "jax._src.scipy."),
    *("jax.ops.", "jax._src.ops.", "jax._src.lax.slicing.", "jax._src.lax.convolution.", "jax._src.lax.linalg."),
)
"""Modules whose functions make arrays of arrays."""
_LAYERS: Final = ("equinox.nn.",)
"""Modules of classes whose objects make arrays of arrays when they are called."""
_NUMBERS: Final = frozenset(f"builtins.{name}" for name in ("int", "float", "complex", "bool", "str"))

Objects = Iterator[TypeInfo | None]
"""Classes; None among them where there may be objects of any class."""
Given = Mapping[object, Expression | None]
"""The arguments for the parameters of a function; None where one is not known."""
NOTHING: Final[Given] = {}


class ShownObjects:
    """The objects in the values of one module."""

    def __init__(self, module: MypyFile) -> None:
        self._shown = ShownTypes(module)
        self.held = HeldValues(module)
        self._open: set[object] = set()
        """Variables and functions whose values are being read: what is made of itself holds nothing else."""
        self._was_open = False
        """True if one of these was asked for again."""

    def of_value(self, value: Expression, given: Given) -> Objects:
        """Yield the classes of the objects in a value, of a function that is given something."""
        if isinstance(value, TupleExpr | ListExpr | DictExpr):
            items = value.items if not isinstance(value, DictExpr) else [item for _, item in value.items]
            for item in items:
                yield from self.of_value(item, given)
        elif isinstance(value, ConditionalExpr):
            yield from self.of_value(value.if_expr, given)
            yield from self.of_value(value.else_expr, given)
        elif isinstance(value, CallExpr):
            yield from self._of_call(value, given)
        elif isinstance(value, IndexExpr) and (self.is_array(value.base, given) or is_loop(value.base)):
            yield from self.of_value(value.base, given)
        elif isinstance(value, MemberExpr) and self.is_array(value.expr, given):
            return
        elif isinstance(value, NameExpr):
            yield from self._of_name(value, given)
        elif not _is_number(value):
            yield from self._of_shown_type(value)

    def _of_shown_type(self, value: Expression) -> Objects:
        yield from self.of_type(self._shown.type_of(value) if self._is_own(value) else None)

    def _of_name(self, name: NameExpr, given: Given) -> Objects:
        """Yield the classes of the objects in all values that a variable may hold."""
        if name.node in self._open:
            self._was_open = True
            return
        bound: Sequence[Expression | None] | None = self.held.bound_to(name.node)
        if name.node in given:
            bound = None if bound is None else [given[name.node], *bound]
        elif self.held.is_parameter(name.node) or _is_declared(name):
            bound = None
        self._open.add(name.node)
        found = [None] if not bound or None in bound else [each for value in bound for each in self._of(value, given)]
        self._open.discard(name.node)
        yield from self._of_shown_type(name) if None in found else iter(found)

    def _of(self, value: Expression | None, given: Given) -> list[TypeInfo | None]:
        return [None] if value is None else [*self.of_value(value, given)]

    def is_array(self, value: Expression, given: Given) -> bool:
        """Return whether the source shows that a value is an array, a number or None, or a container of these."""
        before, self._was_open = self._was_open, False
        is_some = not [*self.of_value(value, given)] and not self._was_open
        self._was_open |= before
        return is_some

    def _of_call(self, call: CallExpr, given: Given) -> Objects:
        callee = call.callee
        put = given.get(callee.node) if isinstance(callee, NameExpr) else None
        function = callee if put is None else put
        is_method = (isinstance(callee, MemberExpr) and not isinstance(callee.expr, RefExpr)) or _is_of_name(callee)
        made, written = class_named(function), self.written(function)
        if makes_arrays(function, self._shown):
            return
        if made is not None:
            yield from self._of_class(made, frozenset())
        elif is_method and isinstance(callee, MemberExpr) and self.is_array(callee.expr, given):
            return
        elif is_loop(call):
            yield from self._of_loop(call, given)
        elif isinstance(callee, CallExpr) and callee.args and (is_map(callee.callee) or is_transformation(callee)):
            yield from self._of_transformed(innermost(callee), call, given)
        elif written is not None and len(positional(call)) == len(call.args):
            yield from self._of_results(written, positional(call), given)
        else:
            node = self._called(function, given)
            declared = known_type(None if node is None else node.type)
            yield from self.of_type(declared.ret_type if isinstance(declared, CallableType) else None)

    def _of_transformed(self, function: Expression, call: CallExpr, given: Given) -> Objects:
        """Yield the classes in what ``jax.vmap(f)(x)`` is given and returns."""
        plain, ahead = partly(function)
        put, written = positional(call), self.written(plain)
        if written is not None and len(put) == len(call.args):
            whole = [*(True for _ in ahead), *(False for _ in put)]
            yield from self.of_written(written, [*ahead, *put], whole, given)
        else:
            yield from self.of_annotations(plain, ())

    def _of_loop(self, call: CallExpr, given: Given) -> Objects:
        """Yield the classes in what a loop of `jax.lax` gives back: its carry, and what `scan` collects."""
        name = call.callee.name if isinstance(call.callee, MemberExpr | NameExpr) else ""
        function = argument(call, 0, "f")
        carry = argument(call, *CARRIES[name])
        yield from self._of(carry, given)
        if name == "scan" and function is not None:
            written, along = self.written(function), argument(call, 2, "xs")
            if written is None:
                yield from self.of_annotations(function, ())
            elif carry is not None:
                yield from self._of_results(written, [carry, carry if along is None else along], given)

    def of_annotations(self, function: Expression | FuncDef, whole: Sequence[bool]) -> Objects:
        """Yield the classes in what a function takes and returns, as its annotations say.

        ``whole`` tells of each parameter whether what it gets is no matter.
        """
        node = function if isinstance(function, FuncDef) else self._function(function) or self._foreign(function)
        made = None if isinstance(function, FuncDef) else class_named(function)
        if not isinstance(function, FuncDef) and makes_arrays(function, self._shown):
            return
        if made is not None:
            yield from self._of_class(made, frozenset())
            return
        shown = self._shown.type_of(function) if isinstance(function, Expression) and node is None else None
        declared = known_type(shown if node is None else node.type)
        if not isinstance(declared, CallableType):
            yield None
            return
        is_method = node is not None and bool(node.info) and not node.is_static
        owner = class_named(function.expr) if is_method and isinstance(function, MemberExpr) else None
        if owner is not None and node is not None and not node.is_class:
            yield from self._of_class(owner, frozenset())
        taken = declared.arg_types[1 if is_method else 0 :]
        skipped = whole if len(whole) == len(taken) else [False] * len(taken)
        yield from self._of_types([each for each, is_whole in zip(taken, skipped, strict=True) if not is_whole])
        yield from self.of_type(declared.ret_type)

    def written(self, function: Expression | FuncDef) -> LambdaExpr | FuncDef | None:
        """Return a function without annotations, also a lambda that has a name."""
        kept = self.held.only(function) if isinstance(function, NameExpr) else None
        if isinstance(kept, LambdaExpr):
            return kept
        node = function if isinstance(function, LambdaExpr | FuncDef) else self._function(function)
        return node if isinstance(node, LambdaExpr) or (node is not None and node.is_dynamic()) else None

    def of_written(
        self,
        function: LambdaExpr | FuncDef,
        put: Sequence[Expression],
        whole: Sequence[bool],
        given: Given = NOTHING,
    ) -> Objects:
        """Yield the classes in what a function without annotations is given, and returns."""
        skipped = whole if len(whole) == len(put) else [False] * len(put)
        for value, is_whole in zip(put, skipped, strict=True):
            yield from iter(()) if is_whole else self.of_value(value, given)
        yield from self._of_results(function, put, given)

    def _of_results(self, function: LambdaExpr | FuncDef, put: Sequence[Expression], given: Given) -> Objects:
        """Yield the classes in what a function without annotations returns for what it is given."""
        names = without_receiver(function)
        if len(names) != len(put) or function in self._open or function.is_generator or function.is_coroutine:
            yield None
            return
        self._open.add(function)
        inside: Given = {**given, **dict(zip(names, put, strict=True))}
        returned = returned_by(function.body.body)
        found = [each for value in returned for each in self._of(value, inside)]
        self._open.discard(function)
        yield from found

    def of_type(self, declared: Type | None, seen: frozenset[TypeInfo] = frozenset()) -> Objects:
        """Yield the classes of the objects in the values of a type."""
        value = known_type(declared)
        if isinstance(value, TupleType | UnionType):
            if isinstance(value, TupleType) and value.partial_fallback.type.is_named_tuple:
                yield value.partial_fallback.type
            yield from self._of_types(value.items, seen)
        elif isinstance(value, Instance):
            if value.type.fullname in CONTAINERS:
                yield from self._of_types(value.args, seen)
            elif value.type.fullname not in ARRAY_CLASSES | _NUMBERS and not value.type.fullname.startswith(_LAYERS):
                yield from self._of_class(value.type, seen)
        elif not isinstance(value, NoneType | LiteralType):
            yield None

    def _of_types(self, types: Iterable[Type], seen: frozenset[TypeInfo] = frozenset()) -> Objects:
        for each in types:
            yield from self.of_type(each, seen)

    def _of_class(self, info: TypeInfo, seen: frozenset[TypeInfo]) -> Objects:
        """Yield a class and what its fields hold."""
        if info in seen:
            return
        model = model_of(info) if self._shown.is_own(info.defn) else None
        yield None if model is None else info
        if model is not None:
            kept = [name for name in model.fields if model.role_of(name) != "static"]
            for name in kept:
                yield from self.of_type(model.type_of(name), seen | {info})

    def _called(self, callee: Expression, given: Given) -> FuncDef | None:
        """Return the function that is called in one which is given something: ``model.step`` of its parameter too."""
        owner = callee.expr if isinstance(callee, MemberExpr) else None
        put = given.get(owner.node) if isinstance(owner, NameExpr) else None
        if put is None or not isinstance(callee, MemberExpr):
            return self._function(callee)
        return self._method(self._shown.class_of(put), callee.name)

    def _function(self, named: Expression) -> FuncDef | None:
        """Return the function of the module that an expression names, or the method of an object that is called."""
        node = named.node if isinstance(named, RefExpr) else None
        if isinstance(node, FuncDef):
            return node if self._shown.is_own(node) else None
        owner, name = self._shown.class_named_by(named), named.name if isinstance(named, MemberExpr) else ""
        if owner is None:
            owner, name = self._shown.class_of(named), "__call__"
        return self._method(owner, name)

    def _foreign(self, named: Expression) -> FuncDef | None:
        """Return the function of another module that an expression names, or the method of an object from there."""
        node = named.node if isinstance(named, RefExpr) else None
        if isinstance(named, MemberExpr) and node is None:
            owner = self._shown.class_of(named.expr)
            symbol = None if owner is None else owner.get(named.name)
            node = None if symbol is None else symbol.node
        if not isinstance(node, FuncDef) or self._shown.is_own(node):
            return None
        module = node.info.module_name if node.info else node.fullname.rpartition(".")[0]
        looked_at_variable(node.fullname, module)
        return node

    def _method(self, owner: TypeInfo | None, name: str) -> FuncDef | None:
        symbol = None if owner is None else owner.get(name)
        found = None if symbol is None else symbol.node
        method = found.func if isinstance(found, Decorator) else found
        return method if isinstance(method, FuncDef) and self._shown.is_own(method) else None

    def _is_own(self, value: Expression) -> bool:
        """Return whether the module itself says the type of a value."""
        if isinstance(value, MemberExpr):
            owner = self._shown.class_of(value.expr)
            return owner is not None and self._shown.is_own(owner.defn)
        return isinstance(value, NameExpr)


def makes_arrays(function: Expression, shown: ShownTypes) -> bool:
    """Return whether a function is one of JAX that makes arrays of arrays, or a layer of a library."""
    if isinstance(function, RefExpr) and function.fullname.startswith(ARRAY_MODULES):
        return True
    layer = shown.class_of(function)
    return layer is not None and layer.fullname.startswith(_LAYERS)


def _is_of_name(callee: Expression) -> bool:
    return isinstance(callee, MemberExpr) and isinstance(callee.expr, NameExpr)


def _is_declared(name: NameExpr) -> bool:
    return isinstance(name.node, Var) and name.node.type is not None and not name.node.is_inferred


def _is_number(value: Expression) -> bool:
    """Return whether a value is a number, None, or what an operator makes, which is an array or a number."""
    return isinstance(value, OpExpr | UnaryExpr | ComparisonExpr | IntExpr | FloatExpr | ComplexExpr) or is_none(
        value
    )
