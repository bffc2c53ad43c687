import sys
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager
from dataclasses import (
    _MISSING_TYPE,  # pyright: ignore[reportPrivateUsage]
    KW_ONLY,
    MISSING,
    FrozenInstanceError,
    InitVar,
    asdict,
    astuple,
    fields,
    is_dataclass,
    replace,
)
from dataclasses import field as _dataclasses_field
from typing import (
    Annotated,
    Any,
    Concatenate,
    Final,
    Generic,
    Literal,
    ParamSpec,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    dataclass_transform,
    overload,
    type_check_only,
)

import numpy as np
from jax import Array
from jax.stages import Lowered, Traced, Wrapped
from jax.tree import static as _jax_static

from jdc_spec.arrays import MalformedAnnotationError
from jdc_spec.markers import JDC_STATIC

__all__ = [
    "KW_ONLY",
    "MISSING",
    "AnnotationError",
    "EnforcedAnnotationsMixin",
    "FrozenInstanceError",
    "InitVar",
    "MalformedAnnotationError",
    "MutationError",
    "PyTreeNode",
    "Static",
    "StaticFieldError",
    "asdict",
    "astuple",
    "auto_static",
    "copy_and_mutate",
    "field",
    "fields",
    "is_dataclass",
    "jit",
    "pytree_dataclass",
    "replace",
    "reveal_shape",
    "static_field",
]

_T = TypeVar("_T")
_S = TypeVar("_S")
_P = ParamSpec("_P")
_Q = ParamSpec("_Q")
_HashableT = TypeVar("_HashableT", bound=Hashable)
_R = TypeVar("_R")
_R_co = TypeVar("_R_co", covariant=True)

_Missing: TypeAlias = Literal[_MISSING_TYPE.MISSING]

# These tell checkers apart. Ty and zuban pass over what stands under a condition that a Final makes false; the others
# do not, but mypy knows the name MYPY.
MYPY: Final = True
_FOLDED: Final = True

@type_check_only
class _Nothing: ...

# Mypy, zuban and ty look for __hash__ among a protocol's own members, and so would refuse any protocol, what holds
# one, and bare type variables: to them everything can be static, and the plugin says what cannot.
@type_check_only
class _CanBeStatic(Protocol):
    if not MYPY:
        def __hash__(self) -> int: ...

# Some mappings and sets have a hash. A class and a function have one too. The list is the one in numpy's DTypeLike.
_StaticT = TypeVar(
    "_StaticT",
    bound=_CanBeStatic | type[Any] | Callable[..., Any] | Mapping[Any, Any] | AbstractSet[Any] | list[_Nothing],
)
Static = Annotated[_StaticT, JDC_STATIC]

# A static default that is one of these, and not of a subclass with a hash, gets a type that no annotation has.
_Mutable: TypeAlias = list[Any] | dict[Any, Any] | set[Any] | bytearray | np.ndarray[Any, Any] | Array

@type_check_only
class MutableStaticDefault: ...

# As in dataclasses, the result has the type of the default, so that it is compared with the annotation.
@overload
def field(  # type: ignore[overload-overlap]
    *,
    default: _T,
    default_factory: _Missing = ...,
    init: bool = True,
    repr: bool = True,
    hash: bool | None = None,
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: bool | _Missing = ...,
    static: Literal[False] = False,
) -> _T:
    """`dataclasses.field`, with ``static=True`` for a field that belongs to the treedef.

    The value of a static field must be hashable and comparable with ``==``: functions under `jax.jit` are
    traced anew for each value. The marker is metadata ``{"static": True}``, which JAX itself reads too.

    Raises:
        ValueError: both ``default`` and ``default_factory`` are given.
    """

