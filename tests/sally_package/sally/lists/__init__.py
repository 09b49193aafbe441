"""Army lists: judged by `checker`, made up by `generate`."""
