"""The transformations that objects of classes meet in a module that mypy does not show to the one at hand.

Its source is parsed and nothing more. So its imports alone tell what a name stands for, and a class is told by the
annotation of a parameter or by a call that makes an object.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, MemberExpr, MypyFile, NameExpr, RefExpr
from mypy.types import CallableType, Type, UnboundType, UnionType

from ..libraries.definition import PARTIAL
from ..syntax import INDEX
from ..syntax.arguments import bound
from ..syntax.names.definitions import written_name
from ..syntax.names.flow import FLOW
from ..syntax.names.targets import By, targets
from .meetings import Made, Meeting, made_by_other, other_transformation
from .transformations import LOOPS, TRANSFORMATIONS, Transformed, made_by, maker

_FULL_NAMES: Final = {
    **{each.name: fullname for fullname, each in TRANSFORMATIONS.items()},
    **{each.name: fullname for fullname, each in LOOPS.items()},
    PARTIAL: PARTIAL,
}
"""The names under which mypy knows functions, by those that programs import them by."""
_HOLDING: Final = frozenset(("Annotated", "Optional", "Union", "dict", "list", "tuple", "Dict", "List", "Tuple"))


def met_in(tree: MypyFile) -> set[tuple[str, Meeting]]:
    """Return what a module that has just been parsed hands objects to, each with the full name of their class."""
    return set(_Reader(tree).meetings())


class _Reader:
    """Reads one module for objects that meet a transformation."""

    def __init__(self, tree: MypyFile) -> None:
        self._tree = tree
        self._body, self._flow = INDEX.of(tree).body, FLOW.of(tree)
        for each in self._body.references:
            if not each.fullname:
                each.fullname = _FULL_NAMES.get(written_name(each, tree), "")
        self._functions: dict[str, FuncDef | None] = {}
        for function in self._body.statements_of(FuncDef):
            self._functions[function.name] = None if function.name in self._functions else function
        self._made = dict(self._transformed())
        self._first = self._first_values()

    def meetings(self) -> Iterator[tuple[str, Meeting]]:
        """Yield each meeting that the module shows, with the full name of the class."""
        for made in self._made.values():
            yield from self._declared(made)
        for call in self._body.expressions_of(CallExpr):
            yield from self._by_call(call)

    def _transformed(self) -> Iterator[tuple[str, Made]]:
        """Yield the functions under a transformation, by the name that stands for them; "" for one without."""
        for decorator in self._body.statements_of(Decorator):
            for each in decorator.original_decorators:
                made, name = maker(each), other_transformation(each)
                if made is not None:
                    yield (
                        decorator.name,
                        Made(made[0].name, made[0].how, decorator.func, Transformed(*made, decorator.func)),
                    )
                elif name is not None:
                    yield decorator.name, made_by_other(name, decorator.func)
        named = {target.value: target.expression for each in self._body.statements for target in targets(each)}
        for call in self._body.expressions_of(CallExpr):
            made_here = self._made_by(call)
            target = named.get(call)
            if made_here is not None:
                yield target.name if isinstance(target, NameExpr | MemberExpr) else f"-{id(call)}", made_here

    def _made_by(self, call: CallExpr) -> Made | None:
        transformed = made_by(call)
        if transformed is not None:
            function = self._function(call)
            return Made(transformed.by.name, transformed.by.how, function, transformed._replace(function=function))
        name = other_transformation(call.callee)
        return None if name is None or not call.args else made_by_other(name, self._function(call))

    def _function(self, call: CallExpr) -> FuncDef | None:
        given = call.args[0] if call.args else None
        return self._functions.get(given.name) if isinstance(given, NameExpr) else None

    def _first_values(self) -> dict[tuple[object, str], Expression]:
        """Return the value that a name stands for first, by the function and the name."""
        found: dict[tuple[object, str], Expression] = {}
        for statement in self._body.statements:
            for target in targets(statement):
                if isinstance(target.expression, NameExpr) and target.by is By.ASSIGN and target.value is not None:
                    key = self._flow.function_over(target.expression), target.expression.name
                    found.setdefault(key, target.value)
        return found

    def _declared(self, made: Made) -> Iterator[tuple[str, Meeting]]:
        function = made.function
        kind = function.type if isinstance(function, FuncDef) else None
        if not isinstance(function, FuncDef) or not isinstance(kind, CallableType):
            return
        for index, (name, declared) in enumerate(zip(function.arg_names, kind.arg_types, strict=False)):
            if name is not None and made.looks_at(index, name):
                yield from ((held, made.meeting) for held in self._held(declared))

    def _held(self, declared: Type) -> Iterator[str]:
        """Yield the full names of the classes of which an annotation says that a parameter is or holds an object."""
        if isinstance(declared, UnionType):
            for item in declared.items:
                yield from self._held(item)
        elif isinstance(declared, UnboundType):
            name = _full_name(declared.name, self._tree)
            if name:
                yield name
            if declared.name.rpartition(".")[2] in _HOLDING:
                for item in declared.args:
                    yield from self._held(item)

    def _by_call(self, call: CallExpr) -> Iterator[tuple[str, Meeting]]:
        callee = call.callee
        if isinstance(callee, CallExpr):
            made = self._made_by(callee)
        else:
            made = self._made.get(callee.name) if isinstance(callee, NameExpr) else None
        for index, (value, name) in enumerate(zip(call.args, call.arg_names, strict=True)):
            if made is not None and made.looks_at(index if name is None else None, name):
                yield from ((made_of, made.meeting) for made_of in self._classes_of(value))
        loop = LOOPS.get(callee.fullname) if isinstance(callee, RefExpr) else None
        for value, parameter in bound(call, loop.parameters) if loop is not None else ():
            how = None if loop is None else loop.rest if parameter is None else loop.takes.get(parameter)
            if loop is not None and how is not None:
                yield from ((made_of, Meeting(loop.name, how)) for made_of in self._classes_of(value))

    def _classes_of(self, value: Expression) -> Iterator[str]:
        """Yield the full name of what a value is a call of, or a name that the same function first gives to one."""
        if isinstance(value, NameExpr):
            value = self._first.get((self._flow.function_over(value), value.name), value)
        name = written_name(value.callee, self._tree) if isinstance(value, CallExpr) else ""
        if name:
            yield name


def _full_name(annotation: str, tree: MypyFile) -> str:
    """Return the full name of ``states.State`` in an annotation."""
    first, *rest = annotation.split(".")
    imported = {each.fullname for each in INDEX.of(tree).imports.of(first)} or {f"{tree.fullname}.{first}"}
    return ".".join([*imported, *rest]) if len(imported) == 1 else ""
