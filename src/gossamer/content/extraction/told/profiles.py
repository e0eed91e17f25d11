"""Where somebody is on another site, by the links of the page: their LinkedIn, their Instagram."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.text.names import words_of

_HOSTS: Final = {
    "linkedin": ("linkedin.com",), "twitter": ("twitter.com", "x.com"), "facebook": ("facebook.com",),
    "instagram": ("instagram.com",), "github": ("github.com",), "youtube": ("youtube.com",), "tiktok": ("tiktok.com",),
    "mastodon": ("mastodon.social",), "xing": ("xing.com",), "pinterest": ("pinterest.com",),
}  # fmt: skip
_BESIDE: Final = frozenset({"url", "link", "profile", "page", "account", "company", "handle"})
_SHARING: Final = ("/share", "/sharer", "/intent", "/pin/create", "/dialog", "/watch", "/status/", "/posts/", "/p/")
_MOST: Final = 400


def values(reading: Reading, name: str) -> Iterator[Candidate]:
    """Yield the one profile that the page links to on the site that the field *name* names."""
    words = words_of(name)
    site = next((word for word in words if word in _HOSTS), "")
    if not site or not _BESIDE.issuperset(word for word in words if word != site):
        return
    found: dict[str, str] = {}
    for link in reading.page.document.select("a[href]")[:_MOST]:
        address = urlsplit((link.attr("href") or "").strip())
        host = (address.hostname or "").removeprefix("www.")
        is_there = any(host == one or host.endswith(f".{one}") for one in _HOSTS[site])
        if is_there and address.path.strip("/") and not any(part in address.path.lower() for part in _SHARING):
            found.setdefault(address.path.rstrip("/").lower(), address.geturl())
    if len(found) == 1:
        yield Candidate(next(iter(found.values())), f"link to {site}")
