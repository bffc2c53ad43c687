"""``jdc-data-leaf``: data compared with ``is`` under a transformation, which is False whatever the value is.

There the field is a tracer, which is neither ``True`` nor a member of an enumeration of integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    ComparisonExpr,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    Var,
)
from mypy.patterns import AsPattern, ClassPattern, OrPattern, Pattern, SingletonPattern
from mypy.types import Instance, Type

from jdc_spec.rules import DATA_LEAF

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...libraries.definition import is_none, truth
from ...model.classes import PytreeClass, model_of
from ...syntax import INDEX
from ...syntax.functions import class_named, parameters
from ...syntax.index import ModuleIndex
from ...syntax.names.targets import targets, unpacked
from ...syntax.per_module import PerModule
from ...syntax.walk import children
from ...traced.eager_functions import is_run_apart
from ...traced.functions import TracedFunction
from ...traced.types import data_type
from ...traced.written_fields import written_fields
from ...transformed.chosen_transformations import may_be_left_out
from ...transformed.transform_arguments import TransformArgument
from ...typefacts.instances import sole_instance
from ..places import TRACED_FUNCTION, TRANSFORM_ARGUMENT, asked
from ..tracing.traced_runs import TracedRun, traced_runs

_IDENTITY: Final = ("is", "is not")
_EAGER: Final = frozenset(("jax.custom_vjp", "jax.custom_jvp"))
"""Transformations whose function may meet the values themselves."""


@asked(DATA_LEAF, at=TRANSFORM_ARGUMENT)
def check(site: TransformArgument) -> Iterator[Diagnostic]:
    """Report ``state.mode is Mode.A`` and ``state.flag is True`` in the function that is transformed."""
    if site.function is None or site.parameter is None or site.object.where or site.transformation in _EAGER:
        return
    if site.is_inside:
        return
    if site.argument is not None and known_type(site.parameter.type) == site.object.instance:
        return  # the annotation tells of it
    index = INDEX.of(site.api.tree)
    if _is_bound_again(site.function, site.parameter, index):
        return
    written = _written_in(site.function, index)
    for comparison in _expressions(site.function, index):
        for operator, read, other in _identities(comparison):
            if isinstance(read.expr, NameExpr) and read.expr.node is site.parameter and read.name not in written:
                sentence = _sentence(site.object.model, operator, read, other)
                if sentence is not None:
                    yield Diagnostic(DATA_LEAF, f"under {site.transformation} {sentence}", comparison)


@asked(DATA_LEAF, at=TRACED_FUNCTION)
def check_called(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report the same in a function that a call transforms, and in the functions and methods that one calls."""
    if not site.is_abstract or site.only_arrays or not site.traced or not _COMPARES_IDENTITY.of(site.api.tree):
        return
    if is_run_apart(site) or may_be_left_out(site.at, site.definition, site.api.tree):
        return
    for run in traced_runs(site):
        yield from _matched(run)
        is_told_above = isinstance(run.site.at, Decorator) and not run.site.callers
        told = set(parameters(run.site.definition) if is_told_above else ())
        for comparison in run.site.body.expressions_of(ComparisonExpr):
            for operator, read, other in _identities(comparison):
                owner = run.values.owner(read)
                instance = None if owner is None else sole_instance(owner[1])
                model = None if instance is None else model_of(instance.type)
                if model is not None and isinstance(read.expr, NameExpr) and read.expr.node in told:
                    continue
                sentence = None if model is None else _sentence(model, operator, read, other)
                if model is None and owner is not None:
                    sentence = _of_child(owner[1], operator, read, other, site.api.tree)
                is_given = owner is not None and sentence is not None and run.values.path(read) is not None
                if is_given and owner is not None and run.reaches(comparison, owner[0]):
                    yield Diagnostic(DATA_LEAF, f"under {site.by} {sentence}", comparison)


def _matched(run: TracedRun) -> Iterator[Diagnostic]:
    """Report ``case True``, and ``case State(flag=True)``, where a data field is asked, which is a tracer."""
    for statement in run.site.body.statements_of(MatchStmt):
        for read, case in _asked(statement):
            owner = run.values.object(read.expr)
            instance = None if owner is None else sole_instance(owner[1])
            model = None if instance is None else model_of(instance.type)
            if owner is None or model is None or run.values.path(read) is None:
                continue
            if not run.reaches(statement.subject, owner[0]):
                continue
            declared = _data_field(model, read.name)
            kind = known_type(declared)
            if declared is not None and isinstance(kind, Instance) and kind.type.fullname == "builtins.bool":
                message = f"under {run.site.by} {_is_tracer(model, read.name)} no {case} is for it"
                yield Diagnostic(DATA_LEAF, f"{message}; {_mend(model, read.name, declared)}", read)


def _asked(statement: MatchStmt) -> Iterator[tuple[MemberExpr, str]]:
    """Yield the attributes that a ``match`` compares with True or False by ``is``, with the words for the case."""
    subject = statement.subject
    if isinstance(subject, MemberExpr) and _asks_for_bool(statement):
        yield subject, "`case True` or `case False`"
    for pattern in statement.patterns:
        for asked_for, key, value in _bools_in(pattern):
            read = MemberExpr(subject, key)
            read.set_line(value)
            yield read, f"`case {asked_for.fullname.rpartition('.')[2]}({key}={value.value})`"


