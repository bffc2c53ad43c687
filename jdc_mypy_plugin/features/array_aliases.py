"""Array annotations outside classes: aliases, ``Vec = Float[Array, "3"]``, parameters and results of functions.

mypy keeps the array class alone, so they are read where mypy analyses the type inside.
"""

from __future__ import annotations

from mypy.plugin import AnalyzeTypeContext
from mypy.types import Type

from ..host.guard import guarded
from ..model.annotations.alias_reader import analyser_of, note_array_type
from ..rules.arrays import annotation
from ..rules.asking import tell


class AliasReader:
    """Reads annotations. mypy asks the plugin again for a type that the plugin lets it analyse."""

    def __init__(self) -> None:
        self.is_reading = False

    def read(self, ctx: AnalyzeTypeContext) -> Type:
        """Let mypy read a type itself, once it is seen where it stands."""
        self.is_reading = True
        try:
            guarded(_note, _nothing)(ctx)
            return ctx.api.analyze_type(ctx.type)
        finally:
            self.is_reading = False


def _note(ctx: AnalyzeTypeContext) -> None:
    """Keep what is said of arrays, and tell mypy what cannot be read."""
    malformed = note_array_type(ctx)
    if malformed:
        tell(analyser_of(ctx), map(annotation.diagnostic, malformed))


def _nothing(ctx: AnalyzeTypeContext) -> None:
    """Leave a type as mypy understands it."""
