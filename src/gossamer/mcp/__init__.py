"""The Model Context Protocol: the service's API as tools for language models."""

from gossamer.mcp.catalogue import choose_tools
from gossamer.mcp.front import McpDoor
