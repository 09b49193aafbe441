"""The rules of games made of files, as their section `play:` says them; no line knows a title."""
