"""``@netket.utils.struct.dataclass`` and netket's ``Pytree``: frozen, with a ``replace`` of their own.

The decorator alone is like flax.struct: unflattening calls ``__init__`` and ``__post_init__``. ``Pytree`` registers
its subclasses, decorated or not: constructors may assign to fields, unflattening calls neither, and ``mutable=True``
in the class statement, or in that of a base, thaws the objects. It has no ``py.typed``.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import DataclassTransformSpec, TypeInfo

from jdc_spec.libraries import NETKET as NAMES
from jdc_spec.markers import PYTREE_NODE_KEY

from .definition import Definition, truth
from .facts import Facts
from .field_functions import FieldFunction
from .library import Decision, Library

_PYTREE: Final = NAMES.base_classes
_BELOW_PYTREE: Final = {
    "unflattens_through_init": False,
    "opens_in_construction": True,
    "refuses_deletion": False,
    "freezes_by_base": True,
}


def _read(definition: Definition) -> Decision:
    """Read a class, which has the facts of the base where it stands below that."""
    bases = definition.cls.info.mro[1:]
    if not any(base.fullname in _PYTREE for base in bases):
        is_frozen = definition.flag("_frozen", default=True) is True
        return Decision({}, {} if is_frozen else {"frozen": False})
    mutable = definition.cls.keywords.get("mutable")
    inherited = not all(_leaves_frozen(base, definition) for base in bases)
    is_frozen = not inherited if mutable is None else truth(mutable) is False
    made = {} if definition.decorator is not None else {"is_dataclass": False}
    refuses = "dynamic_nodes" not in definition.cls.keywords
    return Decision({}, {**_BELOW_PYTREE, **made, "frozen": is_frozen, "makes_fields_alone": refuses})


def _leaves_frozen(base: TypeInfo, definition: Definition) -> bool:
    """Return whether a base is certain to say nothing of ``mutable``: that of another module may."""
    if base.fullname in _PYTREE or not any(each.fullname in _PYTREE for each in base.mro):
        return True
    return base.module_name == definition.module.fullname and "mutable" not in base.defn.keywords


_FIELD: Final = FieldFunction(PYTREE_NODE_KEY, "pytree_node", static_when=False, by_position=True)
_STATIC: Final = FieldFunction(PYTREE_NODE_KEY, None, static_when=False)

NETKET: Final = Library(
    NAMES,
    Facts(
        library=NAMES.name,
        decorator="@netket.utils.struct.dataclass",
        static_advice="{type} = struct.field(pytree_node=False)",
        misplaced_marker="netket passes over it in silence and the field is data",
        annotation_markers=frozenset(),
        static_keys=frozenset((PYTREE_NODE_KEY,)),
        frozen=True,
        adds_replace=True,
        unflattens_through_init=True,
        init_false="unknown",
    ),
    _read,
    field_functions={
        "netket.utils.struct.field": _FIELD,
        "netket.utils.struct.fields.field": _FIELD,
        "netket.utils.struct.static_field": _STATIC,
        "netket.utils.struct.fields.static_field": _STATIC,
    },
    transform=DataclassTransformSpec(
        frozen_default=True,
        field_specifiers=("dataclasses.field", "netket.utils.struct.field", "netket.utils.struct.static_field"),
    ),
    has_metaclass=True,
    base_makes_none=True,
)
