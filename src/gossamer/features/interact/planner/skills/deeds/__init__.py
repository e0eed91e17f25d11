"""Deeds on entities: archiving a mail, renaming a card, deleting a file, whichever way the page offers that.

A sentence is read as a deed (`saying`), its words are laid against the entries of the page (`entities`), the control
is looked for where pages keep it (`controlling`), what the deed takes is given (`giving`), and what the page asks
before it does it is answered only when the sentence says so (`skills.confirming`).
"""

from gossamer.features.interact.planner.skills.deeds.carrying_out import carried_out

__all__ = ["carried_out"]
