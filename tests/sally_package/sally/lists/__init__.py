"""Army lists, judged by `checker`."""
