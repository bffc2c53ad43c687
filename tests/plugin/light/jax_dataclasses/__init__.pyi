from dataclasses import dataclass as pytree_dataclass, field, replace
from ._dataclasses import Static as Static
from ._copy_and_mutate import copy_and_mutate as copy_and_mutate
