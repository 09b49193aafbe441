"""The interface through which the commands reach every game alike: one module for each kind of service.

Every game is a `kits.Game`; the others cover `playing` it, giving its `odds` and `rules`, `checking` set-ups and
army `lists`, and `designing`.
"""
