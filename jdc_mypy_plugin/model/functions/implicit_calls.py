"""Methods that Python calls where no call is written: properties, ``x[key]``, ``x + 1``, ``if x``, ``len(x)``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from mypy.nodes import (
    CallExpr,
    ClassDef,
    ComparisonExpr,
    ConditionalExpr,
    Decorator,
    DictExpr,
    Expression,
    FakeInfo,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IfStmt,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    SetExpr,
    StarExpr,
    Statement,
    StrExpr,
    TypeInfo,
    UnaryExpr,
    WhileStmt,
)

from ...syntax.per_module import CYCLE, PerModule
from ...syntax.walk import expressions_in, statements

_OPERATORS: Final = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "//": "floordiv",
    "%": "mod",
    "**": "pow",
    "@": "matmul",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "lshift",
    ">>": "rshift",
    "<": "lt",
    "<=": "le",
    ">": "gt",
    ">=": "ge",
    "==": "eq",
    "!=": "ne",
}
_MIRRORED: Final = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "ne": "eq"}
_OF_ONE: Final = {"-": "neg", "+": "pos", "~": "invert"}
_TRUTH: Final = ("__bool__", "__len__")
_ALWAYS: Final = ("__del__", "__getattribute__")
_ITERATED: Final = ("__iter__", "__next__", "__getitem__", "__len__")
_OF_FUNCTIONS: Final = {
    "bool": _TRUTH,
    "int": ("__int__", "__index__", "__trunc__"),
    "float": ("__float__", "__index__"),
    "max": ("__lt__", "__gt__", *_ITERATED),
    "min": ("__lt__", "__gt__", *_ITERATED),
    "sum": ("__add__", "__radd__", *_ITERATED),
    "sorted": ("__lt__", "__gt__", *_ITERATED),
    "str": ("__str__", "__repr__"),
    "format": ("__format__", "__str__"),
}
_SHOWN: Final = ("__format__", "__str__", "__repr__")
_CALLED: Final = (
    *("__init__", "__post_init__", "__new__", "__call__", "__enter__", "__exit__", "__init_subclass__"),
    *("__setattr__", "__delattr__", "__setitem__", "__delitem__"),
)
"""Special methods that something in the source shows."""


def acting_methods(
    tree: MypyFile, computes: Callable[[FuncDef, TypeInfo | None], bool], among: Iterable[str] | None = None
) -> frozenset[str]:
    """Return the properties and special methods of classes of a module that do more than compute, of some names."""
    unseen = _UNSEEN.of(tree)
    names = unseen.keys() if among is None else unseen.keys() & among

    def acts(method: FuncDef, defn: ClassDef) -> bool:
        return not computes(method, None if isinstance(defn.info, FakeInfo) else defn.info)

    return frozenset(name for name in names if any(acts(*each) for each in unseen[name]))


def _unseen(tree: MypyFile) -> Mapping[str, Sequence[tuple[FuncDef, ClassDef]]]:
    """Return the properties and special methods that a module writes, each with its class, by name."""
    found: defaultdict[str, list[tuple[FuncDef, ClassDef]]] = defaultdict(list)
    for defn in _classes(tree.defs):
        for item in defn.defs.body:
            method = item.func if isinstance(item, Decorator) else item
            is_called = isinstance(item, Decorator) or (isinstance(item, FuncDef) and item.name.startswith("__"))
            is_written = isinstance(method, FuncDef) and method.name not in _CALLED and not _is_made(method, defn)
            if is_called and is_written and isinstance(method, FuncDef):
                found[method.name].append((method, defn))
    return dict(found)


def _is_made(method: FuncDef, defn: ClassDef) -> bool:
    """Return whether mypy has added a method to a class, as it does where it takes one for a dataclass."""
    symbol = None if isinstance(defn.info, FakeInfo) else defn.info.names.get(method.name)
    return symbol is not None and symbol.plugin_generated


_UNSEEN: Final = PerModule(_unseen, keep=CYCLE)


def calls_any(function: FuncDef, methods: frozenset[str]) -> bool:
    """Return whether a function may call one of some methods where no call is written."""
    return bool(methods) and not methods.isdisjoint(implicit_calls(function))


def _classes(body: Sequence[Statement]) -> Iterator[ClassDef]:
    for each in body:
        if isinstance(each, ClassDef):
            yield each
            yield from _classes(each.defs.body)


def implicit_calls(function: FuncDef) -> Iterator[str]:
    """Yield the names of properties and special methods that a function may call without a call."""
    yield from _ALWAYS
    for statement in statements(function.body.body):
        if isinstance(statement, IfStmt | WhileStmt):
            yield from _TRUTH
        elif isinstance(statement, ForStmt):
            yield from _ITERATED
    for each in expressions_in(function.body.body):
        of_kind = _KINDS.get(type(each))
        if of_kind is not None:
            yield from of_kind(each)


def _of_operator(expression: OpExpr) -> Iterator[str]:
    name = _OPERATORS.get(expression.op)
    yield from _TRUTH if name is None else (f"__{name}__", f"__r{name}__")
    yield from _SHOWN if name == "mod" else ()


def _of_comparison(expression: ComparisonExpr) -> Iterator[str]:
    for operator in expression.operators:
        name = _OPERATORS.get(operator)
        if name is not None:
            yield f"__{name}__"
            yield f"__{_MIRRORED.get(name, name)}__"
        elif "in" in operator.split():
            yield from ("__contains__", "__eq__", "__hash__", *_ITERATED)


def _of_index(expression: IndexExpr) -> Iterator[str]:
    is_literal = isinstance(expression.index, StrExpr)
    yield from ("__getitem__", "__class_getitem__", "__missing__")
    yield from () if is_literal else ("__index__", "__hash__", "__eq__")


def _of_call(expression: CallExpr) -> Iterator[str]:
    callee = expression.callee
    if isinstance(callee, NameExpr):
        yield from _OF_FUNCTIONS.get(callee.name, (f"__{callee.name}__",))
    elif isinstance(callee, MemberExpr) and isinstance(callee.expr, StrExpr):
        yield from _SHOWN


def _of_one(expression: UnaryExpr) -> Iterator[str]:
    name = _OF_ONE.get(expression.op)
    yield from _TRUTH if name is None else (f"__{name}__",)


def _of_attribute(expression: MemberExpr) -> Iterator[str]:
    yield from (expression.name, "__getattr__", "__get__")


_KINDS: Final[Mapping[type[Expression], Callable[[Any], Iterator[str]]]] = {
    OpExpr: _of_operator,
    ComparisonExpr: _of_comparison,
    IndexExpr: _of_index,
    CallExpr: _of_call,
    UnaryExpr: _of_one,
    MemberExpr: _of_attribute,
    ConditionalExpr: lambda _: iter(_TRUTH),
    StarExpr: lambda _: iter(_ITERATED),
    GeneratorExpr: lambda _: iter((*_ITERATED, *_TRUTH)),
    **dict.fromkeys((DictExpr, SetExpr), lambda _: iter(("__hash__", "__eq__"))),
}
