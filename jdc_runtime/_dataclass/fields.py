"""Fields, and which role each has: data (children of the node), static (in the treedef) or dropped."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import MISSING
from typing import Any, Final, NamedTuple

from jdc_spec import markers

from .errors import StaticFieldError
from .layout import Layout, layout_of
from .name_scope import Scope
from .static_markers import Marker, find_marker


def field(  # noqa: PLR0913 - the keywords of dataclasses.field
    *,
    default: Any = MISSING,
    default_factory: Any = MISSING,
    init: bool = True,
    repr: bool = True,  # noqa: A002 - the name of dataclasses.field
    hash: bool | None = None,  # noqa: A002 - the name of dataclasses.field
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: Any = MISSING,
    static: bool = False,
) -> Any:
    """`dataclasses.field`, with ``static=True`` for a field that belongs to the treedef.

    The value of a static field must be hashable and comparable with ``==``: functions under `jax.jit` are
    traced anew for each value. The marker is metadata ``{"static": True}``, which JAX itself reads too.

    Raises:
        ValueError: both ``default`` and ``default_factory`` are given.

    """
    if static:
        metadata = {**(metadata or {}), markers.STATIC_KEY: True}
    options: dict[str, Any] = {"repr": repr, "hash": hash, "compare": compare, "kw_only": kw_only}
    return dataclasses.field(
        default=default, default_factory=default_factory, init=init, metadata=metadata, **options
    )


def static_field(  # noqa: PLR0913 - the keywords of dataclasses.field
    *,
    default: Any = MISSING,
    default_factory: Any = MISSING,
    init: bool = True,
    repr: bool = True,  # noqa: A002 - the name of dataclasses.field
    hash: bool | None = None,  # noqa: A002 - the name of dataclasses.field
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: Any = MISSING,
) -> Any:
    """`field` with ``static=True``."""
    return field(
        default=default,
        default_factory=default_factory,
        init=init,
        repr=repr,
        hash=hash,
        compare=compare,
        metadata=metadata,
        kw_only=kw_only,
        static=True,
    )


class FieldLists(NamedTuple):
    """The lists that `jax.tree_util.register_dataclass` takes, as the user gave them."""

    data: Iterable[str] | None
    meta: Iterable[str] | None
    drop: Iterable[str] | None


_ROLES: Final = ("data", "static", "dropped")
_LIST_NAMES: Final = ("data_fields", "meta_fields", "drop_fields")


def read_layout(cls: type, lists: FieldLists) -> Layout:
    """Give each field of a dataclass its role.

    Raises:
        StaticFieldError: a static marker below the top of an annotation or under an unresolvable name,
            markers that contradict each other or the lists, or lists that do not fit the fields.

    """
    fields = dataclasses.fields(cls)
    chosen = _read_lists(cls, lists)
    scopes: dict[type, Scope] = {}
    roles = {f.name: _role(cls, f, chosen.get(f.name), scopes) for f in fields}
    for f in fields:
        if roles[f.name] == "dropped" and f.default is MISSING and f.default_factory is MISSING:
            raise StaticFieldError(
                f'field "{f.name}" of "{cls.__name__}" is in drop_fields, but has no default to restore it '
                "from; give it a default or default_factory"
            )
    order = [*chosen, *(name for name in roles if name not in chosen)]  # as JAX, which follows the lists
    return Layout(*(tuple(name for name in order if roles[name] == role) for role in _ROLES))


def _role(cls: type, f: dataclasses.Field[Any], chosen: str | None, scopes: dict[type, Scope]) -> str:
    marked = _inherited_role(cls, f) or _marked_role(cls, f, scopes)
    if chosen == "data" and marked == "static":
        raise StaticFieldError(
            f'field "{f.name}" of "{cls.__name__}" is in data_fields, but is marked static; '
            "move it to meta_fields or remove the marker"
        )
    return chosen or marked or "data"


def _inherited_role(cls: type, f: dataclasses.Field[Any]) -> str | None:
    for base in cls.__mro__[1:]:
        layout = layout_of(base)
        if layout is not None and base.__dict__["__dataclass_fields__"].get(f.name) is f:
            return next(role for role in _ROLES if f.name in getattr(layout, role))
    return None


def _marked_role(cls: type, f: dataclasses.Field[Any], scopes: dict[type, Scope]) -> str | None:
    owner = _owner(cls, f)
    if owner not in scopes:
        scopes[owner] = Scope.of_class(owner)
    marker = find_marker(f.type, scopes[owner])
    where = f'field "{f.name}" of "{cls.__name__}"'
    static = marker is Marker.STATIC or markers.is_static(f.metadata)
    if marker is Marker.NESTED and not static:
        raise StaticFieldError(
            f"{where}: Static[...] has no effect inside another annotation, here in {_show(f.type)}; "
            f"put it outermost, as in `{f.name}: jdc.Static[str | None]`"
        )
    if marker is Marker.UNRESOLVED and not static:
        raise StaticFieldError(
            f"{where}: the static marker in {_show(f.type)} cannot be resolved when the class is defined; "
            "import Static, and aliases of it, outside of `if TYPE_CHECKING:`, at the top of the module, define "
            f"aliases above the class, or write `{f.name}: ... = jdc.static_field()`"
        )
    if static and (key := _data_key(f.metadata)) is not None:
        raise StaticFieldError(
            f"{where} is marked static and, by metadata {key!r}: {f.metadata[key]!r}, data; keep one of the "
            "two (flax.struct.field sets pytree_node=True unless told otherwise: use jdc.field)"
        )
    return "static" if static else None


def _owner(cls: type, f: dataclasses.Field[Any]) -> type:
    """Return the class whose body defines a field: subclasses share the field object."""
    for base in reversed(cls.__mro__):
        if base.__dict__.get("__dataclass_fields__", {}).get(f.name) is f:
            return base
    return cls


def _data_key(metadata: Mapping[Any, Any]) -> str | None:
    """Return the key that says, against a static marker, that a field is data."""
    if not metadata.get(markers.STATIC_KEY, True):
        return markers.STATIC_KEY
    if metadata.get(markers.PYTREE_NODE_KEY, False):
        return markers.PYTREE_NODE_KEY
    return None


def _show(annotation: object) -> str:
    return f"`{annotation}`" if isinstance(annotation, str) else f"`{annotation!r}`"


def _read_lists(cls: type, lists: FieldLists) -> dict[str, str]:
    """Return the role of each field that a list names."""
    if (lists.data is None) != (lists.meta is None):
        raise StaticFieldError(
            f'"{cls.__name__}": data_fields and meta_fields go together; give both, or neither and mark '
            "static fields with jdc.Static[...]"
        )
    fields = {f.name: f for f in dataclasses.fields(cls)}
    roles: dict[str, str] = {}
    for label, role, names in zip(_LIST_NAMES, _ROLES, lists, strict=True):
        for name in _read_list(cls, label, names):
            if name not in fields:
                raise StaticFieldError(
                    f'{label} of "{cls.__name__}" has "{name}", which is not a field; the fields are {_names(fields)}'
                )
            if name in roles:
                raise StaticFieldError(
                    f'field "{name}" of "{cls.__name__}" is listed twice in data_fields, meta_fields and '
                    "drop_fields; a field has one role"
                )
            roles[name] = role
    missing = [name for name, f in fields.items() if f.init and name not in roles]
    if lists.data is not None and missing:
        raise StaticFieldError(
            f'data_fields, meta_fields and drop_fields of "{cls.__name__}" leave out {_names(missing)}; '
            "list every field"
        )
    return roles


def _read_list(cls: type, label: str, names: Iterable[str] | None) -> tuple[str, ...]:
    if isinstance(names, str):
        raise StaticFieldError(
            f'{label} of "{cls.__name__}" is the string {names!r}; write a list of names, [{names!r}]'
        )
    return tuple(names or ())


def _names(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)
