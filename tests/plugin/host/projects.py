"""Small projects of a few modules, and the edits that people make to them.

A project is plain data that renders to files, so that hypothesis can grow and shrink a sequence of edits.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

ItemT = TypeVar("ItemT")

TYPES: Final = ("float", "int", "str", "list[int]", "Leaf", "Base", "Array")
STYLES: Final = (
    "{name}: {type}",
    "{name}: {type} = {default}",
    "{name}: jdc.Static[{type}] = {default}",
    "{name}: {type} = jdc.static_field(default={default})",
    "{name}: list[jdc.Static[{type}]] = jdc.field(default_factory=list)",
    "{name}: Annotated[Array, (..., 3), jnp.int32] = {default}",
    "{name}: Annotated[Array, (..., 3), jnp.float32] = {default}",
    "{name}: Annotated[Array, (2, 4), jnp.float32] = {default}",
    "{name}: Annotated[Array, (2, 3)] = {default}",
    "{name}: Annotated[Array, (..., 3, ...)] = {default}",
)
ANNOTATED: Final = range(5, 10)
"""Styles that differ only in what mypy itself does not see."""
MAKERS: Final = (
    "@jdc.pytree_dataclass",
    "@jdc.pytree_dataclass(kw_only=True)",
    "@upstream.pytree_dataclass",
    "@dataclass",
    "@dataclass(frozen=True)",
    "",
    "PyTreeNode",
)
"""How a class becomes a dataclass; the last one by its base class."""

USES: Final = (
    "{obj}.{field} = {value}",
    "del {obj}.{field}",
    "setattr({obj}, {field!r}, {value})",
    "with jdc.copy_and_mutate({obj}) as copy:\n        copy.{field} = {value}\n        {obj}.{field} = {value}",
    "copy = {obj}\n    copy.{field} += {value}",
    "{cls}({field}={value})",
    "reveal_type({obj}.replace({field}={value}))",
    "{cls}.{field}",
    "nested = {obj}.leaf.value = 1",
    "{cls}({value}, {field}={value})",
    "replace({obj}, {field}={value})",
    "{obj}.same()",
)
VALUES: Final = ("1", "1.5", "'s'", "jnp.zeros((3,))", "jnp.zeros((2, 4))", "other.x", "None")
NAMES: Final = ("x", "y", "leaf", "value")


@dataclass(frozen=True)
class Field:
    """A line of a class body."""

    name: str
    type: int = 0
    style: int = 0

    def render(self) -> str:
        """Return the line."""
        return STYLES[self.style].format(name=self.name, type=TYPES[self.type], default="...")


@dataclass(frozen=True)
class Class:
    """A class of a module of its own."""

    name: str
    maker: int = 0
    base: str = ""
    fields: tuple[Field, ...] = ()
    method: bool = False

    def render(self) -> str:
        """Return its definition."""
        maker = MAKERS[self.maker]
        decorator = maker + "\n" if maker.startswith("@") else ""
        bases = ["jdc.PyTreeNode"] if maker == "PyTreeNode" and not self.base else []
        bases += [self.base] if self.base else []
        lines = [field.render() for field in self.fields]
        if self.method and self.fields:
            lines.append(f"def set(self) -> None:\n        self.{self.fields[0].name} = 1")
        lines.append(
            f"def same(self) -> '{self.name}':\n        {f'return {self.name}(...)' if self.method else 'print(); return self'}"
        )
        body = "".join(f"    {line}\n" for line in lines) or "    pass\n"
        return f"{decorator}class {self.name}({', '.join(bases)}):\n{body}"


@dataclass(frozen=True)
class Use:
    """A statement of a function that uses a class."""

    text: int
    cls: int
    field: int
    value: int

    def render(self, number: int) -> str:
        """Return a function of that statement; every fourth has no annotations, so that mypy passes over it."""
        cls = CLASSES[self.cls]
        line = USES[self.text].format(cls=cls, obj="obj", field=NAMES[self.field], value=VALUES[self.value])
        signature = "obj, other" if number % 4 == 3 else f"obj: {cls}, other: Last"
        returns = "" if number % 4 == 3 else " -> None"
        return f"def use{number}({signature}){returns}:\n    {line}\n"


GIFTS: Final = (
    "organizer.{name} = jnp.zeros((3,))",
    "organizer.register_aux({name!r}, {value})",
    "organizer.register_aux({name!r}, {cls}(...))",
    "organizer.register_aux({name!r}, {cls}(...).replace)",
    "organizer.register_buffer({name!r}, {cls}.{name})",
    "fill(organizer)",
    "organizer.set_apply({name})",
    "organizer.set_apply(block_apply)",
)
"""Statements of an init function about its organizer."""
READS: Final = (
    "reveal_type(organizer.{name})",
    "reveal_type(organizer.{name}.value)",
    "organizer.{name} = {value}",
    "organizer.register_aux({name!r}, {value})",
    "try:\n        organizer.{name}\n    except AttributeError: pass",
)
"""Statements of an apply function about it."""


@dataclass(frozen=True)
class Block:
    """A module with an init function and its apply function, each some lines: a text and three choices."""

    gifts: tuple[tuple[int, int, int], ...] = ((0, 0, 0), (2, 1, 0), (7, 0, 0))
    reads: tuple[tuple[int, int, int], ...] = ((0, 0, 0), (1, 1, 0), (0, 2, 0))

    def render(self) -> str:
        """Return the text of the module."""
        imports = "".join(f"from {name.lower()} import {name}\n" for name in CLASSES)
        return (
            f"{HEADER}from jdc_runtime.structure import StateOrganizer, organized_apply, organized_init\n{imports}"
            "@organized_apply\ndef block_apply(organizer: StateOrganizer) -> None:\n"
            f"{self._lines(READS, self.reads)}"
            "@organized_init\ndef block(organizer: StateOrganizer) -> None:\n"
            f"{self._lines(GIFTS, self.gifts)}"
        )

    def _lines(self, texts: Sequence[str], chosen: Sequence[tuple[int, int, int]]) -> str:
        return "".join(
            "    " + texts[text].format(name=NAMES[name], value=VALUES[other % 4], cls=CLASSES[other % 4]) + "\n"
            for text, name, other in chosen
        )


CLASSES: Final = ("Leaf", "Base", "Middle", "Last")
HEADER: Final = (
    "import jdc_runtime as jdc\nimport jax_dataclasses as upstream\nimport jax.numpy as jnp\n"
    "from jax import Array\nfrom dataclasses import dataclass, replace\nfrom typing import Annotated\n"
)


@dataclass(frozen=True)
class Project:
    """Four classes, each in a module named after it, a module of functions that use them, and a structure tree."""

    classes: tuple[Class, ...] = (
        Class("Leaf", fields=(Field("value"),)),
        Class("Base", fields=(Field("x", 0, 6), Field("leaf", 4, 1)), method=True),
        Class("Middle", base="Base", fields=(Field("y", 1, 1),)),
        Class("Last", base="Middle", maker=5),
    )
    uses: tuple[Use, ...] = tuple(
        Use(text, cls, 0, value)
        for cls in range(1, 4)
        for text, value in ((0, 0), (3, 4), (5, 3), (6, 4), (5, 4), (11, 0))
    )
    block: Block = Block()
    blank: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    """Blank lines at the top of each file."""
    broken: tuple[bool, ...] = (False, False, False, False, False, False)
    """Files that do not parse."""
    missing: tuple[bool, ...] = (False, False, False, False, False, False)
    """Files that are not there."""
    cycle: bool = False
    """True if the module of the first class imports that of the last."""

    def files(self) -> Mapping[str, str]:
        """Render every file that is there."""
        texts = {f"{cls.name.lower()}.py": self._imports(cls) + cls.render() for cls in self.classes}
        texts["use.py"] = self._use()
        texts["block.py"] = self.block.render()
        return {
            name: "\n" * blank + text + ("def (:\n" if broken else "")
            for (name, text), blank, broken, missing in zip(
                texts.items(), self.blank, self.broken, self.missing, strict=True
            )
            if not missing
        }

    def _imports(self, cls: Class) -> str:
        wanted = {TYPES[item.type] for item in cls.fields} | {cls.base}
        lines = [f"from {name.lower()} import {name}\n" for name in CLASSES if name in wanted and name != cls.name]
        if self.cycle and cls.name == "Leaf":
            lines.append("import last\n")
        return HEADER + "".join(lines)

    def _use(self) -> str:
        imports = "".join(f"from {name.lower()} import {name}\n" for name in CLASSES)
        return HEADER + imports + "".join(use.render(number) for number, use in enumerate(self.uses))


def _at(items: Sequence[ItemT], index: int, item: ItemT) -> tuple[ItemT, ...]:
    return (*items[:index], item, *items[index + 1 :])


@dataclass(frozen=True)
class Edit:
    """One change to a project: its kind, where, and two numbers that say what."""

    kind: str
    where: int
    first: int
    second: int

    def apply(self, project: Project) -> Project:
        """Return the changed project."""
        return EDITS[self.kind](project, self.where, self.first, self.second)


def _edit_class(project: Project, where: int, **changes: object) -> Project:
    index = where % len(project.classes)
    cls = dataclasses.replace(project.classes[index], **changes)
    return replace(project, classes=_at(project.classes, index, cls))


def _fields(project: Project, where: int) -> tuple[Field, ...]:
    return project.classes[where % len(project.classes)].fields


def _add_field(project: Project, where: int, first: int, second: int) -> Project:
    fields = _fields(project, where)
    name = NAMES[first % len(NAMES)]
    if any(item.name == name for item in fields):
        return project
    new = Field(name, second % len(TYPES), (first + second) % len(STYLES))
    return _edit_class(project, where, fields=(*fields, new))


def _remove_field(project: Project, where: int, first: int, second: int) -> Project:
    fields = _fields(project, where)
    kept = tuple(item for index, item in enumerate(fields) if index != first % max(len(fields), 1))
    return _edit_class(project, where, fields=kept)


def _change_field(project: Project, where: int, first: int, second: int, what: str) -> Project:
    fields = _fields(project, where)
    if not fields:
        return project
    index = first % len(fields)
    changed = {
        "rename": replace(fields[index], name=NAMES[second % len(NAMES)]),
        "retype": replace(fields[index], type=second % len(TYPES)),
        "restyle": replace(fields[index], style=second % len(STYLES)),
    }[what]
    names = [item.name for item in _at(fields, index, changed)]
    return (
        project if len(set(names)) < len(names) else _edit_class(project, where, fields=_at(fields, index, changed))
    )


def _annotate(project: Project, where: int, first: int, second: int) -> Project:
    """Change an array annotation."""
    cls = project.classes[where % len(project.classes)]
    indices = [index for index, item in enumerate(cls.fields) if item.style in ANNOTATED]
    if not indices:
        return project
    index = indices[first % len(indices)]
    changed = replace(cls.fields[index], style=ANNOTATED[second % len(ANNOTATED)])
    return _edit_class(project, where, fields=_at(cls.fields, index, changed))


def _change_maker(project: Project, where: int, first: int, second: int) -> Project:
    return _edit_class(project, where, maker=first % len(MAKERS))


def _change_base(project: Project, where: int, first: int, second: int) -> Project:
    index = where % len(project.classes)
    return _edit_class(project, where, base=("", *CLASSES[:index])[first % (index + 1)])


def _toggle_method(project: Project, where: int, first: int, second: int) -> Project:
    return _edit_class(project, where, method=not project.classes[where % len(project.classes)].method)


def _add_use(project: Project, where: int, first: int, second: int) -> Project:
    use = Use(first % len(USES), where % len(CLASSES), second % len(NAMES), (first + second) % len(VALUES))
    index = second % (len(project.uses) + 1)
    return replace(project, uses=(*project.uses[:index], use, *project.uses[index:]))


def _remove_use(project: Project, where: int, first: int, second: int) -> Project:
    index = first % max(len(project.uses), 1)
    return replace(project, uses=(*project.uses[:index], *project.uses[index + 1 :]))


def _edit_block(project: Project, what: str, texts: int, choices: tuple[int, int, int]) -> Project:
    """Change a line of an init or an apply function, or add one."""
    where, first, second = choices
    lines: tuple[tuple[int, int, int], ...] = getattr(project.block, what)
    line = (first % texts, second % len(NAMES), (first + second) % 4)
    index = where % (len(lines) + 1)
    return replace(project, block=replace(project.block, **{what: (*lines[:index], line, *lines[index + 1 :])}))


def _toggle_break(project: Project, where: int, first: int, second: int) -> Project:
    """Break a file, or mend the broken one: mypy stops at the first, and a daemon may stop at another."""
    index = project.broken.index(True) if any(project.broken) else where % 6
    return replace(project, broken=_at(project.broken, index, not project.broken[index]))


def _toggle_missing(project: Project, where: int, first: int, second: int) -> Project:
    """Remove a file, or bring it back; not one that names a field's type, over which mypy's own daemon falls."""
    index = project.missing.index(True) if any(project.missing) else 3 + where % 3
    return replace(project, missing=_at(project.missing, index, not project.missing[index]))


def _move(project: Project, where: int, first: int, second: int) -> Project:
    return replace(project, blank=_at(project.blank, where % 6, first % 4))


EDITS: Final = {
    "add field": _add_field,
    "remove field": _remove_field,
    "rename field": lambda *args: _change_field(*args, "rename"),
    "retype field": lambda *args: _change_field(*args, "retype"),
    "restyle field": lambda *args: _change_field(*args, "restyle"),
    "annotate": _annotate,
    "maker": _change_maker,
    "base": _change_base,
    "method": _toggle_method,
    "add use": _add_use,
    "remove use": _remove_use,
    "give": lambda project, *numbers: _edit_block(project, "gifts", len(GIFTS), numbers),
    "read": lambda project, *numbers: _edit_block(project, "reads", len(READS), numbers),
    "break": _toggle_break,
    "remove file": _toggle_missing,
    "move lines": _move,
    "cycle": lambda project, *_: replace(project, cycle=not project.cycle),
    "touch": lambda project, *_: project,
}
