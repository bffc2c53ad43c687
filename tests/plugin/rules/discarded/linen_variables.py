"""jdc-discarded and modules of `flax.linen`: calls that add to what the module holds."""

import jax
import jax.numpy as jnp
from flax import linen as nn


def sown(module, x):
    module.sow("intermediates", "x", x)
    return x * 2.0


def counted(module, x):
    count = module.variable("counts", "count", lambda: jnp.zeros(()))
    count.value = count.value + 1.0
    return x * 2.0


def weighed(module, x):
    return x * module.param("w", lambda key: jnp.ones(2))


def drawn(module, x):
    module.make_rng("noise")
    return x * 2.0


def doubled(module, x):
    return x * 2.0 if module.wide else x


class Net(nn.Module):
    wide: bool = True

    @nn.compact
    def __call__(self, x):
        for _ in range(2):
            sown(self, x)
        counted(self, x)
        weighed(self, x)
        drawn(self, x)
        doubled(self, x)  # E: jdc-discarded
        return x


def calculated(net, variables, x):
    keys = {"noise": jax.random.key(2)}
    return net.apply(variables, x, rngs=keys, mutable=["counts", "intermediates"])[0] * 2.0


def main():
    net, x = Net(), jnp.ones(2)
    keys = {"params": jax.random.key(0), "noise": jax.random.key(1)}
    variables = net.init(keys, x)
    for _ in range(2):
        calculated(net, variables, x)  # E: jdc-discarded
    print(x, sorted(variables))


if __name__ == "__main__":
    main()
