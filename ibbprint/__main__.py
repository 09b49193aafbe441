"""Run the commands as ``python -m ibbprint``."""

from ibbprint.entry import main

if __name__ == "__main__":
    main()
