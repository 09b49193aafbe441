"""The interface through which the commands reach every game alike: one module for each kind of service.

Every game is a `kits.Game`; the others have what it is asked and what it answers: in `playing`, for `odds` and `rules`,
in `checking` set-ups and army `lists`, in `generating` scenarios, and for maps of its `land`.
"""
