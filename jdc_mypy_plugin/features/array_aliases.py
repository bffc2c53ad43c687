"""Aliases of array annotations: ``Image = Annotated[jax.Array, (..., 28, 28)]``, ``Vec = Float[Array, "3"]``.

mypy keeps the array class alone, so the alias is read where mypy analyses the type that it stands for.
"""

from __future__ import annotations

from mypy.plugin import AnalyzeTypeContext
from mypy.types import Type

from ..host.guard import guarded
from ..model.alias_reader import note_alias


class AliasReader:
    """Reads aliases. mypy asks the plugin again for a type that the plugin lets it analyse."""

    def __init__(self) -> None:
        self.is_reading = False

    def read(self, ctx: AnalyzeTypeContext) -> Type:
        """Let mypy read a type itself, once it is seen where it stands."""
        self.is_reading = True
        try:
            guarded(note_alias, _nothing)(ctx)
            return ctx.api.analyze_type(ctx.type)
        finally:
            self.is_reading = False


def _nothing(ctx: AnalyzeTypeContext) -> None:
    """Leave a type as mypy understands it."""
