"""The model: what the plugin knows of a pytree dataclass, and how that survives mypy's cache.

A class's own part is written to ``TypeInfo.metadata`` while mypy analyses the class; bases in other modules have
no syntax tree any more when a rule needs them. Types are not stored: mypy keeps them on each ``Var``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from mypy.nodes import SymbolTableNode, TypeInfo, Var
from mypy.types import Instance, Type

from jdc_spec.arrays import ArrayAnnotation
from jdc_spec.libraries import BY_NAME, Library

from ..host.freshness import looked_at
from . import stored_annotations
from .static_markers import Placement, placement

KEY: Final = "jdc"
PLAIN_KEY: Final = "jdc-plain"
"""Fields of a plain dataclass, which a class that inherits from it may make part of a pytree."""

Role = Literal["data", "static", "dropped", "unknown"]
"""``dropped``: not part of the tree at all."""

Roles = Mapping[str, Role]

JDC_MIXINS: Final = (
    "jdc_runtime.EnforcedAnnotationsMixin",
    "jdc_runtime._enforced.mixin.EnforcedAnnotationsMixin",
)
ENFORCED_MIXINS: Final = (
    *JDC_MIXINS,
    "jax_dataclasses._enforced_annotations.EnforcedAnnotationsMixin",
)


@dataclass(frozen=True, slots=True)
class PytreeField:
    """A field as its class body writes it."""

    name: str
    owner: str
    """Full name of the class that writes it."""
    array: ArrayAnnotation | None
    """Shape and dtype from ``Annotated`` metadata; None where there are none or they are malformed."""
    marked: frozenset[str]
    """Metadata keys through which the right-hand side marks the field static."""
    opaque: bool
    """True if the right-hand side is a call that the plugin cannot read, so that any marker may be set."""
    init: bool
    has_default: bool
    line: int


@dataclass(frozen=True, slots=True)
class PytreeClass:
    """A pytree dataclass: the class, its library, and all its fields, inherited ones first."""

    info: TypeInfo
    library: Library
    fields: Mapping[str, PytreeField]
    own: tuple[str, ...]
    """Names of the fields that the class itself writes."""
    init_only: tuple[str, ...]
    """Names of the ``InitVar`` arguments of the constructor."""
    chosen: Roles
    """Roles given by ``data_fields``, ``meta_fields`` and ``drop_fields``."""
    is_frozen: bool
    """True if no instance can be assigned to; False where nothing says so."""

    def type_of(self, name: str) -> Type | None:
        """Return the declared type of a field, aliases kept; None where mypy has none."""
        symbol = self.info.get(name)
        return symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None

    def role_of(self, name: str) -> Role:
        """Say which role the library gives a field."""
        field = self.fields[name]
        if name in self.chosen:
            return self.chosen[name]
        if self.library.drops_init_false and not field.init:
            return "dropped"
        if field.marked & self.library.static_keys:
            return "static"
        declared = self.type_of(name)
        if declared is not None and placement(declared, self.library.annotation_markers) is Placement.TOP:
            return "static"
        return "unknown" if field.opaque or declared is None else "data"

    @property
    def is_enforced(self) -> bool:
        """Return whether construction checks array annotations at run time."""
        return has_base(self.info, ENFORCED_MIXINS)


def has_base(info: TypeInfo, names: Iterable[str]) -> bool:
    """Return whether a class inherits from one of these, by full name."""
    return any(info.has_base(name) for name in names)


def store(
    info: TypeInfo, library: Library, own: Sequence[PytreeField], roles: Roles | None = None, *, frozen: bool = True
) -> None:
    """Write a class's own part to its metadata, as JSON. ``roles`` is None where its field lists cannot be read."""
    info.metadata[KEY] = {
        "library": library.name,
        "frozen": frozen,
        "fields": [_dump(field) for field in own],
        "roles": None if roles is None else dict(roles),
    }


def store_plain(info: TypeInfo, own: Sequence[PytreeField]) -> None:
    """Write the fields of a plain dataclass to its metadata."""
    info.metadata[PLAIN_KEY] = {"fields": [_dump(field) for field in own]}


