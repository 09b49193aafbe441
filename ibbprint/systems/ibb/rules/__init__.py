"""The rules engine: a scenario goes in, a game comes out in which every step is legal and every number explained.

Modules import downwards only: `ground` and `counters` (what does not change) - `state` (what does) - `control`,
`scouting`, `movement`, `combat`, `morale`, `attacks`, `charge`, `magic`, `works`, `engines`, `mounting` (the rules)
- `form` (what an action may name) - `turn` (who acts when) - `play` (the game as the commands see it).

Each rule has one place in the code: `python -m tools.rules_proof where R-11` shows it.
"""
