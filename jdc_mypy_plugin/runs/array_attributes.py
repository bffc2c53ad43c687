"""Attributes that no array has: a program that takes results in another order than they come asks for such."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy.nodes import MemberExpr, NameExpr

from jdc_operations.values import ArrayValue, Failure

from .things import Thing

if TYPE_CHECKING:
    from .machine import Machine

_OF_ARRAYS: Final = frozenset(
    (
        *("T", "addressable_data", "addressable_shards", "all", "any", "argmax", "argmin", "argpartition", "argsort"),
        *("as_integer_ratio", "astype", "at", "aval", "base", "batch_dim", "block_until_ready", "byteswap", "choose"),
        *("clip", "clone", "committed", "compress", "conj", "conjugate", "copy", "copy_to_host_async", "ctypes"),
        *("cumprod", "cumsum", "data", "delete", "device", "device_buffer", "device_buffers", "devices", "diagonal"),
        *("dimension_as_value", "dot", "dtype", "dump", "dumps", "fill", "flags", "flat", "flatten", "format"),
        *("full_lower", "getfield", "global_shards", "imag", "is_deleted", "is_fully_addressable", "is_integer"),
        *("is_fully_replicated", "is_ready", "is_ref", "item", "itemset", "itemsize", "like", "mT", "max", "mean"),
        *("min", "nbytes", "ndim", "newbyteorder", "nonzero", "on_device_size_in_bytes", "parent", "partition"),
        *("platform", "pprint", "primal", "prod", "ptp", "put", "ravel", "real", "repeat", "reshape", "resize"),
        *("round", "searchsorted", "setfield", "setflags", "shape", "sharding", "size", "sort", "source_info"),
        *("squeeze", "std", "strides", "sum", "swapaxes", "take", "tangent", "to_concrete_value", "to_device"),
        *("tobytes", "tofile", "tolist", "tostring", "trace", "traceback", "transpose", "unsafe_buffer_pointer"),
        *("update", "val", "var", "view", "weak_type", "get_const", "get_referent", "manual_axis_type"),
    )
)
"""Attributes of arrays, of tracers and of what stands for their shapes, in any version of JAX and NumPy."""
_OF_HOLDERS: Final = frozenset(
    (
        *("value", "get_value", "set_value", "raw_value", "get_raw_value", "set_raw_value", "type", "metadata"),
        *("get_metadata", "set_metadata", "has_metadata", "add_axis", "remove_axis", "copy_from", "replace"),
        *("copy_from_state", "update_from_state", "to_state", "sharding_names", "names", "unbox", "mesh", "set"),
    )
)
"""Attributes of what holds an array, as variables of `flax.nnx` do."""


def judge(member: MemberExpr, owner: Thing, machine: Machine) -> None:
    """Note an attribute of an array in a variable that arrays do not have."""
    is_array = isinstance(owner, ArrayValue) and owner.library == "jax" and isinstance(member.expr, NameExpr)
    is_known = member.name in _OF_ARRAYS or member.name in _OF_HOLDERS or member.name.startswith("_")
    if is_array and not is_known:
        reason = f'arrays have no attribute "{member.name}": it raises an AttributeError'
        machine.fail(member, Failure(reason), of_trees=True)
