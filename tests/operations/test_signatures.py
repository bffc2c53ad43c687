"""The signatures of the rules against those of the functions: positional arguments mean the same."""

from __future__ import annotations

import inspect

from operations import oracle

from jdc_operations import OPERATIONS

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_RENAMED = frozenset(("numpy.arange",))
"""NumPy's own signature names the first parameter ``start_or_stop``, and takes it as ``start``."""


def _difference(name: str) -> str | None:
    """Return how the positional parameters differ; None where the function has no signature or is not in this version."""
    function = oracle.function(name)
    if function is None or name in _RENAMED:
        return None
    try:
        parameters = inspect.signature(function).parameters.values()
    except (ValueError, TypeError):  # a function in C
        return None
    if {parameter.name for parameter in parameters} == {"args", "kwargs"}:  # an object such as jnp.add
        return None
    real = [parameter for parameter in parameters if parameter.kind in _POSITIONAL]
    mine = OPERATIONS[name].signature.positional
    pairs = zip(mine, real, strict=False)
    named = inspect.Parameter.POSITIONAL_OR_KEYWORD
    same = all(own == parameter.name for own, parameter in pairs if parameter.kind is named)
    return None if same else f"{name}: {mine}, but {[parameter.name for parameter in real]}"


def test_positional_parameters_are_those_of_the_functions() -> None:
    assert [text for text in map(_difference, sorted(OPERATIONS)) if text is not None] == []
