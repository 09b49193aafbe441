"""The weights of greedy play, and the games by which they were chosen."""

NEARER = 0.02
"""The worth of a cell nearer to the enemy."""
SLACK, LAGS = 2.0, 0.2
"""The cells by which an element may be nearer to the enemy than its army is on average, and the part of `NEARER` that
every cell beyond gains. Without it single elements ran ahead, the general first: by 30 games as attacker against
random play 25 were won so and 22 with 5 cells; where a cell beyond gained nothing, 19."""
FOCUS = 1.0
"""The cells that an enemy counts as farther off for each cell of his mean distance from the army: it keeps together."""
HUNTS = 1.0
"""The cells that an enemy counts as nearer for each point that his loss is worth: above all the general."""
EAGER, BOLDER = 0.05, 0.03
"""The worth of striking first, in army points, and how much more it is each turn once patience ends. With 0.15 from the
first turn on warband charged blades that overlapped it, one by one; where it stayed at 0.05, lines faced each other to
the end of time: 8 draws of 60 as attacker against random play, 2 with 0.03 more each turn."""
CAUTION, LEAST = 1.3, 0.8
"""How many times over a side counts its own losses, at first and at last. By 30 games as attacker against random play
it lost 73 elements for 105 with 1.0, and 59 for 94 with 1.3."""
PATIENCE, RISKS = 10, 0.03
"""The turn from which a side counts its own losses for less and blows for more, and by how much less each turn. By 150
games of The Gates of Deep Delve 461 of 27,943 turns of an element were idle with 12 turns of patience, 342 of 27,855
with 10. With 9 the general stood alone in 39 of 1,076 turns of 60 games, with 10 in 24 of 1,100."""
APART = 0.06
"""The cost of leaving a group without meeting an enemy."""
DETOUR = 3.0
"""The cells that an element goes farther to reach an enemy against whom it gains a point more. Chosen from 0, 3 and 8
by 80 games as attacker against random play."""
FORLORN = 0.1
"""The cost of an element beyond the reach of its general, or out of his sight and not near."""
SHOT = 0.5
"""The worth of a target in the shooting box."""
DANGER, LEADING, FADES = 0.05, 0.1, 1 / 16
"""The part that counts of what a place adds to the worst fight with an enemy who can come there next: by the going
under an element, and for the general by open flanks; and how much less of it counts each turn. Of 48 generals in 24
games 8 were lost, of 80 without it 27. With twice as much, 41 of 144 elements in 6 games stood idle for nine turns,
with this 28, without it 19; with 0.3 for all, armies faced each other over a wood until turn 21."""
ALONE = 0.4
"""The part of the whole fight that counts for a general with nobody beside him."""
LONELY = 0.2
"""The part of the whole fight that counts for a dear element with nobody beside it, where two enemies or more can come:
struck on a flank, it dies where it would recoil. By 10 games 17 heroes and behemoths charged a line alone with 0, 4
with 0.2 and 1 with 0.4, but with 0.4 a tenth more elements stood idle. Where it counted for all elements, lines waited
for each other: of 72 games against the weights before, 32 were won so, 39 with dear ones alone."""
AMBUSH, BEHIND = 15, 0.5
"""The cells within which a lurker is of use behind an enemy, and its worth there."""
FROG = 0.5
"""The share of its worth that freeing a frog gains."""
MIRED, STRAY = 0.25, 0.15
"""The costs of a move of one element out of its line that meets nobody and ends where an enemy can come next: into bad
going that hinders it, and with nobody beside it. The first outweighs ten cells nearer to the enemy, which are worth
0.2. By 20 games of The Gates of Deep Delve such moves into bad going fell from 99 to 42 with 0.25 for the first alone,
and those that end alone from 74 to 33 with 0.25 for the second alone; with 0.15 for it fewer elements stand idle."""
UNGUARDED, FORSAKEN = 0.6, 0.7
"""The costs of a move or a charge that leaves the general with nobody beside him where an enemy can come: his own, and
that of his last neighbours; who comes to a general who stands so gains the second. By 20 games of The Gates of Deep
Delve he stood so in 12 of 361 turns with them, in 27 of 329 without; by 150 games in 120 of 2,750 where nobody gained
by coming to him, in 101 of 2,763 where somebody did. Against flyers, who come everywhere, they change nothing."""
LONE_CHARGE = 0.1
"""The cost of a charge by one element out of its line with nobody beside it, at an enemy with support whom no friend
touches. With 0.4 heroes no longer rode down hordes: of 40 games against the weights before, 14 were won so, 22 with
0.1."""
LOOSENS = 1 / 12
"""How much less of the costs of leaving a line counts each turn once patience ends. Without it lines faced each other
with PIPs to spare from turn 26 on."""
