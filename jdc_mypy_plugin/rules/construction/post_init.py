"""``jdc-init`` in ``__post_init__`` and ``__init__``: code that runs again whenever an object is rebuilt.

A change that it makes is made again at each boundary (https://github.com/jax-ml/jax/issues/14619), and an assertion
about an array meets leaves that are none, or have another shape (https://github.com/jax-ml/jax/issues/12319).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    AssertStmt,
    AssignmentStmt,
    CallExpr,
    Context,
    Expression,
    ExpressionStmt,
    FloatExpr,
    FuncDef,
    IfStmt,
    IndexExpr,
    IntExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    ReturnStmt,
    Statement,
    SuperExpr,
    SymbolNode,
    TryStmt,
    Var,
)
from mypy.types import Instance, Type

from jdc_spec.rules import INIT

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.fields import annotated_assignments
from ...syntax import INDEX
from ...syntax.body import Body
from ...syntax.walk import statements
from ...traced.types import is_traced_array
from ...transformed.given_functions import is_here
from ...transformed.met_objects import meets_transformation
from ..places import CLASS, asked
from ..sites import ClassSite
from ..use.compared_values import given_to
from .demands import Demand, Demands, handed_fields, is_asking, of_self, written_field
from .demands_elsewhere import demanded_by_function, demanded_by_plain_base
from .failing_demands import failing
from .grown import appended
from .init import method_of_plain_base, written_method
from .reapplied import Calculation, is_changed
from .rebuilt_branches import Flags, flags_of_objects, run_again, value_again

_DEPTH: Final = 2
"""How many calls are followed."""
_KEEPING_AXES: Final = ("array", "asarray", "astype", "device_put", "float", "copy")
"""Functions and methods that leave the shape of an array as it is."""


@asked(INIT, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report code that does not bear to run again."""
    facts = site.model.facts
    if not facts.unflattens_through_init:
        return
    after = written_method(site, "__post_init__") or method_of_plain_base(site, "__post_init__")
    if after is not None:
        yield from _changes(site, after)
        for helper in _called_always(site, after):
            yield from _changes(site, helper)
        yield from _failing(site, list(_unguarded(site, after, _reader(site, {}), set())))
    else:
        at = _At("__post_init__", site.defn)
        yield from _failing(site, [(demand, at) for demand in demanded_by_plain_base(site, "__post_init__")])
    constructor = None if facts.unflattens_past_init else written_method(site, "__init__")
    if constructor is not None:
        yield from _changes(site, constructor)


def _changes(site: ClassSite, method: FuncDef) -> Iterator[Diagnostic]:
    """Report ``self.x = log(self.x)`` at the top of a method, or behind a flag that holds whenever it runs again."""
    found: dict[Statement, str] = {}
    for flags in flags_of_objects(site, method):
        for statement in run_again(method.body, flags):
            name = _changed_again(site, method, statement, flags)
            found.update({} if name is None else {statement: name})
    for statement, name in found.items():
        message = (
            f'"{site.defn.name}.{method.name}" changes field "{name}": {site.model.facts.library} '
            "runs it again whenever it rebuilds an object, so that each jit and tree.map changes the value once "
            "more; do it in a class method that makes objects, or in a property"
        )
        yield Diagnostic(INIT, message, _place(site, method, statement))


def _called_always(site: ClassSite, method: FuncDef) -> Iterator[FuncDef]:
    """Yield the methods that ``self._scale()`` runs at each rebuild, where the caller changes no field itself."""
    again = list(run_again(method.body, {}))
    if any(written_field(each) is not None for each in statements(method.body.body)):
        return
    calls = [each.expr for each in again if isinstance(each, ExpressionStmt) and isinstance(each.expr, CallExpr)]
    helpers = [
        each for each in (_helper(site, call) for call in calls if isinstance(call.callee, MemberExpr)) if each
    ]
    if len(helpers) == 1:
        yield from helpers


def _changed_again(site: ClassSite, method: FuncDef, statement: Statement, flags: Flags) -> str | None:
    """Return the field that a statement changes, and would change again."""
    listed = appended(statement, lambda value: site.model.type_of(of_self(value) or ""))
    if listed is not None:
        name = of_self(listed) or ""
        return None if method.name == "__init__" or _writes(method, name) else name
    written = written_field(statement)
    if written is None or written[0] not in site.model.fields or _writes(method, written[0])[0] is not statement:
        return None
    return written[0] if _is_changed(site, method, *written, flags) else None


