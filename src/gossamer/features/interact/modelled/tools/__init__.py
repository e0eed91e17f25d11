"""Tools for a model, and the meaning of its calls."""

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
