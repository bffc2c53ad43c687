"""The features of the plugin, one file each; `hooks` says which name leads to which."""
