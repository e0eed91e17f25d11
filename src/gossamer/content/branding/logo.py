"""The logo of a page: the picture that its names, place, size and link speak for most."""

import base64
import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from gossamer.content.addresses import Base
from gossamer.content.branding.looks import LogoCandidate
from gossamer.content.branding.palette import PaletteValue
from gossamer.content.locales import words

_LANGUAGE: Final = re.compile(r"/[a-z]{2}(?:-[a-z]{2})?/?", re.IGNORECASE)
_LEAST: Final = 4.0
_TOP, _UPPER = 160, 600
_WIDEST, _TALLEST, _TINY = 640, 260, 26


def logo(candidates: Sequence[LogoCandidate], base: Base, name: str) -> PaletteValue | None:
    """Return the address of the logo, a drawing as a data address; None where nothing looks like one.

    *name* is what the brand is called.
    """
    scored = [(_score(candidate, base, name), candidate) for candidate in candidates]
    best = max(scored, key=lambda scored_logo: scored_logo[0], default=None)
    if best is None or best[0] < _LEAST:
        return None
    chosen = best[1]
    address = base.absolute(chosen.address) if chosen.address else _encode_drawing(chosen.markup)
    return PaletteValue(address, chosen.where) if address else None


def _encode_drawing(markup: str) -> str:
    if "xmlns" not in markup:
        markup = markup.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return f"data:image/svg+xml;base64,{base64.b64encode(markup.encode()).decode()}"


def _score(logo_candidate: LogoCandidate, base: Base, name: str) -> float:
    names = f"{logo_candidate.names} {logo_candidate.text} {_file_of(logo_candidate.address)}".lower()
    context = logo_candidate.context.lower()
    score = 3.0 if any(word in names for word in words("branding", "logo_names")) else 0.0
    score += 1.5 if name and name.lower() in logo_candidate.text.lower() else 0.0
    score += 1.5 if any(word in context for word in words("branding", "header_names")) else 0.0
    score += 2.0 if logo_candidate.link and _is_home(logo_candidate.link, base) else 0.0
    score -= 3.0 if any(word in f"{names} {context}" for word in words("branding", "other_logos")) else 0.0
    return score + _fits(logo_candidate)


def _fits(logo_candidate: LogoCandidate) -> float:
    """Return the score of its place and size; nothing where they are not known."""
    left, top, width, height = logo_candidate.box if len(logo_candidate.box) == len("ltwh") else (0, 0, 0, 0)
    if not width or not height:
        return 0.0
    score = 1.5 if top < _TOP else 0.5 if top < _UPPER else -1.0
    if width > _WIDEST or height > _TALLEST:
        return score - 2.0
    if width < _TINY and height < _TINY:
        return score - 1.5
    return score + 1.0 + (0.5 if left < _WIDEST else 0.0)


def _file_of(address: str) -> str:
    return "" if address.startswith("data:") else urlsplit(address).path.rpartition("/")[2]


def _is_home(link: str, base: Base) -> bool:
    path = urlsplit(base.absolute(link) or link).path
    # "/en" and "/de-at/" are front pages, too.
    return path in {"", "/", "/index.html"} or _LANGUAGE.fullmatch(path) is not None
