"""Runs the command line with `python -m reode`."""

from reode.cli.main import run

if __name__ == "__main__":
    run()
