"""The command-line program: `python -m satdoku`."""

import os
import signal
import sys

from satdoku._satdoku import run_program


def main() -> None:
    """Runs the program and ends the process."""
    # Python's own handler would wait for the program to return.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    code = run_program(["satdoku", *sys.argv[1:]])
    # Threads that still work after Ctrl-C need not end first.
    os._exit(code)


if __name__ == "__main__":
    main()
