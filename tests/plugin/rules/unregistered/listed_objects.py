"""Objects of classes that are registered without their names, beside those of one that is not registered."""

import jax
import jax.numpy as jnp
from listed_by_name import Wheel
from listed_classes import Circle, Square
from listed_nowhere import Spoke

r = jnp.ones(2)
jax.jit(lambda circle: circle.r)(Circle(r))
jax.jit(lambda square: square.s)(Square(r))
jax.jit(lambda wheel: wheel.r)(Wheel(r))
jax.jit(lambda spoke: spoke.r)(Spoke(r))  # E: jdc-unregistered
