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
) -> _T: ...
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
) -> _HashableT: ...
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
    /,
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
) -> type[_T]: ...
@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field, static_field, _dataclasses_field, _jax_static))
def pytree_dataclass(
    cls: None = None,
    /,
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
    if sys.version_info >= (3, 13):
        def __replace__(self, /, **changes: Any) -> Self: ...
        replace: _Replace
    else:
        def replace(self, /, **changes: Any) -> Self: ...

# Fields are read-only to checkers, so that only a target of unknown type can be written to.
def copy_and_mutate(obj: object, validate: bool = True) -> AbstractContextManager[Any]: ...

class MutationError(AssertionError): ...
class AnnotationError(AssertionError): ...
class StaticFieldError(TypeError): ...

class EnforcedAnnotationsMixin:
    def __post_init__(self) -> None: ...
    def get_batch_axes(self) -> tuple[int, ...]: ...

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

# What else a jitted function has. The arguments may be jax.ShapeDtypeStruct in place of arrays, at any depth.
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
) -> _MethodT: ...
@overload
def jit(
    fun: Callable[_P, _R],
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
    auto_static: Literal[True],
) -> JitFunction[_P, _R]: ...
@overload
def jit(
    fun: None = None,
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
    auto_static: Literal[True],
) -> _JitDecorator: ...
@overload
def jit(
    fun: Callable[_P, _R],
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
    auto_static: Literal[False] = False,
) -> JitFunction[_P, _R]: ...
@overload
def jit(
    fun: None = None,
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
    auto_static: Literal[False] = False,
) -> _JitDecorator: ...

# Only what has no known type can be given where this is asked for.
@type_check_only
class _Unknown: ...

@type_check_only
class _KeepsParameters(Protocol):
    def __call__(self, fun: Callable[_P, Any], /) -> Callable[_P, Any]: ...

# Of what a wrapper returns. What jax.jit returns keeps all types, of others only the parameters are known.
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

def auto_static(wrapper: Callable[[Any], _R], /) -> _AutoStatic[_R]: ...
