"""The entries of a list: what tells them from one another, where each is told, and which are told twice."""

from gossamer.features.understanding.supporting.entries.doubles import doubles
from gossamer.features.understanding.supporting.entries.homes import Home, headed, homes
from gossamer.features.understanding.supporting.entries.names import names_of, told_apart_by

__all__ = ["Home", "doubles", "headed", "homes", "names_of", "told_apart_by"]
