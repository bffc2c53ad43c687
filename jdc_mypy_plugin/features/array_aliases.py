"""Array annotations outside classes: aliases, ``Vec = Float[Array, "3"]``, parameters and results of functions.

mypy keeps the array class alone, so they are read where mypy analyses the type inside.
"""

from __future__ import annotations

from mypy.plugin import AnalyzeTypeContext
from mypy.types import Type

from ..host.guard import guarded
from ..model.alias_reader import note_array_type


class AliasReader:
    """Reads annotations. mypy asks the plugin again for a type that the plugin lets it analyse."""

    def __init__(self) -> None:
        self.is_reading = False

    def read(self, ctx: AnalyzeTypeContext) -> Type:
        """Let mypy read a type itself, once it is seen where it stands."""
        self.is_reading = True
        try:
            guarded(note_array_type, _nothing)(ctx)
            return ctx.api.analyze_type(ctx.type)
        finally:
            self.is_reading = False


def _nothing(ctx: AnalyzeTypeContext) -> None:
    """Leave a type as mypy understands it."""
