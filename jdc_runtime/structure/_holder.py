"""The base class of organizers, which holds a tree and a global config."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn, cast, overload

from jdc_runtime.random._traces import TraceReference, current_trace
from jdc_spec.tree_keys import CHILDREN

from ._errors import StructureError, names, suggestion
from ._leaks import refuse_traced
from ._map import PartialTree
from ._split_and_merge import filter_keys, update_tree
from ._tree import Apply, Config, Module, Path, StructureTree, copy_nodes, empty_tree, require_tree


def unset_apply(tree: StructureTree, global_config: Config, *args: Any, **kwargs: Any) -> NoReturn:  # noqa: ARG001
    """Refuse to be called: this is the ``apply`` of a module that has got none."""
    raise StructureError(
        "this module has no apply; give it one where it is made: `organizer.set_apply(apply)` or "
        "`organizer.create_module(apply)`"
    )


class TreeHolder:
    """A tree and a global config that can be changed, as they are copies."""

    __slots__ = ("__weakref__", "_config", "_home", "_path", "_sealed", "_tree")

    _tree: dict[str, Any]
    _config: Config
    _path: Path
    """Path of the tree within that of the outermost organizer."""
    _sealed: bool
    """True if new names are refused."""
    _home: TraceReference
    """The trace of JAX that the outermost organizer was made in."""

    def __init__(self, state: StructureTree | None = None, global_config: Config | None = None) -> None:
        if state is None:
            tree: StructureTree = {**empty_tree(), "apply": unset_apply}
        else:
            tree = copy_nodes(require_tree(state, "the state of a StateOrganizer"))
        fill(self, tree, dict(global_config or {}), (), sealed=False)

    @property
    def params(self) -> dict[str, Any]:
        """The parameters of this module, by name."""
        return cast("dict[str, Any]", self._tree["params"])

    @property
    def buffers(self) -> dict[str, Any]:
        """The buffers of this module, by name."""
        return cast("dict[str, Any]", self._tree["buffers"])

    @property
    def aux(self) -> dict[str, Any]:
        """The constants of this module, by name."""
        return cast("dict[str, Any]", self._tree["aux"])

    @property
    def apply(self) -> Apply:
        """The function that a call of the organizer runs."""
        return cast("Apply", self._tree["apply"])

    def set_apply(self, apply: Apply) -> None:
        """Set the function that a call runs: ``apply(tree, global_config, *args, **kwargs) -> (tree, output)``.

        Raises:
            StructureError: not callable.

        """
        if not callable(apply):
            raise StructureError(f"set_apply takes a function, not {apply!r}")
        self._tree["apply"] = apply

    def create_module(self, apply: Apply | None = None) -> Module:
        """Return ``(tree, global_config)``, with ``apply`` set if it is given."""
        if apply is not None:
            self.set_apply(apply)
        return self.get_state(), self.get_global_config()

    def get_state(self) -> StructureTree:
        """Return the tree as it is now; changes of the organizer afterwards do not change it."""
        return copy_nodes(cast("StructureTree", self._tree))

    def get_state_update(self) -> PartialTree:
        """Return params and buffers of the tree, as `update_tree` takes them."""
        return filter_keys(self._tree)

    def update_tree(self, update: Mapping[str, Any]) -> None:
        """Take over params and buffers, see `structure.update_tree`.

        Raises:
            StructureError: the update has a submodule that this tree has not, or values of a transformation of JAX
                that this organizer is outside of.

        """
        self._renew(update_tree(self._tree, update))

    def _renew(self, tree: StructureTree) -> None:
        """Take over the content of another tree, in place, as other holders may hold the nodes."""
        refuse_traced(self._home, self._tree, tree, self._path)
        _replace_node(self._tree, tree)

    @overload
    def get_global_config(self) -> Config: ...
    @overload
    def get_global_config(self, key: str) -> Any: ...
    def get_global_config(self, key: str | None = None) -> Any:
        """Return a copy of the global config, or its value of a key.

        Raises:
            KeyError: it has no such key.

        """
        if key is None:
            return dict(self._config)
        if key not in self._config:
            raise KeyError(
                f'the global config has no "{key}"; it has {names(self._config)}{suggestion(key, self._config)}'
            )
        return self._config[key]

    def update_global_config(self, *update: Any, **values: Any) -> None:
        """Set values: ``update_global_config("train_mode", False)``, with a dict, or by keyword.

        Raises:
            TypeError: other positional arguments.

        """
        if len(update) == 2 and isinstance(update[0], str):
            self._config[update[0]] = update[1]
        elif len(update) == 1 and isinstance(update[0], Mapping):
            self._config.update(cast("Config", update[0]))
        elif update:
            raise TypeError('update_global_config takes a name and a value, ("train_mode", False), or a dict')
        self._config.update(values)

    def set_train_mode(self, mode: bool) -> None:
        """Set ``train_mode`` of the global config, which decides what dropout and batch norm do."""
        self.update_global_config("train_mode", mode)


def fill(holder: TreeHolder, tree: Mapping[str, Any], config: Config, path: Path, *, sealed: bool) -> None:
    """Set what a holder consists of; it takes the dicts themselves."""
    values = {"_tree": tree, "_config": config, "_path": path, "_sealed": sealed, "_home": current_trace()}
    for name, value in values.items():
        object.__setattr__(holder, name, value)


def _replace_node(old: dict[str, Any], new: Mapping[str, Any]) -> None:
    """Make a node another one in place, with the nodes below it."""
    for key, value in new.items():
        if key != CHILDREN:
            old[key] = value if key == "apply" else dict(value)
    for name, child in new[CHILDREN].items():
        _replace_node(old[CHILDREN][name], child)
