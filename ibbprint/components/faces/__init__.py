"""Faces: templates in their sandbox, filled with values, and the edges of what they draw."""
