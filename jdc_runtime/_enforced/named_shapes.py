"""The shapes of one object whose annotations name sizes: ``"batch 3"`` in one field, ``"batch"`` in another."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from jdc_spec.bindings import Bindings, NamedShape
from jdc_spec.sentences import shape_mismatch
from jdc_spec.shapes import Shape, ShapePattern

_REMEMBERED = 128
"""Combinations of shapes per class: a program has few, but may go on making new ones."""


class NamedShapes:
    """The fields of a class with a shape of jaxtyping."""

    def __init__(self, patterns: Mapping[str, ShapePattern]) -> None:
        self.fields = tuple(patterns)
        self._patterns = tuple(patterns.values())
        self.problem = functools.lru_cache(_REMEMBERED)(self._problem)
        """Say what is wrong with the arrays of an object; None where nothing is. None stands for no array."""

    @classmethod
    def of(cls, patterns: Mapping[str, ShapePattern | None]) -> NamedShapes | None:
        """Return the fields whose pattern is one of jaxtyping; None where there are none."""
        named = {name: each for name, each in patterns.items() if each is not None and not each.has_batch_axes}
        return cls(named) if named else None

    def _problem(self, owner: str, shapes: tuple[Shape | None, ...]) -> str | None:
        arrays = [
            NamedShape(field, pattern, shape)
            for field, pattern, shape in zip(self.fields, self._patterns, shapes, strict=True)
            if shape is not None
        ]
        bindings = Bindings(arrays)
        problems = (shape_mismatch(owner, each.field, each.pattern, each.shape, bindings) for each in arrays)
        return next((problem for problem in problems if problem is not None), None)
