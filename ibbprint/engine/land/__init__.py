"""Maps that nobody drew: a battlefield made from a seed, step by step, in whole numbers.

Each step (`relief`, `waters`, `covers`, `roads`, `settlements`, `naming`) draws from its own stream (`lots`), so
that a change in one moves no other. `making` goes through them, `gates` judges what came of it, `written` writes it.
Knows no game: which grounds there are, what marches cost and where armies stand is asked from it (`engine.api.land`).
"""
