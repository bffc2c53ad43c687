"""Filters of flax.nnx as the keys of a dict; what they stand for is checked."""

from flax import nnx

nnx.StateAxes({...: None})
nnx.StateAxes({nnx.Param: 0, nnx.RngState: None})
nnx.StateAxes({nnx.Param: "rows"})  # E: arg-type
nnx.StateAxes([(nnx.Param, 0)])
nnx.StateSharding({nnx.Param: 1, ...: None})
rngs = nnx.Rngs(0, dropout=1)
rngs.split({"dropout": 4, ...: 2})
rngs.split({"dropout": "many"})  # E: dict-item
nnx.split_rngs(splits=4, only=("params", "dropout"))
