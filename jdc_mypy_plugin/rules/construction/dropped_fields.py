"""Fields in ``drop_fields``, which no object has again once JAX has rebuilt it."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    FloatExpr,
    FuncDef,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    StrExpr,
    UnaryExpr,
)

from ...libraries.definition import truth
from ...model.fields import annotated_assignments
from ...syntax import INDEX
from ...syntax.arguments import by_keyword
from ...syntax.names.flow import FLOW
from ...transformed.met_objects import meets_transformation
from ...transformed.transformations import made_by, maker
from ..sites import ClassSite
from ..use.compared_values import given_to


def lost_by_dropping(name: str, site: ClassSite) -> str | None:
    """Return why a field may not be dropped: the constructor requires it, or the program gives it values.

    A field that the module only gives its default loses nothing.
    """
    constructor, field = site.model.info.get("__init__"), site.model.fields.get(name)
    is_made = constructor is not None and constructor.plugin_generated
    if field is None or not field.init or not is_made:
        return None
    where = f'field "{name}" of "{site.defn.name}" is in drop_fields, so that no object is rebuilt with it'
    if not field.has_default:
        return (
            f"{where}, and the constructor requires it: jit and tree.map raise a TypeError; give the field a "
            "default, or put it into meta_fields"
        )
    is_here = site.model.info.module_name == site.api.tree.fullname
    if not is_here or not _is_given_and_read(name, site):
        return None
    return (
        f"{where}: jit and tree.map give it its default again, in silence, and the module gives it other values; put "
        "it into data_fields or meta_fields"
    )


def _is_given_and_read(name: str, site: ClassSite) -> bool:
    """Return whether the module makes objects with another value than the default, and reads it of rebuilt ones."""
    default = _known(_default(name, site), site)
    if default is None or not any(_reads_rebuilt(each, site) for each in _reads(name, site)):
        return False  # None is what stands in a cache
    given = (_known(value, site) for value in given_to(site.model.info, name, site.api))
    is_other = any(value is not None and value != default for value in given)
    return is_other and meets_transformation(site.model.info, site.api)


def _reads(name: str, site: ClassSite) -> Iterator[MemberExpr]:
    """Yield the reads of a field, if no other class of the module has an attribute of its name."""
    index, info = INDEX.of(site.api.tree), site.model.info
    if any(name in each.names for each in index.classes() if each is not info):
        return
    for read in index.body.expressions_of(MemberExpr):
        if read.name == name and not index.is_written(read):
            yield read


def _reads_rebuilt(read: MemberExpr, site: ClassSite) -> bool:
    """Return whether a transformed function reads the field of its own parameter, an object that JAX has rebuilt."""
    node, index = read.expr.node if isinstance(read.expr, NameExpr) else None, INDEX.of(site.api.tree)
    around = index.parent(read)
    while isinstance(around, Expression) and not isinstance(around, LambdaExpr):
        around = index.parent(around)
    function = around if isinstance(around, LambdaExpr) else FLOW.of(site.api.tree).function_over(read)
    if function is None or all(each.variable is not node for each in function.arguments):
        return False
    return _is_transformed(function, site)


def _is_transformed(function: LambdaExpr | FuncDef, site: ClassSite) -> bool:
    """Return whether the module hands a function, or what it decorates, to a transformation."""
    body = INDEX.of(site.api.tree).body
    decorated = (each for each in body.statements_of(Decorator) if each.func is function)
    if any(maker(each) is not None for one in decorated for each in one.original_decorators):
        return True
    made = (found.function for call in body.expressions_of(CallExpr) if (found := made_by(call)) is not None)
    return any(each is function for each in made)


def _default(name: str, site: ClassSite) -> Expression | None:
    statement: AssignmentStmt | None = dict(annotated_assignments(site.defn)).get(name)
    value = None if statement is None else statement.rvalue
    return by_keyword(value, "default") if isinstance(value, CallExpr) else value


def _known(value: Expression | None, site: ClassSite) -> float | str | None:
    """Return a number, a truth value or a text that is written out; None for anything else."""
    source = None if value is None else site.evaluator.source(value)
    if isinstance(source, UnaryExpr) and source.op == "-" and isinstance(source.expr, FloatExpr | IntExpr):
        return -source.expr.value
    if isinstance(source, FloatExpr | IntExpr | StrExpr):
        return source.value
    return truth(source)
