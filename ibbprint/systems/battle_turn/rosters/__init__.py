"""Rosters as players write them: read from YAML and from tables, judged alike, and shown as checked lists."""
