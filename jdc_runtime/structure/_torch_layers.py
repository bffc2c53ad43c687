"""Which layer here is which class of torch. Imported where a torch module is at hand."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import jax
import jax.numpy as jnp

from . import functional, nn
from ._functions import module_from_func

if TYPE_CHECKING:
    from collections.abc import Callable

    from ._torch import TorchModule
    from ._tree import Module

tnn: Final[Any] = import_module("torch.nn")


def counterpart(module: TorchModule, path: str) -> Module:
    """Return a module of the same structure, with values of no meaning.

    Raises:
        TypeError: there is none.
        ValueError: an option of the layer that its counterpart does not have.

    """
    for cls, make in _LAYERS.items():
        if type(module) is cls:
            return make(module, path)
    for cls, activation in _FUNCTIONS.items():
        if type(module) is cls:
            return module_from_func(activation(module, path))
    raise TypeError(
        f"{_place(path)} is a {type(module).__module__}.{type(module).__qualname__}, which has no counterpart in "
        "jdc_runtime.structure.nn; write its apply as a structure tree, and copy values with "
        "fill_tree_from_torch_module"
    )


def _sequential(module: Any, path: str) -> Module:
    layers = [counterpart(child, f"{path}.{name}".lstrip(".")) for name, child in module.named_children()]
    tree, config = nn.Sequential(*layers)
    names = tuple(name for name, _ in module.named_children())
    if names == tuple(tree["submodules"]):
        return tree, config
    submodules = dict(zip(names, tree["submodules"].values(), strict=True))
    return {**tree, "aux": {"names": names}, "submodules": submodules}, config


def _linear(module: Any, _path: str) -> Module:
    return nn.Linear(module.in_features, module.out_features, bias=module.bias is not None, **_common(module))


def _embedding(module: Any, path: str) -> Module:
    _only(path, padding_idx=(module.padding_idx, None), max_norm=(module.max_norm, None))
    return nn.Embedding(module.num_embeddings, module.embedding_dim, **_common(module))


def _conv(module: Any, path: str) -> Module:
    _only(path, padding_mode=(module.padding_mode, "zeros"))
    return nn.Conv(
        module.in_channels,
        module.out_channels,
        module.kernel_size,
        stride=module.stride,
        padding=module.padding,
        dilation=module.dilation,
        groups=module.groups,
        bias=module.bias is not None,
        **_common(module),
    )


def _layer_norm(module: Any, _path: str) -> Module:
    options = {"affine": module.elementwise_affine, "bias": module.bias is not None, "dtype": _dtype(module)}
    return nn.LayerNorm(module.normalized_shape, eps=module.eps, **options)


def _group_norm(module: Any, _path: str) -> Module:
    options = {"affine": module.affine, "dtype": _dtype(module)}
    return nn.GroupNorm(module.num_groups, module.num_channels, eps=module.eps, **options)


def _batch_norm(module: Any, _path: str) -> Module:
    return nn.BatchNorm(
        module.num_features,
        eps=module.eps,
        momentum=module.momentum,
        affine=module.affine,
        track_running_stats=module.track_running_stats,
        dtype=_dtype(module),
    )


def _dropout(module: Any, _path: str) -> Module:
    return nn.Dropout(module.p)


def _attention(module: Any, path: str) -> Module:
    _only(
        path,
        batch_first=(module.batch_first, True),
        dropout=(module.dropout, 0.0),
        bias_k=(module.bias_k, None),
        add_zero_attn=(module.add_zero_attn, False),
    )
    return nn.MultiHeadAttention(
        module.embed_dim,
        module.num_heads,
        bias=module.in_proj_bias is not None,
        kdim=module.kdim,
        vdim=module.vdim,
        **_common(module),
    )


def _max_pool(module: Any, path: str) -> Callable[[Any], Any]:
    _only(path, ceil_mode=(module.ceil_mode, False), return_indices=(module.return_indices, False))
    options = {"stride": module.stride, "padding": module.padding, "dilation": module.dilation}
    return partial(functional.max_pool, window=_window(module), **options)


def _avg_pool(module: Any, path: str) -> Callable[[Any], Any]:
    _only(
        path, ceil_mode=(module.ceil_mode, False), divisor_override=(getattr(module, "divisor_override", None), None)
    )
    options = {"stride": module.stride, "padding": module.padding, "count_include_pad": module.count_include_pad}
    return partial(functional.avg_pool, window=_window(module), **options)


def _window(pool: Any) -> tuple[int, ...]:
    """Return the size on each axis that a pool's class has, ``2`` of ``MaxPool2d``."""
    size = pool.kernel_size
    return (size,) * int(type(pool).__name__[-2]) if isinstance(size, int) else tuple(size)


def _flatten(module: Any, _path: str) -> Callable[[Any], Any]:
    def flatten(x: jax.Array) -> jax.Array:
        first, last = module.start_dim % x.ndim, module.end_dim % x.ndim
        return x.reshape(*x.shape[:first], -1, *x.shape[last + 1 :])

    return flatten


_LAYERS: Final[dict[type, Callable[[Any, str], Module]]] = {
    tnn.Sequential: _sequential,
    tnn.Linear: _linear,
    tnn.Embedding: _embedding,
    tnn.Conv1d: _conv,
    tnn.Conv2d: _conv,
    tnn.Conv3d: _conv,
    tnn.LayerNorm: _layer_norm,
    tnn.GroupNorm: _group_norm,
    tnn.BatchNorm1d: _batch_norm,
    tnn.BatchNorm2d: _batch_norm,
    tnn.BatchNorm3d: _batch_norm,
    tnn.Dropout: _dropout,
    tnn.MultiheadAttention: _attention,
    tnn.Identity: lambda _module, _path: nn.Identity(),
}
_FUNCTIONS: Final[dict[type, Callable[[Any, str], Callable[[Any], Any]]]] = {
    tnn.ReLU: lambda _module, _path: functional.relu,
    tnn.GELU: lambda module, _path: partial(functional.gelu, approximate=module.approximate == "tanh"),
    tnn.SiLU: lambda _module, _path: functional.silu,
    tnn.Mish: lambda _module, _path: functional.mish,
    tnn.Sigmoid: lambda _module, _path: functional.sigmoid,
    tnn.Tanh: lambda _module, _path: functional.tanh,
    tnn.ELU: lambda module, _path: partial(functional.elu, alpha=module.alpha),
    tnn.LeakyReLU: lambda module, _path: partial(functional.leaky_relu, negative_slope=module.negative_slope),
    tnn.Flatten: _flatten,
    tnn.MaxPool1d: _max_pool,
    tnn.MaxPool2d: _max_pool,
    tnn.MaxPool3d: _max_pool,
    tnn.AvgPool1d: _avg_pool,
    tnn.AvgPool2d: _avg_pool,
    tnn.AvgPool3d: _avg_pool,
}


def _common(module: Any) -> dict[str, Any]:
    """Return the dtype, and a key for values that are written over."""
    return {"dtype": _dtype(module), "rng": jax.random.key(0)}


def _dtype(module: Any) -> Any:
    parameter = next(module.parameters(), None)
    return None if parameter is None else jnp.dtype(str(parameter.dtype).removeprefix("torch."))


def _only(path: str, **options: tuple[Any, Any]) -> None:
    for name, (found, wanted) in options.items():
        if found != wanted:
            raise ValueError(f"{_place(path)} has {name}={found!r}, which only {wanted!r} has a counterpart for")


def _place(path: str) -> str:
    return f'"{path}"' if path else "the module"
