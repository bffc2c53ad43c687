# What the stubs of jdc_runtime name of numpy.
from typing import Generic, TypeVar

_Shape = TypeVar("_Shape", default=tuple[int, ...])
_DType = TypeVar("_DType", default=object)

class ndarray(Generic[_Shape, _DType]):
    __hash__ = None
