"""References of one page or sitemap, read as addresses; many at a time.

`urls.resolve` reads one reference as a browser does, in about 10 microseconds. Nearly all
references of a site are plain: an origin that was seen before and characters that stay as they
are. Those are recognised in one.
"""

import re
from typing import Final

from gossamer.core.errors import InvalidTarget
from gossamer.core.urls import WebUrl, resolve

_MAX_ORIGINS: Final = 256
# Paths that no rule of URL parsing touches: nothing is escaped, no fragment, no parameters of a path.
_PLAIN: Final = re.compile(r"/[A-Za-z0-9_.~/:@!$&()*+,=%|^-]*(?:\?[A-Za-z0-9_.~/:@!$&()*+,=%|^?-]+)?", re.ASCII)


class References:
    """References as seen from *base*."""

    __slots__ = ("_base", "_origins")

    def __init__(self, base: WebUrl) -> None:
        self._base = base
        # Origins as they are written, with their canonical form.
        self._origins: dict[str, str] = {}

    def read(self, reference: str) -> WebUrl | None:
        """Return *reference* as an absolute address, or None when it is no web address."""
        end = reference.find("/", 8)
        if end > 0:
            origin, path = self._origins.get(reference[:end]), reference[end:]
            if origin is not None and _is_plain(path):
                return WebUrl(origin + path)
        try:
            url = resolve(self._base, reference)
        except InvalidTarget:
            return None
        if end > 0 and reference.startswith(("http://", "https://")) and len(self._origins) < _MAX_ORIGINS:
            self._origins[reference[:end]] = url[: url.index("/", 8)]
        return url


def _is_plain(path: str) -> bool:
    # A segment that starts with a dot may go up, also when the dot is escaped.
    if "/." in path or ("%2" in path and "%2e" in path.lower()):
        return False
    return _PLAIN.fullmatch(path) is not None
