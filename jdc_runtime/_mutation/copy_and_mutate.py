"""`copy_and_mutate`: a copy whose dataclasses are writable for the time of a ``with`` block."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, TypeVar

from .._dataclass.frozen import Permit, allow, forbid, forget_caches, is_any_writable
from .._enforced.mixin import EnforcedAnnotationsMixin, check
from .comparison import Comparison
from .copying import Copy
from .node_kinds import CACHES, kind_of

_T = TypeVar("_T")


class MutationError(AssertionError):
    """A copy left its `copy_and_mutate` block with another structure, or with leaves of other shapes or dtypes."""


@contextmanager
def copy_and_mutate(obj: _T, validate: bool = True) -> Generator[_T]:
    """Copy a pytree; inside the ``with`` block, fields of the dataclasses in the copy can be assigned.

    ``with jdc.copy_and_mutate(state) as state: state.params["w"] = w``. Dataclasses and containers are copied
    at any depth; arrays and static values are shared. An object that ``obj`` holds twice is one object in the
    copy too. Only the copy is writable, and only until the block ends, however it ends: an object that is put
    into the copy stays frozen. Results of `functools.cached_property` are not kept; inside the block an assignment
    drops those of its object, not those of other objects that were computed from it.

    On leaving, unless ``validate=False``, the copy must have the structure of ``obj``, its types included, and
    each leaf the same shape and dtype, as `jax.lax.scan` and the cache of `jax.jit` need. A static field may be
    assigned by its name, as in jax_dataclasses; an object put into the copy must have the static values of the
    one that it replaces.
    A Python scalar may replace an array of shape ``()``, and the reverse, where JAX's promotion keeps the
    array's dtype; an ``int`` and a ``float`` may not replace each other, as their dtypes differ. Objects with
    `EnforcedAnnotationsMixin` are checked again.

    Raises:
        RecursionError: the object holds itself, or is nested too deeply.
        MutationError: on leaving, with the key path of every difference (of an object that is there twice, one of
            its paths). The copy is frozen then.
        AnnotationError: on leaving, where an array violates its annotation.

    """
    try:
        if is_any_writable():
            obj = Copy(obj).root  # it may be a copy that is still changing
        copy = Copy(obj)
    except RecursionError:
        raise RecursionError(
            f'copy_and_mutate: the object of "{type(obj).__name__}" holds itself, which no pytree may, '
            "or is nested too deeply for Python's stack (sys.setrecursionlimit)"
        ) from None
    permit = Permit(copy.originals.keys(), {}, CACHES)
    allow(permit)
    try:
        yield copy.root
    finally:
        forbid(permit)
        _forget_caches(copy)
    if validate:
        _validate(copy, permit.written)


def _validate(copy: Copy, written: dict[int, Any]) -> None:
    """Compare a copy with the original as it was.

    Usually few nodes have changed and none wrongly, so those are looked at first, each for itself. Only where
    one differs is the whole tree compared, for key paths, and because that node may have left the tree.
    """
    changed = [
        *((copy.originals[key], instance) for key, instance in written.items()),
        *copy.changed_containers(),
    ]
    nearby = Comparison(copy, descend=False)
    if any(True for old, new in changed for _ in nearby.differences(old, new)):
        found = list(Comparison(copy, descend=True).differences(copy.original, copy.root))
        if found:
            raise MutationError(_word(copy.original, found))
    enforced = [instance for instance in written.values() if isinstance(instance, EnforcedAnnotationsMixin)]
    if enforced:
        present = _nodes(copy.root)
        for instance in enforced:
            if id(instance) in present:
                check(instance)


def _forget_caches(copy: Copy) -> None:
    """Take away what cached properties computed while fields could still change."""
    for original in copy.originals.values() if CACHES else ():
        forget_caches(copy.copies[id(original)], CACHES)


def _word(original: Any, found: list[str]) -> str:
    lines = "\n".join(f"  {line}" for line in found)
    return (
        f'the block changed structure, shapes or dtypes of the copy of "{type(original).__name__}":\n{lines}\n'
        "copy_and_mutate(..., validate=False) allows such changes"
    )


def _nodes(tree: Any) -> dict[int, Any]:
    """Return every node of a tree by its id, also one that is there more than once."""
    found: dict[int, Any] = {}
    waiting = [tree]
    while waiting:
        value = waiting.pop()
        kind = kind_of(value)
        if kind is not None and id(value) not in found:
            found[id(value)] = value
            waiting.extend(kind.take_apart(value)[0])
    return found
