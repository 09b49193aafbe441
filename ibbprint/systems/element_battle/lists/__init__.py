"""Army lists of the element battle: read as players write them, judged, made up.

`records` and `written` say what an entry is, `entries` which type is meant, `dialect` how the lines of such lists are
read, `findings` judges, `checker` puts these together for the commands.
"""
