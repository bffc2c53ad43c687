"""``model.select()`` of penzai: a selection of the class of the model, of which penzai says no more than ``Struct``.

So ``model.select().at(lambda each: each.layers)`` is a false error to mypy, where it follows penzai.
"""

from __future__ import annotations

from typing import Final

from mypy.plugin import MethodContext
from mypy.types import Instance, Type

from ...host.known_types import known_type

SELECT: Final = "penzai.core.struct.Struct.select"


def of_receiver(ctx: MethodContext) -> Type:
    """Return the selection with the type of the object that it is called on."""
    made = known_type(ctx.default_return_type)
    return Instance(made.type, [ctx.type]) if isinstance(made, Instance) and len(made.args) == 1 else made
