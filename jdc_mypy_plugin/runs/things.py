"""The values of variables while a module is followed."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from mypy.nodes import FuncItem, TypeInfo

from jdc_operations.values import UNKNOWN, ArrayValue, Value

if TYPE_CHECKING:
    from .homes import Home
    from .python.iteration import Iterated

Regions = frozenset[int]
"""Parts of the run that may not come about, by number."""


@dataclass(eq=False)
class Held:
    """A value that may change after it has been made."""

    regions: Regions
    """The parts of the run in which it was made."""
    others: list[Held] = field(default_factory=lambda: list[Held]())  # noqa: PLW0108 - no name yet
    """The other values that this may be, where the run has come from two sides."""
    number: int = field(default_factory=itertools.count().__next__, init=False)
    """Numbers grow: what is made later has a larger one."""


@dataclass(eq=False)
class Row(Held):
    """A list or a tuple; None for the items of one that is not known."""

    items: list[Thing] | None = None
    is_list: bool = True
    is_once: bool = False
    """True of an iterator, which is empty when it has been gone over."""
    longest: int | None = None
    """The most items that a ``deque`` keeps."""
    item: Thing = UNKNOWN
    """Any of the items of a list of unknown length, `is_value`."""


@dataclass(eq=False)
class Table(Held):
    """A dict; None for the entries of one that is not known."""

    entries: dict[Hashable, Thing] | None = None
    factory: Thing | None = None
    """The function that a ``defaultdict`` calls for an entry that it does not have."""
    is_ordered: bool = False
    """True of an ``OrderedDict``, whose keys JAX does not sort."""


SET: Final = "set"
"""The name of the view that stands for a set."""


@dataclass(frozen=True, eq=False)
class View:
    """The result of ``keys``, ``values`` or ``items`` of a dict, which changes with the dict; or a set."""

    table: Table
    name: str


@dataclass(eq=False)
class Object(Held):
    """An object of a class of the module; None for the attributes of one that somebody else may have changed."""

    info: TypeInfo | None = None
    attributes: dict[str, Thing] | None = None


@dataclass(eq=False)
class Variable(Object):
    """A variable of `flax.nnx`, which holds its array as ``value``."""


@dataclass(eq=False)
class TrainState(Object):
    """A state of training of flax, which holds a function, parameters and more."""


@dataclass(eq=False)
class Parser(Object):
    """A parser of command lines, with what each option is that nobody writes."""


@dataclass(eq=False)
class Arguments(Object):
    """The arguments that a parser has read."""


@dataclass(eq=False)
class Facts(Object):
    """A field of a dataclass, as `dataclasses.fields` tells of it."""


@dataclass(eq=False)
class Layer(Held):
    """A layer of a library, with what its constructor has been given; None of one that may have been changed."""

    name: str = ""
    made: tuple[Sequence[Value], Mapping[str, Value]] | None = None
    held: dict[str, Variable] = field(default_factory=lambda: dict[str, Variable]())  # noqa: PLW0108 - no name yet
    """The variables of `flax.nnx` that have been read."""


@dataclass(eq=False)
class Chain(Held):
    """Layers, each of which gets what the one before gives; None of layers that are not known."""

    items: Sequence[Thing] | None = None


@dataclass(eq=False)
class Frame:
    """The variables of one call of a function, or of the module."""

    regions: Regions
    outer: Frame | None = None
    variables: dict[str, Thing] = field(default_factory=lambda: dict[str, Thing]())  # noqa: PLW0108 - no name yet
    result: Thing | None = None
    """The value that a ``return`` has given."""
    receiver: Thing | None = None
    """The object whose method this is."""
    is_inner: bool = False
    """True of a comprehension."""
    home: Home | None = None
    """The module that this is of."""
    on_item: Callable[[Thing], None] | None = None
    """The function that takes each value that a generator yields."""
    shared: frozenset[str] = frozenset()
    """The names that functions inside, or elsewhere in the module, may write to."""

    def __post_init__(self) -> None:
        """Be of the module that the frame around is of."""
        if self.home is None and self.outer is not None:
            self.home = self.outer.home
        if self.is_inner and self.outer is not None:
            self.shared = self.outer.shared


@dataclass(frozen=True, eq=False)
class Own:
    """A function of the module, or a method of an object."""

    function: FuncItem
    frame: Frame
    defaults: Mapping[str, Thing]
    receiver: Thing | None = None


@dataclass(eq=False)
class Yielding(Held):
    """The generator that the call of a function with ``yield`` gives."""

    callee: Own = field(kw_only=True)
    frame: Frame | None = None
    """Its variables; None of one that somebody may have gone over."""
    item: Iterated | None = None
    """The items that it yields, where the program takes them one by one."""


@dataclass(frozen=True, eq=False)
class Made:
    """The function that a transformation of JAX makes of another."""

    by: str
    function: Thing
    options: Mapping[str, Thing]


@dataclass(frozen=True, eq=False)
class Partly:
    """``functools.partial(f, x)``."""

    function: Thing
    arguments: Sequence[Thing]
    keywords: Mapping[str, Thing]


@dataclass(frozen=True)
class Named:
    """A thing of a library, by its full name."""

    name: str


@dataclass(frozen=True, eq=False)
class Class:
    """A class of the module."""

    info: TypeInfo
    attributes: dict[str, Thing]
    factories: Mapping[str, Thing]
    """The factories of the fields' defaults, by field."""
    frame: Frame
    defaults: Mapping[str, Thing]
    """Defaults of fields."""
    methods: Mapping[FuncItem, Thing]
    """Functions that the body defines, as their decorators leave them."""
    converters: Mapping[str, Thing] = field(default_factory=lambda: dict[str, Thing]())  # noqa: PLW0108 - no name yet
    """Functions that fields are given the results of, once an object is made."""


@dataclass(frozen=True)
class Member:
    """A member of an enum of the program."""

    enum: TypeInfo
    name: str
    value: Thing = field(compare=False)

    @property
    def is_value(self) -> bool:
        """True if it is a number or a text too, as members of ``IntEnum`` are."""
        return any(base.fullname in ("builtins.int", "builtins.float", "builtins.str") for base in self.enum.mro)


@dataclass(frozen=True)
class Foreign:
    """An object that a library has made: its methods change nothing of the module's."""

    library: str


@dataclass(frozen=True)
class Initial(Foreign):
    """The variables that ``init`` has given for a module of `flax.linen`, or a part of them."""

    owner: int
    """The number of the module."""
    part: str = ""
    """The collection that it is or is in; "" where it is all of them, or that is not known."""
    is_whole: bool = True
    """False of a part of a collection, which may be an array."""


@dataclass(frozen=True, eq=False)
class ModuleState(Foreign):
    """A part of the state of a module of `flax.nnx`, as ``nnx.split`` gives it."""


@dataclass(frozen=True, eq=False)
class Method:
    """A method of an array, a list, a dict or what a library has made."""

    receiver: Thing
    name: str


@dataclass(frozen=True, eq=False)
class Stream:
    """The many items that a loop goes over, or an unknown number of them."""

    item: Thing
    is_some: bool
    once: Row | None = None
    """The thing that stands for an iterator which a loop uses up; None of one that gives its items anew."""


@dataclass(frozen=True, eq=False)
class Counted:
    """A number of NumPy that is known, ``np.prod((8, 8))``."""

    array: ArrayValue
    value: int


Thing = Counted | Held | Own | Made | Partly | Named | Class | Member | Foreign | Method | Stream | View | Value