@overload
def field(  # type: ignore[overload-overlap]
    *,
    default: _Missing = ...,
    default_factory: Callable[[], _T],
    init: bool = True,
    repr: bool = True,
    hash: bool | None = None,
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: bool | _Missing = ...,
    static: Literal[False] = False,
) -> _T: ...
@overload
def field(  # type: ignore[overload-overlap]
    *,
    default: _HashableT,
    default_factory: _Missing = ...,
    init: bool = True,
    repr: bool = True,
    hash: bool | None = None,
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: bool | _Missing = ...,
    static: bool,
) -> _HashableT: ...
@overload
def field(
    *,
    default: _Mutable,
    default_factory: _Missing = ...,
    init: bool = True,
    repr: bool = True,
    hash: bool | None = None,
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: bool | _Missing = ...,
    static: bool,
) -> MutableStaticDefault: ...
@overload
def field(  # type: ignore[overload-cannot-match]
    *,
    default: _T,
    default_factory: _Missing = ...,
    init: bool = True,
    repr: bool = True,
    hash: bool | None = None,
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: bool | _Missing = ...,
    static: bool,
) -> _T: ...
@overload
def field(  # type: ignore[overload-overlap]
    *,
    default: _Missing = ...,
    default_factory: Callable[[], _HashableT],
    init: bool = True,
    repr: bool = True,
    hash: bool | None = None,
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: bool | _Missing = ...,
    static: bool,
) -> _HashableT: ...
@overload
def field(
    *,
    default: _Missing = ...,
    default_factory: Callable[[], _Mutable],
    init: bool = True,
    repr: bool = True,
    hash: bool | None = None,
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: bool | _Missing = ...,
    static: bool,
) -> MutableStaticDefault: ...
@overload
def field(  # type: ignore[overload-cannot-match]
    *,
    default: _Missing = ...,
    default_factory: Callable[[], _T],
    init: bool = True,
    repr: bool = True,
    hash: bool | None = None,
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: bool | _Missing = ...,
    static: bool,
) -> _T: ...
@overload
def field(
    *,
    default: _Missing = ...,
    default_factory: _Missing = ...,
    init: bool = True,
    repr: bool = True,
    hash: bool | None = None,
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: bool | _Missing = ...,
    static: bool = False,
) -> Any: ...
@overload
def static_field(  # type: ignore[overload-overlap]
    *,
    default: _HashableT,
    default_factory: _Missing = ...,
    init: bool = True,
    repr: bool = True,
    hash: bool | None = None,
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: bool | _Missing = ...,
) -> _HashableT:
    """`field` with ``static=True``."""

@overload
def static_field(
    *,
    default: _Mutable,
    default_factory: _Missing = ...,
    init: bool = True,
    repr: bool = True,
    hash: bool | None = None,
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: bool | _Missing = ...,
) -> MutableStaticDefault: ...
@overload
def static_field(  # type: ignore[overload-cannot-match]
    *,
    default: _T,
    default_factory: _Missing = ...,
    init: bool = True,
    repr: bool = True,
    hash: bool | None = None,
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: bool | _Missing = ...,
) -> _T: ...
@overload
def static_field(  # type: ignore[overload-overlap]
    *,
    default: _Missing = ...,
    default_factory: Callable[[], _HashableT],
    init: bool = True,
    repr: bool = True,
    hash: bool | None = None,
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: bool | _Missing = ...,
) -> _HashableT: ...
@overload
def static_field(
    *,
    default: _Missing = ...,
    default_factory: Callable[[], _Mutable],
    init: bool = True,
    repr: bool = True,
    hash: bool | None = None,
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: bool | _Missing = ...,
) -> MutableStaticDefault: ...
@overload
def static_field(  # type: ignore[overload-cannot-match]
    *,
    default: _Missing = ...,
    default_factory: Callable[[], _T],
    init: bool = True,
    repr: bool = True,
    hash: bool | None = None,
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: bool | _Missing = ...,
) -> _T: ...
@overload
def static_field(
    *,
    default: _Missing = ...,
    default_factory: _Missing = ...,
    init: bool = True,
    repr: bool = True,
    hash: bool | None = None,
    compare: bool = True,
    metadata: Mapping[Any, Any] | None = None,
    kw_only: bool | _Missing = ...,
) -> Any: ...

