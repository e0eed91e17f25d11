"""Sitemaps of the site."""

import gzip
from collections.abc import Iterable

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def urlset(origin: str, paths: Iterable[str]) -> bytes:
    """Return a sitemap that names *paths*."""
    entries = "".join(f"<url><loc>{origin}{path}</loc><lastmod>2026-05-01</lastmod></url>\n" for path in paths)
    return f"{_HEAD}<urlset {_SCHEMA}>\n{entries}</urlset>\n".encode()


def index(origin: str, count: int) -> bytes:
    """Return an index of *count* sitemaps."""
    entries = "".join(f"<sitemap><loc>{origin}/sitemaps/{n}.xml</loc></sitemap>\n" for n in range(count))
    return f"{_HEAD}<sitemapindex {_SCHEMA}>\n{entries}</sitemapindex>\n".encode()


def packed(body: bytes) -> bytes:
    """Return *body* as a .gz file."""
    return gzip.compress(body, 1, mtime=0)
