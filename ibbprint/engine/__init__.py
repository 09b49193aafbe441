"""The engine: everything that games share and that contains no game's rules: interfaces, files, kits and play."""
