"""What a game offers, through which the commands reach every game alike: a module for each kind of thing.

`kits.Game` is what every game is; the others are `playing` it, telling its `odds` and `rules`, `checking` set-ups and
army `lists`, and `designing`.
"""
