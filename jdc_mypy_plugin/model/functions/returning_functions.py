"""Results of functions as they are written: copies and objects that they make, and what is calculated.

A result is a text, or a list that begins with one: it is kept as JSON.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    Expression,
    ExpressionStmt,
    FloatExpr,
    FuncDef,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RaiseStmt,
    ReturnStmt,
    Statement,
    StrExpr,
    TupleExpr,
    UnaryExpr,
)

from ...syntax.arguments import has_stars
from ...syntax.functions import returned_by, returns_nothing, yields
from ...syntax.names.targets import row
from ..modules.imported_names import Imported
from .array_functions import CREATING, OF_ONE, OF_SEVERAL
from .pure_methods import AT_METHODS
from .said_values import (
    ARRAY,
    AT,
    CALCULATED,
    CALLED,
    COPY,
    COUNTED,
    ITEM,
    LITERAL,
    MADE,
    METHOD,
    NEVER,
    NONE,
    RAN,
    ROW,
    SOME,
    UNKNOWN,
    Said,
    calculated,
    is_written_out,
    length,
    paths_in,
)

_REPLACING: Final = ("replace", "_replace")
_BOOLS: Final = ("True", "False")
_TREE_AT: Final = "equinox.tree_at"
LIBRARIES: Final = frozenset(("chex", "einops", "equinox", "flax", "jax", "math", "numpy", "optax", "scipy"))
"""Libraries of whose functions no note tells what they return."""
_NUMPY: Final = "jax.numpy."
REPLACE: Final = frozenset(f"{name}.replace" for name in ("copy", "dataclasses", "jax_dataclasses", "jdc_runtime"))
"""Functions that copy an object."""
METHODS: Final = frozenset(("all", "any", "astype", "max", "mean", "min", "prod", "std", "sum", "var"))
"""Methods of an array that return another."""
_COMPARISONS: Final = frozenset(("<", "<=", ">", ">=", "==", "!="))
_MOST: Final = 300
"""The parts of a value that a name is kept with: `x = f(x, x)` doubles them."""


def result_of(function: FuncDef, imported: Imported, own: Collection[str] | None = None) -> Said:
    """Return what a function gives back at its end, if all above binds names; nothing where that is not known.

    Calls of the module's ``own`` functions, and of those that it imports, are kept by their names.
    """
    if function.is_coroutine or function.is_generator or function.is_static or function.is_class:
        return UNKNOWN
    last = function.body.body[-1] if function.body.body else None
    if not isinstance(last, ReturnStmt) or last.expr is None:
        return _without_value(function)
    reader = Reader(function, imported, functions=own)
    if not all(map(reader.takes, function.body.body[:-1])):
        return UNKNOWN
    made = reader.read(last.expr)
    return made if is_written_out(made) else UNKNOWN


def result_for_class(method: FuncDef, imported: Imported) -> Said:
    """Return what a class method gives back at its end, if that is an object of its class."""
    last = method.body.body[-1] if method.body.body else None
    if not method.arguments or not isinstance(last, ReturnStmt) or last.expr is None:
        return UNKNOWN
    reader = Reader(method, imported, method.arguments[0].variable.name)
    if not all(map(reader.takes, method.body.body[:-1])):
        return UNKNOWN
    made = reader.read(last.expr)
    return made if is_written_out(made) and made[0] == MADE else UNKNOWN


def _without_value(function: FuncDef) -> Said:
    """Return what is known of a function that does not end with a value; mypy leaves out most bodies of libraries."""
    body = function.body.body
    if body and returns_nothing(function):
        return UNKNOWN if yields(function) else NONE
    return NEVER if body and isinstance(body[-1], RaiseStmt) and not returned_by(body) else UNKNOWN


class Reader:
    """The values of names in a function, statement by statement."""

    def __init__(
        self, function: FuncDef, imported: Imported, own_class: str = "", functions: Collection[str] | None = None
    ) -> None:
        """``own_class`` is the parameter that holds the class of a class method.

        ``functions`` are those of the module; calls are not kept where it is None.
        """
        self._functions = functions
        self._own_class = own_class
        parameters = frozenset(each.variable.name for each in function.arguments)
        self._values: dict[str, Said] = dict.fromkeys(parameters, UNKNOWN)
        given = (each for each in function.arguments if each.initializer is None and not each.kind.is_star())
        names = (each.variable.name for each in given)
        self._values.update((name, [AT, name]) for name in names)
        self._imported = imported

    def takes(self, statement: Statement) -> bool:
        """Take a statement into account; return False if it may do more than bind a name."""
        if isinstance(statement, AssignmentStmt) and len(statement.lvalues) == 1:
            return self._binds(statement.lvalues[0], self.read(statement.rvalue))
        return isinstance(statement, ExpressionStmt) and isinstance(statement.expr, StrExpr)

    def _binds(self, target: Expression, said: Said) -> bool:
        """Give a name its value, and each name of ``x, y = pair``; return False for any other target."""
        if isinstance(target, NameExpr):
            self._values[target.name] = said if length(said, _MOST) < _MOST else UNKNOWN
            return True
        names = row(target)
        parts = said[1:] if is_written_out(said) and said[0] == ROW and len(said) == len(names) + 1 else ()
        given = zip_longest(names, parts, fillvalue=UNKNOWN)
        return bool(names) and all(isinstance(each, NameExpr) and self._binds(each, part) for each, part in given)

    def binds(self, name: str) -> bool:
        """Return whether the function has a name of its own."""
        return name in self._values

    def full_name(self, reference: Expression) -> str:
        """Return the full name of something that the module imports; nothing of anything else."""
        if isinstance(reference, MemberExpr):
            owner = self.full_name(reference.expr)
            return f"{owner}.{reference.name}" if owner else ""
        is_outer = isinstance(reference, NameExpr) and not self.binds(reference.name)
        return self._imported.get(reference.name, "") if is_outer and isinstance(reference, NameExpr) else ""

    def read(self, value: Expression) -> Said:
        """Return what is known of a value."""
        if isinstance(value, NameExpr):
            return NONE if value.name == "None" else self._values.get(value.name, UNKNOWN)
        if isinstance(value, TupleExpr):
            return [ROW, *map(self.read, value.items)]
        if isinstance(value, MemberExpr):
            return self.part(self.read(value.expr), value.name)
        if isinstance(value, CallExpr):
            return UNKNOWN if has_stars(value) else self._called(value)
        return self._operated(value)

    def _operated(self, value: Expression) -> Said:
        """Return what is known of a number that is written out, of an item, and of what an operator makes."""
        if isinstance(value, IndexExpr):
            paths = paths_in(self.read(value.base))
            return [ITEM, *paths] if paths else UNKNOWN
        if isinstance(value, OpExpr):
            return UNKNOWN if value.op in ("and", "or") else self._of_two(value)
        if isinstance(value, ComparisonExpr):
            operands = list(map(self.read, value.operands))
            has_text = any(isinstance(each, StrExpr) for each in value.operands)
            is_of_arrays = len(value.operators) == 1 and value.operators[0] in _COMPARISONS and not has_text
            return calculated(operands) if is_of_arrays and NONE not in operands else SOME
        if isinstance(value, UnaryExpr):
            return SOME if value.op == "not" else self._calculated((value.expr,))
        return SOME if isinstance(value, IntExpr | FloatExpr) else UNKNOWN

    def _of_two(self, value: OpExpr) -> Said:
        counted, step = (value.right, value.left) if isinstance(value.left, IntExpr) else (value.left, value.right)
        is_counted = value.op == "+" or (value.op == "-" and step is value.right)
        if is_counted and isinstance(step, IntExpr) and step.value:
            said = self.read(counted)
            if is_written_out(said) and said[0] == AT:
                return [COUNTED, said, step.value if value.op == "+" else -step.value]
            return calculated((said,))
        return self._calculated((value.left, value.right))

    def _calculated(self, operands: Sequence[Expression], kind: str = CALCULATED) -> Said:
        return calculated(map(self.read, operands), kind)

    def part(self, owner: Said, name: str) -> Said:
        """Return what is known of an attribute of a value."""
        if not is_written_out(owner):
            return UNKNOWN
        if owner[0] == AT:
            return [*owner, name]
        if owner[0] == COPY:
            return owner[2][name] if name in owner[2] else self.part(owner[1], name)
        return owner[3].get(name, UNKNOWN) if owner[0] == MADE else UNKNOWN

    def _called(self, call: CallExpr) -> Said:
        is_own = isinstance(call.callee, NameExpr) and call.callee.name == self._own_class
        if is_own and self._values[self._own_class] == [AT, self._own_class]:
            return self._object(call, "")
        callee, name = call.callee, self.full_name(call.callee)
        if name.partition(".")[0] in LIBRARIES or name in REPLACE:
            return self._of_library(call, name)
        if isinstance(callee, NameExpr):
            return self._named(call, callee.name, name)
        if name and isinstance(callee, MemberExpr):
            return self._object(call, name) if is_class_name(callee.name) else self._ran(call, name)
        return self._by_method(call, callee) if isinstance(callee, MemberExpr) else UNKNOWN

    def _by_method(self, call: CallExpr, method: MemberExpr) -> Said:
        if method.name in METHODS:
            paths = paths_in(self.read(method.expr))
            return [CALCULATED, *paths] if paths else UNKNOWN
        if method.name in _REPLACING:
            return self._copied(call, method.expr, 0)
        at = method.expr.base if isinstance(method.expr, IndexExpr) else None
        if isinstance(at, MemberExpr) and at.name == "at" and method.name in AT_METHODS:
            return [ARRAY, *paths_in(self.read(at.expr))]
        owner = self.read(method.expr)
        if not is_written_out(owner) or owner[0] not in (AT, COPY, MADE, RAN, METHOD):
            return UNKNOWN
        if owner[0] == AT and not call.args:
            return self.part(owner, method.name + CALLED)
        return [METHOD, owner, method.name, *self._given(call)] if self._functions is not None else UNKNOWN

    def _set_at(self, call: CallExpr) -> Said:
        """Return the copy in ``eqx.tree_at(lambda o: o.x, obj, value)``."""
        where, copied, value = call.args[:3] if call.arg_names[:3] == [None] * 3 else (None, None, None)
        part = where.expr() if isinstance(where, LambdaExpr) else None
        owner = UNKNOWN if copied is None else self.read(copied)
        if not isinstance(part, MemberExpr) or not isinstance(part.expr, NameExpr) or value is None:
            return UNKNOWN
        return self._with(owner, {part.name: self.read(value)})

    def _ran(self, call: CallExpr, name: str) -> Said:
        return [RAN, name, *self._given(call)] if self._functions is not None else UNKNOWN

    def _of_library(self, call: CallExpr, name: str) -> Said:
        if name.startswith(_NUMPY):
            return self._of_numpy(call, name.removeprefix(_NUMPY))
        if name == _TREE_AT:
            return self._set_at(call)
        return self._copied(call, call.args[0], 1) if name in REPLACE and call.args else UNKNOWN

    def _of_numpy(self, call: CallExpr, name: str) -> Said:
        if name in OF_SEVERAL:
            return self._calculated(call.args, ARRAY)
        return self._calculated(call.args[:1], ARRAY) if name in OF_ONE else [ARRAY] if name in CREATING else UNKNOWN

    def _named(self, call: CallExpr, name: str, imported: str) -> Said:
        """Return the object that a call makes, if a class has the name, or what a function of the name returns."""
        if name in self._values:
            return UNKNOWN
        if is_class_name(name):
            return self._object(call, name)
        known = name if name in (self._functions or ()) else imported
        return self._ran(call, known) if known else UNKNOWN

    def _object(self, call: CallExpr, name: str) -> Said:
        return [MADE, name, *self._given(call)]

    def _given(self, call: CallExpr) -> Said:
        given = list(zip(call.arg_names, map(self._argument, call.args), strict=True))
        return [each for key, each in given if key is None], {key: each for key, each in given if key}

    def _copied(self, call: CallExpr, copied: Expression, first: int) -> Said:
        """Return the copy in ``obj.replace(x=1)`` and ``dataclasses.replace(obj, x=1)``."""
        owner, names = self.read(copied), call.arg_names[first:]
        if None in names:
            return UNKNOWN
        return self._with(owner, dict(zip(names, map(self._argument, call.args[first:]), strict=True)))

    def _argument(self, value: Expression) -> Said:
        if isinstance(value, IntExpr | FloatExpr | StrExpr):
            return [LITERAL, value.value]
        is_bool = isinstance(value, NameExpr) and value.name in _BOOLS
        return [LITERAL, value.name == "True"] if is_bool and isinstance(value, NameExpr) else self.read(value)

    def _with(self, owner: Said, given: Mapping[str | None, Said]) -> Said:
        """Return a copy of an object with other values of fields."""
        if not is_written_out(owner):
            return UNKNOWN
        if owner[0] in (AT, RAN, METHOD):
            return [COPY, owner, given]
        if owner[0] == COPY:
            return [COPY, owner[1], {**owner[2], **given}]
        return [MADE, owner[1], [], {**owner[3], **given}] if owner[0] == MADE and not owner[2] else UNKNOWN


def is_class_name(name: str) -> bool:
    """Return whether a name is written as those of classes are."""
    return name.lstrip("_")[:1].isupper()
