"""``jdc-data-leaf``: a data field whose type JAX never accepts as a leaf.

``jax.jit``, ``grad``, ``vmap`` and ``scan`` take arrays and numbers; a string or a function among the leaves raises.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.messages import format_type_bare
from mypy.types import FunctionLike, ProperType, Type, get_proper_type

from jdc_spec.rules import DATA_LEAF

from ..model import PytreeClass
from ..report import Diagnostic
from ..sites import ClassSite
from ..typefacts.arrays import is_certainly_array
from ..typefacts.leaves import is_never_leaf, never_leaf
from ..typefacts.mutable import held_mutable, substitute
from .marker import problem_of


def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report data fields that can never be leaves."""
    for name, statement in site.own_fields():
        declared = site.model.type_of(name)
        if declared is None or site.model.role_of(name) != "data":
            continue
        culprit = never_leaf(declared)
        if culprit is None or not (site.model.library.is_contract or _is_certain(site.model, declared, culprit)):
            continue
        if problem_of(site, name, statement) is not None:  # the field is meant to be static
            continue
        shown = format_type_bare(culprit, site.api.options)
        message = (
            f'data field "{name}" of "{site.defn.name}" can never be a JAX leaf ({shown}): jax.jit, grad, vmap and '
            f"scan refuse it; {_advice(site, name, declared, culprit)}"
        )
        yield Diagnostic(DATA_LEAF, message, statement.unanalyzed_type or statement)


def _is_certain(model: PytreeClass, declared: Type, culprit: ProperType) -> bool:
    """Whether the field is a mistake although the library allows it in objects that never meet a transformation.

    A class with arrays among its data, which marks other fields static, is meant for transformations. A function may
    still be a registered object with ``__call__``, and a container may be empty.
    """
    if isinstance(culprit, FunctionLike) or not _is_direct(declared):
        return False
    roles = {name: model.role_of(name) for name in model.fields}
    data = (model.type_of(name) for name, role in roles.items() if role == "data")
    return "static" in roles.values() and any(is_certainly_array(each) for each in data if each is not None)


def _is_direct(declared: Type) -> bool:
    return is_never_leaf(get_proper_type(declared))


def _advice(site: ClassSite, name: str, declared: Type, culprit: ProperType) -> str:
    mutable = held_mutable(declared)
    if mutable is not None:
        instead = substitute(mutable.type) or "a hashable type"
        return f"make it static, with {instead} in place of {format_type_bare(mutable.type, site.api.options)}"
    written = site.model.library.static_advice.format(type=format_type_bare(declared, site.api.options))
    also = ", or a pytree such as jax.tree_util.Partial" if isinstance(culprit, FunctionLike) else ""
    return f"make it static, `{name}: {written}`{also}"
