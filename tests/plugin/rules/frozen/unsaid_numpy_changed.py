"""Items of what functions of another module return, whatever they declare."""

from unsaid_numpy import loaded, of_jax, parted, stacked


class Buffer:
    def __init__(self, n: int) -> None:
        self.rows = loaded(n)
        self.made = of_jax(n)

    def put(self, value: float) -> None:
        self.rows[0] = value
        self.made[0] = value  # E: jdc-frozen


rows = loaded(3)
rows[0] = 1
values = stacked([1.0, 2.0])
values[0] += 1
first, second = parted(3)
first[0] = second[0, 0]
made = of_jax(3)
made[0] = 1  # E: jdc-frozen
