"""The rules engine: a scenario goes in, a game comes out in which every step is legal and every number explained.

Modules import downwards only: `ground` and `counters` (what does not change) - `state` (what does) - `control`,
`scouting`, `movement`, `combat`, `morale`, `attacks`, `charge`, `magic`, `works`, `engines`, `mounting` (the rules)
- `form` (what an action may name) - `turn` (who acts when) - `play` (the game as the commands see it).

A line above a rule's one place in the code names it and says what the line below would be without it:
`# off R-11: ...`. `make rules-mutate` tries every one of them.
"""
