"""The one door: every way in calls these operations, which authorise, run and account.

Each operation has its own file; `Operations` is what the ways in see.
"""

from gossamer.operations.door import Operations

__all__ = ["Operations"]
