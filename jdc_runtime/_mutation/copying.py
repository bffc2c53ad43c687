"""Copying a pytree so that no write to the copy reaches the original, and nothing that was shared is doubled.

Each node takes one stack frame, so that trees may be nested nearly as deep as JAX takes them: the loops here are
not comprehensions, which are a frame of their own on CPython 3.11.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import is_not
from typing import Any, Final, cast

from .._dataclass.assembly import builtin_new, fills_through_dict
from .node_kinds import DICT, LEAVES, LIST, Fields, Kind, kind_of

Container = tuple[Any, Any, Kind, tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]
"""A node that is not a jdc dataclass: original, copy, kind; then children and structure of the original when it was
copied, and the children that the copy was given."""


class Copy:
    """A copy of a pytree, and what it was copied from. Leaves and static values are shared."""

    __slots__ = ("containers", "copies", "original", "originals", "root")

    def __init__(self, original: object) -> None:
        self.original: Any = original
        self.copies: Final[dict[int, Any]] = {}
        """The copy of each node, by the id of its original."""
        self.originals: Final[dict[int, object]] = {}
        """The original of each instance of a jdc class, by the id of its copy."""
        self.containers: Final[dict[int, Container]] = {}
        """By the id of the original."""
        self.root: Any = _clones[type(original)](original, self)

    def changed_containers(self) -> Iterator[tuple[Any, Any]]:
        """Yield original and copy of the containers whose copy has been given other children or keys since."""
        for original, made, kind, _, structure, given in self.containers.values():
            children, now = kind.take_apart(made)
            if (
                len(children) != len(given)
                or any(map(is_not, children, given))
                or (now is not structure and (len(now) != len(structure) or any(map(is_not, now, structure))))
            ):
                yield original, made


Clone = Callable[[Any, Copy], Any]
"""Copies a node, unless the copy has one already."""


class _Clones(dict[type, Clone]):
    """The function that copies the values of each type."""

    def __missing__(self, cls: type) -> Clone:
        return _copy_unknown


_clones: Final = _Clones()


def _copy_unknown(value: object, into: Copy) -> Any:
    """Copy a value of a type for which there is no function yet."""
    kind = kind_of(value)
    if kind is None:
        return value
    cls = type(value)
    _clones[cls] = clone = _compile(cls, kind) if isinstance(kind, Fields) else _container_clone(kind)
    return clone(value, into)


def _copy_list(node: list[object], into: Copy) -> list[object]:
    copies = into.copies
    if id(node) in copies:
        return cast("list[object]", copies[id(node)])
    made: list[object] = []
    for c in node:
        made.append(c if (cls := type(c)) in LEAVES else _clones[cls](c, into))  # noqa: PERF401 - see above
    copies[id(node)] = made
    into.containers[id(node)] = (node, made, LIST, tuple(node), (), tuple(made))
    return made


def _copy_dict(node: dict[object, object], into: Copy) -> dict[object, object]:
    copies = into.copies
    if id(node) in copies:
        return cast("dict[object, object]", copies[id(node)])
    made: dict[object, object] = {}
    for k, c in node.items():
        made[k] = c if (cls := type(c)) in LEAVES else _clones[cls](c, into)
    copies[id(node)] = made
    into.containers[id(node)] = (node, made, DICT, tuple(node.values()), tuple(node), tuple(made.values()))
    return made


_clones[list], _clones[dict] = _copy_list, _copy_dict


def _container_clone(kind: Kind) -> Clone:
    def clone(node: Any, into: Copy) -> Any:
        copies = into.copies
        if id(node) in copies:
            return copies[id(node)]
        children: tuple[object, ...]
        children, structure = kind.take_apart(node)
        given: list[Any] = []
        for c in children:
            given.append(c if (cls := type(c)) in LEAVES else _clones[cls](c, into))  # noqa: PERF401 - see above
        made = copies[id(node)] = kind.put_together(node, given, structure)
        into.containers[id(node)] = (node, made, kind, children, structure, tuple(given))
        return made

    return clone


def _compile(cls: type, kind: Fields) -> Clone:
    """Compile the copying of one class. A loop over the fields would take half as long again."""
    through_dict = fills_through_dict(cls)
    store = "fields[{0!r}] = {1}" if through_dict else "store({0!r}, {1})"
    lines = ["made = new(cls)", "fields = made.__dict__" if through_dict else "store = bind(made)"]
    for name in kind.layout.data:
        lines.append(f"value = node.{name}")
        lines.append(store.format(name, "value if (t := type(value)) in leaves else clones[t](value, into)"))
    lines += [store.format(name, f"node.{name}") for name in (*kind.layout.static, *kind.layout.dropped)]
    body = "\n        ".join(lines)
    source = f"""
def clone(node, into):
    copies, key = into.copies, id(node)
    if key in copies:
        return copies[key]
    try:
        {body}
    except AttributeError:
        take_apart(node)  # words a field without a value
        raise
    copies[key] = made
    into.originals[id(made)] = node
    return made
"""
    names: dict[str, Any] = {
        "cls": cls,
        "new": builtin_new(cls),
        "bind": object.__setattr__.__get__,
        "leaves": LEAVES,
        "clones": _clones,
        "take_apart": kind.take_apart,
    }
    exec(source, names)  # noqa: S102 - the names are those of fields
    return cast("Clone", names["clone"])
