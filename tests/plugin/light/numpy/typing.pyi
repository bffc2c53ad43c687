from typing import Any, TypeAlias

import numpy

DTypeLike: TypeAlias = type[Any] | numpy.dtype[Any] | str | list[Any] | tuple[Any, Any] | None
