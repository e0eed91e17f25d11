"""Fragments of HTML as Markdown."""

import turbohtml

from gossamer.content.charset import storable
from gossamer.content.markdown import markdown


def markdown_of(html: str) -> str:
    """Return a fragment of HTML with absolute addresses as Markdown."""
    return storable(markdown(turbohtml.parse(html, positions=False), None, remove_base64_images=True))
