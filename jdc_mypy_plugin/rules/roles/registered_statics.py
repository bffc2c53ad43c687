"""``jdc-static-array`` in a dataclass whose objects ``register_static`` makes static as a whole.

JAX compares two of them with ``==``, which compares field by field and asks an array for its truth value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import ClassDef, Context, RefExpr
from mypy.typevars import fill_typevars_with_any

from jdc_spec.rules import STATIC_ARRAY

from ...host.diagnostics import Diagnostic
from ...libraries.definition import applied
from ...model.fields import annotated_assignments
from ...transformed.met_objects import meets_transformation
from ..places import REGISTERING, asked
from ..registrations import Registering, decorator_at
from .static_objects import array_compared

_STATIC: Final = ".tree_util.register_static"


@asked(STATIC_ARRAY, at=REGISTERING)
def check(site: Registering) -> Iterator[Diagnostic]:
    """Report an array in a class of which a transformation meets several objects."""
    if not _makes_static(site):
        return
    array = array_compared(fill_typevars_with_any(site.info), site.api)
    if array is not None and meets_transformation(site.info, site.api):
        message = (
            f'"{site.info.name}" is static as a whole, and its field "{array}" is an array: JAX compares static '
            "values with ==, which arrays do not answer with True or False; register it as a dataclass with "
            "jax.tree_util.register_dataclass, or keep something hashable, such as a tuple of numbers"
        )
        yield Diagnostic(STATIC_ARRAY, message, _place(array, site))


def _makes_static(site: Registering) -> bool:
    function = decorator_at(site.node) if isinstance(site.node, ClassDef) else site.node.callee
    named = None if function is None else applied(function)
    return isinstance(named, RefExpr) and named.fullname.endswith(_STATIC)


def _place(field: str, site: Registering) -> Context:
    """Return where the class body writes a field."""
    is_here = site.info.module_name == site.api.tree.fullname
    written = dict(annotated_assignments(site.info.defn)) if is_here else {}
    return written.get(field, site.node)
