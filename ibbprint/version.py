"""The version of ibbprint, which every kit and every saved game names."""

__version__ = "0.1.0"
