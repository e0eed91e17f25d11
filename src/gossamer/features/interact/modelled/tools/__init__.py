"""What a model may ask for, and what it means by it."""

from gossamer.features.interact.modelled.tools.tool_calls import Asked, Do, Finish, Keep, Read, Unusable, asked
from gossamer.features.interact.modelled.tools.tool_definitions import tools

__all__ = ["Asked", "Do", "Finish", "Keep", "Read", "Unusable", "asked", "tools"]
