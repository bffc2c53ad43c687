"""`auto_static`: wrappers such as `jax.jit` that tell by themselves what is static."""

from .wrapper import auto_static

__all__ = ["auto_static"]