def _place(site: ClassSite, method: FuncDef, statement: Statement) -> Context:
    """Return where to report a statement: at the class where a base has the method, which other classes may share."""
    return statement if method.info is site.model.info else site.defn


def unconditional(method: FuncDef) -> Iterator[Statement]:
    """Yield the statements of a method that always run: those before anything that may leave it."""
    for statement in method.body.body:
        yield statement
        if not isinstance(statement, AssignmentStmt | OperatorAssignmentStmt | ExpressionStmt | AssertStmt):
            return


def _is_changed(site: ClassSite, method: FuncDef, name: str, written: Expression, flags: Flags) -> bool:
    """Return whether a value is another one than the field's, whatever that is."""
    source = site.evaluator.source
    value = value_again(source(written), flags)

    def is_start(part: Expression) -> bool:
        return _is_field(source(part), name, method)

    is_own = functools.partial(is_here, api=site.api)
    known, kept, is_sole = _defaults(site, method), _kept_numbers(site, method), len(_writes(method, name)) == 1
    return any(
        all(
            is_changed(value, Calculation(is_start, source, is_own, known, {**numbers, **others}), is_sole=is_sole)
            for others in _other_numbers(site, method)
        )
        for numbers in itertools.chain((kept,), _given_numbers(site, kept))
    )


def _writes(method: FuncDef, name: str) -> list[Statement]:
    """Return the statements of a method's body that assign a field."""
    written = ((statement, written_field(statement)) for statement in statements(method.body.body))
    return [statement for statement, each in written if each is not None and each[0] == name]


def _defaults(site: ClassSite, method: FuncDef) -> dict[SymbolNode, float]:
    """Return the numbers that rebuilding an object gives the parameters which are an ``InitVar``."""
    variables = {each.variable.name: each.variable for each in method.arguments}
    values = {name: each.rvalue for name, each in annotated_assignments(site.defn) if name in site.model.init_only}
    return {
        variables[name]: float(value.value)
        for name, value in values.items()
        if name in variables and isinstance(value, IntExpr | FloatExpr)
    }


def _kept_numbers(site: ClassSite, method: FuncDef) -> dict[str, float]:
    """Return the defaults that are written out of the fields which a method leaves as they are."""
    return {
        name: float(each.rvalue.value)
        for name, each in annotated_assignments(site.defn)
        if isinstance(each.rvalue, IntExpr | FloatExpr) and name in site.model.fields and not _writes(method, name)
    }


def _given_numbers(site: ClassSite, kept: Mapping[str, float]) -> Iterator[Mapping[str, float]]:
    """Yield the same with another number in one field, which the module gives to an object that JAX rebuilds."""
    if kept and meets_transformation(site.model.info, site.api):
        for name in kept:
            for value in given_to(site.model.info, name, site.api):
                if isinstance(value, IntExpr | FloatExpr):
                    yield {**kept, name: float(value.value)}


def _other_numbers(site: ClassSite, method: FuncDef) -> Iterator[Mapping[str, float]]:
    """Yield numbers for the fields that each call gives a number or an array, and that a method leaves as they are.

    An array may be a mask, which takes away the same each time.
    """
    for number, of_mask in ((0.7, 0.3), (3.1, 1.0)):
        found: dict[str, float] = {}
        for name, field in site.model.fields.items():
            declared = site.model.type_of(name)
            value = None if field.has_default or not field.init or declared is None else known_type(declared)
            if value is not None and not _writes(method, name):
                is_number = isinstance(value, Instance) and value.type.fullname == "builtins.float"
                found.update({name: number} if is_number else {name: of_mask} if is_traced_array(value) else {})
        yield found


def _is_field(expression: Expression, name: str, method: FuncDef) -> bool:
    """Return whether an expression is the field, or the parameter of ``__init__`` that unflattening gives it to."""
    if method.name == "__init__":
        return isinstance(expression, NameExpr) and expression.name == name and name in method.arg_names
    return of_self(expression) == name


