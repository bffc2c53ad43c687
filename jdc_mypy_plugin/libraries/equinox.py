"""`equinox.Module`: subclasses are frozen once they are constructed, and any field may be data.

A class without ``__init__`` of its own inherits one that a base writes, whatever fields it adds.
``AbstractVar`` declares an attribute that subclasses have, and no field. Unflattening calls no ``__init__``.
`equinox.filter_jit` and its relatives leave strings and functions out, so nothing is wrong with such data by itself.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from mypy.nodes import AssignmentStmt, DataclassTransformSpec, NameExpr, TypeInfo, Var
from mypy.plugin import ClassDefContext
from mypy.types import UnboundType

from jdc_spec.libraries import EQUINOX as NAMES
from jdc_spec.markers import STATIC_KEY

from ..host.metaclasses import has_own_metaclass
from ..host.report import module_of
from ..syntax.names.targets import members, targets
from ..syntax.walk import statements
from .facts import Facts
from .field_functions import ASKED, MARKS
from .library import Library

_ABSTRACT: Final = "AbstractVar"
_INIT: Final = "__init__"
_MAKES_INIT: Final = "init"
"""The keyword of a class statement by which mypy knows whether a dataclass gets a constructor."""


_STATIC_FIELDS: Final = tuple(f"equinox.{module}static_field" for module in ("", "_module.", "_module._field."))
"""The field function of before `equinox.field`, by the full names that it has had."""


def _prepare(ctx: ClassDefContext) -> None:
    _make_fields_of_static_fields(ctx.cls.info)
    _inherit_init(ctx.cls.info)
    # With `from __future__ import annotations`, equinox takes `eqx.AbstractVar[...]` for the annotation of a field.
    if "annotations" not in module_of(ctx.api).future_import_flags:
        written = list(statements(ctx.cls.defs.body))
        assigned = {
            each.name for statement in written for target in targets(statement) for each in members(target.expression)
        }
        for statement in written:
            if isinstance(statement, AssignmentStmt) and _is_abstract(statement):
                _leave_out(ctx.cls.info, statement, assigned)
            elif isinstance(statement, AssignmentStmt):
                _let_override(ctx.cls.info, statement)


def _make_fields_of_static_fields(info: TypeInfo) -> None:
    """Have mypy read ``static_field(init=False)``, which equinox does not name where it says what makes fields."""
    makers = [] if info.metaclass_type is None else info.metaclass_type.type.mro
    for maker in makers:
        said = maker.dataclass_transform_spec
        if said is not None and not set(_STATIC_FIELDS) <= set(said.field_specifiers):
            maker.dataclass_transform_spec = DataclassTransformSpec(
                eq_default=said.eq_default,
                order_default=said.order_default,
                kw_only_default=said.kw_only_default,
                frozen_default=said.frozen_default,
                field_specifiers=(*said.field_specifiers, *_STATIC_FIELDS),
            )


def _inherit_init(info: TypeInfo) -> None:
    """Keep mypy from making a constructor where equinox makes none.

    A keyword of the class says so, which nobody writes. The symbol of the base must not stand in the class too: a
    daemon that merges a module with its last state would handle it twice and crash. mypy hands the keyword to
    ``__init_subclass__`` unless there is a metaclass, as equinox has one.
    """
    info.defn.keywords.pop(_MAKES_INIT, None)
    own = info.names.get(_INIT)
    if (own is not None and not own.plugin_generated) or not has_own_metaclass(info):
        return
    for base in info.mro[1:-1]:
        inherited = base.names.get(_INIT)
        if base.fullname in NAMES.base_classes or (inherited is not None and inherited.plugin_generated):
            return
        if inherited is not None:
            said = NameExpr("False")
            said.fullname = "builtins.False"
            info.defn.keywords[_MAKES_INIT] = said
            return


def _is_abstract(statement: AssignmentStmt) -> bool:
    written = statement.unanalyzed_type
    return isinstance(written, UnboundType) and written.name.rpartition(".")[2] == _ABSTRACT


def _leave_out(info: TypeInfo, statement: AssignmentStmt, assigned: Container[str]) -> None:
    """Make a field an attribute that can only be read, which a property or a field of a subclass overrides.

    mypy takes for fields what ``name: annotation`` declares, and that is all that it uses ``new_syntax`` for.
    Programs write ``AbstractVar`` for `ClassVar` too, under ``if TYPE_CHECKING:``. A class may assign to an attribute
    whose field its subclasses write.
    """
    statement.new_syntax = False
    target = statement.lvalues[0]
    symbol = info.names.get(target.name) if isinstance(target, NameExpr) else None
    if symbol is not None and isinstance(symbol.node, Var):
        symbol.node.is_classvar = False
        symbol.node.is_property = True
        symbol.node.is_settable_property = symbol.node.name in assigned


def _let_override(info: TypeInfo, statement: AssignmentStmt) -> None:
    """Make a `ClassVar` that an abstract attribute asks for what mypy lets override an attribute of objects."""
    target = statement.lvalues[0]
    symbol = info.names.get(target.name) if isinstance(target, NameExpr) else None
    if symbol is None or not isinstance(symbol.node, Var) or not symbol.node.is_classvar:
        return
    inherited = (base.names[symbol.node.name].node for base in info.mro[1:] if symbol.node.name in base.names)
    if any(isinstance(node, Var) and node.is_property for node in inherited):
        statement.new_syntax = False
        symbol.node.is_classvar = False


EQUINOX: Final = Library(
    NAMES,
    Facts(
        library=NAMES.name,
        decorator="the base class equinox.Module",
        static_advice="{type} = eqx.field(static=True)",
        misplaced_marker="equinox passes over it in silence and the field is data",
        annotation_markers=frozenset(),
        static_keys=frozenset((STATIC_KEY,)),
        frozen=True,
        adds_replace=False,
        unflattens_through_init=False,
        opens_in_construction=True,
        refuses_deletion=False,
        change="eqx.tree_at(lambda obj: obj.{field}, obj, ...)",
        converts=True,
        filters_leaves=True,
        checks_init=True,
        checks_fields=True,
        hashes_methods=True,
    ),
    field_functions={
        "equinox.field": ASKED,
        "equinox.static_field": MARKS,
        "equinox._module.field": ASKED,
        "equinox._module._field.field": ASKED,
    },
    has_metaclass=True,
    prepare=_prepare,
)
