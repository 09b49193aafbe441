"""Army lists as players write them, in any game: read from plain text and YAML, and judged by what the game says.

`money`, `numerals`, `headers`, `titles`, `remarks`, `lines` and `tables` know no list; `written` takes an entry apart,
`counting` separates its count from its price, `pieces` parts a line, `mere_words` knows lines that hold no entry,
`page` parts a text; `reading` makes `records` of it, and where words allow several readings `evidence` chooses the one
that leaves the least to object to; `checker` judges them. What differs from game to game is a `dialect`: its words,
its index of entries, and what it makes of a sum. `price_list` is the index of a game whose entries are counts and
names. `lexicon` finds the words of entries that have fields and no prices, such as the units of a roster.
"""
