"""``with jdc.copy_and_mutate(state) as new:``: the type of ``new``.

Fields are read-only to type checkers, so the stubs leave the target's type open, for writes to be silent. The plugin
knows which writes are right (see `writes`) and gives the target its class.
"""

from __future__ import annotations

from typing import Final

from mypy.erasetype import remove_instance_last_known_values
from mypy.plugin import FunctionContext
from mypy.types import Instance, Type

from ..host.known_types import known_type

COPY_AND_MUTATE: Final = "jdc_runtime.copy_and_mutate"


def give_class_back(ctx: FunctionContext) -> Type:
    """Return a context manager of what ``copy_and_mutate`` is called with."""
    manager = known_type(ctx.default_return_type)
    if not isinstance(manager, Instance) or not manager.args or not ctx.arg_types or not ctx.arg_types[0]:
        return ctx.default_return_type
    if ctx.arg_kinds[0][0].is_star():
        return ctx.default_return_type
    copied = remove_instance_last_known_values(ctx.arg_types[0][0])
    args = [copied, *manager.args[1:]]
    return manager.copy_modified(args=args)  # pyright: ignore[reportUnknownMemberType] - untyped defaults
