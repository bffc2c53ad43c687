"""Classes below `simple_pytree.Pytree`: immutable but for ``mutable=True``; ``__init__`` may assign to fields.

The base class registers them, dataclasses or not; of those that are, both decorators make them,
`simple_pytree.dataclass` and that of the standard library. It has no ``py.typed``: mypy sees the base class with
``follow_untyped_imports`` only, and a class under a decorator is known by the import of its base. Unflattening calls
no ``__init__``.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import AssignmentStmt, CallExpr, DataclassTransformSpec, NameExpr, TempNode

from jdc_spec.libraries import SIMPLE_PYTREE as NAMES
from jdc_spec.markers import PYTREE_NODE_KEY

from ..syntax.walk import statements
from .definition import Definition, truth
from .facts import Facts, Roles
from .field_functions import FieldFunction
from .library import Decision, Library


def _read(definition: Definition) -> Decision:
    """Read a class; ``mutable`` is a keyword of the class statement, and a subclass does not inherit it."""
    mutable = definition.cls.keywords.get("mutable")
    is_frozen = definition.flag("frozen", default=False) is True or mutable is None or truth(mutable) is False
    differences = {} if is_frozen else {"frozen": False, "freezes_every_attribute": False}
    if definition.decorator is not None:
        return Decision({}, differences)
    return Decision(_of_constants(definition), {**differences, "is_dataclass": False})


def _of_constants(definition: Definition) -> Roles:
    """Return the roles of names with a plain value: an object has no such field unless its constructor sets it."""
    written = (each for each in statements(definition.cls.defs.body) if isinstance(each, AssignmentStmt))
    values = ((each.lvalues[0], each.rvalue) for each in written)
    return {
        target.name: "unknown"
        for target, value in values
        if isinstance(target, NameExpr) and not isinstance(value, TempNode | CallExpr)
    }


_FIELD: Final = FieldFunction(PYTREE_NODE_KEY, "pytree_node", static_when=False)
_STATIC: Final = FieldFunction(PYTREE_NODE_KEY, None, static_when=False)

_FUNCTIONS: Final = {
    "simple_pytree.field": _FIELD,
    "simple_pytree.dataclass.field": _FIELD,
    "simple_pytree.static_field": _STATIC,
    "simple_pytree.dataclass.static_field": _STATIC,
}

SIMPLE_PYTREE: Final = Library(
    NAMES,
    Facts(
        library=NAMES.name,
        decorator="@simple_pytree.dataclass",
        static_advice="{type} = simple_pytree.static_field()",
        misplaced_marker="simple_pytree passes over it in silence and the field is data",
        annotation_markers=frozenset(),
        static_keys=frozenset((PYTREE_NODE_KEY,)),
        frozen=True,
        adds_replace=True,
        unflattens_through_init=False,
        opens_in_construction=True,
        refuses_deletion=False,
        freezes_every_attribute=True,
        freezes_by_base=True,
    ),
    _read,
    field_functions=_FUNCTIONS,
    transform=DataclassTransformSpec(field_specifiers=("dataclasses.field", *_FUNCTIONS)),
    needs_base=NAMES.base_classes,
    has_metaclass=True,
    base_makes_none=True,
)
