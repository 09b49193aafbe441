"""Army lists (DIBBs): read as players write them, judged by the rules, printed, made up.

`records` is what a list consists of; `written` and `reading` take text apart; `entries` is the index that an entry is
looked up in; `findings` judges; `checker` puts these together for the commands.
"""
