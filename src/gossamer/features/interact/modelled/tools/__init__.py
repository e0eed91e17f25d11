"""What a model may ask for, and what it means by it."""

from gossamer.features.interact.modelled.tools.asked import Asked, Do, Finish, Keep, Read, Unusable, asked
from gossamer.features.interact.modelled.tools.offered import tools

__all__ = ["Asked", "Do", "Finish", "Keep", "Read", "Unusable", "asked", "tools"]
