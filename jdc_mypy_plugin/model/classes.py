"""The model: what the plugin knows of a pytree dataclass, and how that survives mypy's cache.

A class's own part is written to ``TypeInfo.metadata`` while mypy analyses the class; bases in other modules have
no syntax tree any more when a rule needs them. Types are not stored: mypy keeps them on each ``Var``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import is_
from typing import Any, Final, NamedTuple

from mypy.nodes import SymbolTableNode, TypeInfo, Var
from mypy.types import Instance, Type

from jdc_spec.arrays import JAX_ARRAYS, ArrayAnnotation

from ..host.analysed_types import is_marked_array
from ..host.freshness import is_checking, is_settled, looked_at
from ..host.known_types import known_type
from ..host.metaclasses import has_own_metaclass
from ..libraries.facts import Facts, Role, Roles
from ..libraries.library import Decision, Library
from ..libraries.registry import BY_NAME
from ..syntax.functions import unconditional_methods
from .annotations import stored_annotations
from .initializers import is_passed_over
from .roles_by_type import has_certainly_no_array
from .static_markers import Placement, placement

KEY: Final = "jdc"
PLAIN_KEY: Final = "jdc-plain"
"""Fields of a plain dataclass, which a class that inherits from it may make part of a pytree."""

JDC_MIXINS: Final = (
    "jdc_runtime.EnforcedAnnotationsMixin",
    "jdc_runtime._enforced.mixin.EnforcedAnnotationsMixin",
)
ENFORCED_MIXINS: Final = (
    *JDC_MIXINS,
    "jax_dataclasses._enforced_annotations.EnforcedAnnotationsMixin",
)


Literal = bool | int | float | str | None
"""A value that the source writes out."""


class PytreeField(NamedTuple):
    """A field as its class body writes it."""

    name: str
    owner: str
    """Full name of the class that writes it."""
    array: ArrayAnnotation | None
    """Shape and dtype from ``Annotated`` metadata; None where there are none or they are malformed."""
    marked: frozenset[str]
    """Metadata keys through which the right-hand side marks the field static."""
    is_marked_data: bool
    """True if the right-hand side says outright that the field is data, as ``nnx.data()`` does."""
    opaque: bool
    """True if the right-hand side, or the annotation, cannot be read, so that any marker may be set."""
    init: bool
    has_default: bool
    is_none_by_default: bool
    has_factory: bool
    """True if the constructor that the library makes calls a function for the default."""
    literal: Literal
    """The number or the text that is the default; None for any other."""
    line: int


@dataclass(frozen=True, slots=True)
class PytreeClass:
    """A pytree dataclass: the class, what its library does with it, and all its fields, inherited ones first."""

    info: TypeInfo
    facts: Facts
    fields: Mapping[str, PytreeField]
    own: tuple[str, ...]
    """Names of the fields that the class itself writes."""
    init_only: tuple[str, ...]
    """Names of the ``InitVar`` arguments of the constructor."""
    chosen: Roles
    """Roles given by ``data_fields``, ``meta_fields`` and ``drop_fields``."""
    _roles: dict[str, tuple[Type | None, Role]] = field(
        default_factory=dict[str, tuple[Type | None, Role]], repr=False
    )
    """The role of each field that was asked for, with the declared type that it follows from."""

    def type_of(self, name: str) -> Type | None:
        """Return the declared type of a field, aliases kept; None where mypy has none."""
        symbol = self.info.get(name)
        return symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None

    def role_of(self, name: str) -> Role:
        """Say which role the library gives a field."""
        declared = self.type_of(name)
        known = self._roles.get(name)
        if known is None or known[0] is not declared:
            self._roles[name] = known = declared, self._role_of(name, declared)
        return known[1]

    def written_static(self, name: str, shown: str) -> str | None:
        """Word for advice how to make a field static, by its name and annotation; None where no field can be."""
        if self.chosen.get(name) == "data":
            return f'with "{name}" in meta_fields and not in data_fields'
        known = self.fields.get(name)
        return self.facts.written_static(name, shown, has_default=known is not None and known.has_default)

    def _role_of(self, name: str, declared: Type | None) -> Role:
        written, facts = self.fields[name], self.facts
        if name in self.chosen:
            return self.chosen[name]
        if facts.unlisted is not None:
            return facts.unlisted if written.init or facts.unlisted == "dropped" else "unknown"
        if facts.init_false is not None and not written.init:
            return facts.init_false
        if written.marked & facts.static_keys:
            return "static"
        if declared is not None and placement(declared, facts.annotation_markers) is Placement.TOP:
            return "static"
        is_unknown = written.opaque or (facts.checks_fields and is_passed_over(self.info, name))
        return "unknown" if is_unknown or declared is None else _unmarked(written, declared, facts)

    @property
    def is_enforced(self) -> bool:
        """Return whether construction checks array annotations at run time."""
        return has_base(self.info, ENFORCED_MIXINS)


def _unmarked(field: PytreeField, declared: Type, facts: Facts) -> Role:
    """Return the role of a field that no marker makes static; any library takes an array of JAX for data."""
    value = known_type(declared)
    if facts.sorts_by_type and has_certainly_no_array(declared):
        return "static"
    is_array = isinstance(value, Instance) and value.type.fullname in JAX_ARRAYS and not field.is_none_by_default
    return "data" if facts.unmarked == "unknown" and (field.is_marked_data or is_array) else facts.unmarked


def has_base(info: TypeInfo, names: Iterable[str]) -> bool:
    """Return whether a class inherits from one of these, by full name."""
    return any(info.has_base(name) for name in names)


def store(info: TypeInfo, library: Library, own: Sequence[PytreeField], decision: Decision) -> None:
    """Write a class's own part, and what the reader of its library decided, to its metadata, as JSON.

    The fields whose `Any` is marked are for a daemon alone, which takes each `Any` for the same.
    """
    info.metadata[KEY] = {
        "decorated": [each.name for each in unconditional_methods(info.defn)],
        "library": library.names.name,
        "differences": dict(decision.differences),
        "fields": [_dump(each) for each in own],
        "marked": [each.name for each in own if _is_marked(info, each.name)],
        "roles": None if decision.roles is None else dict(decision.roles),
    }


def _is_marked(info: TypeInfo, name: str) -> bool:
    symbol = info.names.get(name)
    return symbol is not None and isinstance(symbol.node, Var) and is_marked_array(symbol.node.type)


def store_plain(info: TypeInfo, own: Sequence[PytreeField], *, may_be_registered: bool) -> None:
    """Write the fields of a plain dataclass to its metadata, and whether its module may make it a pytree."""
    info.metadata[PLAIN_KEY] = {"fields": [_dump(each) for each in own], "may_be_registered": may_be_registered}


def is_unregistered(info: TypeInfo, module: str) -> bool:
    """Return whether a class is a plain dataclass of a module, and nothing in it makes the class a pytree.

    A dataclass of another module may be registered in a third. A base or a metaclass may register its subclasses.
    """
    looked_at(info)
    stored = info.metadata.get(PLAIN_KEY)
    if stored is None or KEY in info.metadata or info.module_name != module or stored["may_be_registered"]:
        return False
    if info.fallback_to_any or has_own_metaclass(info):
        return False
    return not any(KEY in base.metadata or "__init_subclass__" in base.names for base in info.mro[:-1])


def is_only_dataclass(info: TypeInfo) -> bool:
    """Return whether a plain dataclass has no other decorator, and its module hands it to nothing."""
    looked_at(info)
    stored = info.metadata.get(PLAIN_KEY)
    return stored is not None and KEY not in info.metadata and not stored["may_be_registered"]


def is_pytree_dataclass(info: TypeInfo) -> bool:
    """Return whether a library registers this very class."""
    return KEY in info.metadata


def pytree_bases(info: TypeInfo) -> Iterator[TypeInfo]:
    """Yield the classes of the MRO that a library registers, the nearest first."""
    looked_at(info)
    return (base for base in info.mro if KEY in base.metadata)


def model_of(info: TypeInfo) -> PytreeClass | None:
    """Return the model of a registered class, or None.

    It is kept for as long as the metadata that it is made of: a daemon reads a class again into the same object.
    """
    looked_at(info)
    if KEY not in info.metadata:
        return None
    if not is_checking():  # the types of variables may still be open
        return _model_of(info)
    known = _MODELS.get(info)
    if known is not None and is_settled():
        return known[1]
    made_of: list[object] = [part for base in info.mro for part in (base, *map(base.metadata.get, _MADE_OF))]
    if known is not None and len(known[0]) == len(made_of) and all(map(is_, known[0], made_of)):
        return known[1]
    if len(_MODELS) >= _KEPT:
        _MODELS.clear()
    model = _model_of(info)
    _MODELS[info] = made_of, model
    return model


_MADE_OF: Final = (KEY, PLAIN_KEY, "dataclass")
_MODELS: Final[dict[TypeInfo, tuple[list[object], PytreeClass]]] = {}
_KEPT: Final = 4096


def _model_of(info: TypeInfo) -> PytreeClass:
    stored = info.metadata[KEY]
    facts = BY_NAME[stored["library"]].facts.of_class(stored["differences"])
    written: dict[str, PytreeField] = {}
    own: tuple[str, ...] = ()
    chosen: dict[str, Role] = {}
    for base in reversed(info.mro):
        if KEY in base.metadata:
            fields = [_load(base, item) for item in base.metadata[KEY]["fields"]]
            own = tuple(field.name for field in fields)
            written.update((field.name, field) for field in fields)
            roles = base.metadata[KEY]["roles"]
            chosen = {name: role for name, role in chosen.items() if name not in own and facts.inherits_lists}
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
    if not facts.is_dataclass:
        fields_of_class = {**written, **fields_of_class}
    return PytreeClass(
        info,
        facts,
        fields_of_class,
        tuple(name for name in own if name in fields_of_class),
        tuple(item["name"] for item in attributes if item["is_init_var"]),
        chosen,
    )


def names_written_in(info: TypeInfo) -> tuple[str, ...]:
    """Return the names that the body of a registered class annotates; safe before mypy's dataclass transform."""
    return tuple(item["name"] for item in info.metadata[KEY]["fields"]) if KEY in info.metadata else ()


