"""Counters, maps, cards and sheets for hex-and-counter games, printed and played from one catalogue."""

__version__ = "0.1.0"
