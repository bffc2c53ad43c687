"""Functions of the module that a traced function calls with its tracers: helpers, methods, properties.

The helper's other arguments decide its branches, so only what each call runs counts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    Argument,
    AssertStmt,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    ConditionalExpr,
    Context,
    Decorator,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IfStmt,
    IndexExpr,
    LambdaExpr,
    MatchStmt,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    RaiseStmt,
    ReturnStmt,
    Statement,
    UnaryExpr,
    Var,
    WhileStmt,
    WithStmt,
)
from mypy.operators import op_methods, unary_op_methods
from mypy.types import AnyType, CallableType, Type, TypeOfAny, UnionType
from mypy.typevars import fill_typevars

from ..host.known_types import known_type
from ..model.annotations.signature_reader import is_bound_once
from ..model.subclasses_in_sight import is_overridden
from ..objects.kept_objects import class_of_object
from ..syntax import INDEX
from ..syntax.arguments import bound, has_stars
from ..syntax.functions import class_named
from ..syntax.ranges import Range, is_in, range_of
from ..syntax.receivers import method_with
from ..syntax.walk import blocks, statements
from ..transformed.differentiated_functions import differentiated
from ..transformed.function_expressions import as_function, is_lambda
from ..transformed.given_functions import is_here
from ..typefacts.instances import besides_none, sole_instance
from .chosen_functions import chosen_function, functions_given
from .functions import TracedFunction
from .given_arguments import TestsForNone
from .staged_values import stages
from .types import array_of_jax
from .values import TracedValues

_ENDING: Final = (ReturnStmt, RaiseStmt)
_LINEAR: Final = (AssignmentStmt, ExpressionStmt, OperatorAssignmentStmt, *_ENDING)


def called_functions(
    site: TracedFunction, values: TracedValues, counts: Callable[[Expression, str], bool]
) -> Iterator[TracedFunction]:
    """Yield the functions that a traced function hands tracers to, of the expressions and tracers that count.

    Those that make some of anything count too.
    """
    for part in site.body.expressions:
        definition, given = run_by(part, values, site)
        if definition is None or definition in (site.definition, *site.callers):
            continue
        traced = {variable: kind for variable, kind, path in given if counts(part, path)}
        if traced or (isinstance(part, CallExpr) and stages(definition, site) and counts(part, "")):
            functions = {**site.functions, **functions_given(part, definition, site)}
            callers = (*site.callers, site.definition)
            yield site._replace(definition=definition, traced=traced, passed={}, callers=callers, functions=functions)


Given = list[tuple[Var, Type, str]]
"""Parameters with their types, and how to write the tracers that they are given."""


def run_by(part: Expression, values: TracedValues, site: TracedFunction) -> tuple[FuncDef | None, Given]:
    """Return the function that an expression runs, and the parameters that it gives tracers."""
    if isinstance(part, CallExpr):
        return _called(part, values, site)
    if isinstance(part, MemberExpr):
        return _read_property(part, values, site)
    if isinstance(part, OpExpr):
        return _operated(part.left, op_methods.get(part.op), [part.right], values, site)
    if isinstance(part, IndexExpr) and not INDEX.of(site.api.tree).is_written(part):
        return _operated(part.base, "__getitem__", [part.index], values, site)
    if isinstance(part, UnaryExpr):
        return _operated(part.expr, unary_op_methods.get(part.op), [], values, site)
    return None, []


def _operated(
    operand: Expression, name: str | None, others: list[Expression], values: TracedValues, site: TracedFunction
) -> tuple[FuncDef | None, Given]:
    """Return the method of an object that an operator runs."""
    owner = None if name is None else values.object(operand)
    definition = None if owner is None or name is None else _method(owner[1], name, site)
    if owner is None or definition is None or not is_plain(definition, site):
        return None, []
    receiver, *taken = [each.variable for each in definition.arguments]
    if len(taken) != len(others):
        return None, []
    given: Given = [(receiver, besides_none(owner[1]), owner[0])]
    for variable, value in zip(taken, others, strict=True):
        handed = _handed(value, values, site.api)
        given += [] if handed is None else [_typed(definition, variable, handed)]
    return definition, given


def _called(call: CallExpr, values: TracedValues, site: TracedFunction) -> tuple[FuncDef | None, Given]:
    """Return the function that a call names and the parameters that it gives tracers."""
    callee = call.callee
    of_class = class_function(callee, site) if isinstance(callee, MemberExpr) else None
    if of_class is not None:
        taken = of_class.arguments[1:] if of_class.is_class else of_class.arguments
        return (None, []) if has_stars(call) else (of_class, arguments_given(call, of_class, taken, values, site.api))
    itself = values.object(callee)
    owner = itself or (values.object(callee.expr) if isinstance(callee, MemberExpr) else None)
    is_bound = itself is not None or isinstance(callee, MemberExpr)
    if itself is not None:
        definition = _method(itself[1], "__call__", site)
    elif owner is not None and isinstance(callee, MemberExpr):
        definition = _method(owner[1], callee.name, site)
    elif isinstance(callee, MemberExpr):
        definition = _method_of_receiver(callee, site) or _method_of_kept(callee, site)
    else:
        definition = _function_of(chosen_function(callee, site))
    if definition is not None and not (is_lambda(definition) or is_plain(definition, site)):
        return None, []
    if owner is None and definition is None:
        definition, is_bound = differentiated(callee, site.api.tree), False
    if definition is None or has_stars(call):
        return None, []
    taken = definition.arguments[1:] if is_bound else definition.arguments
    given = [] if owner is None else [(definition.arguments[0].variable, besides_none(owner[1]), owner[0])]
    return definition, given + arguments_given(call, definition, taken, values, site.api)


def _function_of(written: Expression) -> FuncDef | None:
    if isinstance(written, LambdaExpr):
        return as_function(written)
    return written.node if isinstance(written, NameExpr) and isinstance(written.node, FuncDef) else None


def arguments_given(
    call: CallExpr, definition: FuncDef, taken: Sequence[Argument], values: TracedValues, api: TypeChecker
) -> Given:
    """Return the parameters that the arguments of a call give tracers."""
    given: Given = []
    by_name = {each.variable.name: each.variable for each in taken}
    for value, name in bound(call, [each.variable.name for each in taken]):
        handed = _handed(value, values, api)
        if handed is not None and name in by_name:
            given.append(_typed(definition, by_name[name], handed))
    return given


def class_function(callee: MemberExpr, site: TracedFunction) -> FuncDef | None:
    """Return the class method or static method that ``State.start`` names, or ``cls.start`` in one of them."""
    info = class_named(callee.expr)
    around = method_with(callee.expr, site.api.tree) if info is None else None
    if around is not None and (around.is_class or not around.is_static):
        info = around.info
    symbol = None if info is None else info.names.get(callee.name)
    node = None if symbol is None else symbol.node
    if info is None or not isinstance(node, Decorator) or len(node.original_decorators) != 1:
        return None
    function = node.func
    if not (function.is_class or function.is_static) or function.is_generator or function.is_coroutine:
        return None
    is_other = around is not None and is_overridden(info, callee.name, site.api)
    is_plain = is_here(function, site.api) and is_bound_once(function, site.api.tree)
    return function if is_plain and not is_other else None


def _typed(definition: FuncDef, variable: Var, handed: tuple[str, Type]) -> tuple[Var, Type, str]:
    """Return a parameter that is given a tracer, with its declared type, or that of the tracer where it has none.

    A type that is no union is never None, so that a parameter which may be None in other calls is not in this one.
    """
    declared, kind = _declared(definition, variable), known_type(handed[1])
    if isinstance(known_type(declared), AnyType):
        return variable, handed[1], handed[0]
    is_unknown = isinstance(kind, AnyType | UnionType)
    return variable, declared if is_unknown else besides_none(declared), handed[0]


def _handed(value: Expression, values: TracedValues, api: TypeChecker) -> tuple[str, Type] | None:
    """Return how to write the tracer that an argument is, or an object that holds some, with what type is known."""
    leaf = values.leaf(value)
    if leaf is not None:
        return leaf
    tracer = values.array(value) or values.path(value)
    kind = None if tracer is None else array_of_jax(api)
    if tracer is not None and kind is not None:
        return tracer, kind  # to the function a number is an array too: it is a tracer
    path = tracer or values.tree(value)
    return values.object(value) if path is None else (path, AnyType(TypeOfAny.unannotated))


def _method_of_receiver(callee: MemberExpr, site: TracedFunction) -> FuncDef | None:
    """Return the method that ``self.helper(x)`` calls in a method, or in a function in one, whatever the class."""
    around = method_with(callee.expr, site.api.tree)
    if around is None or around.is_class:
        return None
    method = _method(fill_typevars(around.info), callee.name, site)
    return None if method is None or method.is_static or method.is_class else method


def _method_of_kept(callee: MemberExpr, site: TracedFunction) -> FuncDef | None:
    """Return the method that ``env.step(x)`` or ``self.physics.step(x)`` calls, by the class of the object."""
    info = class_of_object(callee.expr, site.api)
    return None if info is None else _method(fill_typevars(info), callee.name, site)


def _read_property(part: MemberExpr, values: TracedValues, site: TracedFunction) -> tuple[FuncDef | None, Given]:
    """Return the property of an object that an attribute is."""
    owner = values.object(part.expr)
    instance = None if owner is None else sole_instance(besides_none(owner[1]))
    symbol = None if instance is None else instance.type.names.get(part.name)
    node = None if symbol is None else symbol.node
    if owner is None or instance is None or not isinstance(node, Decorator) or not node.func.is_property:
        return None, []
    is_plain = len(node.original_decorators) == 1 and is_here(node.func, site.api) and len(node.func.arguments) == 1
    if not is_plain or is_overridden(instance.type, part.name, site.api):
        return None, []
    return node.func, [(node.func.arguments[0].variable, besides_none(owner[1]), owner[0])]


def _method(kind: Type, name: str, site: TracedFunction) -> FuncDef | None:
    instance = sole_instance(besides_none(kind))
    symbol = None if instance is None else instance.type.names.get(name)
    method = None if symbol is None else symbol.node
    if instance is None or not isinstance(method, FuncDef) or not is_here(method, site.api) or not method.arguments:
        return None  # mypy keeps no parameters of a function that it has read from its cache
    return None if is_overridden(instance.type, name, site.api) else method


def is_plain(definition: FuncDef, site: TracedFunction) -> bool:
    """Return whether a call of a function runs its body as it is written."""
    if definition.is_generator or definition.is_coroutine or definition.is_decorated:
        return False
    return is_here(definition, site.api) and is_bound_once(definition, site.api.tree)


def _declared(definition: FuncDef, variable: Var) -> Type:
    kind = known_type(definition.type)
    types = kind.arg_types if isinstance(kind, CallableType) else []
    named = dict(zip((each.variable for each in definition.arguments), types, strict=False))
    return named.get(variable, AnyType(TypeOfAny.unannotated))


class Run:
    """The code of a function that each call runs, before anything may end the call.

    Functions in it count where code that runs calls them, or hands them to JAX, which calls them at once.
    """

    def __init__(
        self,
        site: TracedFunction,
        inner: Mapping[FuncDef, Sequence[Expression]],
        lambdas: Collection[LambdaExpr] = (),
    ) -> None:
        """``inner`` has the functions inside that run where one of some expressions does.

        ``lambdas`` are those that run where they stand.
        """
        self._run: list[Range] = []
        self._tests = TestsForNone(site)
        parts = (each for each in site.body.expressions if each not in lambdas)
        self._not_run = [each for part in parts for each in _choices(part)]
        self._read(site.definition.body.body)
        waiting = dict(inner)
        while met := [each for each, uses in waiting.items() if any(map(self.has, uses))]:
            for function in met:
                del waiting[function]
                self._read(function.body.body)

    def has(self, node: Context) -> bool:
        """Return whether each call comes to a node."""
        return is_in(node, self._run) and not is_in(node, self._not_run)

    def _read(self, block: Sequence[Statement]) -> bool:
        """Note what a block runs, and return whether it comes to its end."""
        for statement in block:
            if isinstance(statement, ClassDef | Decorator | FuncDef):
                continue
            if isinstance(statement, WithStmt):
                if not self._read(statement.body.body):
                    return False
                continue
            branch = self._tests.branch(statement) if isinstance(statement, IfStmt) else None
            if isinstance(statement, IfStmt) and branch is not None:
                self._run.append(range_of(statement.expr[0]))
                if not self._read(branch):
                    return False
                continue
            if isinstance(statement, IfStmt | WhileStmt | ForStmt | MatchStmt | AssertStmt):
                self._run.append(range_of(_head(statement)))
            elif isinstance(statement, _LINEAR):
                self._run.append(range_of(statement))
            inner = statements([part for each in blocks(statement) for part in each.body])
            if any(isinstance(each, _ENDING) for each in (statement, *inner)):
                return False
        return True


def _head(statement: IfStmt | WhileStmt | ForStmt | MatchStmt | AssertStmt) -> Expression:
    """Return what a statement evaluates before anything in it may run."""
    if isinstance(statement, MatchStmt):
        return statement.subject
    return statement.expr[0] if isinstance(statement, IfStmt) else statement.expr


def _choices(part: Expression) -> Iterator[Range]:
    """Yield what of an expression may not run."""
    if isinstance(part, ConditionalExpr):
        yield range_of(part.if_expr)
        yield range_of(part.else_expr)
    elif isinstance(part, OpExpr) and part.op in ("and", "or"):
        yield range_of(part.right)
    elif isinstance(part, GeneratorExpr | DictionaryComprehension):
        rows = [part.left_expr] if isinstance(part, GeneratorExpr) else [part.key, part.value]
        conditions = [condition for each in part.condlists for condition in each]
        parts = (*rows, *part.sequences[1:], *conditions)
        yield from (range_of(each) for each in parts if each is not None)
    elif isinstance(part, LambdaExpr):
        yield range_of(part)
