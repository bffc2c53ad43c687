"""Types whose values are mappings of their fields, as chex makes them."""

from __future__ import annotations

from mypy.types import Type

from ...model.classes import model_of
from ...typefacts.instances import sole_instance


def mapping_with(given: Type | None, method: str) -> str | None:
    """Return the name of the class of a mapping that has a method from chex; None for anything else."""
    instance = sole_instance(given)
    model = None if instance is None else model_of(instance.type)
    if model is None or not model.facts.is_mapping:
        return None
    symbol = model.info.get(method)
    return model.info.name if symbol is not None and symbol.plugin_generated else None