# The transform stands on the last overload, where jedi looks for it; the others take it from any.
@overload
def pytree_dataclass(
    cls: type[_T],
    *,
    init: bool = True,
    repr: bool = True,
    eq: bool = True,
    order: bool = False,
    unsafe_hash: bool = False,
    frozen: Literal[True] = True,
    match_args: bool = True,
    kw_only: bool = False,
    slots: bool = False,
    weakref_slot: bool = False,
    data_fields: Iterable[str] | None = None,
    meta_fields: Iterable[str] | None = None,
    drop_fields: Iterable[str] | None = None,
) -> type[_T]:
    """Make a class a frozen dataclass and a pytree: ``@jdc.pytree_dataclass`` or with keywords.

    The keywords are those of `dataclasses.dataclass` and the field lists of
    `jax.tree_util.register_dataclass`. Fields are children of the node, with `GetAttrKey` key paths, unless
    they are static: annotated ``Static[...]``, made by `static_field` or ``field(static=True)``, marked as
    jax, flax or equinox mark them, or listed in ``meta_fields``. Objects get a ``.replace(**changes)``.

    Flattening and unflattening run no code of the class: not ``__init__``, not ``__post_init__``. Fields
    with ``init=False`` are part of the tree like any other. A constructor that sets other attributes is refused when
    it returns, because they would be lost: results of cached properties may be, and what is set later is.

    Raises:
        StaticFieldError: misplaced, unresolvable or contradicting static markers; wrong field lists.
        TypeError: ``frozen=False``, a class that is a dataclass or a pytree already, one that inherits from dict,
            list, str or another class whose content is not an attribute, or what `dataclasses.dataclass` refuses.
    """

@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field, static_field, _dataclasses_field, _jax_static))
def pytree_dataclass(
    cls: None = None,
    *,
    init: bool = True,
    repr: bool = True,
    eq: bool = True,
    order: bool = False,
    unsafe_hash: bool = False,
    frozen: Literal[True] = True,
    match_args: bool = True,
    kw_only: bool = False,
    slots: bool = False,
    weakref_slot: bool = False,
    data_fields: Iterable[str] | None = None,
    meta_fields: Iterable[str] | None = None,
    drop_fields: Iterable[str] | None = None,
) -> Callable[[type[_T]], type[_T]]: ...

@type_check_only
class _SupportsReplace(Protocol[_P]):
    def __replace__(self, /, *args: _P.args, **kwargs: _P.kwargs) -> Any: ...

# A protocol that a function satisfies too, so that a class may write a replace of its own.
@type_check_only
class _Replace(Protocol):
    def __get__(self, instance: _SupportsReplace[_P], owner: type[_S], /) -> Callable[_P, _S]: ...

@dataclass_transform(frozen_default=True, field_specifiers=(field, static_field, _dataclasses_field, _jax_static))
class PyTreeNode:
    """Base class whose subclasses are pytree dataclasses, and theirs, without a decorator.

    ``class Point(jdc.PyTreeNode, kw_only=True): x: jax.Array``. The keywords are those of
    `pytree_dataclass`, but for ``slots`` and ``weakref_slot``, which need a new class and so the decorator.

    Raises:
        TypeError: ``slots=True``, and whatever `pytree_dataclass` raises.
    """
    def __init_subclass__(
        cls,
        *,
        init: bool = True,
        repr: bool = True,  # noqa: A002 - the keyword of dataclasses.dataclass
        eq: bool = True,
        order: bool = False,
        unsafe_hash: bool = False,
        frozen: Literal[True] = True,
        match_args: bool = True,
        kw_only: bool = False,
        slots: bool = False,
        weakref_slot: bool = False,
        data_fields: Iterable[str] | None = None,
        meta_fields: Iterable[str] | None = None,
        drop_fields: Iterable[str] | None = None,
    ) -> None: ...
    # From Python 3.13 on, checkers write a __replace__ with the fields of each dataclass, and replace follows it.
    # Before, the underscores keep pyright from completing "changes=".
    if sys.version_info >= (3, 13):
        def __replace__(self, /, **changes: Any) -> Self: ...
        replace: _Replace
    else:
        def replace(self, /, **__changes: Any) -> Self: ...

