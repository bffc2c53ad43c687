"""The types that the plugin is asked about while mypy analyses a type.

mypy asks for every type of every module, most often for none of these, so that these are told before anything loads.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Final

from mypy.nodes import Import, ImportFrom, MypyFile, TypeAlias
from mypy.plugin import AnalyzeTypeContext
from mypy.types import AnyType, Instance, Type, TypeOfAny, get_proper_type

ARRAY_TYPES: Final = frozenset(
    (
        "jax.Array",
        "jax._src.basearray.Array",
        "jax.numpy.ndarray",
        "jax._src.typing.ArrayLike",
        "numpy.ndarray",
        "numpy._typing._array_like.NDArray",
    )
)
"""Full names of the types whose alias may be an array annotation."""

TREEDEFS: Final = frozenset(("jax._src.tree_util.PyTreeDef", "jax.tree_util.PyTreeDef", "jaxlib.pytree.PyTreeDef"))
"""Full names of a class of a compiled module without types, which mypy takes for a variable."""

ALIAS_SUFFIX: Final = "-jdc-array"
"""The end of the name of the variable that says what an alias stands for. No program can spell it."""

ITEMS_SUFFIX: Final = f"[]{ALIAS_SUFFIX}"
"""The end of the name of the variable of an alias of a tuple with arrays in it."""

ANALYSED_TYPES: Final = ARRAY_TYPES | TREEDEFS

OTHER_TYPES: Final = set[str]()
"""Full names of types that have been asked for in this build, and are neither of these nor aliases of arrays."""

_UNTYPED: Final = "chex"
"""A package without types whose arrays are annotations in many programs: mypy takes each of them for `Any`."""
_UNTYPED_ARRAYS: Final = frozenset(("Array", "ArrayBatched", "ArrayDevice", "ArrayNumpy", "ArraySharded", "PRNGKey"))
ARRAY_MARK: Final = "an array"
"""The missing import that the `Any` of such an array names. No program can spell it."""


def is_untyped_array(fullname: str, modules: Mapping[str, MypyFile]) -> bool:
    """Return whether a name is that of such an array: mypy puts it below the module that imports the package."""
    owner, _, name = fullname.rpartition(".")
    if name not in _UNTYPED_ARRAYS:
        return False
    importing = modules.get(owner)
    if importing is not None:
        named = (each for each in importing.imports if isinstance(each, ImportFrom) and not each.relative)
        return any(each.id == _UNTYPED and (name, None) in each.names for each in named)
    module, _, local = owner.rpartition(".")
    importing = modules.get(module)
    whole = (each for each in (importing.imports if importing else ()) if isinstance(each, Import))
    return any((_UNTYPED, None if local == _UNTYPED else local) in each.ids for each in whole)


def is_alias_of_array(module: MypyFile, name: str) -> bool:
    """Return whether a module makes a name another one of an array class: ``Array = jnp.ndarray``."""
    symbol = module.names.get(name)
    target = get_proper_type(symbol.node.target) if symbol and isinstance(symbol.node, TypeAlias) else None
    return isinstance(target, Instance) and target.type.fullname in ARRAY_TYPES


def mark_array(ctx: AnalyzeTypeContext) -> Type:  # noqa: ARG001
    """Return what mypy makes of such an array, `Any`, told from every other."""
    return AnyType(TypeOfAny.from_unimported_type, missing_import_name=ARRAY_MARK)


def take_for_anything(ctx: AnalyzeTypeContext) -> Type:  # noqa: ARG001
    """Return `Any`, which mypy makes of a type of chex where it does not follow chex."""
    return AnyType(TypeOfAny.special_form)


def take_for_entries(ctx: AnalyzeTypeContext) -> Type:
    """Return the type of a key path, a tuple of entries of any kind."""
    return ctx.api.named_type("builtins.tuple", [AnyType(TypeOfAny.special_form)])


class _Bare:
    """Types of flax.nnx that programs write without the arguments that flax gives them, ``nnx.State``."""

    def __init__(self) -> None:
        self._is_reading = False

    def hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        """Return what reads such a type; None while mypy reads one with arguments."""
        return None if self._is_reading else functools.partial(self._read, fullname)

    def _read(self, fullname: str, ctx: AnalyzeTypeContext) -> Type:
        if not ctx.type.args:
            read = ctx.api.named_type(fullname, [])
            read.set_line(ctx.context)
            return read
        self._is_reading = True
        try:
            return ctx.api.analyze_type(ctx.type)
        finally:
            self._is_reading = False


BARE: Final = _Bare()
BARE_TYPES: Final = frozenset(
    (
        *(f"flax.nnx.{name}" for name in ("graphlib.GraphDef", "statelib.State", "training.optimizer.Optimizer")),
        *(
            f"flax.nnx.variablelib.{name}"
            for name in ("BatchStat", "Cache", "Intermediate", "Param", "Perturbation", "Variable")
        ),
    )
)
"""Their arguments are anything. ``--strict`` wants them written, as nobody does who uses flax."""


def is_marked_array(value: Type | None) -> bool:
    """Return whether a type is that `Any`: one of what is made of such an array is not."""
    is_unimported = isinstance(value, AnyType) and value.type_of_any == TypeOfAny.from_unimported_type
    return isinstance(value, AnyType) and is_unimported and value.missing_import_name == ARRAY_MARK


IN_PLACE_OF: Final[Mapping[str, Callable[[AnalyzeTypeContext], Type]]] = {
    "chex._src.pytypes.Array": mark_array,
    "chex._src.pytypes.Numeric": take_for_anything,
    "jax._src.tree_util.KeyPath": take_for_entries,
}
"""Functions that put another type in the place of an alias, by its full name.

No value has what each part of those unions has, but programs are written for the part that they hold, an array. The
alias of key paths is generic by an oversight: nobody writes its arguments.
"""
