"""Pages as sites have them: navigation, an article, links, a footer; quick to make."""

import random
from collections.abc import Iterable
from html import escape

# fmt: off
_WORDS = (
    "river", "stone", "market", "engine", "quiet", "signal", "garden", "north", "paper", "window", "bridge", "copper",
    "winter", "harbour", "letter", "journey", "silver", "field", "thread", "measure", "account", "pattern", "village",
)
# fmt: on
_POOL = 64


def _sentence(rng: random.Random) -> str:
    return " ".join(rng.choices(_WORDS, k=rng.randint(8, 16))).capitalize() + "."


def _paragraphs() -> list[str]:
    rng = random.Random(7)
    return [f"<p>{' '.join(_sentence(rng) for _ in range(5))}</p>\n" for _ in range(_POOL)]


_PARAGRAPHS = _paragraphs()
_MEAN = sum(map(len, _PARAGRAPHS)) // _POOL
_FRAME = 900


def html(
    title: str, text: str, links: Iterable[str], *, size: int = 500, seed: int = 0, canonical: str | None = None
) -> bytes:
    """Return a page of about *size* bytes; equal arguments give equal pages."""
    items = "".join(f'<li><a href="{escape(link)}">Go to {escape(link)}</a></li>\n' for link in dict.fromkeys(links))
    count = max(1, (size - _FRAME - len(items)) // _MEAN)
    body = "".join(_PARAGRAPHS[(seed * 7 + i * 13) % _POOL] for i in range(count))
    head = f'<link rel="canonical" href="{escape(canonical)}">' if canonical else ""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="description" content="About {title.lower()}.">{head}'
        '<link rel="stylesheet" href="/style.css"></head><body>\n'
        '<header><nav><ul><li><a href="/">Home</a></li></ul></nav></header>\n'
        f"<main><article><h1>{title}</h1>\n<p>{text}</p>\n{body}</article>\n"
        f"<section><h2>Further reading</h2><ul>\n{items}</ul></section></main>\n"
        "<footer><p>Printed on loopback. All rights reserved.</p></footer></body></html>"
    ).encode()
