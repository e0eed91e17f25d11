"""References as seen from a page: absolute, or None when they cannot be read.

A page of a directory has a hundred thousand links, so the common shapes are joined without
parsing the base again; the rest goes through the standard library. Nothing here says that an
address may be fetched: that is `core.urls` and the egress policy.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import urljoin, urlsplit

_SCHEME: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_WEB: Final = re.compile(r"https?://[^/\s?#]", re.IGNORECASE)
# As nearly every base begins; the rest is for the standard library.
_ORIGIN: Final = re.compile(r"https?://[A-Za-z0-9.:_@-]+(?=[/?#]|\Z)")
# Characters that WHATWG URL parsing drops or escapes in a reference.
_DROPPED: Final = re.compile(r"[\t\r\n]")
_EDGES: Final = "".join(map(chr, range(33)))
_CANDIDATE: Final = re.compile(r"\s*([^\s,]\S*[^\s,]|[^\s,])(?:\s+([^,()]*(?:\([^)]*\))?[^,]*))?\s*(?:,|$)")
# Signs by which a reference is known to be escaped, mended or shortened.
_SIGNS: Final = (" ", "[", "\\", "/.")
_MAX_LENGTH: Final = 65_536
# Longer references are data, and not worth remembering.
_REMEMBERED: Final = 2_048


class Base:
    """The address *url* that a page's references start from, and *root*, which begins those of the same origin."""

    __slots__ = ("_document", "_known", "_origin", "_scheme", "root", "url")

    def __init__(self, url: str) -> None:
        self.url = url
        self._document = url.partition("#")[0]
        self._origin = _origin(url)
        self.root = f"{self._origin}/"
        self._scheme = self._origin.partition("//")[0]
        self._known: dict[str, str | None] = {}

    def absolute(self, reference: str) -> str | None:
        """Return *reference* as an absolute address; an empty one is the page itself."""
        # Links are asked for once as links and once more when they are written. (None is one that cannot be read.)
        address = self._known.get(reference, "")
        if address == "":
            address = self._absolute(reference)
            if len(reference) < _REMEMBERED:
                self._known[reference] = address
        return address

    def absolutes(self, references: Iterable[str]) -> list[str | None]:
        """Return *references* as absolute addresses, in order."""
        cached = self._known
        rooted = [r for r in references if r[:1] == "/" and r[1:2] != "/" and len(r) < _REMEMBERED]
        if _are_plain(rooted):
            cached.update({reference: self._origin + reference for reference in rooted})
        return [cached.get(reference) or self.absolute(reference) for reference in references]

    def _absolute(self, reference: str) -> str | None:
        text = reference.strip(_EDGES)
        if len(text) > _MAX_LENGTH:
            return None
        if " " in text or not text.isprintable():
            text = _escape_text(text)
        if text.startswith(("https://", "http://", "/")) and "[" not in text and "\\" not in text:
            return self._join_to_root(text) if text[0] == "/" else text
        if text[:1] == "#" or not text:
            return self._document + text
        if _SCHEME.match(text):
            return self._join_to_base(text) if text[:5].lower() in {"http:", "https"} else text
        return self._join_to_base(text.replace("\\", "/") if "\\" in text.partition("?")[0] else text)

    def _join_to_root(self, text: str) -> str | None:
        # A dot may be a segment that goes up; most are part of a name.
        if "/." in text:
            return self._join_to_base(text)
        if text[1:2] != "/":
            return self._origin + text
        return self._scheme + text if len(text) > 2 else None  # noqa: PLR2004 - "//" names no host

    def _join_to_base(self, text: str) -> str | None:
        try:
            return urljoin(self._document, text)
        except ValueError:
            return None


def _are_plain(rooted: Iterable[str]) -> bool:
    """Return whether nothing about references that begin with a slash must be looked at but where they start.

    One look at all of them, because most links of a page lead to its own site.
    """
    text = "|".join(rooted)
    return text.isprintable() and not any(sign in text for sign in _SIGNS)


def _origin(url: str) -> str:
    plain = _ORIGIN.match(url)
    if plain is not None:
        return plain.group()
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _escape_text(text: str) -> str:
    text = _DROPPED.sub("", text)
    return text if text[:5].lower() == "data:" else text.replace(" ", "%20")


def is_web(address: str) -> bool:
    """Return whether *address* is an absolute http or https one with a host."""
    return _WEB.match(address) is not None


def candidates(srcset: str) -> Iterator[tuple[str, float]]:
    """Yield the references of a `srcset` with their width in pixels or density (HTML, "parse a srcset attribute")."""
    for match in _CANDIDATE.finditer(srcset[:_MAX_LENGTH]):
        yield match.group(1), _weight(match.group(2) or "")


def references(srcset: str) -> list[str]:
    """Return the references of a `srcset`."""
    return [reference for reference, _ in _CANDIDATE.findall(srcset[:_MAX_LENGTH])]


def largest(srcset: str) -> str | None:
    """Return the reference of the largest image of a `srcset`, or None when it names none."""
    best = max(candidates(srcset), key=lambda candidate: candidate[1], default=None)
    return best[0] if best else None


def _weight(descriptor: str) -> float:
    number = descriptor.strip().rstrip("wxh")
    try:
        return float(number) if number else 1.0
    except ValueError:
        return 0.0


def absolute_set(srcset: str, base: Base) -> str:
    """Return the addresses of a `srcset` as absolute ones, each with its width or density."""
    if srcset.lstrip()[:5].lower() == "data:":
        return srcset
    shown = (
        f"{base.absolute(reference) or reference} {_descriptor(weight)}" for reference, weight in candidates(srcset)
    )
    return ", ".join(shown)


def _descriptor(weight: float) -> str:
    # A density is a small number; a width in pixels is not.
    return f"{weight:g}x" if weight < 16 else f"{weight:.0f}w"  # noqa: PLR2004
