"""Typed faces of trees, and dataclasses as trees."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import MISSING, dataclass
from typing import Any, TypeVar, cast, get_type_hints, overload

from typing_extensions import TypeIs

from jdc_runtime._dataclass.assembly import assembler
from jdc_runtime._dataclass.layout import Layout, layout_of
from jdc_runtime._enforced.mixin import EnforcedAnnotationsMixin, check
from jdc_spec.tree_keys import CHILDREN, GROUPS

from ._errors import StructureError, names, place, suggestion
from ._split_and_merge import update_tree
from ._tree import Config, Path, StructureTree, empty_tree, is_pair, require_tree

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class DataclassApply:
    """The ``apply`` of a tree that holds a dataclass: it makes the object and calls it."""

    cls: type

    def __call__(
        self,
        tree: StructureTree,
        global_config: Config,  # noqa: ARG002 - what every apply takes
        /,
        *args: Any,
        **kwargs: Any,
    ) -> tuple[StructureTree, Any]:
        instance: Any = _to_face(tree, self.cls, (), checks=False)
        if not hasattr(self.cls, "apply"):
            if not callable(instance):
                raise StructureError(
                    f'"{self.cls.__name__}" only holds values; give it a method `__call__(self, x)`, or '
                    "`apply(self, x)` that returns (self, output), to use it as a module"
                )
            return tree, instance(*args, **kwargs)
        returned = instance.apply(*args, **kwargs)
        if not is_pair(returned) or type(returned[0]) is not self.cls:
            raise StructureError(
                f'"{self.cls.__name__}.apply" must return a pair, (the {self.cls.__name__}, output); a method that '
                "returns the output alone is to be called __call__"
            )
        return update_tree(tree, _to_tree(returned[0])), returned[1]


def is_dataclass_module(value: object) -> bool:
    """Return whether a value is an instance of a jdc dataclass that can be called, with ``__call__`` or ``apply``."""
    return layout_of(type(value)) is not None and (callable(value) or callable(getattr(value, "apply", None)))


@overload
def from_dataclass(obj: object) -> StructureTree: ...
@overload
def from_dataclass(obj: object, like: StructureTree) -> StructureTree: ...
def from_dataclass(obj: object, like: StructureTree | None = None) -> StructureTree:
    """Return a tree of an instance of a jdc dataclass.

    Alone, its data fields are the params and its static fields the aux; ``apply`` calls its method
    ``apply(*args) -> (new object, output)``, or else the object itself, ``__call__(*args) -> output``.

    With ``like``, the object is a face of that tree, see `to_dataclass`, and the result is the tree with the
    values of the object in it; what the face does not show stays as it is.

    Raises:
        StructureError: no instance of a jdc dataclass, or a field that ``like`` does not have.

    """
    if like is None:
        return _to_tree(obj)
    return _write(require_tree(like, "`like`"), obj, ())


def to_dataclass(tree: StructureTree, cls: type[_T]) -> _T:
    """Return a tree as an instance of a jdc dataclass, with its params, buffers and aux in the fields of those names.

    ``net = to_dataclass(tree, Net)``, and ``net.encoder.weight`` is typed. A field with the name of a submodule whose
    annotation is a jdc dataclass shows it so; with another annotation, it holds the subtree. Static fields show aux.
    Names that the class has no field for are not shown. Fields that the tree has no name for have their defaults.
    No ``__init__`` or ``__post_init__`` runs; objects with `EnforcedAnnotationsMixin` are checked.

    Raises:
        StructureError: not a jdc dataclass, a field without default that the tree has no name for, or a static
            field for a parameter or buffer.
        AnnotationError: an array violates its annotation.

    """
    tree = require_tree(tree, "the first argument of to_dataclass")
    return cast("_T", _to_face(tree, cls, (), checks=True))


def _layout(cls: type) -> Layout:
    layout = layout_of(cls)
    if layout is None:
        raise StructureError(
            f'"{cls.__name__}" is not a jdc dataclass; put @jdc.pytree_dataclass above `class {cls.__name__}:`'
        )
    return layout


def _to_tree(obj: object) -> StructureTree:
    if isinstance(obj, type):
        raise StructureError(f'from_dataclass takes an instance, "{obj.__name__}" is a class')
    layout = _layout(type(obj))
    tree = empty_tree()
    tree["params"] = {name: getattr(obj, name) for name in layout.data}
    tree["aux"] = {name: getattr(obj, name) for name in layout.static}
    tree["apply"] = DataclassApply(type(obj))
    return tree


def _to_face(tree: StructureTree, cls: type, path: Path, *, checks: bool) -> Any:
    layout = _layout(cls)
    values: dict[str, Any] = {}
    for field in dataclasses.fields(cls):
        group = _group(tree, field.name, path)
        if group is None:
            values[field.name] = _default(tree, cls, field, path)
            continue
        value = cast("Mapping[str, Any]", tree)[group][field.name]
        if field.name in layout.static and group != "aux":
            raise StructureError(
                f'field "{field.name}" of "{cls.__name__}" is static, but is in the {group} of {place(path)}; '
                "static fields show aux"
            )
        if group == CHILDREN and _is_face(hint := _annotation(cls, field.name)):
            value = _to_face(value, hint, (*path, field.name), checks=checks)
        values[field.name] = value
    face: Any = assembler(cls)(values, values.values())
    if checks and isinstance(face, EnforcedAnnotationsMixin):
        check(face)
    return face


def _write(tree: StructureTree, face: object, path: Path) -> StructureTree:
    if isinstance(face, type):
        raise StructureError(f'from_dataclass takes an instance, "{face.__name__}" is a class')
    _layout(type(face))
    node: dict[str, Any] = {key: dict(tree[key]) for key in (*GROUPS, CHILDREN)} | {"apply": tree["apply"]}
    for field in dataclasses.fields(cast("Any", face)):
        group = _group(tree, field.name, path)
        if group is None:
            _default(tree, type(face), field, path)
            continue
        value = getattr(face, field.name)
        if group == CHILDREN:
            value = _write_child(tree["submodules"][field.name], value, (*path, field.name))
        node[group][field.name] = value
    return cast("StructureTree", node)


def _write_child(tree: StructureTree, value: Any, path: Path) -> StructureTree:
    if layout_of(type(cast("object", value))) is not None:
        return _write(tree, value, path)
    return require_tree(value, f"the value of the face for {place(path)}")


def _annotation(cls: type, name: str) -> object:
    try:
        return get_type_hints(cls).get(name)
    except NameError as error:
        raise StructureError(
            f'the annotation of field "{name}" of "{cls.__name__}" cannot be resolved ({error}); define the '
            "classes at the top of a module, or leave out `from __future__ import annotations`"
        ) from None


def _is_face(hint: object) -> TypeIs[type]:
    return isinstance(hint, type) and layout_of(hint) is not None


def _group(tree: StructureTree, name: str, path: Path) -> str | None:
    """Return the key of the tree under which a name is."""
    groups = [key for key in (*GROUPS, CHILDREN) if name in cast("Mapping[str, Any]", tree)[key]]
    if len(groups) > 1:
        raise StructureError(f'"{name}" of {place(path)} is in {names(groups)}; a face needs different names')
    return groups[0] if groups else None


def _default(tree: StructureTree, cls: type, field: dataclasses.Field[Any], path: Path) -> Any:
    if field.default is not MISSING:
        return field.default
    if field.default_factory is not MISSING:
        return field.default_factory()
    known = [name for key in (*GROUPS, CHILDREN) for name in cast("Mapping[str, Any]", tree)[key]]
    raise StructureError(
        f'field "{field.name}" of "{cls.__name__}" has no counterpart in {place(path)}, '
        f"which has {names(known)}{suggestion(field.name, known)}"
    )
