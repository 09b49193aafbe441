"""Games played headless: policies that choose, one game or many, saved games. Knows no game and draws nothing."""
