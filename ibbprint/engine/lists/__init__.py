"""Army lists as players write them, in any game: read from plain text and YAML, and judged by what the game says.

`money`, `numerals`, `headers`, `titles`, `remarks`, `lines` and `tables` know no list; `written` takes an entry apart,
`pieces` a line, `page` a text; `reading` makes `records` of it, `checker` judges them. What differs from game to game
is a `dialect`: its words, its index of entries, and what it makes of a sum.
"""
