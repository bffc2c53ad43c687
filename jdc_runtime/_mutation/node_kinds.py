"""The kinds of pytree node, as `copy_and_mutate` sees them: taken apart one level and put together again.

Dataclasses are copied with every field, and containers with the order of their keys, neither of which JAX's
own unflattening keeps. All other nodes go through `jax.tree_util`.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from functools import cached_property
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

import jax
import numpy as np
from jax import tree_util
from jax.tree_util import all_leaves

from .._dataclass.assembly import assembler, reader
from .._dataclass.layout import layout_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .._dataclass.layout import Layout

Parts = tuple[tuple[Any, ...], tuple[Any, ...]]
"""The children of a node, and what belongs to its structure beside its type: static values, keys."""


class Kind(Protocol):
    """How to handle the nodes of some type."""

    def take_apart(self, node: Any) -> Parts:
        """Return children and structure of a node."""
        ...

    def put_together(self, node: Any, children: list[Any], structure: tuple[Any, ...]) -> Any:
        """Return a node like ``node`` with other children."""
        ...

    def keys(self, node: Any) -> tuple[str, ...]:
        """Return the part of the key path of each child that leads from here to it, as `keystr` writes it."""
        ...


class Fields:
    """The kind of one jdc class. The first of the structure are its static fields, then the dropped ones."""

    def __init__(self, cls: type, layout: Layout) -> None:
        self.layout = layout
        self._names = (*layout.data, *layout.static, *layout.dropped)
        self._count = len(layout.data)
        self._read = reader(cls, self._names)
        self._assemble = assembler(cls)
        self._keys = tuple(f".{name}" for name in layout.data)

    def take_apart(self, node: Any) -> Parts:
        values = self._read(node)
        return values[: self._count], values[self._count :]

    def put_together(self, node: Any, children: list[Any], structure: tuple[Any, ...]) -> Any:  # noqa: ARG002
        return self._assemble(self._names, (*children, *structure))

    def keys(self, node: Any) -> tuple[str, ...]:  # noqa: ARG002
        return self._keys


class _List:
    def take_apart(self, node: list[Any]) -> Parts:
        return tuple(node), ()

    def put_together(self, node: list[Any], children: list[Any], structure: tuple[Any, ...]) -> Any:  # noqa: ARG002
        return children

    def keys(self, node: Sequence[Any]) -> tuple[str, ...]:
        return tuple(f"[{index}]" for index in range(len(node)))


class _Tuple(_List):
    def put_together(self, node: Any, children: list[Any], structure: tuple[Any, ...]) -> Any:  # noqa: ARG002
        return tuple(children)


class Dict:
    """Dictionaries. The structure is the keys."""

    def take_apart(self, node: dict[Any, Any]) -> Parts:
        return tuple(node.values()), tuple(node)

    def put_together(self, node: Any, children: list[Any], structure: tuple[Any, ...]) -> Any:
        return type(node)(zip(structure, children, strict=True))

    def keys(self, node: dict[Any, Any]) -> tuple[str, ...]:
        return tuple(f"[{key!r}]" for key in node)


class DefaultDict(Dict):
    """The structure is the keys and, last, the ``default_factory``, which JAX counts too."""

    def take_apart(self, node: dict[Any, Any]) -> Parts:
        return tuple(node.values()), (*node, cast("defaultdict[Any, Any]", node).default_factory)

    def put_together(self, node: Any, children: list[Any], structure: tuple[Any, ...]) -> Any:
        return defaultdict(node.default_factory, zip(structure, children, strict=False))


class OrderedKeys(Dict):
    """Dictionaries whose order of keys JAX counts as structure."""


class _None:
    def take_apart(self, node: None) -> Parts:  # noqa: ARG002
        return (), ()

    def put_together(self, node: None, children: list[Any], structure: tuple[Any, ...]) -> Any:  # noqa: ARG002
        return node

    def keys(self, node: None) -> tuple[str, ...]:  # noqa: ARG002
        return ()


_tree_util: Final[Any] = cast("Any", tree_util)


def _not(node: object) -> Callable[[object], bool]:
    """Return the ``is_leaf`` that flattens ``node`` by one level."""
    return lambda part: part is not node


class _Registered:
    """Any other node: namedtuples, nodes of other libraries."""

    def take_apart(self, node: Any) -> Parts:
        children, treedef = _tree_util.tree_flatten(node, is_leaf=_not(node))
        return tuple(children), (treedef,)

    def put_together(self, node: Any, children: list[Any], structure: tuple[Any, ...]) -> Any:  # noqa: ARG002
        return structure[0].unflatten(children)

    def keys(self, node: Any) -> tuple[str, ...]:
        children, _ = _tree_util.tree_flatten_with_path(node, is_leaf=_not(node))
        return tuple(_tree_util.keystr(path) for path, _ in children)


LEAVES: Final[set[type]] = {bool, int, float, complex, str, bytes, NoneType}
"""Types of which every value is to be shared by a copy."""

LIST: Final = _List()
DICT: Final = Dict()
_REGISTERED: Final = _Registered()
_kinds: Final[dict[type, Kind]] = {
    NoneType: _None(),
    list: LIST,
    tuple: _Tuple(),
    dict: DICT,
    OrderedDict: OrderedKeys(),
    defaultdict: DefaultDict(),
}
"""JAX never forgets a node type, so holding it here keeps no class alive."""


CACHES: Final[dict[type, tuple[str, ...]]] = {}
"""The attributes that keep what they computed, of the jdc classes that were met and have any."""


def kind_of(value: object) -> Kind | None:
    """Return the kind of a node; None for a leaf."""
    cls = type(value)
    if cls in _kinds:
        return _kinds[cls]
    if cls in LEAVES:
        return None
    layout = layout_of(cls)
    if layout is not None:
        _kinds[cls] = Fields(cls, layout)
        if caches := _caches(cls):
            CACHES[cls] = caches
    elif not all_leaves([value]):
        _kinds[cls] = _REGISTERED
    elif isinstance(value, jax.Array | np.ndarray | np.generic):
        LEAVES.add(cls)  # of other classes nobody knows: they may yet be registered
    return _kinds.get(cls)


def _caches(cls: type) -> tuple[str, ...]:
    return tuple(name for base in cls.__mro__ for name, v in vars(base).items() if isinstance(v, cached_property))
