"""What a model may ask for, and what it means by it."""

from gossamer.features.interact.modelled.tools.tool_calls import (
    Do,
    Finish,
    Keep,
    Read,
    ToolRequest,
    Unusable,
    tool_request,
)
from gossamer.features.interact.modelled.tools.tool_definitions import tools

__all__ = ["Do", "Finish", "Keep", "Read", "ToolRequest", "Unusable", "tool_request", "tools"]
