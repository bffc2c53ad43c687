"""Values and whole modules from torch, which is imported by no one but its user."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy as np

from jdc_runtime import random

from ._jax_functions import asarray
from ._map import structure_tree_map

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import jax

    from ._tree import Module, StructureTree


class TorchModule(Protocol):
    """The part of ``torch.nn.Module`` that is used here."""

    training: bool

    def named_parameters(self, *, remove_duplicate: bool = ...) -> Iterable[tuple[str, Any]]: ...
    def named_buffers(self, *, remove_duplicate: bool = ...) -> Iterable[tuple[str, Any]]: ...


def fill_tree_from_torch_module(
    tree: StructureTree, module: TorchModule, *, gradients: bool = False
) -> StructureTree:
    """Return ``tree`` with the values of a torch module whose parameters have the same names and shapes.

    The params must be the same on both sides. Buffers are taken where the torch module has one of that name; others,
    such as the key of a dropout, stay. Every value is copied, and keeps the dtype that it has in ``tree``.

    Args:
        tree: what says names, shapes and dtypes; it is not changed.
        module: a submodule ``layers.0`` of it belongs to ``tree["submodules"]["layers"]["submodules"]["0"]``.
        gradients: take ``.grad`` of each parameter in place of its value; buffers stay.

    Raises:
        ValueError: params that only one side has, shapes that differ, gradients that are missing; each is named.

    """
    source = _Source(module, gradients=gradients)

    def fill(node: Mapping[str, Any], *, path: Sequence[Any]) -> dict[str, Any]:
        return {
            **node,
            "params": {name: source.param((*path, name), old) for name, old in node["params"].items()},
            "buffers": {name: source.buffer((*path, name), old) for name, old in node["buffers"].items()},
            "submodules": {},
        }

    filled = structure_tree_map(fill, tree)
    source.finish()
    return cast("StructureTree", filled)


def from_torch(module: TorchModule, *, rng: jax.Array | int | None = None) -> Module:
    """Return a torch module as a structure tree with the same values.

    Knows the layers that `jdc_runtime.structure.nn` has, common activations and pools, ``Flatten``, and
    ``Sequential`` of these. A module of your own is written as a tree, and takes its values by
    `fill_tree_from_torch_module`. ``train_mode`` is that of ``module``.

    Args:
        module: whose values are copied.
        rng: for the keys of dropouts; without it they come from ``random.keys``.

    Raises:
        TypeError: a class of torch that has no counterpart here, with its path.
        ValueError: an option of a layer that its counterpart does not have.

    """
    from ._torch_layers import counterpart  # noqa: PLC0415 - it needs torch

    with nullcontext() if rng is None else random.keys(rng):
        tree, config = counterpart(module, "")
    if "train_mode" in config:
        config = {**config, "train_mode": module.training}
    return fill_tree_from_torch_module(tree, module), config


class _Source:
    """The named values of a torch module, and what was wrong with them."""

    def __init__(self, module: TorchModule, *, gradients: bool) -> None:
        self._params = dict(module.named_parameters(remove_duplicate=False))
        self._buffers = {} if gradients else dict(module.named_buffers(remove_duplicate=False))
        self._gradients = gradients
        self._unused = set(self._params)
        self._problems: list[str] = []

    def param(self, path: tuple[Any, ...], old: Any) -> Any:
        name = ".".join(map(str, path))
        tensor: Any = self._params.get(name)
        self._unused.discard(name)
        if tensor is None:
            self._problems.append(f"{name}: the torch module has no such parameter")
        elif self._gradients:
            tensor = tensor.grad
            if tensor is None:
                self._problems.append(f"{name}: has no gradient; call backward() first")
        return old if tensor is None else self._converted(name, tensor, old)

    def buffer(self, path: tuple[Any, ...], old: Any) -> Any:
        name = ".".join(map(str, path))
        tensor = self._buffers.get(name)
        return old if tensor is None else self._converted(name, tensor, old)

    def _converted(self, name: str, tensor: Any, old: Any) -> Any:
        if not hasattr(old, "dtype") or tuple(tensor.shape) != tuple(old.shape):
            found = f"shape {tuple(old.shape)}" if hasattr(old, "shape") else f"type {type(old).__name__}"
            self._problems.append(f"{name}: torch has shape {tuple(tensor.shape)}, the tree {found}")
            return old
        tensor = tensor.detach().cpu()
        if tensor.is_floating_point() and tensor.element_size() < 4:
            tensor = tensor.float()  # numpy has no bfloat16
        return asarray(np.asarray(tensor.numpy()).astype(old.dtype))

    def finish(self) -> None:
        self._problems += [f"{name}: the tree has no such param" for name in sorted(self._unused)]
        if self._problems:
            raise ValueError("\n  ".join(["the torch module and the tree differ:", *self._problems]))
