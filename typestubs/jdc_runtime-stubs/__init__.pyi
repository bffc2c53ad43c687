from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
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
# mypy does not find __hash__ of classes and of callable protocols
_HashableT = TypeVar("_HashableT", bound=Hashable | type[Any] | Callable[..., Any])
_P = ParamSpec("_P")
_Q = ParamSpec("_Q")
_R = TypeVar("_R")
_R_co = TypeVar("_R_co", covariant=True)
_S = TypeVar("_S")

_Missing: TypeAlias = Literal[_MISSING_TYPE.MISSING]

Static = Annotated[_HashableT, JDC_STATIC]

# As in dataclasses, the result has the type of the default, so that it is compared with the annotation.
# A static default must be hashable.
@overload
def field(
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
def field(
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
def field(
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
def static_field(
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
def pytree_dataclass(cls: type[_T]) -> type[_T]: ...
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
class _SupportsReplace(Protocol[_P, _R_co]):
    def __replace__(self, /, *args: _P.args, **kwargs: _P.kwargs) -> _R_co: ...

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
    # Checkers write a better __replace__ for each dataclass, most of them from Python 3.13 on; replace follows it.
    def __replace__(self, /, **changes: Any) -> Self: ...
    @property
    def replace(self: _SupportsReplace[_P, _R]) -> Callable[_P, _R]: ...

def copy_and_mutate(obj: _T, validate: bool = True) -> AbstractContextManager[_T]: ...

class MutationError(AssertionError): ...
class AnnotationError(AssertionError): ...
class StaticFieldError(TypeError, ValueError): ...

class EnforcedAnnotationsMixin:
    def __post_init__(self) -> None: ...
    def get_batch_axes(self) -> tuple[int, ...]: ...

@type_check_only
class JitFunction(Generic[_P, _R_co]):
    @property
    def __wrapped__(self) -> Callable[_P, _R_co]: ...
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R_co: ...
    # These take jax.ShapeDtypeStruct in place of arrays, at any depth.
    def lower(self, *args: Any, **kwargs: Any) -> Lowered: ...
    def trace(self, *args: Any, **kwargs: Any) -> Traced: ...
    def eval_shape(self, *args: Any, **kwargs: Any) -> Any: ...
    def clear_cache(self) -> None: ...
    # Zuban and pyrefly bind `self` only when it is described as a Callable. The last overload is for static methods.
    @overload
    def __get__(self, instance: None, owner: type[Any], /) -> Self: ...
    @overload
    def __get__(
        self: Callable[Concatenate[_S, _Q], _R], instance: _S, owner: type[Any] | None = None, /
    ) -> JitFunction[_Q, _R]: ...
    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None, /) -> Self: ...

@type_check_only
class _JitDecorator(Protocol):
    def __call__(self, fun: Callable[_P, _R], /) -> JitFunction[_P, _R]: ...

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