def reveal_shape(value: _T, /) -> _T:
    """Print the shape and dtype of an array, or of each array in a pytree, and return it.

    The plugin for mypy says at the same place what it knows before the program runs, as `typing.reveal_type` does for
    types. The text goes to standard error: ``Runtime shape is "jnp.ndarray[(3, 4), float32]"``. Under
    `jax.jit` it is printed once for each trace.
    """

# Fields are read-only to checkers, so that only a target of unknown type can be written to.
def copy_and_mutate(obj: object, validate: bool = True) -> AbstractContextManager[Any]:
    """Copy a pytree; inside the ``with`` block, fields of the dataclasses in the copy can be assigned.

    ``with jdc.copy_and_mutate(state) as state: state.params["w"] = w``. Dataclasses and containers are copied
    at any depth; arrays and static values are shared. An object that ``obj`` holds twice is one object in the
    copy too. Only the copy is writable, and only until the block ends, however it ends: an object that is put
    into the copy stays frozen. Results of `functools.cached_property` are not kept; inside the block an assignment
    drops those of its object, not those of other objects that were computed from it.

    On leaving, unless ``validate=False``, the copy must have the structure of ``obj``, its types included, and
    each leaf the same shape and dtype, as `jax.lax.scan` and the cache of `jax.jit` need. A static field may be
    assigned by its name, as in jax_dataclasses; an object put into the copy must have the static values of the
    one that it replaces.
    A Python scalar may replace an array of shape ``()``, and the reverse, where JAX's promotion keeps the
    array's dtype; an ``int`` and a ``float`` may not replace each other, as their dtypes differ. Objects with
    `EnforcedAnnotationsMixin` are checked again.

    Raises:
        RecursionError: the object holds itself, or is nested too deeply.
        MutationError: on leaving, with the key path of every difference (of an object that is there twice, one of
            its paths). The copy is frozen then.
        AnnotationError: on leaving, where an array violates its annotation.
    """

class MutationError(AssertionError):
    """A copy left its `copy_and_mutate` block with another structure, or with leaves of other shapes or dtypes."""

class AnnotationError(AssertionError):
    """An array whose shape, dtype or batch axes its annotation excludes."""

class StaticFieldError(TypeError, ValueError):
    """A class whose fields cannot be told apart into data and static.

    Raised at class definition: a misplaced or unresolvable static marker, markers that contradict each
    other, wrong field lists. For the lists `jax.tree_util.register_dataclass` raises a ValueError, so this is one
    too.
    """

class EnforcedAnnotationsMixin:
    """Base class of pytree dataclasses whose arrays are checked when an object is constructed.

    ``image: Annotated[jax.Array, (..., 28, 28), jnp.float32]``: shape and dtype, each optional, in either
    order. ``...`` stands for batch axes, which lead where it is not written; all fields of an object share
    them, and the batch axes of an object in a field begin with them. The dtype may be abstract
    (``jnp.floating``), and covers what `jax.numpy.issubdtype` says; NumPy arrays that JAX cannot hold (objects, text,
    dates, records, long doubles, the other byte order) match none. Static fields and values that are not arrays
    (``None``) are passed over.

    Annotations of jaxtyping are read too: ``image: Float32[Array, "batch 28 28"]``. There a name has one size in all
    fields of an object, and a shape without ``*`` or ``...`` has exactly the axes that it writes: such a field has
    no batch axes.

    Construction, ``.replace`` and leaving `copy_and_mutate` check; transformations of JAX never do. A class
    that defines ``__post_init__`` calls ``super().__post_init__()`` to be checked.

    Raises:
        AnnotationError: when an object is constructed.
        MalformedAnnotationError: when a class is defined, for metadata that contradicts itself.
    """
    def __post_init__(self) -> None: ...
    def get_batch_axes(self) -> tuple[int, ...]:
        """Return the sizes that ``...`` stands for in every field, of the arrays that are there now.

        Raises:
            AnnotationError: arrays, as after `jax.tree.map`, no longer match or disagree; or no field with a
                shape annotation holds an array.
        """

