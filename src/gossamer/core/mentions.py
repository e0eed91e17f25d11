"""Web addresses that a text in words mentions."""

import re
from functools import cache
from typing import Final

from publicsuffixlist import PublicSuffixList

from gossamer.core.errors import InvalidTarget
from gossamer.core.urls import WebUrl, web_url

_MENTION: Final = re.compile(
    r"https?://[^\s<>\"'`]+|(?<![\w@./-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}(?![\w@])(?:/[^\s<>\"'`]*)?",
    re.IGNORECASE,
)
_BEHIND: Final = ".,;:!?)]}*_"
# Top-level domains that mostly end the name of a file or a product where they stand alone.
_RATHER_A_FILE: Final = frozenset({"md", "py", "rs", "sh", "pl", "cc", "ps", "zip", "mov", "so", "net"})


def addresses_in(text: str) -> tuple[WebUrl, ...]:
    """Return the addresses that *text* mentions, each once, in order; a name of a host counts with a known suffix."""
    addresses: dict[WebUrl, None] = {}
    for mention in _MENTION.findall(text):
        written = mention.rstrip(_BEHIND)
        if written.lower().startswith(("http://", "https://")) or _is_host(written):
            try:
                addresses[web_url(written)] = None
            except InvalidTarget:
                continue
    return tuple(addresses)


def _is_host(written: str) -> bool:
    host, slash, _ = written.lower().partition("/")
    is_alone = not slash and host.count(".") == 1
    if is_alone and host.rpartition(".")[2] in _RATHER_A_FILE:
        return False
    return _suffixes().privatesuffix(host) is not None


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList(accept_unknown=False)
