"""Libraries in a run: modules and layers, optimizers, keys, fields that are converted or checked."""
