# The names of numpy in the stubs of jdc_runtime.
from typing import Any, Generic, TypeVar

_Shape = TypeVar("_Shape")
_DType = TypeVar("_DType")

class ndarray(Generic[_Shape, _DType]):
    def __getitem__(self, key: Any) -> Any: ...

class dtype(Generic[_DType]): ...