# A jitted method has the type of the method as written: only a function can override a method, satisfy a protocol's,
# be generic, and be bound by every checker. Methods are known by the name of their first parameter. Ty and zuban do
# not compare names; no function matches to them, and what they get, JitFunction, is a method to them.
@type_check_only
class _NoFunction(Protocol):
    def __call__(self, *args: object, **kwargs: object) -> _Nothing: ...

@type_check_only
class _Method(_NoFunction, Protocol[_P]):
    if not _FOLDED:
        def __call__(_self, self: Any, *args: _P.args, **kwargs: _P.kwargs) -> Any: ...  # type: ignore[override, unreachable, unused-ignore]  # noqa: N805

@type_check_only
class _ClassMethod(_NoFunction, Protocol[_P]):
    if not _FOLDED:
        def __call__(_self, cls: Any, *args: _P.args, **kwargs: _P.kwargs) -> Any: ...  # type: ignore[override, unreachable, unused-ignore]  # noqa: N805

_MethodT = TypeVar("_MethodT", bound=_Method[...] | _ClassMethod[...])

# Other attributes of a jitted function. The arguments may be jax.ShapeDtypeStruct in place of arrays, at any depth.
@type_check_only
class JitStages:
    __name__: str
    __qualname__: str
    def lower(self, *args: Any, **kwargs: Any) -> Lowered: ...
    def trace(self, *args: Any, **kwargs: Any) -> Traced: ...
    def eval_shape(self, *args: Any, **kwargs: Any) -> Any: ...
    def clear_cache(self) -> None: ...

# The plugin adds these to a jitted method.
@type_check_only
class JitMethod(JitStages):
    __wrapped__: Any

@type_check_only
class JitFunction(JitStages, Generic[_P, _R_co]):
    @property
    def __wrapped__(self) -> Callable[_P, _R_co]: ...
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R_co: ...
    # Zuban and pyrefly bind `self` only when it is described as a Callable. The last overload is for static methods.
    @overload
    def __get__(self, instance: None, owner: type[Any], /) -> Self: ...
    @overload
    def __get__(
        self: Callable[Concatenate[_S, _Q], _R], instance: _S, owner: type[Any] | None = None, /
    ) -> Callable[_Q, _R]: ...
    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None, /) -> Self: ...

@type_check_only
class _JitDecorator(Protocol):
    @overload
    def __call__(self, fun: _MethodT, /) -> _MethodT: ...
    @overload
    def __call__(self, fun: Callable[_P, _R], /) -> JitFunction[_P, _R]: ...

@overload
def jit(
    fun: _MethodT,
    /,
    *,
    in_shardings: Any = ...,
    out_shardings: Any = ...,
    static_argnums: int | Sequence[int] | None = None,
    static_argnames: str | Iterable[str] | None = None,
    donate_argnums: int | Sequence[int] | None = None,
    donate_argnames: str | Iterable[str] | None = None,
    keep_unused: bool = False,
    device: Any = None,
    backend: str | None = None,
    inline: Any = False,
    abstracted_axes: Any = None,
    compiler_options: dict[str, Any] | None = None,
    static_returns: int | Sequence[int] = (),
    auto_static: bool = False,
) -> _MethodT:
    """`jax.jit`, with arguments annotated ``Static[...]`` as static ones: ``@jdc.jit`` or with keywords.

    ``def f(x: jax.Array, n: jdc.Static[int])``. The keywords are those of `jax.jit`; ``static_argnums`` and
    ``static_argnames`` add to the annotations. The result is what `jax.jit` returns, so it is dispatched as
    fast, binds as a method, and has ``lower``, ``trace``, ``eval_shape`` and ``clear_cache``.

    With ``auto_static=True`` everything else that cannot be traced is static too, see `auto_static`.

    Raises:
        TypeError: ``Static[...]`` inside another annotation, on ``*args`` or ``**kwargs``, or under a name that
            does not exist at run time.
    """

