"""The places of a function where Python needs a value, so that a tracer does not do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssertStmt,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    FloatExpr,
    GeneratorExpr,
    IfStmt,
    IndexExpr,
    IntExpr,
    ListComprehension,
    ListExpr,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    SliceExpr,
    StrExpr,
    TupleExpr,
    UnaryExpr,
    Var,
    WhileStmt,
)
from mypy.types import Instance, ProperType, TupleType

from ...evaluate import Evaluator
from ...host.known_types import known_type
from ...model.functions.array_functions import OF_A_NUMBER
from ...syntax.arguments import positional
from ...syntax.names.flow import FLOW
from ...syntax.names.imported_names import spelled
from ...syntax.names.targets import row
from ...traced.functions import TracedFunction
from ...transformed.custom_functions import custom_function
from .given_containers import is_given_array
from .needed_arrays import arrays_for_numpy, in_jax, is_taken_whole
from .needed_formats import filled_in, formatted
from .needed_masks import is_mask
from .needed_matches import matched
from .needed_members import looked_for_in
from .needed_numpy import is_of_numpy
from .needed_sizes import sizes_in

_BUILTINS: Final = {f"builtins.{name}": f"{name}()" for name in ("bool", "float", "int", "range")}
_COMPARING: Final = {"builtins.max": "max()", "builtins.min": "min()"}
_ORDERING: Final = {
    "builtins.sorted": ("sorted", "jnp.sort"),
    "builtins.max": ("max", "jnp.maximum"),
    "builtins.min": ("min", "jnp.minimum"),
}
_ASKING: Final = {"builtins.all": "all", "builtins.any": "any"}
_READING: Final = frozenset(("item", "tolist"))
_RENAMED: Final = {"acos": "arccos", "asin": "arcsin", "atan": "arctan", "atan2": "arctan2", "pow": "power"}
_COUNTING: Final = frozenset(("argwhere", "flatnonzero", "nonzero", "unique", "where"))
"""Functions of `jax.numpy` whose result has as many items as the values of the argument say."""
_INDEXED: Final = frozenset(("builtins.list", "builtins.tuple", "builtins.dict", "builtins.str"))


class Need(NamedTuple):
    """An expression whose value Python needs."""

    value: Expression
    by: str
    """The code that needs it, for a sentence."""
    instead: str
    array: Expression | None = None
    """An expression that has to be a traced array too, of which the code is a method."""
    kind: Literal["value", "number", "shape"] = "value"
    """The expressions that count: any tracer, parameters of unknown type too, tuples of sizes too."""
    is_strict: bool = False
    """True if a tracer of a derivative does not do either, which has a value that `if` and `int` take."""


BRANCH: Final = "jnp.where or jax.lax.cond"
STATIC: Final = "a static field or argument"
_PRINT: Final = "jax.debug.print"


def needed_values(site: TracedFunction) -> Iterator[Need]:
    """Yield the expressions of a function whose values Python needs, if they are tracers."""
    for statement in site.body.statements:
        if isinstance(statement, IfStmt):
            yield from (Need(part, "`if`", BRANCH) for each in statement.expr for part in _decided(each))
        elif isinstance(statement, WhileStmt):
            yield from (Need(part, "`while`", "jax.lax.while_loop") for part in _decided(statement.expr))
        elif isinstance(statement, AssertStmt):
            yield from (Need(part, "`assert`", "jax.experimental.checkify") for part in _decided(statement.expr))
        elif isinstance(statement, MatchStmt):
            yield from (
                Need(part, "`match`", "jax.lax.switch") for each in matched(statement) for part in _decided(each)
            )
    evaluator = Evaluator(site.api)
    for expression in site.body.expressions:
        yield from _in_expression(expression, site.api.tree, evaluator)
        yield from _kept_as_they_are(expression, site.api)


def _kept_as_they_are(call: Expression, api: TypeChecker) -> Iterator[Need]:
    """Yield the arguments that ``jax.custom_vjp`` hands on as they are, and of which it refuses tracers."""
    custom = custom_function(call.callee, api) if isinstance(call, CallExpr) else None
    given = positional(call) if isinstance(call, CallExpr) and custom is not None and custom.kept else []
    for position, value in enumerate(given):
        if custom is not None and position in custom.kept:
            yield Need(value, "`nondiff_argnums` of jax.custom_vjp", "None as its cotangent, and no nondiff_argnums")


def _in_expression(expression: Expression, module: MypyFile, evaluator: Evaluator) -> Iterator[Need]:
    if isinstance(expression, ConditionalExpr):
        yield from (Need(part, "`if` ... `else`", BRANCH) for part in _decided(expression.cond))
    elif isinstance(expression, UnaryExpr) and expression.op == "not":
        yield from (Need(part, "`not`", "jnp.logical_not") for part in _decided(expression.expr))
    elif isinstance(expression, GeneratorExpr | DictionaryComprehension):
        conditions = (each[0] for each in expression.condlists if each)
        yield from (Need(part, "`if`", BRANCH) for each in conditions for part in _decided(each))
    elif isinstance(expression, OpExpr):
        yield from _in_operation(expression, evaluator)
    elif isinstance(expression, CallExpr):
        yield from _in_call(expression, module, evaluator)
        yield from (Need(each, "a format", _PRINT, kind="number", is_strict=True) for each in formatted(expression))
    elif isinstance(expression, IndexExpr):
        yield from _in_index(expression, module, evaluator)
    elif isinstance(expression, ComparisonExpr) and len(expression.operators) > 1:
        yield Need(expression, "a chain of comparisons", "jnp.logical_and")
    elif isinstance(expression, ComparisonExpr):
        held = looked_for_in(expression, evaluator)
        if held is not None:
            yield Need(expression.operands[0], f"`{expression.operators[0]}` of a {held}", "jnp.isin")


def _in_operation(operation: OpExpr, evaluator: Evaluator) -> Iterator[Need]:
    if operation.op in ("and", "or"):
        instead = f"jnp.logical_{operation.op}"
        yield from (Need(part, f"`{operation.op}`", instead) for part in _decided(operation.left))
    elif operation.op == "%":
        yield from (Need(each, "a format", _PRINT, kind="number", is_strict=True) for each in filled_in(operation))
    elif operation.op == "*":
        for items, times in ((operation.left, operation.right), (operation.right, operation.left)):
            if isinstance(items, ListExpr | TupleExpr | StrExpr):
                yield Need(times, f"the length of a {_container(items, evaluator)}", STATIC, kind="number")


def _decided(condition: Expression) -> Iterator[Expression]:
    """Yield the parts of a condition that Python is certain to ask for a bool: the first one of each ``and``."""
    if isinstance(condition, OpExpr) and condition.op in ("and", "or"):
        yield from _decided(condition.left)
    elif isinstance(condition, UnaryExpr) and condition.op == "not":
        yield from _decided(condition.expr)
    else:
        yield condition


def _in_index(expression: IndexExpr, module: MypyFile, evaluator: Evaluator) -> Iterator[Need]:
    base, index = expression.base, expression.index
    items = row(index) or [index]
    is_update = isinstance(base, MemberExpr) and base.name == "at"
    masked = base.expr if isinstance(base, MemberExpr) and is_update else base
    instead = "jnp.where(mask, new, x)" if is_update else "jnp.where(mask, x, 0)"
    for each in items:
        if is_mask(each, module, evaluator):
            yield Need(each, "the shape of what a mask takes", instead, masked)
    slices = [each for each in items if isinstance(each, SliceExpr)]
    if slices:
        bounds = (bound for each in slices for bound in (each.begin_index, each.end_index, each.stride))
        yield from (Need(each, "a slice", "jax.lax.dynamic_slice, or " + STATIC) for each in bounds if each)
        return
    container = "" if _is_bound_again(base, module) else _container(base, evaluator)
    variable = base.node if isinstance(base, NameExpr) else None
    if container and not (isinstance(variable, Var) and is_given_array(variable, module, evaluator)):
        kind: Literal["value", "number"] = "value" if container == "dict" else "number"
        yield Need(index, f"the index of a {container}", "jax.lax.switch, or an array in its place", kind=kind)
    elif is_of_numpy(base, module, evaluator):
        yield from (Need(each, "the index of an array of NumPy", "jnp.asarray of the array") for each in items)


def _is_bound_again(base: Expression, module: MypyFile) -> bool:
    """Return whether a variable without an annotation is bound twice, so that it may hold something else.

    One of another module, which an import has bound already, may be bound here once more.
    """
    variable = base.node if isinstance(base, NameExpr) else None
    if not isinstance(variable, Var) or not variable.is_inferred:
        return False
    is_imported = "." in variable.fullname and variable.fullname.rpartition(".")[0] != module.fullname
    return is_imported + len(FLOW.of(module).variables.writes_of(variable).positions) > 1


def _container(base: Expression, evaluator: Evaluator) -> str:
    """Return the name of a type of Python that an array is no index of, where an expression evidently has it."""
    written = evaluator.source(base)
    for kind, name in ((ListExpr, "list"), (TupleExpr, "tuple"), (DictExpr, "dict"), (StrExpr, "str")):
        if isinstance(written, kind):
            return name
    variable = base.node if isinstance(base, NameExpr) else None
    declared = known_type(variable.type if isinstance(variable, Var) else evaluator.declared_field(base))
    if isinstance(declared, TupleType):
        return "tuple"
    fullname = declared.type.fullname if isinstance(declared, Instance) else ""
    is_inferred = isinstance(variable, Var) and variable.is_inferred
    if fullname not in _INDEXED or (not is_inferred and _is_keyed_by_name(declared)):
        return ""
    return fullname.removeprefix("builtins.")


def _is_keyed_by_name(declared: ProperType | None) -> bool:
    """Return whether a type is a dict from strings: where it is given a number, the annotation rather is wrong."""
    key = known_type(declared.args[0]) if isinstance(declared, Instance) and len(declared.args) == 2 else None
    return isinstance(key, Instance) and key.type.fullname == "builtins.str"


def _in_rows(call: CallExpr, fullname: str) -> Iterator[Need]:
    """Yield what ``sorted([x, y])``, ``any(x > 0 for x in xs)`` and ``all([x, y])`` compare or ask for its truth."""
    given = call.args[0] if len(call.args) == 1 else None
    items = row(given) if given is not None else []
    generator = given.generator if isinstance(given, ListComprehension) else given
    if fullname in _ORDERING:
        one = [generator.left_expr] if isinstance(generator, GeneratorExpr) else []
        compared = items if len(items) > 1 else one
        kind: Literal["value", "number"] = "value" if items else "number"
        name, instead = _ORDERING[fullname]
        yield from (Need(each, f"{name}()", instead, kind=kind) for each in compared)
    elif fullname in _ASKING:
        asked = [generator.left_expr] if isinstance(generator, GeneratorExpr) else items[:1]
        instead = f"jnp.{_ASKING[fullname]}"
        yield from (Need(part, f"{_ASKING[fullname]}()", instead) for each in asked for part in _decided(each))


def _in_call(call: CallExpr, module: MypyFile, evaluator: Evaluator) -> Iterator[Need]:
    callee = call.callee
    kind: Literal["value", "number"]
    if not isinstance(callee, RefExpr) or any(kind.is_star() for kind in call.arg_kinds):
        return
    if isinstance(callee, MemberExpr) and callee.name in _READING and not call.args:
        yield Need(
            callee.expr, f".{callee.name}()", "the array itself", kind="number", is_strict=callee.name == "tolist"
        )
    elif isinstance(callee, MemberExpr) and callee.name == "reshape":
        sizes = [part for each in call.args for part in (row(each) or [each])]
        yield from (Need(each, "the shape of reshape", STATIC, callee.expr, kind="number") for each in sizes)
    if callee.fullname in _BUILTINS:
        name = _BUILTINS[callee.fullname]
        instead = "jax.lax.fori_loop, or " + STATIC if name == "range()" else "jnp.asarray(...).astype(...)"
        kind = "value" if name == "bool()" else "number"  # of a tree, bool() is its length
        yield from (Need(each, name, instead, kind=kind, is_strict=name == "float()") for each in call.args)
    if callee.fullname in _COMPARING and len(call.args) > 1 and not any(call.arg_names):
        instead = "jnp.maximum" if callee.fullname == "builtins.max" else "jnp.minimum"
        has_number = any(isinstance(each, IntExpr | FloatExpr) for each in call.args)
        kind = "number" if has_number else "value"
        yield from (Need(each, _COMPARING[callee.fullname], instead, kind=kind) for each in call.args)
    yield from _in_rows(call, callee.fullname)
    spelt = spelled(callee, module) or ""
    numpy, _, function = spelt.rpartition(".")
    if numpy == "math" and function in OF_A_NUMBER:
        instead = f"jnp.{_RENAMED.get(function, function)}"
        yield from (Need(each, f"math.{function}", instead, kind="number", is_strict=True) for each in call.args)
    kind = "value" if is_taken_whole(spelt) else "number"
    for each in arrays_for_numpy(call, spelt):
        yield Need(
            each, f"np.{spelt.removeprefix('numpy.')}", in_jax(spelt), kind=kind, is_strict=function not in _COUNTING
        )
    if numpy == "jax.numpy" and function in _COUNTING and "size" not in call.arg_names and len(call.args) == 1:
        yield Need(call.args[0], f"the shape of jnp.{function}", "its argument `size`", kind="number")
    for size in sizes_in(call, spelt, evaluator):
        yield Need(size.value, size.of, STATIC, size.array, kind="shape" if size.is_required else "value")
