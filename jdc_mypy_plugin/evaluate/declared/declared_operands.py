"""Operands of operations as far as annotations tell of them: fields, parameters, variables, and numbers."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, Expression, MemberExpr, NameExpr
from mypy.types import UnionType

from jdc_spec.shapes import ShapePattern

from ...host.known_types import known_type
from ...model.annotations.annotated_variables import annotation_of
from ...syntax import INDEX
from ..objects.instances import instance_of, library_of
from ..operation_values import some_array, to_operation
from ..value import UNKNOWN, ArrayValue
from .asserted_ranks import asserted_rank
from .declarations import of_assigned
from .declared_numbers import number_read
from .formatted_numbers import number_in_braces
from .held_axes import held_axes

if TYPE_CHECKING:
    from jdc_operations.values import ArrayValue as OperationArray
    from jdc_operations.values import Scalar, Value

    from ..scope import ModuleScope


class DeclaredOperands:
    """Reads the operands of one module."""

    def __init__(self, scope: ModuleScope, declared: Callable[[Expression], ArrayValue], api: TypeChecker) -> None:
        self._scope, self._declared, self._api = scope, declared, api
        self._index = INDEX.of(api.tree)
        self.has_open_axes = False
        """True once an annotation has left open how many axes an array has."""

    def array_of(self, expression: Expression) -> Value | None:
        """Return what is known of an annotated field, a variable or a number."""
        statement = self.annotating(expression)
        instance = instance_of(expression if statement is None else statement.lvalues[0], self._api)
        library = None if instance is None else library_of(instance.type)
        if library is None:
            return self._number(expression) or self._number_or_array(expression)
        said = UNKNOWN if statement is None else of_assigned(statement, self._api.tree)
        is_declared = library == "jax" or isinstance(expression, NameExpr)
        declared = self._declared(expression) if is_declared and said is UNKNOWN else said
        if declared.origin is None:
            return self._ranked(expression, some_array(library))
        is_open = isinstance(declared.shape, ShapePattern)
        self.has_open_axes |= is_open
        return to_operation(declared, library, self.held(expression) if is_open else None)

    def _number(self, expression: Expression) -> Scalar | None:
        formatted = number_in_braces(expression, self._scope, self._api)
        return number_read(expression, self._scope, self._api) if formatted is None else formatted

    def _ranked(self, expression: Expression, array: OperationArray) -> OperationArray:
        """Return an array of which nothing is known with the axes that its function makes sure of."""
        function = self._scope.parameter_of(expression) if isinstance(expression, NameExpr) else None
        if function is None or not isinstance(expression, NameExpr):
            return array
        rank = asserted_rank(expression, function, self._scope)
        return array if rank is None else dataclasses.replace(array, shape=(None,) * rank)

    def held(self, expression: Expression) -> object:
        """Return a key that is the same wherever the same array is read; None where that is not known."""
        if isinstance(expression, MemberExpr):
            return held_axes(expression, self._scope, self._api)
        is_held = isinstance(expression, NameExpr) and self._scope.parameter_of(expression) is not None
        return expression.node if is_held and isinstance(expression, NameExpr) else None

    def _number_or_array(self, expression: Expression) -> Value | None:
        """Return what a parameter or a field is that its annotation says to be a number or an array without axes."""
        is_one = isinstance(expression, NameExpr | MemberExpr) and isinstance(
            known_type(self._api.lookup_type_or_none(expression)), UnionType
        )
        declared = self._declared(expression) if is_one else UNKNOWN
        return None if declared.sizes != () else to_operation(declared, "jax", self.held(expression))

    def parameter(self, expression: Expression) -> Value | None:
        """Return what is known of a parameter, of which mypy finds out no more than its annotation says."""
        is_one = isinstance(expression, NameExpr) and self._scope.parameter_of(expression) is not None
        return self.array_of(expression) if is_one else None

    def annotating(self, expression: Expression) -> AssignmentStmt | None:
        """Return the statement that assigns the value of an expression to a variable, and annotates that.

        In the body of a class that may be a specifier of the field, made by a function of the project.
        """
        statement = self._index.parent(expression)
        if not isinstance(statement, AssignmentStmt) or statement.unanalyzed_type is None:
            return None
        if self._index.is_in_class_body(statement):
            return None
        return statement if annotation_of(statement, self._api.tree) is not None else None
