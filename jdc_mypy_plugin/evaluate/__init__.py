"""The evaluator: an expression in; shape and dtype, each possibly unknown, out.

Everything outside this package sees `Evaluator`, `evaluator_of` and `ArrayValue` only.
"""

from .evaluator import Evaluator as Evaluator
from .of_module import evaluator_of as evaluator_of
from .value import UNKNOWN as UNKNOWN
from .value import ArrayValue as ArrayValue
from .value import Origin as Origin
