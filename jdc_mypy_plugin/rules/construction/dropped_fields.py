"""Fields in ``drop_fields``, which no object has again once JAX has rebuilt it."""

from __future__ import annotations

from mypy.nodes import AssignmentStmt, CallExpr, Expression, FloatExpr, IntExpr, MemberExpr, StrExpr

from ...libraries.definition import is_none
from ...model.fields import annotated_assignments
from ...syntax import INDEX
from ...syntax.arguments import by_keyword
from ..met_objects import meets_transformation
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
    if not _is_given_and_read(name, site):
        return None
    return (
        f"{where}: jit and tree.map give it its default again, in silence, and the module gives it other values; put "
        "it into data_fields or meta_fields"
    )


def _is_given_and_read(name: str, site: ClassSite) -> bool:
    """Return whether the module makes objects with another value than the default, transforms them and reads it."""
    default = _default(name, site)
    if default is None or is_none(default):
        return False  # as it is of a cache
    others = (each for each in given_to(site.model.info, name, site.api) if not _is_same(each, default))
    reads = INDEX.of(site.api.tree).body.expressions_of(MemberExpr)
    is_read = any(each.name == name and not INDEX.of(site.api.tree).is_written(each) for each in reads)
    return is_read and any(others) and meets_transformation(site.model.info, site.api)


def _default(name: str, site: ClassSite) -> Expression | None:
    statement: AssignmentStmt | None = dict(annotated_assignments(site.defn)).get(name)
    value = None if statement is None else statement.rvalue
    return by_keyword(value, "default") if isinstance(value, CallExpr) else value


def _is_same(value: Expression, default: Expression | None) -> bool:
    """Return whether a value is the default, or None as what is still to be calculated is."""
    if is_none(value):
        return True
    literals = (FloatExpr, IntExpr, StrExpr)
    return isinstance(value, literals) and isinstance(default, literals) and value.value == default.value
