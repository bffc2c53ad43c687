"""Other plugins after ours: mypy asks the first plugin that answers for a name, and no further one.

Most hooks of ours look on, or add to what mypy knows. Each therefore hands on to the next plugin that answers for the
same name, so that the order in ``plugins = ...`` does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from mypy.plugin import ChainedPlugin, ClassDefContext, Plugin
from mypy.plugins.default import DefaultPlugin

HookT = TypeVar("HookT", bound=Callable[..., Any])

_DEFAULTS: Final = {
    "get_attribute_hook": "default_attr_type",
    "get_function_hook": "default_return_type",
    "get_class_attribute_hook": "default_attr_type",
    "get_function_signature_hook": "default_signature",
    "get_method_hook": "default_return_type",
    "get_method_signature_hook": "default_signature",
}
"""The part of a hook's context that says what mypy alone, or an earlier plugin, makes of a place."""


class Chain:
    """The plugins after ours, but for mypy's own, whose part ours has taken over where it answers."""

    def __init__(self, own: Plugin) -> None:
        self._own = own
        self._later: list[Plugin] | None = None
        """None until a hook is called: only then does mypy show its plugins."""

    def with_next(self, kind: str, fullname: str, hook: HookT | None) -> HookT | None:
        """Return a hook that runs ours and then the next plugin's; None where ours does not answer.

        ``kind`` is the method of a plugin that finds such hooks, ``fullname`` what mypy asks it for.
        """
        if hook is None or self._later == []:
            return hook
        combine = _typed if kind in _DEFAULTS else _of_class

        def both(ctx: Any) -> Any:
            following = self._following(kind, fullname, ctx.api)
            return hook(ctx) if following is None else combine(hook, following, ctx, kind)

        return both  # type: ignore[return-value]

    def _following(self, kind: str, fullname: str, api: Any) -> Callable[..., Any] | None:
        """Return the hook of the first later plugin that has one."""
        if self._later is None:
            self._later = list(_after(self._own, api))
        for plugin in self._later:
            hook: Callable[..., Any] | None = getattr(plugin, kind)(fullname)
            if hook is not None:
                return hook
        return None


def _of_class(hook: Callable[[ClassDefContext], Any], following: Callable[..., Any], ctx: Any, kind: str) -> Any:
    """Run both hooks on a class; the second kind answers whether the class needs no further pass."""
    done = hook(ctx)
    if kind == "get_class_decorator_hook_2" and not done:
        return False
    return following(ctx)


def _typed(hook: Callable[..., Any], following: Callable[..., Any], ctx: Any, kind: str) -> Any:
    """Let the next plugin go on from the type that ours gives."""
    return following(ctx._replace(**{_DEFAULTS[kind]: hook(ctx)}))


def _after(own: Plugin, api: Any) -> Iterator[Plugin]:
    chain = getattr(api, "plugin", None)
    plugins: list[Plugin] = getattr(chain, "_plugins", []) if isinstance(chain, ChainedPlugin) else []
    if own in plugins:
        after = plugins[plugins.index(own) + 1 :]
        yield from (plugin for plugin in after if not isinstance(plugin, DefaultPlugin))