@overload
def jit(
    fun: Callable[_P, _R],
    *,
    in_shardings: Any = ...,
    out_shardings: Any = ...,
    static_argnums: int | Sequence[int] | None = None,
    static_argnames: str | Iterable[str] | None = None,
    donate_argnums: int | Sequence[int] | None = None,
    donate_argnames: str | Iterable[str] | None = None,
    keep_unused: bool = False,
    device: Any = None,
    backend: str | None = None,
    inline: Any = False,
    abstracted_axes: Any = None,
    compiler_options: dict[str, Any] | None = None,
    static_returns: int | Sequence[int] = (),
    auto_static: Literal[True],
) -> JitFunction[_P, _R]: ...
@overload
def jit(
    fun: None = None,
    *,
    in_shardings: Any = ...,
    out_shardings: Any = ...,
    static_argnums: int | Sequence[int] | None = None,
    static_argnames: str | Iterable[str] | None = None,
    donate_argnums: int | Sequence[int] | None = None,
    donate_argnames: str | Iterable[str] | None = None,
    keep_unused: bool = False,
    device: Any = None,
    backend: str | None = None,
    inline: Any = False,
    abstracted_axes: Any = None,
    compiler_options: dict[str, Any] | None = None,
    static_returns: int | Sequence[int] = (),
    auto_static: Literal[True],
) -> _JitDecorator: ...
@overload
def jit(
    fun: Callable[_P, _R],
    *,
    in_shardings: Any = ...,
    out_shardings: Any = ...,
    static_argnums: int | Sequence[int] | None = None,
    static_argnames: str | Iterable[str] | None = None,
    donate_argnums: int | Sequence[int] | None = None,
    donate_argnames: str | Iterable[str] | None = None,
    keep_unused: bool = False,
    device: Any = None,
    backend: str | None = None,
    inline: Any = False,
    abstracted_axes: Any = None,
    compiler_options: dict[str, Any] | None = None,
    auto_static: Literal[False] = False,
) -> JitFunction[_P, _R]: ...
@overload
def jit(
    fun: None = None,
    *,
    in_shardings: Any = ...,
    out_shardings: Any = ...,
    static_argnums: int | Sequence[int] | None = None,
    static_argnames: str | Iterable[str] | None = None,
    donate_argnums: int | Sequence[int] | None = None,
    donate_argnames: str | Iterable[str] | None = None,
    keep_unused: bool = False,
    device: Any = None,
    backend: str | None = None,
    inline: Any = False,
    abstracted_axes: Any = None,
    compiler_options: dict[str, Any] | None = None,
    auto_static: Literal[False] = False,
) -> _JitDecorator: ...

# Only what has no known type can be given where this is asked for.
@type_check_only
class _Unknown: ...

@type_check_only
class _KeepsParameters(Protocol):
    def __call__(self, fun: Callable[_P, Any], /) -> Callable[_P, Any]: ...

