"""Run the commands as ``python -m ibbprint``."""

from ibbprint.cli import main

if __name__ == "__main__":
    main()
