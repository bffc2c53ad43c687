from typing import Annotated, TypeVar

T = TypeVar("T")
Static = Annotated[T, "__jax_dataclasses_static_field__"]