def is_pytree_dataclass(info: TypeInfo) -> bool:
    """Return whether a library registers this very class."""
    return KEY in info.metadata


def pytree_bases(info: TypeInfo) -> Iterator[TypeInfo]:
    """Yield the classes of the MRO that a library registers, the nearest first."""
    looked_at(info)
    return (base for base in info.mro if KEY in base.metadata)


def model_of(info: TypeInfo) -> PytreeClass | None:
    """Return the model of a registered class, or None."""
    looked_at(info)
    if KEY not in info.metadata:
        return None
    written: dict[str, PytreeField] = {}
    own: tuple[str, ...] = ()
    chosen: dict[str, Role] = {}
    for base in reversed(info.mro):
        if KEY in base.metadata:
            fields = [_load(base, item) for item in base.metadata[KEY]["fields"]]
            own = tuple(field.name for field in fields)
            written.update((field.name, field) for field in fields)
            roles = base.metadata[KEY]["roles"]
            chosen = {name: role for name, role in chosen.items() if name not in own}
            chosen.update(dict.fromkeys(written, "unknown") if roles is None else roles)
        elif PLAIN_KEY in base.metadata:
            plain = (_load(base, item) for item in base.metadata[PLAIN_KEY]["fields"])
            written.update((field.name, field) for field in plain)
    attributes = _attributes(info)
    fields_of_class = {
        item["name"]: written.get(item["name"]) or _unread(info, item)
        for item in attributes
        if not item["is_init_var"] and not is_kw_only_mark(info.get(item["name"]))
    }
    return PytreeClass(
        info,
        BY_NAME[info.metadata[KEY]["library"]],
        fields_of_class,
        tuple(name for name in own if name in fields_of_class),
        tuple(item["name"] for item in attributes if item["is_init_var"]),
        chosen,
        info.metadata[KEY]["frozen"],
    )


def names_written_in(info: TypeInfo) -> tuple[str, ...]:
    """Return the names that the body of a registered class annotates; safe before mypy's dataclass transform."""
    return tuple(item["name"] for item in info.metadata[KEY]["fields"]) if KEY in info.metadata else ()


def is_kw_only_mark(symbol: SymbolTableNode | None) -> bool:
    """Return whether a name of a class body is the ``_: KW_ONLY`` that makes the fields after it keyword-only."""
    declared = symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None
    return isinstance(declared, Instance) and declared.type.fullname == "dataclasses.KW_ONLY"


def _attributes(info: TypeInfo) -> Sequence[Mapping[str, Any]]:
    """Return what mypy's dataclass plugin knows of the fields, those of plain dataclasses among the bases too."""
    for base in info.mro:
        if "dataclass" in base.metadata:
            attributes: Sequence[Mapping[str, Any]] = base.metadata["dataclass"]["attributes"]
            return attributes
    return ()


def _unread(info: TypeInfo, item: Mapping[str, Any]) -> PytreeField:
    """Return a field that no reader has seen, one of a dataclass of another library."""
    name: str = item["name"]
    return PytreeField(
        name=name,
        owner=next((base.fullname for base in info.mro if name in base.names), info.fullname),
        array=None,
        marked=frozenset(),
        opaque=True,
        init=item["is_in_init"],
        has_default=item["has_default"],
        line=item["line"],
    )


def _dump(field: PytreeField) -> dict[str, Any]:
    return {
        "name": field.name,
        **stored_annotations.dump(field.array),
        "marked": sorted(field.marked),
        "opaque": field.opaque,
        "init": field.init,
        "has_default": field.has_default,
        "line": field.line,
    }


def _load(owner: TypeInfo, item: Mapping[str, Any]) -> PytreeField:
    return PytreeField(
        name=item["name"],
        owner=owner.fullname,
        array=stored_annotations.load(item),
        marked=frozenset(item["marked"]),
        opaque=item["opaque"],
        init=item["init"],
        has_default=item["has_default"],
        line=item["line"],
    )
