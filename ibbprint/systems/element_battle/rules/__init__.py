"""How elements fight: in close combat, by shooting and by magic. What moves on a table is left to the players."""
