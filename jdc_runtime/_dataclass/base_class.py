"""`PyTreeNode`: the decorator as a base class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, dataclass_transform

from .by_value import arrives_by_value
from .decorator import pytree_dataclass
from .fields import field, static_field
from .replace import replace

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass_transform(frozen_default=True, field_specifiers=(field, static_field))
class PyTreeNode:
    """Base class whose subclasses are pytree dataclasses, and theirs, without a decorator.

    ``class Point(jdc.PyTreeNode, kw_only=True): x: jax.Array``. The keywords are those of
    `pytree_dataclass`, but for ``slots`` and ``weakref_slot``, which need a new class and so the decorator.

    Raises:
        TypeError: ``slots=True``, and whatever `pytree_dataclass` raises.

    """

    __slots__ = ()

    def __init_subclass__(  # noqa: PLR0913 - the keywords of pytree_dataclass
        cls,
        *,
        init: bool = True,
        repr: bool = True,  # noqa: A002 - the keyword of dataclasses.dataclass
        eq: bool = True,
        order: bool = False,
        unsafe_hash: bool = False,
        frozen: bool = True,
        match_args: bool = True,
        kw_only: bool = False,
        slots: bool = False,
        weakref_slot: bool = False,
        data_fields: Iterable[str] | None = None,
        meta_fields: Iterable[str] | None = None,
        drop_fields: Iterable[str] | None = None,
        **others: Any,
    ) -> None:
        super().__init_subclass__(**others)
        if arrives_by_value(cls):
            return
        if slots or weakref_slot:
            raise TypeError(
                f"class {cls.__name__}(PyTreeNode, slots=True): slots need a new class, which a base class "
                f"cannot make; write @jdc.pytree_dataclass(slots=True) above `class {cls.__name__}:`"
            )
        pytree_dataclass(
            init=init,
            repr=repr,
            eq=eq,
            order=order,
            unsafe_hash=unsafe_hash,
            frozen=frozen,
            match_args=match_args,
            kw_only=kw_only,
            data_fields=data_fields,
            meta_fields=meta_fields,
            drop_fields=drop_fields,
        )(cls)

    replace = replace
