"""One name for NumPy and for `jax.numpy`, as the first import would not have it."""

import flax.struct
import jax
import jax.numpy as np

if True:
    import numpy as np  # E: no-redef

    def scaled(count: int) -> np.ndarray:
        poses = np.zeros((count, 3))
        poses[:, 2] *= 0.5
        return poses


@flax.struct.dataclass
class Scene:
    poses: jax.Array


Scene(scaled(2))
