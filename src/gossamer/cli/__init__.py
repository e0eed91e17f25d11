"""The command line."""

from gossamer.cli.app import main

__all__ = ["main"]
