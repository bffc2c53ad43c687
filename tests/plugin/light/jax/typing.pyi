from typing import Any, Protocol, TypeAlias

import numpy

class SupportsDType(Protocol):
    @property
    def dtype(self) -> numpy.dtype[Any]: ...

DTypeLike: TypeAlias = str | type[Any] | numpy.dtype[Any] | SupportsDType
