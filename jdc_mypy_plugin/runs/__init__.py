"""A module followed as Python runs it: what its own calls make of arrays, objects, lists and dicts.

`evaluate` says what holds for every call of a function. Here one run is followed from the start of the module,
through classes, loops and containers that change. The value of code that is not understood is unknown, and so is all
that it may change.
"""

from .discards import Discard
from .followed_calls import FollowedCall, Given
from .machine import Found
from .program import Run, run_of
from .refusal import OfField, Refusal

__all__ = ["Discard", "FollowedCall", "Found", "Given", "OfField", "Refusal", "Run", "run_of"]
