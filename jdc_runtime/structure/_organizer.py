"""`StateOrganizer`: a structure tree with attributes."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, NoReturn

from jdc_spec.tree_keys import CHILDREN

from ._apply import call
from ._assignment import NAMED, check_arrays, classify, find_group, refuse_name, refuse_type_of_name, unknown_name
from ._containers import as_module, container_apply, merge_configs
from ._error_places import inside
from ._errors import StructureError, place
from ._holder import TreeHolder, fill
from ._leaks import refuse_traced
from ._paths import by_number
from ._tree import Config, StructureTree, copy_nodes, empty_tree, require_tree


class StateOrganizer(TreeHolder):
    """A structure tree whose parameters, buffers, constants and submodules are attributes.

    In a function that makes a module::

        organizer.weight = jnp.zeros((3, 4))  # arrays, and pytrees of arrays: params
        organizer.hidden = nn.Linear(4, 4)  # modules, functions, lists and dicts of those: submodules
        organizer.register_buffer("count", jnp.zeros((), jnp.int32))
        organizer.register_aux("eps", 1e-5)

    In one that applies it, ``organizer.weight`` is the array and ``organizer.hidden(x)`` calls the submodule; the
    state that the call renews is renewed in this organizer, at any depth. Items of a list of modules are
    ``organizer.layers[0]``, and a ``for`` loop goes over them. ``organizer["weight"]`` is the same as the attribute.

    The organizer works on its own copy of the tree; arrays are shared. A name is in one group only, and cannot be
    that of a method. ``params``, ``buffers``, ``aux`` and ``apply`` are those of the tree.

    Raises:
        StructureError: ``state`` is not a structure tree.

    """

    __slots__ = ()

    def _child(self, name: str) -> StateOrganizer:
        """Return an organizer on a submodule: on the same dicts and config, so that it writes to this one."""
        child = object.__new__(StateOrganizer)
        fill(child, self._tree[CHILDREN][name], self._config, (*self._path, name), sealed=self._sealed)
        object.__setattr__(child, "_home", self._home)
        return child

    # attributes

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in TreeHolder.__slots__:
            raise AttributeError(f"StateOrganizer has no attribute {name!r}", name=name, obj=self)
        group = find_group(self._tree, name, self._path)
        if group is None:
            raise AttributeError(unknown_name(self._tree, name, self._path), name=name, obj=self)
        return self._child(name) if group == CHILDREN else self._tree[group][name]

    def __setattr__(self, name: str, value: Any) -> None:
        self._check_name(name)
        group = find_group(self._tree, name, self._path) or classify(name, value, self._path)
        if group == CHILDREN:
            self.register_submodule(name, value)
        else:
            self._register(group, name, value)

    def __delattr__(self, name: str) -> None:
        self._check_name(name)
        group = find_group(self._tree, name, self._path)
        if group is None:
            raise AttributeError(unknown_name(self._tree, name, self._path), name=name, obj=self)
        if self._sealed:
            self._refuse_change(f'takes "{name}" out of')
        del self._tree[group][name]

    def __getitem__(self, name: str | int) -> Any:
        try:
            return self.__getattr__(self._name(name))
        except AttributeError as error:
            raise KeyError(str(error)) from None

    def __setitem__(self, name: str | int, value: Any) -> None:
        setattr(self, self._name(name), value)

    def _name(self, item: object) -> str:
        """Return the name that an index stands for: a number is a name, or counts the submodules from the end."""
        if isinstance(item, str):
            return item
        if not isinstance(item, int):
            raise TypeError(f"items of {place(self._path)} are names or numbers, not {item!r}")
        if str(item) in self._tree[CHILDREN]:
            return str(item)
        number = item + len(self) if item < 0 else item
        if not 0 <= number < len(self):
            raise IndexError(f"{place(self._path)} has {len(self)} submodules, no number {item}")
        return str(number)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str | int) and find_group(self._tree, str(name), self._path) is not None

    def __copy__(self) -> StateOrganizer:
        copied = object.__new__(StateOrganizer)
        fill(copied, self.get_state(), dict(self._config), self._path, sealed=self._sealed)
        return copied

    def __deepcopy__(self, memo: dict[int, Any]) -> StateOrganizer:
        copied = object.__new__(StateOrganizer)
        tree, config = copy.deepcopy((self.get_state(), self._config), memo)
        fill(copied, tree, config, self._path, sealed=self._sealed)
        return copied

    def __iter__(self) -> Iterator[StateOrganizer]:
        if self._tree["apply"] is not container_apply:
            raise TypeError(
                f"{place(self._path)} is a module, no list of modules; organizer.submodules() has its submodules"
            )
        return iter(self.submodules().values())

    def __len__(self) -> int:
        return len(self._tree[CHILDREN])

    def __bool__(self) -> bool:
        return True

    def __dir__(self) -> list[str]:
        return [*object.__dir__(self), *(name for key in NAMED for name in self._tree[key])]

    def __repr__(self) -> str:
        shown = "; ".join(f"{key}: {', '.join(self._tree[key])}" for key in NAMED if self._tree[key])
        return f"<StateOrganizer of {place(self._path)}; {shown or 'empty'}>"

    # what is registered

    def register_parameter(self, name: str, value: Any) -> None:
        """Make or renew a parameter: a pytree of arrays.

        Raises:
            StructureError: the name is reserved or in another group, or, in an apply function, new.

        """
        self._register("params", name, value)

    def register_buffer(self, name: str, value: Any) -> None:
        """Make or renew a buffer: a pytree of arrays that is not trained. Raises as `register_parameter`."""
        self._register("buffers", name, value)

    def register_aux(self, name: str, value: Any) -> None:
        """Make or change a constant, of any type; it is never traced. Raises as `register_parameter`."""
        self._register("aux", name, value)

    def recursive_register_aux(self, name: str, value: Any) -> None:
        """`register_aux` here and in all submodules below."""
        self.register_aux(name, value)
        for child in self.submodules().values():
            child.recursive_register_aux(name, value)

    def register_submodule(self, name: str, value: Any) -> None:
        """Make or replace a submodule: ``(tree, global_config)``, a function, a list of modules.

        Its global config is merged into that of this module, where present values win. Raises as
        `register_parameter`, and if the value is not a module.
        """
        module = as_module(value)
        if module is None:
            raise StructureError(
                f"`{name}` of {place(self._path)} is a submodule, {value!r} is none; give a module, "
                "(tree, global_config), a function or a list of those"
            )
        tree, config = module
        self._register(CHILDREN, name, copy_nodes(tree))
        self._config.update(merge_configs(self._config, config))

    def submodules(self) -> dict[str, StateOrganizer]:
        """Return organizers on the submodules, by name; they write to this one.

        In the order of their names, numbers by value: a dict that went through JAX has no other order.
        """
        return {name: self._child(name) for name in sorted(self._tree[CHILDREN], key=by_number)}

    # calls

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the module; its state is renewed in this organizer and all that it is a part of.

        An exception gets a note that names the submodule.

        Raises:
            StructureError: as `apply_tree`, or the call is inside of a transformation of JAX that the organizer is
                outside of, and renews state, which could not leave the transformation.

        """
        with inside(self._path):
            tree, output = call(self.get_state(), self.get_global_config(), args, kwargs, self._path)
        self._renew(tree)
        return output

    def _register(self, group: str, name: str, value: Any) -> None:
        self._check_name(name)
        present = find_group(self._tree, name, self._path)
        if present not in (None, group):
            raise StructureError(
                f'`{name}` of {place(self._path)} is in "{present}" already, it cannot be in "{group}" too; '
                f"choose another name, or `del organizer.{name}` first"
            )
        if present is None and self._sealed:
            self._refuse_change(f'adds "{name}" to "{group}" of')
        check_arrays(group, name, value, self._path)
        refuse_traced(self._home, empty_tree(), {**empty_tree(), group: {name: value}}, self._path)
        self._tree[group][name] = value

    def _check_name(self, name: object) -> None:
        if not isinstance(name, str):
            refuse_type_of_name(name, self._path)
        if hasattr(StateOrganizer, name) or name.startswith("__"):
            refuse_name(name)

    def _refuse_change(self, what: str) -> NoReturn:
        raise StructureError(
            f"an apply function {what} {place(self._path)}; the names of a tree are fixed when the module is made, "
            "register it there; what lasts for one call belongs in a local variable"
        )


def apply_organizer(tree: StructureTree, global_config: Config) -> StateOrganizer:
    """Return an organizer in which values can be renewed, but no names made."""
    organizer = object.__new__(StateOrganizer)
    tree = copy_nodes(require_tree(tree, "the first argument of the apply function"))
    fill(organizer, tree, dict(global_config), (), sealed=True)
    return organizer
