from typing import Annotated as Float
from typing import Annotated as Int

from jax import Array as Array
