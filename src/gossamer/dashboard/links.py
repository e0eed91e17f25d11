"""Addresses that come from strangers' pages: shown as text, and clickable only when they lead to the web."""

import re
from dataclasses import dataclass

# No white space or control character: browsers drop some of them, and what is left may be another scheme.
_WEB = re.compile(r"https?://[^\s\x00-\x20\x7f]+", re.IGNORECASE)
# Hardly a server takes a longer one; a page can hold thousands that are as long as it likes.
_LONGEST = 4096


@dataclass(frozen=True, slots=True)
class ShownLink:
    """An address as it is shown; *href* is None when it must not be clicked."""

    text: str
    href: str | None


def link(address: object) -> ShownLink:
    """Return *address* as it may be shown; whatever is no http or https address is text alone, cut if it is endless."""
    text = str(address)
    if len(text) > _LONGEST:
        return ShownLink(text[:_LONGEST] + "…", None)
    return ShownLink(text, text if _WEB.fullmatch(text) else None)
