"""Operations read for several numbers of axes in front of arrays of which only the last axes are known.

`open_axes` asks one operation at a time, and forgets what ``self.H.T`` has to do with ``self.H``. Here an expression
is read with everything that it is made of, for one number of axes in front of each field and parameter. An operation
that raises for all numbers is certain to raise. The axes in front have sizes with names, which are never 0.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import ComparisonExpr, Expression, FloatExpr, IndexExpr, IntExpr, LambdaExpr, OpExpr, RefExpr

from jdc_operations.values import UNKNOWN, ArrayValue, Failure, Scalar, Shape, Text, Value
from jdc_spec.sizes import Linear, named

from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ..operands import operator_of
from ..operations import OperationReader
from ..scope import ModuleScope
from .open_axes import AnyAxes, ending, is_shapeless

_FEW: Final = (0, 1, 2, 3, 9)
"""Numbers of axes that are tried first: one with which the operation works ends the search."""
_ALL: Final = tuple(range(10))
_OF_THREE: Final = (0, 1, 2, 3, 4, 9)
"""Numbers of axes that are tried where three arrays have unknown axes."""
_MOST: Final = 3
_SOME: Final = 3
"""Axes in front of each array, where an operation raises with none for want of an axis."""

_NAME: Final = re.compile(r"\?\d+\.\d+")
"""A size of an axis in front, in the sentence of a failure."""

_Counts = tuple[int, ...]
"""Numbers of axes in front of arrays, one for each array."""


class SomeRanks:
    """Reads the operations of a module with several numbers of axes in front."""

    def __init__(
        self,
        operations: OperationReader,
        scope: ModuleScope,
        opened: Callable[[Expression, Value | None], Value | None],
    ) -> None:
        self._operations = operations
        self._scope = scope
        self._opened = opened
        """Gives an array of which nothing is known any number of axes."""
        self._without = self._reader({}, None)
        """Reads each array as if the axes that its annotation tells were all of them; some where it tells none."""
        self._behind = self._reader({}, None, others=_SOME)
        """Reads each with some axes in front, where an operation wants more than the annotation tells."""

    def failure(self, expression: Expression, *, has_open_axes: bool) -> Failure | None:
        """Return why an operation is certain to raise, however many axes are in front; None where it may work.

        ``has_open_axes`` says that some annotation tells the last axes alone.
        """
        if _is_whole(self._operations.value(expression)) or self._is_by_key(expression):
            return None
        if self._has_plain_operand(expression):
            return None
        failure = self._without.failure(expression)
        if failure is None and has_open_axes and _is_unknown(self._without.value(expression)):
            failure = self._behind.failure(expression)
        if failure is None or failure.is_of_dtypes:
            return None
        met: dict[object, bool] = {}
        self._reader({}, expression, met, others=_SOME).value(expression)
        if not met or len(met) > _MOST or (len(met) == _MOST and any(met.values())):
            return None
        tried = (dict(zip(met, ranks, strict=True)) for ranks in _choices(len(met)))
        if not all(self._raises(expression, ranks) for ranks in tried):
            return None
        return dataclasses.replace(failure, reason=_NAME.sub("?", failure.reason))

    def array(self, expression: Expression) -> ArrayValue | None:
        """Return an array with all that is the same in the results for every number of axes in front."""
        plain = self._without.value(expression)
        if _is_unknown(plain):
            plain = self._behind.value(expression)
        if not isinstance(plain, ArrayValue) or not _has_sizes(plain):
            return None
        met: dict[object, bool] = {}
        self._reader({}, expression, met, others=_SOME).value(expression)
        if not met or len(met) >= _MOST:
            return None
        readers = [(ranks, self._reader(dict(zip(met, ranks, strict=True)), expression)) for ranks in _few(len(met))]
        made = [(ranks, reader.value(expression), reader) for ranks, reader in readers]
        works = [(ranks, each) for ranks, each, reader in made if not self._fails(reader, expression)]
        arrays = [(ranks, each) for ranks, each in works if isinstance(each, ArrayValue) and each.shape is not None]
        return _common(plain, arrays, next(iter(met))) if works and len(arrays) == len(works) else None

    def _fails(self, reader: OperationReader, expression: Expression) -> bool:
        """Return whether a reader has met an operation that raises and is sure to run."""
        return reader.failed(lambda at: self._is_sure(at, expression)) is not None

    def _is_sure(self, at: Expression, expression: Expression) -> bool:
        """Return whether what raises shows a mistake: ``params["w"]`` shows that the array is none, but a dict.

        An operation that raises whatever is in front of the arrays shows nothing of them.
        """
        if at is not expression and (self._raises_always(at) or not self._scope.always_runs(at)):
            return False
        return not self._is_by_key(at)

    def _raises_always(self, at: Expression) -> bool:
        return self._operations.failure(at) is not None or at in self._operations.raised

    def _has_plain_operand(self, expression: Expression) -> bool:
        """Return whether an operator other than ``@`` has a number as operand, or one of which nothing is known."""
        operator, parts = operator_of(expression) if isinstance(expression, OpExpr | ComparisonExpr) else ("@", ())
        simple = [part for part in parts if isinstance(part, RefExpr | IntExpr | FloatExpr)]
        if operator == "@" or not simple:
            return False
        has_number = any(isinstance(self._operations.value(part), Scalar) for part in simple)
        return has_number or any(self._without.value(part) is UNKNOWN for part in simple)

    def _is_by_key(self, at: Expression) -> bool:
        return isinstance(at, IndexExpr) and isinstance(self._operations.value(at.index), Text)

    def _raises(self, expression: Expression, ranks: Mapping[object, int]) -> bool:
        """Return whether an operation raises, or one inside it that is sure to run."""
        reader = self._reader(ranks, expression)
        reader.value(expression)
        return self._fails(reader, expression)

    def _reader(
        self,
        ranks: Mapping[object, int],
        root: Expression | None,
        met: dict[object, bool] | None = None,
        others: int = 0,
    ) -> OperationReader:
        """Return what reads arrays with some numbers of axes in front, ``others`` where nothing is said.

        It adds to ``met`` what the axes in front of the arrays that it reads are known by, and whether nothing
        else is known of one.
        """
        numbers = {axes: number for number, axes in enumerate(ranks)}

        def array_of(expression: Expression) -> Value | None:
            known = self._operations.array_of(expression)
            is_near = root is None or self._is_near(expression, root)
            array = self._opened(expression, known) if is_near else known
            unknown = _open_axes_of(array)
            if unknown is None or not isinstance(array, ArrayValue) or array.shape is None:
                return array
            if root is not None and not self._is_of_one_call(expression, root, unknown):
                return dataclasses.replace(array, shape=None)
            axes = unknown.source or expression
            if met is not None:
                met[axes] = array is not known
            at = array.shape.index(unknown)
            count = ranks.get(axes, others if array is known else _SOME)
            in_front = _in_front(numbers.setdefault(axes, len(numbers)), count)
            return dataclasses.replace(array, shape=(*array.shape[:at], *in_front, *array.shape[at + 1 :]))

        return OperationReader(self._scope, array_of, self._operations.helpers.anew())

    def _is_of_one_call(self, array: Expression, root: Expression, axes: AnyAxes) -> bool:
        """Return whether an array is read where ``root`` is, not in a function that may be called twice there."""
        return self._is_near(array, root) and (
            axes.source is not None or self._lambda_around(array) is self._lambda_around(root)
        )

    def _is_near(self, expression: Expression, root: Expression) -> bool:
        """Return whether two expressions are in one function: a daemon has no types of what is in another."""
        flow = FLOW.of(self._scope.tree)
        return flow.function_over(expression) is flow.function_over(root)

    def _lambda_around(self, expression: Expression) -> Expression | None:
        around = INDEX.of(self._scope.tree).parent(expression)
        while isinstance(around, Expression) and not isinstance(around, LambdaExpr):
            around = INDEX.of(self._scope.tree).parent(around)
        return around if isinstance(around, LambdaExpr) else None


def _is_unknown(value: Value) -> bool:
    return value is UNKNOWN or is_shapeless(value)


def _is_whole(value: Value) -> bool:
    """Return whether every axis of an array is known, so that no axes are left open in what it is made of."""
    shape = value.shape if isinstance(value, ArrayValue) else None
    return shape is not None and all(isinstance(size, int | Linear) for size in shape)


def _has_sizes(array: ArrayValue) -> bool:
    """Return whether the size of an axis is known."""
    return any(isinstance(size, int | Linear) for size in array.shape or ())


def _open_axes_of(array: Value | None) -> AnyAxes | None:
    shape = array.shape if isinstance(array, ArrayValue) else None
    return next((size for size in shape or () if isinstance(size, AnyAxes)), None)


def _in_front(number: int, count: int) -> Shape:
    """Return the sizes of axes in front of an array."""
    return tuple(named(f"?{number}.{at}") for at in range(count))


def _common(plain: ArrayValue, arrays: Sequence[tuple[_Counts, ArrayValue]], axes: object) -> ArrayValue | None:
    """Return an array with all that is the same in these results; ``plain`` is the one without axes in front."""
    shapes = [(ranks, each.shape or ()) for ranks, each in arrays]
    behind = ending([shape for _, shape in shapes])
    if all(shape == behind for _, shape in shapes):
        shape: Shape | None = behind
    elif all(len(ranks) == 1 and shape == (*_in_front(0, ranks[0]), *behind) for ranks, shape in shapes):
        shape = (AnyAxes(axes) if isinstance(axes, str) else AnyAxes(of=axes), *behind)
    else:
        shape = (AnyAxes(), *behind) if behind else None
    dtype = plain.dtype if all(each.dtype == plain.dtype for _, each in arrays) else None
    weak = plain.weak if all(each.weak == plain.weak for _, each in arrays) else None
    return dataclasses.replace(plain, shape=shape, dtype=dtype, weak=weak)


def _few(count: int) -> Iterator[_Counts]:
    return itertools.product(_FEW, repeat=count)


def _choices(count: int) -> Iterator[_Counts]:
    yield from _few(count)
    yield from itertools.product(_OF_THREE if count == _MOST else _ALL, repeat=count)
