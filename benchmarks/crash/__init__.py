"""What is left of a command that is killed, runs out of disk or is interrupted: see `python -m benchmarks.crash`."""
