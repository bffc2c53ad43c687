from typing import Annotated as Float, Annotated as Int

from jax import Array as Array, Array as Scalar
