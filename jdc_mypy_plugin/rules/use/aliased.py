"""``jdc-aliased``: one array is put into two data fields.

A pytree holds values and no references: the first update parts the two fields
(https://github.com/patrick-kidger/equinox/issues/469), and a jit that donates the object refuses a buffer that it
holds twice (https://github.com/jax-ml/jax/issues/9635). Copies may be meant, as targets and averages are, so the rule
is off by default.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Expression, NameExpr, Var

from jdc_spec.rules import ALIASED

from ...host.diagnostics import Diagnostic
from ...model.classes import PytreeClass, model_of
from ...typefacts.arrays import is_certainly_array
from ...typefacts.instances import sole_instance
from ..places import CONSTRUCTION, asked
from ..sites import CallSite


@asked(ALIASED, at=CONSTRUCTION)
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report a variable that is the value of two data fields which hold arrays."""
    model = site.model
    if model is None:
        return
    first: dict[Var, str] = {}
    for name, value in site.arguments.items():
        variable = value.node if isinstance(value, NameExpr) else None
        is_none = isinstance(variable, Var) and variable.fullname == "builtins.None"
        if not isinstance(variable, Var) or is_none or _is_number(value, site) or not _holds_arrays(model, name):
            continue
        if variable in first:
            yield Diagnostic(
                ALIASED,
                f'"{variable.name}" is in fields "{first[variable]}" and "{name}" of "{model.info.name}": a pytree '
                "does not tie them, so that they differ after the first update, and a donated object must not hold a "
                "buffer twice; hold it once, or copy it with jnp.copy",
                value,
            )
        first.setdefault(variable, name)


def _is_number(value: Expression, site: CallSite) -> bool:
    """Return whether a variable is a number, which nothing shares."""
    instance = sole_instance(site.api.lookup_type_or_none(value))
    return instance is not None and instance.type.fullname in ("builtins.int", "builtins.float", "builtins.bool")


def _holds_arrays(model: PytreeClass, name: str) -> bool:
    declared = model.type_of(name) if name in model.fields and model.role_of(name) == "data" else None
    instance = sole_instance(declared)
    if declared is None or instance is None:
        return False
    return is_certainly_array(declared) or model_of(instance.type) is not None