def decorated_in(info: TypeInfo) -> Sequence[str]:
    """Return the names of the methods under a decorator that a registered class has under no condition."""
    names: Sequence[str] = info.metadata[KEY]["decorated"] if KEY in info.metadata else ()
    return names


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
        is_marked_data=False,
        opaque=True,
        init=item["is_in_init"],
        has_default=item["has_default"],
        is_none_by_default=False,
        has_factory=False,
        literal=None,
        line=item["line"],
    )


def _dump(field: PytreeField) -> dict[str, Any]:
    return {
        "name": field.name,
        **stored_annotations.dump(field.array),
        "marked": sorted(field.marked),
        "is_marked_data": field.is_marked_data,
        "opaque": field.opaque,
        "init": field.init,
        "has_default": field.has_default,
        "is_none_by_default": field.is_none_by_default,
        "has_factory": field.has_factory,
        "literal": field.literal,
        "line": field.line,
    }


def _load(owner: TypeInfo, item: Mapping[str, Any]) -> PytreeField:
    return PytreeField(
        name=item["name"],
        owner=owner.fullname,
        array=stored_annotations.load(item),
        marked=frozenset(item["marked"]),
        is_marked_data=item["is_marked_data"],
        opaque=item["opaque"],
        init=item["init"],
        has_default=item["has_default"],
        is_none_by_default=item["is_none_by_default"],
        has_factory=item["has_factory"],
        literal=item["literal"],
        line=item["line"],
    )
