"""The rules of games made of files, as their section `play:` says them; no line knows a title."""

EXAMPLE = "For example: ibbprint odds '2 regiment, aske' vs spears --pack DIR"
"""A shortest question about odds."""
