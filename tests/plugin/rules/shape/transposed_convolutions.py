import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from jax import lax

LAYOUT = ("NHWC", "HWIO", "NHWC")
images = jnp.zeros((5, 14, 10, 3))


def enlarge(x: jax.Array, kernel: jax.Array) -> jax.Array:
    return lax.conv_transpose(x, kernel, (2, 2), "SAME", dimension_numbers=LAYOUT)


lax.conv_transpose(images, jnp.zeros((3, 3, 2, 4)), (2, 2), "SAME")  # E: jdc-shape
lax.conv_transpose(images, jnp.zeros((3, 3, 3, 4)), (2, 2), "SAME", transpose_kernel=True)  # E: jdc-shape
enlarge(images, jnp.zeros((3, 3, 3, 2))) + jnp.zeros((28, 20, 3))  # E: jdc-shape
lax.conv_transpose(images, jnp.zeros((5, 2, 3, 2)), (2, 2), "VALID") + jnp.zeros((28, 20, 2))  # E: jdc-shape
lax.conv_general_dilated(images, jnp.zeros((3, 3, 3, 4)), (1,), "SAME", dimension_numbers=LAYOUT)  # E: jdc-shape
optax.cosine_similarity(jnp.zeros((16, 32)), jnp.zeros((32, 16)))  # E: jdc-shape
optax.cosine_distance(jnp.zeros((16, 32)), jnp.zeros(32)) + jnp.zeros(32)  # E: jdc-shape
optax.cosine_similarity(jnp.zeros((16, 32)), jnp.zeros((16, 32), int))  # E: jdc-dtype

lax.conv_transpose(images, jnp.zeros((3, 3, 3, 4)), (2, 2), "SAME")
lax.conv_transpose(images, jnp.zeros((3, 3, 4, 3)), (2, 2), "SAME", transpose_kernel=True) + jnp.zeros((28, 20, 4))
enlarge(images, jnp.zeros((3, 3, 3, 2))) + jnp.zeros((28, 20, 2))
lax.conv_transpose(images, jnp.zeros((5, 2, 3, 2)), (2, 2), "VALID") + jnp.zeros((31, 20, 2))
lax.conv_transpose(images, jnp.zeros((3, 3, 3, 2)), (2, 2), [(1, 1), (2, 1)]) + jnp.zeros((27, 20, 2))
lax.conv_transpose(images, jnp.zeros((3, 3, 3, 2)), (1, 1), "SAME", rhs_dilation=(2, 2)) + jnp.zeros((14, 10, 2))
lax.conv_transpose(jnp.zeros((2, 9, 3)), jnp.zeros((4, 3, 1)), (3,), "SAME") + jnp.zeros((27, 1))
lax.conv_general_dilated(images, jnp.zeros((3, 3, 3, 4)), (1, 2), "SAME", dimension_numbers=LAYOUT)
optax.cosine_similarity(jnp.zeros((16, 32)), jnp.zeros((16, 32))) + jnp.zeros(16)
optax.cosine_distance(jnp.zeros((16, 32)), jnp.zeros(32)) + jnp.zeros(16)
optax.cosine_similarity(jnp.zeros((16, 32)), jnp.zeros((16, 32)), axis=0) + jnp.zeros(32)
optax.cosine_similarity(jnp.zeros((16, 32)), jnp.zeros((16, 32)), epsilon=1e-6)
