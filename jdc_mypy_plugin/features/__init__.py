"""What the plugin does where mypy asks it: one file for each feature, told from names in `hooks`."""
