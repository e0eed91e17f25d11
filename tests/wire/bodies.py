"""Bodies as the real clients send them, and how to read them."""

from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from gossamer.wire.issues import InvalidBody

PY_DEFAULTS = {
    "url": "https://example.org/",
    "onlyMainContent": True,
    "skipTlsVerification": True,
    "removeBase64Images": True,
    "fastMode": False,
    "blockAds": True,
    "storeInCache": True,
    "maxAge": 14400000,
    "formats": ["markdown"],
    "mobile": False,
    "origin": "python-sdk@4.53.2",
}
PY_OBJECTS = {
    **PY_DEFAULTS,
    "formats": [
        "rawHtml",
        {"type": "screenshot", "quality": 70, "fullPage": False},
        "changeTracking",
        "markdown",
        {"type": "attributes", "selectors": [{"selector": "a", "attribute": "href"}]},
    ],
    "parsers": [{"type": "pdf", "mode": "fast", "maxPages": 3}],
    "actions": [
        {"type": "screenshot", "fullPage": False, "quality": 80, "viewport": {"width": 800, "height": 600}},
        {"type": "click", "selector": "a"},
        {"type": "pdf", "format": "A4", "landscape": True, "scale": 1.0},
    ],
}
JS_DEFAULTS = {"url": "https://example.org/", "formats": ["markdown"], "origin": "js-sdk@4.24.0"}
MCP = {
    "url": "https://example.org/",
    "formats": [
        "markdown",
        {"type": "json", "prompt": "p"},
        {"type": "screenshot", "fullPage": True},
        {"type": "query", "prompt": "q", "mode": "freeform"},
    ],
    "parsers": [{"type": "pdf", "maxPages": 3}],
    "actions": [{"type": "generatePDF"}],
    "origin": "mcp-fastmcp",
}
CLI = {
    "url": "https://example.org/",
    "formats": ["markdown"],
    "integration": "cli",
    "onlyMainContent": False,
    "origin": "js-sdk@4.24.0",
}


def refusal(shape: type[BaseModel], body: dict[str, Any], *, version: str = "v2") -> InvalidBody:
    """Return what a caller is told about *body*."""
    with pytest.raises(ValidationError) as caught:
        shape.model_validate(body)
    return InvalidBody.of(caught.value, version=version)
