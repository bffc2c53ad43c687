"""Parameters of environments of gymnax, which mypy cannot read: a dataclass of flax, whose ``replace`` makes a copy."""

from typing import Any

import gymnax  # type: ignore[import-not-found]
import gymnax as environments
import jax
from gymnax import make as make_environment


class RolloutManager:
    def __init__(self, name: str, options: dict[str, Any]) -> None:
        self.env, self.env_params = gymnax.make(name)
        self.env_params.replace(**options)  # E: jdc-discarded
        self.env.replace(**options)
        self.env_params = self.env_params.replace(**options)
        self.reset = jax.jit(self.env.reset)


def shown(name: str, options: dict[str, Any], table: Any) -> Any:
    env, env_params = make_environment(name)
    env_params.replace(**options)  # E: jdc-discarded
    env_params.replace(max_steps=3)  # E: jdc-discarded
    table.replace(**options)
    env_params = env_params.replace(**options)
    return env, env_params


def made_of_others(name: str, options: dict[str, Any], make: Any) -> Any:
    env, env_params = make(name)
    env_params.replace(**options)
    return env, env_params


def under_another_name(name: str, options: dict[str, Any]) -> Any:
    env, env_params = environments.make(name, **options)
    env_params.replace(**options)  # E: jdc-discarded
    return jax.jit(env.step)(env_params)


shown("CartPole-v1", {}, None)
