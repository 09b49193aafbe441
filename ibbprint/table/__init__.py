"""The table in the browser: a game against policies or persons, on the drawings of the press.

`match` plays, `views` says what a side is shown, `outlook` what a choice may bring, `art` draws map and faces, `desk`
and `map_desk` answer questions about them, `__main__` runs one of these in a process for each game or map, `server`
answers the page. No rule is decided here.
"""
