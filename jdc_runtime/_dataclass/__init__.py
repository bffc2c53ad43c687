"""The dataclass core: a frozen dataclass that JAX knows as a pytree, with data and static fields."""
