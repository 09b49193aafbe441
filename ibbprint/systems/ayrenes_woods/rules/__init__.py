"""The rules of Battle of Ayrene's Woods as an engine.

`setting` holds what never changes in a game, `state` what does; `turn` plays on from one decision to the next.
The rules have their places in `cup`, `control`, `movement`, `attacks`, `arrows`, `combat`, `results`, `leaders`,
`magic`, `rally`, `morale` and `victory`; `python -m tools.rules_proof where A-12` shows the place of one.
"""
