"""Figures: boards, charts, faces and hexes drawn small, for booklets and player aids."""
