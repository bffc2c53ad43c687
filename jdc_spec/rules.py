"""The rules: one code and one line each. A rule's card is ``docs/rules/<code>.md``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Severity = Literal["error", "note"]


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of mistake. ``code`` is what users silence and search for."""

    code: str
    summary: str
    is_on_by_default: bool = True
    """False where working code is reported too, so that a project has to ask for the rule."""


FROZEN: Final = Rule("jdc-frozen", "Write to a frozen pytree dataclass outside copy_and_mutate")
ANNOTATION: Final = Rule("jdc-annotation", "Array annotation that contradicts itself")
SHAPE: Final = Rule("jdc-shape", "Array whose shape the field's annotation excludes")
DTYPE: Final = Rule("jdc-dtype", "Array whose dtype the field's annotation excludes")
BATCH: Final = Rule("jdc-batch", "Fields of one object that disagree on batch axes")
STATIC_ARRAY: Final = Rule("jdc-static-array", "Static field that holds an array")
STATIC_MUTABLE: Final = Rule("jdc-static-mutable", "Static field that holds something unhashable or mutable")
STATIC_EQ: Final = Rule("jdc-static-eq", "Static field whose class compares in a way that JAX cannot use")
STATIC_STATE: Final = Rule("jdc-static-state", "Static field that a traced function changes")
DATA_LEAF: Final = Rule("jdc-data-leaf", "Data field whose value can never be a JAX leaf")
MARKER: Final = Rule("jdc-marker", "Static marker that has no effect")
UNREGISTERED: Final = Rule("jdc-unregistered", "Subclass of a pytree dataclass that is not a pytree itself")
STRUCTURE: Final = Rule("jdc-structure", "Function that does not fit the structure tree it applies")
DISCARDED: Final = Rule("jdc-discarded", "Result of a call that changes nothing, thrown away")
DEFAULT: Final = Rule("jdc-default", "Default that makes the class or its objects impossible")
UNANNOTATED: Final = Rule("jdc-unannotated", "Name of a class body that is not a field, for want of an annotation")
INIT: Final = Rule("jdc-init", "Constructor that fails or goes wrong when JAX rebuilds an object")
REGISTRATION: Final = Rule("jdc-registration", "Class that register_dataclass refuses or misunderstands")
INHERITANCE: Final = Rule("jdc-inheritance", "Frozen dataclass below one that is not, or the reverse")
NAME_CLASH: Final = Rule("jdc-name-clash", "Name that the library overwrites or needs itself")
DICT_KEYS: Final = Rule("jdc-dict-keys", "Dict of data whose keys have no order")
EQUINOX_INIT: Final = Rule("jdc-equinox-init", "Initializer that equinox refuses or does not run")
CACHED: Final = Rule("jdc-cached", "Cached result that a tracer or an array spoils")
CHEX_MAPPING: Final = Rule("jdc-chex-mapping", "Positional arguments to a class whose objects are mappings")
FLATTEN: Final = Rule("jdc-flatten", "Functions that flatten and unflatten a class and do not agree")
UNDECLARED: Final = Rule("jdc-undeclared", "Attribute that is not a field, which flattening loses")
COMPARE: Final = Rule("jdc-compare", "Comparison or hash of objects that hold arrays, which have neither")
LOST_MUTATION: Final = Rule("jdc-lost-mutation", "Assignment to an argument of a traced function, which is lost")
STATIC_SELF: Final = Rule("jdc-static-self", "Object that jit cannot take as a static argument")
CONCRETE: Final = Rule("jdc-concrete", "Traced value where Python needs a concrete one")
TRANSFORM_INPUT: Final = Rule("jdc-transform-input", "Argument or result that a transformation refuses")
CARRY: Final = Rule("jdc-carry", "Function of a loop or a branch that returns another tree")
DONATED: Final = Rule("jdc-donated", "Array that is used after a jitted function has taken its buffer")
STALE: Final = Rule("jdc-stale", "Number that changes after a jitted function has read it")
RETRACE: Final = Rule(
    "jdc-retrace", "Static value made anew in a loop, so that each call compiles", is_on_by_default=False
)
ALIASED: Final = Rule("jdc-aliased", "One array in two fields, which are not tied", is_on_by_default=False)
NO_GRADIENT: Final = Rule("jdc-no-gradient", "Static number that gets no gradient", is_on_by_default=False)
STATIC_TYPE: Final = Rule(
    "jdc-static-type", "Static field whose type can be changed in place", is_on_by_default=False
)

RULES: Final = (
    FROZEN,
    ANNOTATION,
    SHAPE,
    DTYPE,
    BATCH,
    STATIC_ARRAY,
    STATIC_MUTABLE,
    STATIC_EQ,
    STATIC_STATE,
    DATA_LEAF,
    MARKER,
    UNREGISTERED,
    STRUCTURE,
    DISCARDED,
    DEFAULT,
    UNANNOTATED,
    INIT,
    REGISTRATION,
    INHERITANCE,
    NAME_CLASH,
    DICT_KEYS,
    EQUINOX_INIT,
    CACHED,
    CHEX_MAPPING,
    FLATTEN,
    UNDECLARED,
    COMPARE,
    LOST_MUTATION,
    STATIC_SELF,
    CONCRETE,
    TRANSFORM_INPUT,
    CARRY,
    DONATED,
    STALE,
    RETRACE,
    ALIASED,
    NO_GRADIENT,
    STATIC_TYPE,
)
"""Every rule, in the order of the documentation."""

BY_CODE: Final = {rule.code: rule for rule in RULES}
