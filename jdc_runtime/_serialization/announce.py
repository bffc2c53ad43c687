"""Serialization through `flax.serialization` and `jax.export`, whichever is imported first or ever.

Neither is imported here. State dicts hold the data fields, as those of flax.struct; static fields are
configuration and come from the target.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from .._dataclass.assembly import assembler, reader
from .when_imported import expect, when_imported

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    from .._dataclass.layout import Layout

expect("flax.serialization", "jax.export")


def announce(cls: type, layout: Layout) -> None:
    """Let a pytree dataclass be serialized by the libraries that are there now or later."""
    when_imported("flax.serialization", partial(_register_with_flax, cls, layout))
    when_imported("jax.export", partial(_register_with_export, cls, layout))


def _register_with_export(cls: type, layout: Layout, export: ModuleType) -> None:
    from .export import register  # noqa: PLC0415 - costs time that most programs need not spend

    register(cls, layout, export)


def _register_with_flax(cls: type, layout: Layout, serialization: Any) -> None:
    names = (*layout.data, *layout.static, *layout.dropped)
    read_data, read_rest = reader(cls, layout.data), reader(cls, (*layout.static, *layout.dropped))
    assemble = assembler(cls)

    def to_state_dict(node: Any) -> dict[str, Any]:
        values = zip(layout.data, read_data(node), strict=True)
        return {name: serialization.to_state_dict(value) for name, value in values}

    def from_state_dict(target: Any, state: Any) -> Any:
        _check_state(cls, layout.data, state, serialization.current_path())
        values = zip(layout.data, read_data(target), strict=True)
        restored = [serialization.from_state_dict(value, state[name], name=name) for name, value in values]
        return assemble(names, (*restored, *read_rest(target)))

    serialization.register_serialization_state(cls, to_state_dict, from_state_dict, override=True)


def _check_state(cls: type, names: tuple[str, ...], state: object, path: str) -> None:
    where = f'of "{cls.__name__}" at path {path}'
    if not isinstance(state, Mapping):
        raise ValueError(f"the state {where} is {type(state).__name__}, not a dict of its fields")
    stored = [str(name) for name in cast("Mapping[object, object]", state)]
    missing = [name for name in names if name not in stored]
    unknown = [name for name in stored if name not in names]
    if missing:
        raise ValueError(f'field "{missing[0]}" {where} is missing from the state dict, which has: {_list(stored)}')
    if unknown:
        raise ValueError(f'"{unknown[0]}" in the state dict is not a data field {where}, which has: {_list(names)}')


def _list(names: Iterable[str]) -> str:
    return ", ".join(names) or "nothing"
