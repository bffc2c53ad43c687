from contextlib import AbstractContextManager
from typing import TypeVar

T = TypeVar("T")

def copy_and_mutate(stateful: T, validate: bool = True) -> AbstractContextManager[T]: ...