def _bools_in(pattern: Pattern) -> Iterator[tuple[RefExpr, str, SingletonPattern]]:
    """Yield what a pattern of a class asks of attributes by keyword: the class, the name, and True or False."""
    if isinstance(pattern, OrPattern):
        for each in pattern.patterns:
            yield from _bools_in(each)
    elif isinstance(pattern, AsPattern) and pattern.pattern is not None:
        yield from _bools_in(pattern.pattern)
    elif isinstance(pattern, ClassPattern):
        for key, value in zip(pattern.keyword_keys, pattern.keyword_values, strict=True):
            if isinstance(value, SingletonPattern) and value.value is not None:
                yield pattern.class_ref, key, value


def _asks_for_bool(statement: MatchStmt) -> bool:
    """Return whether the first pattern is ``True`` or ``False``, which Python compares with ``is``."""
    first = statement.patterns[0] if statement.patterns else None
    return isinstance(first, SingletonPattern) and first.value is not None


def _identities(comparison: Expression) -> Iterator[tuple[str, MemberExpr, Expression]]:
    """Yield the attributes that ``is`` compares with something, with the operator."""
    for operator, left, right in comparison.pairwise() if isinstance(comparison, ComparisonExpr) else ():
        for read, other in ((left, right), (right, left)) if operator in _IDENTITY else ():
            if isinstance(read, MemberExpr):
                yield operator, read, other


def _compares_identity(tree: MypyFile) -> bool:
    body = INDEX.of(tree).body
    if any(True for each in body.statements_of(MatchStmt) for _ in _asked(each)):
        return True
    comparisons = body.expressions_of(ComparisonExpr)
    return any(not is_none(other) for each in comparisons for _, _, other in _identities(each))


_COMPARES_IDENTITY: Final = PerModule(_compares_identity)


def _sentence(model: PytreeClass, operator: str, read: MemberExpr, other: Expression) -> str | None:
    """Word what becomes of the comparison of a data field; None where it may be right."""
    declared = _data_field(model, read.name)
    if declared is None or not _is_one_of(other, declared):
        return None
    answer = f'"{operator}" is {operator == "is not"} whatever the value is'
    return f"{_is_tracer(model, read.name)} {answer}; {_mend(model, read.name, declared)}"


def _of_child(owner: Type, operator: str, read: MemberExpr, other: Expression, tree: MypyFile) -> str | None:
    """Word the same of an attribute that a class's own flattening makes a child."""
    instance, declared = sole_instance(owner), data_type(owner, read.name, read.line, tree)
    if instance is None or declared is None or not _is_one_of(other, declared):
        return None
    tells = f'"{read.name}" of "{instance.type.name}" is a child and so a tracer, and "{operator}" is'
    return f"{tells} {operator == 'is not'} whatever the value is; flatten it to auxiliary data"


def _data_field(model: PytreeClass, name: str) -> Type | None:
    """Return the declared type of a data field; None of any other attribute."""
    declared = model.type_of(name) if name in model.fields else None
    return declared if declared is not None and model.role_of(name) == "data" else None


def _is_tracer(model: PytreeClass, name: str) -> str:
    return f'the data field "{name}" of "{model.info.name}" is a tracer, so that'


def _mend(model: PytreeClass, name: str, declared: Type) -> str:
    written = model.written_static(name, _named(declared))
    return "compare with == in jax.numpy.where" if written is None else f"make the field static, {written}"


def _named(declared: Type) -> str:
    value = known_type(declared)
    return value.type.name if isinstance(value, Instance) else str(value)


def _is_one_of(other: Expression, declared: Type) -> bool:
    """Return whether an expression names a value of an enumeration of integers, or is True or False."""
    value = known_type(declared)
    if not isinstance(value, Instance):
        return False
    if value.type.fullname == "builtins.bool":
        return truth(other) is not None
    is_number = value.type.is_enum and value.type.has_base("builtins.int")
    is_member = isinstance(other, MemberExpr) and class_named(other.expr) is value.type
    return is_number and is_member and isinstance(other, MemberExpr) and other.name in value.type.enum_members


def _is_bound_again(function: FuncDef | LambdaExpr, parameter: Var, index: ModuleIndex) -> bool:
    return isinstance(function, FuncDef) and any(
        isinstance(name, NameExpr) and name.node is parameter
        for statement in index.inside(function).statements
        for target in targets(statement)
        for name in unpacked(target.expression)
    )


def _written_in(function: FuncDef | LambdaExpr, index: ModuleIndex) -> frozenset[str]:
    """Return the names of the attributes that a function writes."""
    if not isinstance(function, FuncDef):
        return frozenset()
    return frozenset(each.name for each in written_fields(index.inside(function)))


def _expressions(function: FuncDef | LambdaExpr, index: ModuleIndex) -> Sequence[Expression]:
    if isinstance(function, FuncDef):
        return index.inside(function).expressions
    found = list(children(function))
    for each in found:
        found.extend(children(each))
    return found
