"""The transformations that objects of a class meet.

Some mistakes are none as long as no transformation sees the object: a log in a static field of a trainer that stays
on the host, a check of a shape. The objects that the module hands to a transformation are read from its source alone,
as `typefacts.shown_types` does; those that other modules of the project hand over, as `met_in_sources` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, LambdaExpr, MemberExpr, NameExpr, RefExpr, TypeInfo
from mypy.types import CallableType

from ..host.known_types import known_type
from ..model.classes import model_of
from ..syntax import INDEX
from ..syntax.arguments import bound
from ..syntax.body import Body
from ..syntax.functions import class_named
from ..syntax.names.targets import targets, unpacked
from ..typefacts.shown_types import ShownTypes, classes_in
from .changed_leaves import leaves_made_by
from .meetings import Made, Meeting, made_by_other, other_transformation
from .project_classes import uses_of
from .transformations import LOOPS, Transformed, made_by, maker

_FILTER_JIT: Final = "filter_jit"
_TREES: Final = ("jax.tree.", "jax.tree_util.", "jax._src.tree")


def meetings(info: TypeInfo, api: TypeChecker) -> frozenset[Meeting]:
    """Return what objects of a class, or objects that hold one, are handed to in the module.

    If it hands them to nothing, what the other modules of the project hand objects of the very class to.
    """
    body = INDEX.of(api.tree).body
    here = frozenset(
        meeting
        for given, meeting in _Handed(body, ShownTypes(api.tree)).pairs()
        if any(_may_be(info, each) for each in _with_parts(given))
    )
    return here or _met_elsewhere(info)


def handed_themselves(info: TypeInfo, api: TypeChecker) -> frozenset[Meeting]:
    """Return what the module hands objects to that are certain to be of a class, or of one below it."""
    handed = _Handed(INDEX.of(api.tree).body, ShownTypes(api.tree), with_results=False)
    here = frozenset(
        meeting
        for given, meeting in handed.pairs()
        if any(info in each.mro for each in _with_parts(given, only_data=True))
    )
    return here or _met_elsewhere(info)


def _met_elsewhere(info: TypeInfo) -> frozenset[Meeting]:
    uses = uses_of(info)
    return frozenset() if uses is None else frozenset(uses.met)


def meets_transformation(info: TypeInfo, api: TypeChecker) -> bool:
    """Return whether the module hands objects of a class to a transformation; to map over a tree is none."""
    return any(not each.rebuilds for each in meetings(info, api))


def _may_be(info: TypeInfo, given: TypeInfo) -> bool:
    """Return whether an object of one class may be handed over where the source shows another."""
    return info in given.mro or (given in info.mro and model_of(given) is not None)


def _with_parts(info: TypeInfo, *, only_data: bool = False) -> Iterable[TypeInfo]:
    """Return a class and the classes of all objects that its objects hold, or hold in data fields."""
    found, left = {info}, [info]
    while left:
        model = model_of(left.pop())
        for name in () if model is None else model.fields:
            assert model is not None
            if only_data and model.role_of(name) != "data":
                continue
            new = set(classes_in(model.type_of(name))) - found
            found |= new
            left.extend(new)
    return found


class _Handed(NamedTuple):
    """Reads the source of one module for calls of transformations."""

    body: Body
    shown: ShownTypes
    with_results: bool = True
    """False to leave out what a transformed function returns, which it may make of values that are not tracers."""

    def pairs(self) -> Iterator[tuple[TypeInfo, Meeting]]:
        """Yield each class whose objects a transformation gets, with the transformation."""
        named = dict(self._named())
        for decorator in self.body.statements_of(Decorator):
            for made in self._decorated(decorator):
                yield from self._declared(made)
        for call in self.body.expressions_of(CallExpr):
            yield from self._by_call(call, named)

    def _by_call(self, call: CallExpr, named: dict[str, Made]) -> Iterator[tuple[TypeInfo, Meeting]]:
        callee = call.callee
        made = self._made(call)
        if made is not None:
            yield from self._declared(made)
            yield from self._returned(call, made)
            yield from self._bound(call, made)
        if isinstance(callee, CallExpr) and (inner := self._made(callee)) is not None:
            yield from self._given(call, inner)
        if not isinstance(callee, NameExpr | MemberExpr):
            return
        loop = LOOPS.get(callee.fullname)
        for value, name in bound(call, loop.parameters) if loop is not None else ():
            how = None if loop is None else loop.rest if name is None else loop.takes.get(name)
            if loop is not None and how is not None:
                yield from self._classes([value], Meeting(loop.name, how))
        if callee.fullname.startswith(_TREES):
            yield from self._classes(call.args, Meeting(callee.fullname, leaves_made_by(call)))
        if callee.name in named and not self._is_of_another_class(callee, named[callee.name]):
            is_looked_at = named[callee.name].looks_at(0, "self")
            if isinstance(callee, MemberExpr) and is_looked_at:
                yield from self._classes([callee.expr], named[callee.name].meeting)
            yield from self._given(call, named[callee.name], after=self._receivers(callee, named[callee.name]))

    def _returned(self, call: CallExpr, made: Made) -> Iterator[tuple[TypeInfo, Meeting]]:
        """Yield the classes of what ``jax.vmap(State)`` and ``jax.vmap(lambda x: State(x))`` make."""
        given = call.args[0] if call.args and self.with_results else None
        constructed = None if given is None else class_named(given)
        if constructed is not None:
            yield constructed, made.meeting
        if isinstance(given, LambdaExpr):
            yield from self._classes([given.expr()], made.meeting)

    def _bound(self, call: CallExpr, made: Made) -> Iterator[tuple[TypeInfo, Meeting]]:
        """Yield the classes of the object in ``eqx.filter_jit(model.run)``, which is in the tree of its methods."""
        method = call.args[0] if call.args and made.by == _FILTER_JIT else None
        if isinstance(method, MemberExpr):
            yield from self._classes([method.expr], made.meeting)

    def _is_of_another_class(self, callee: NameExpr | MemberExpr, made: Made) -> bool:
        """Return whether an object is called whose class has a method of its own under the name."""
        function = made.function
        if not isinstance(callee, MemberExpr) or not isinstance(function, FuncDef) or not function.info:
            return False
        owner = self.shown.class_of(callee.expr)
        return owner is not None and function.info not in owner.mro

    def _named(self) -> Iterator[tuple[str, Made]]:
        """Yield the names that stand for transformed functions, those of attributes and methods too."""
        for decorator in self.body.statements_of(Decorator):
            yield from ((decorator.name, made) for made in self._decorated(decorator))
        for target in (each for statement in self.body.statements for each in targets(statement)):
            made = self._made(target.value) if isinstance(target.value, CallExpr) else None
            for name in unpacked(target.expression) if made is not None else ():
                if made is not None and isinstance(name, NameExpr | MemberExpr):
                    yield name.name, made

    def _made(self, call: CallExpr) -> Made | None:
        """Return the function that a call transforms."""
        transformed = made_by(call)
        if transformed is not None:
            return Made(transformed.by.name, transformed.by.how, transformed.function or _function(call), transformed)
        name = other_transformation(call.callee)
        return None if name is None or not call.args else made_by_other(name, _function(call))

    def _decorated(self, decorator: Decorator) -> Iterator[Made]:
        for each in decorator.original_decorators:
            made, name = maker(each), other_transformation(each)
            if made is not None:
                yield Made(made[0].name, made[0].how, decorator.func, Transformed(*made, decorator.func))
            elif name is not None:
                yield made_by_other(name, decorator.func)

    def _declared(self, made: Made) -> Iterator[tuple[TypeInfo, Meeting]]:
        """Yield the classes that the annotations of a transformed function name."""
        function = made.function
        kind = None if not isinstance(function, FuncDef) else known_type(function.type)
        if not isinstance(function, FuncDef):
            return
        is_method = bool(function.info) and not function.is_static and not function.is_class
        for index, name in enumerate(function.arg_names):  # of a function from mypy's cache there is no more
            if name is None or not made.looks_at(index, name):
                continue
            if is_method and index == 0:
                yield function.info, made.meeting
            elif isinstance(kind, CallableType) and index < len(kind.arg_types):
                yield from ((each, made.meeting) for each in classes_in(kind.arg_types[index]))
        if isinstance(kind, CallableType) and self.with_results:
            yield from ((each, made.meeting) for each in classes_in(kind.ret_type))

    def _receivers(self, callee: NameExpr | MemberExpr, made: Made) -> int:
        """Return 1 for a method that is called on an object, which is its first argument, 0 for anything else."""
        function = made.function
        is_method = isinstance(function, FuncDef) and bool(function.info) and not function.is_static
        return 1 if is_method and isinstance(callee, MemberExpr) else 0

    def _given(self, call: CallExpr, made: Made, after: int = 0) -> Iterator[tuple[TypeInfo, Meeting]]:
        """Yield the classes of arguments that the transformation looks at."""
        for index, (value, name) in enumerate(zip(call.args, call.arg_names, strict=True), start=after):
            if made.looks_at(index if name is None else None, name):
                yield from self._classes([value], made.meeting)

    def _classes(self, values: Iterable[Expression], meeting: Meeting) -> Iterator[tuple[TypeInfo, Meeting]]:
        for value in values:
            yield from ((each, meeting) for each in self.shown.classes(value))


def _function(call: CallExpr) -> FuncDef | LambdaExpr | None:
    """Return the function that a call is given, a method of a class too: ``jax.jit(Model.step)``."""
    given = call.args[0] if call.args else None
    if isinstance(given, LambdaExpr):
        return given
    node = given.node if isinstance(given, RefExpr) else None
    return node.func if isinstance(node, Decorator) else node if isinstance(node, FuncDef) else None
