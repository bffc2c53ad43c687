from typing import Any

from jax import Array

float32: Any
int32: Any

def zeros(shape: Any, dtype: Any = None) -> Array: ...
