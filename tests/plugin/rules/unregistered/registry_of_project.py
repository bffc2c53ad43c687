"""Registers classes of another module, for modules that do not know it."""

import jax
from classes_of_project import ForgottenState, HasSubclass, ProjectLayer, RegisteredByThird, RegisteredScaled
from classes_of_project import RegisteredByHelper as Helped


def make_tree(cls: type) -> None:
    jax.tree_util.register_dataclass(cls, ["x"], [])


jax.tree_util.register_dataclass(RegisteredByThird, ["x"], [])
jax.tree_util.register_pytree_node(
    RegisteredScaled, lambda s: ((s.weight,), None), lambda _, parts: RegisteredScaled(*parts)
)
make_tree(Helped)


@jax.tree_util.register_dataclass
class BelowSubclass(HasSubclass):
    pass


layer = ProjectLayer(jax.numpy.ones(2))
jax.jit(lambda state: state.x)(ForgottenState(jax.numpy.ones(2)))  # E: jdc-unregistered
