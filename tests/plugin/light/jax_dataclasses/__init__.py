# jax_dataclasses as checkers see it: its decorator is dataclasses.dataclass.
from dataclasses import dataclass as pytree_dataclass, field, replace

from ._copy_and_mutate import copy_and_mutate
from ._dataclasses import Static
