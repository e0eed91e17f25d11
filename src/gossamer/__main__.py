"""`python -m gossamer` is `gossamer`."""

from gossamer.cli import main

main()
