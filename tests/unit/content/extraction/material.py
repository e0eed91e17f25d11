"""Pages to extract from."""

from gossamer.content.addresses import Base
from gossamer.content.extraction import PageMaterial
from gossamer.content.tree import parse

URL = "https://shop.example/p/blue-kettle-100200"


def material(html: str, url: str = URL, text: str = "") -> PageMaterial:
    """Return *html* as extraction reads it."""
    parsed = parse(html, url)
    return PageMaterial(parsed.document, parsed.document, Base(parsed.base_url), url, text)


def json_ld(written: str) -> str:
    """Return a script of JSON-LD."""
    return f'<script type="application/ld+json">{written}</script>'
