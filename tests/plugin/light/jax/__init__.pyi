# Enough of jax for the stubs of jdc_runtime, so that a cold run of mypy takes a second.
from typing import Any

class Array:
    shape: tuple[int, ...]
    dtype: Any
    def __add__(self, other: Any) -> Array: ...

class ShapeDtypeStruct: ...
class Device: ...