def _failing(site: ClassSite, found: Sequence[tuple[Demand, _At]]) -> Iterator[Diagnostic]:
    """Report the first demand of a method on a data field that leaves of the class do not meet."""
    fails = failing(site.model.info, site.api) if found else None
    for demand, at in found:
        if fails is None or not fails.includes(demand):
            continue
        library = site.model.facts.library
        if demand.is_conversion:
            message = (
                f'"{site.defn.name}.{at.method}" makes an array of data field "{demand.field}": {library} runs it '
                "whenever it rebuilds an object, and then a leaf may be neither an array nor a number "
                "(vmap(in_axes=...), jacfwd, custom_vjp), which raises an error; convert in a class method that "
                "makes objects, or only where isinstance(leaf, jax.Array)"
            )
        else:
            message = (
                f'"{site.defn.name}.{at.method}" demands a shape or dtype of data field "{demand.field}": {library} '
                "runs it whenever it rebuilds an object, and then a leaf has another shape (vmap, scan) or is not "
                "an array at all (vmap(in_axes=...), jacfwd, custom_vjp, pure_callback); check in a class method "
                "that makes objects, or only where isinstance(leaf, jax.Array)"
            )
        yield Diagnostic(INIT, message, at.node)
        return


class _At(NamedTuple):
    method: str
    node: Context


def _reader(site: ClassSite, handed: Mapping[Var, str]) -> Demands:
    model = site.model

    def declared(name: str) -> Type | None:
        return model.type_of(name) if name in model.fields and model.role_of(name) == "data" else None

    return Demands(site.evaluator.source, declared, handed, site.api.tree)


def _unguarded(
    site: ClassSite, method: FuncDef, demands: Demands, made: set[str], depth: int = 0
) -> Iterator[tuple[Demand, _At]]:
    """Yield the demands of a method, and of what it calls, that nothing guards, with the place to report.

    ``made`` are the fields to which code before them may have given another shape, ``jnp.atleast_2d(self.x)``.
    """
    if is_guarded(INDEX.of(site.api.tree).inside(method)):
        return
    for statement in method.body.body:
        place = _At(method.name, _place(site, method, statement))
        yield from ((demand, place) for demand in demands.of(statement) if demand.field not in made)
        if depth < _DEPTH:
            yield from _called(site, statement, place, made, depth + 1)
        for each in (statement, *INDEX.of(site.api.tree).inside(statement).statements):
            written = written_field(each)
            if written is not None and _may_reshape(site.evaluator.source(written[1])):
                made.add(written[0])
        if isinstance(statement, ReturnStmt) or (isinstance(statement, IfStmt) and _may_return(site, statement)):
            return


def _may_reshape(value: Expression) -> bool:
    """Return whether a value may have another number of axes than the field that it is made of."""
    callee = value.callee if isinstance(value, CallExpr) else None
    name = callee.name if isinstance(callee, NameExpr | MemberExpr) else ""
    return isinstance(value, IndexExpr) or (isinstance(value, CallExpr) and name not in _KEEPING_AXES)


def is_guarded(body: Body) -> bool:
    """Return whether code asks what its leaves are, or expects an error."""
    return is_asking(body.expressions_of(CallExpr)) or bool(body.statements_of(TryStmt))


def _called(
    site: ClassSite, statement: Statement, place: _At, made: set[str], depth: int
) -> Iterator[tuple[Demand, _At]]:
    """Yield the demands of what a statement calls: a method of the object, or a function that gets fields."""
    call = statement.expr if isinstance(statement, ExpressionStmt) else None
    if not isinstance(call, CallExpr):
        return
    helper = _helper(site, call)
    if helper is not None:
        found = _unguarded(site, helper, _reader(site, {}), made, depth)
        yield from found if helper.info is site.model.info else ((demand, place) for demand, _ in found)
        return
    handed = handed_fields(site, call)
    if handed is not None:
        yield from (
            (demand, place) for demand, _ in _unguarded(site, handed[0], _reader(site, handed[1]), made, depth)
        )
    else:
        yield from ((demand, place) for demand in demanded_by_function(site, call) if demand.field not in made)


def _helper(site: ClassSite, call: CallExpr) -> FuncDef | None:
    """Return the method that a call runs, ``self._check()`` or ``super().__post_init__()``, if none overrides it."""
    if call.args:
        return None
    if isinstance(call.callee, SuperExpr):
        return method_of_plain_base(site, call.callee.name, is_above=True)
    name = of_self(call.callee)
    classes = INDEX.of(site.api.tree).classes() if name is not None else ()
    below = (each for each in classes if site.model.info in each.mro[1:])
    if name is None or any(name in info.names for info in below):
        return None
    return written_method(site, name)


def _may_return(site: ClassSite, statement: IfStmt) -> bool:
    return bool(INDEX.of(site.api.tree).inside(statement).statements_of(ReturnStmt))
