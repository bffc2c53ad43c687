# What the stubs of jdc_runtime name of numpy.
from typing import Any, Generic, TypeVar

_Shape = TypeVar("_Shape")
_DType = TypeVar("_DType")

class ndarray(Generic[_Shape, _DType]):
    def __getitem__(self, key: Any) -> Any: ...

class dtype(Generic[_DType]): ...