# The type that a wrapper returns. That of jax.jit keeps all types; of other wrappers only the parameters are known.
@type_check_only
class _AutoStatic(Generic[_R_co]):
    @overload
    def __call__(
        self: _AutoStatic[_Unknown], fun: Callable[_P, Any], /, *args: Any, **options: Any
    ) -> JitFunction[_P, Any]: ...
    @overload
    def __call__(self: _AutoStatic[_Unknown], fun: None = None, /, **options: Any) -> Any: ...
    @overload
    def __call__(
        self: _AutoStatic[Wrapped | JitFunction[..., Any]],
        fun: _MethodT,
        /,
        *,
        in_shardings: Any = ...,
        out_shardings: Any = ...,
        static_argnums: int | Sequence[int] | None = None,
        static_argnames: str | Iterable[str] | None = None,
        static_returns: int | Sequence[int] = (),
        donate_argnums: int | Sequence[int] | None = None,
        donate_argnames: str | Iterable[str] | None = None,
        keep_unused: bool = False,
        device: Any = None,
        backend: str | None = None,
        inline: Any = False,
        abstracted_axes: Any = None,
        compiler_options: dict[str, Any] | None = None,
    ) -> _MethodT: ...
    @overload
    def __call__(
        self: _AutoStatic[Wrapped | JitFunction[..., Any]],
        fun: Callable[_P, _R],
        /,
        *,
        in_shardings: Any = ...,
        out_shardings: Any = ...,
        static_argnums: int | Sequence[int] | None = None,
        static_argnames: str | Iterable[str] | None = None,
        static_returns: int | Sequence[int] = (),
        donate_argnums: int | Sequence[int] | None = None,
        donate_argnames: str | Iterable[str] | None = None,
        keep_unused: bool = False,
        device: Any = None,
        backend: str | None = None,
        inline: Any = False,
        abstracted_axes: Any = None,
        compiler_options: dict[str, Any] | None = None,
    ) -> JitFunction[_P, _R]: ...
    @overload
    def __call__(
        self: _AutoStatic[Wrapped | JitFunction[..., Any]],
        fun: None = None,
        /,
        *,
        in_shardings: Any = ...,
        out_shardings: Any = ...,
        static_argnums: int | Sequence[int] | None = None,
        static_argnames: str | Iterable[str] | None = None,
        static_returns: int | Sequence[int] = (),
        donate_argnums: int | Sequence[int] | None = None,
        donate_argnames: str | Iterable[str] | None = None,
        keep_unused: bool = False,
        device: Any = None,
        backend: str | None = None,
        inline: Any = False,
        abstracted_axes: Any = None,
        compiler_options: dict[str, Any] | None = None,
    ) -> _JitDecorator: ...
    @overload
    def __call__(self, fun: Callable[_P, Any], /, *args: Any, **options: Any) -> Callable[_P, Any]: ...
    @overload
    def __call__(self, fun: None = None, /, **options: Any) -> _KeepsParameters: ...

def auto_static(wrapper: Callable[[Any], _R], /) -> _AutoStatic[_R]:
    """Return a wrapper like ``wrapper`` whose functions take and return anything: what cannot be traced is static.

    ``jit = jdc.auto_static(jax.jit)``, then ``@jit`` or ``jit(fun, donate_argnums=0)``. Works for `jax.jit`,
    `jax.vmap`, `jax.pmap`, `jax.checkpoint`, `jax.grad`, a `functools.partial` of one, and whatever else takes a
    function first and returns one.

    Arguments are taken apart into leaves. Arrays, numbers and whatever else JAX accepts are traced; strings,
    functions, enums, dtypes and all other objects are static, and so is all under ``apply`` and ``aux`` of a
    structure tree. A static value is compared by type, state and ``==``, so that one changed in place is noticed, and
    so are changes of what the function is bound to, and of plain data in the variables that it encloses.
    Static leaves of the return value come back as they are. ``docs/auto_static.md`` has the rules.

    The wrapper that is returned takes the options of ``wrapper``, and:

    - ``static_argnums``, ``static_argnames``: arguments that are static wholly, numbers and arrays as well.
    - ``static_returns``: one or more indices of a returned tuple that are static wholly.

    A function wrapped with `jax.jit` has ``lower``, ``trace``, ``eval_shape`` and ``clear_cache``.

    Raises:
        TypeError: a generator function or `async def` is wrapped; or in a call: a static argument holds a tracer,
            or a static return value depends on one.
        ValueError: an option names an argument or a return value that the function does not have; a static
            object that the function made was changed in place and would now be returned; or a 64-bit NumPy array
            in a static object was, while another function keeps JAX's constant of it.
    """
