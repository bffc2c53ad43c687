"""A stored tree without a template: what is made of dicts, lists, tuples, arrays and plain values."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, cast

from jdc_spec.tree_keys import KEYS

from ._errors import at
from ._header import Header
from ._json import Json, is_dict
from ._names import short
from ._restore import Plan, too_wide
from ._tree import key_path
from ._values import decode, has_names


class Plain:
    """How to build the tree of a header. Structure trees are built without their ``apply``."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self.problems: list[str] = []
        self.plan: Plan = self._node(header.tree, "")

    def _wrong(self, path: str, problem: str) -> Plan:
        self.problems.append(f"{at(path)}: {problem}")
        return lambda _: None

    def _node(self, stored: Json, path: str) -> Plan:
        if "array" in stored:
            return self._array(stored["array"], path)
        if "value" in stored:
            return self._value(stored["value"], path)
        if "dict" in stored:
            return self._dict(stored, path)
        if "node" in stored:
            return self._wrong(path, f'an object of class "{short(stored["node"])}"')
        cls = cast("Any", list if "list" in stored else tuple)
        plans = [self._node(child, f"{path}[{index}]") for index, child in enumerate(stored[cls.__name__])]
        return lambda read: cls(plan(read) for plan in plans)

    def _array(self, index: int, path: str) -> Plan:
        problem = too_wide(self._header.arrays[index])
        return self._wrong(path, problem) if problem else lambda read: read(index)

    def _value(self, stored: Json, path: str) -> Plan:
        value = decode(stored)
        if has_names(stored):
            return self._wrong(path, f"{value!r}, of which the file has the name alone")
        return lambda _: value

    def _dict(self, stored: Json, path: str) -> Plan:
        pairs = stored["dict"]
        if stored["class"] == "defaultdict":
            return self._wrong(path, "a defaultdict, whose default_factory is code")
        if {key for key, _ in pairs if isinstance(key, str)} == set(KEYS):
            pairs = [pair for pair in pairs if pair[0] != "apply" or "$function" not in _value_of(pair[1])]
        if any(has_names(key) for key, _ in pairs):
            return self._wrong(path, "dictionary keys of which the file has the names alone")
        plans = [(decode(key), self._node(child, path + key_path(key))) for key, child in pairs]
        cls = cast("Any", dict if stored["class"] == "dict" else OrderedDict)
        return lambda read: cls((key, plan(read)) for key, plan in plans)


def _value_of(node: Json) -> dict[str, Json]:
    value = node.get("value")
    return value if is_dict(value) else {}
