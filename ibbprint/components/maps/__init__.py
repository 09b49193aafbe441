"""Maps: from a board and its style to one drawing in mm."""
