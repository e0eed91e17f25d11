"""Pairs of pages with a known difference, made from real pages.

Each pair has the page before, the same page fetched a minute later (only what is noise differs), and the page after.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


PARAGRAPH = re.compile(r"<p(?:\s[^<>]*)?>((?:[^<]|<(?:a|b|i|em|strong|span|/)[^<>]*>){90,1200}?)</p>", re.IGNORECASE)
TAG = re.compile(r"<[^<>]*>")
SENTENCE = "The committee of the harbour has decided otherwise in its latest session."
NAMES = "anchor basket candle drawer easel funnel goblet hammer inkwell jigsaw kettle ladder mirror needle oven".split()
ADS = [
    f"{verb} {noun} {tail}"
    for verb in ("Discover", "Try our", "Save on", "Fresh")
    for noun in ("mattresses", "insurance", "sneakers", "coffee", "holidays", "broadband")
    for tail in ("for less today.", "that everybody loves.", "with free delivery.")
]
BLOCKED = (
    403,
    "<html><head><title>Just a moment...</title></head><body><div id='cf-wrapper'><h1>Checking your browser before "
    "accessing</h1><p>Enable JavaScript and cookies to continue</p></div><script src='/cdn-cgi/challenge-platform/h/b/"
    "orchestrate/chl_page/v1'></script></body></html>",
)
EMPTY = (200, "<html><head><title></title></head><body><div id='root'></div></body></html>")
BROKEN = (503, "<html><body><h1>503 Service Unavailable</h1><p>Back in a moment.</p></body></html>")


@dataclass(frozen=True)
class Pair:
    """*marker* are words that only the page after has, *gone* those that only the page before has; "" for none."""

    kind: str
    url: str
    before: str
    again: str
    after: str
    is_change: bool
    marker: str = ""
    status: int = 200
    gone: str = ""


@dataclass(frozen=True)
class Source:
    """A real page, and the paragraphs of its main content by position."""

    url: str
    html: str
    paragraphs: tuple[tuple[int, int], ...]

    def text(self, number: int) -> str:
        start, end = self.paragraphs[number]
        return self.html[start:end]


def sources(folder: Path, split: str, count: int, read) -> Iterator[Source]:
    """Yield *count* pages of a split that have three paragraphs of main content; *read* gives their text."""
    rng = random.Random(7)
    names = sorted((folder / "wcxb" / split / "html").glob("*.html.gz"))
    rng.shuffle(names)
    for name in names:
        html = gzip.decompress(name.read_bytes()).decode("utf-8", "replace")
        truth = json.loads((folder / "wcxb" / split / "ground-truth" / f"{name.name[:-8]}.json").read_text("utf-8"))
        url = truth.get("url") or f"http://example.org/{name.name[:-8]}"
        if len(html) > 400_000 or not url.startswith("http"):
            continue
        text = re.sub(r"\W+", " ", read(html, url))
        found = []
        for match in PARAGRAPH.finditer(html):
            words = re.sub(r"\W+", " ", TAG.sub("", match[1])).strip()
            if words[:40] in text and words[-30:] in text and "&" not in match[1]:
                found.append(match.span())
        if len(found) >= 3:
            yield Source(url, html, tuple(found))
            count -= 1
            if not count:
                return


def pairs(source: Source) -> Iterator[Pair]:
    """Yield a pair of each kind."""
    yield from changes(source)
    yield from noises(source)


def changes(source: Source) -> Iterator[Pair]:
    rng = random.Random(source.url)
    price = rng.randint(20, 900)
    first, middle = 0, len(source.paragraphs) // 2
    items = [f"<li><a href='/shop/{name}'>The {name} of the month</a></li>" for name in rng.sample(NAMES, 8)]
    blocks = {
        "price": (offer(f"{price}.99"), offer(f"{price - 5}.49"), f"{price - 5}.49"),
        "stock": ("<p>In stock, ready to ship</p>", "<p>Currently out of stock</p>", "out of stock"),
        "number": ("<p>Seats in the hall: 1,204</p>", "<p>Seats in the hall: 1,310</p>", "1,310"),
        "date": ("<p>The next meeting is on 12 June 2026.</p>", "<p>The next meeting is on 3 July 2026.</p>", "3 July"),
        "entry added": (listed(items[:-1]), listed([items[-1], *items[:-1]]), TAG.sub("", items[-1])),
        "entry removed": (listed(items), listed(items[1:]), "", TAG.sub("", items[0])),
        "row changed": (table("4.2"), table("5.7"), "5.7"),
    }
    for kind, (before, after, marker, *gone) in blocks.items():
        yield pair(source, rng, kind, {middle: before}, {middle: after}, marker, gone="".join(gone))
    text = source.text(first)
    inside = PARAGRAPH.fullmatch(text)[1]
    yield pair(source, rng, "sentence changed", {}, {}, SENTENCE, replaced={first: text.replace(inside, cut(inside))})
    words = TAG.sub("", source.text(middle)).strip()[:30]
    yield pair(source, rng, "paragraph removed", {}, {}, "", replaced={middle: ""}, gone=words)
    yield pair(source, rng, "paragraph added", {}, {middle: f"<p>{SENTENCE} {SENTENCE[4:]}</p>"}, SENTENCE)


def noises(source: Source) -> Iterator[Pair]:
    rng = random.Random(source.url + "noise")
    middle = len(source.paragraphs) // 2
    items = [f"<li><a href='/shop/{name}'>The {name} of the month</a></li>" for name in rng.sample(NAMES, 8)]
    shuffled = rng.sample(items, 8)
    yield quiet(source, "reordered", listed(items), listed(items), listed(shuffled), middle)
    text = source.text(0)
    moved = edited(source.html, source, {middle: text}, {0: ""})
    yield Pair("moved", source.url, source.html, source.html, moved, False)
    for kind, block in {
        "ad rotation": advert,
        "relative dates": ages,
        "tokens": tokens,
        "view counters": counters,
        "clocks": clocks,
        "recommendations": recommended,
    }.items():
        yield quiet(source, kind, block(rng), block(rng), block(rng), middle)
    yield Pair("redesign", source.url, source.html, source.html, redesigned(source.html), False)
    for kind, (status, html) in {"block page": BLOCKED, "empty page": EMPTY, "error page": BROKEN}.items():
        yield Pair(kind, source.url, source.html, source.html, html, False, status=status)


def pair(source, rng, kind, before, after, marker, replaced=None, gone="") -> Pair:
    """Return a change among noise: an advertisement, ages, tokens and counters differ too."""

    def page(blocks, replaced):
        noise = advert(rng) + ages(rng) + tokens(rng) + counters(rng)
        last = len(source.paragraphs) - 1
        return edited(source.html, source, {**blocks, last: blocks.get(last, "") + noise}, replaced or {})

    return Pair(kind, source.url, page(before, {}), page(before, {}), page(after, replaced), True, marker, gone=gone)


def quiet(source, kind, before, again, after, at) -> Pair:
    pages = (edited(source.html, source, {at: block}, {}) for block in (before, again, after))
    return Pair(kind, source.url, *pages, False)


def edited(html: str, source: Source, added: dict[int, str], replaced: dict[int, str]) -> str:
    """Return *html* with blocks *added* behind paragraphs and others *replaced*."""
    for number in range(len(source.paragraphs) - 1, -1, -1):
        start, end = source.paragraphs[number]
        html = html[:start] + replaced.get(number, html[start:end]) + added.get(number, "") + html[end:]
    return html


def cut(inside: str) -> str:
    """Return a paragraph with its first sentence replaced, or with one more."""
    head, dot, tail = inside.partition(". ")
    return f"{SENTENCE} {tail}" if dot and "<" not in head and len(tail) > 40 else f"{inside} {SENTENCE}"


def offer(price: str) -> str:
    return f"<p class='offer'><span>Price:</span> <b>${price}</b></p>"


def listed(items: list[str]) -> str:
    return f"<ul>{''.join(items)}</ul>"


def table(value: str) -> str:
    rows = "".join(
        f"<tr><td>{name}</td><td>{amount} kg</td></tr>"
        for name, amount in (("Hull", "9.1"), ("Mast", value), ("Sail", "1.3"))
    )
    return f"<table><tr><th>Part</th><th>Weight</th></tr>{rows}</table>"


def advert(rng) -> str:
    return f"<p class='promo-{rng.randint(1, 99)}'>{rng.choice(ADS)}</p>"


def ages(rng) -> str:
    unit = rng.choice(["minutes", "hours", "days"])
    return f"<p>Posted {rng.randint(2, 50)} {unit} ago by Ann Harbour</p><p>vor {rng.randint(2, 50)} Stunden</p>"


def tokens(rng) -> str:
    token = f"{rng.getrandbits(128):032x}"
    link = f"<a href='/profile?sid={token}&amp;utm_source=m{rng.randint(1, 99)}'>Profile of the author</a>"
    return f"<form><input type='hidden' name='csrf' value='{token}'></form><p>{link}</p><p>Request ID: {token[:18]}</p>"


def counters(rng) -> str:
    views, people = rng.randint(1000, 90_000), rng.randint(2, 60)
    return f"<p>{views:,} views · {rng.randint(2, 900)} likes</p><p>{people} people are looking at this right now</p>"


def clocks(rng) -> str:
    hour, minute, second = rng.randint(0, 23), rng.randint(0, 59), rng.randint(0, 59)
    took = f"0.{rng.randint(100, 999)}"
    return (
        f"<p>Page generated in {took} seconds</p><p>Server time: {hour:02}:{minute:02}:{second:02}</p>"
        f"<p>Last refreshed on {rng.randint(1, 28)} May at {hour}:{minute:02}</p>"
    )


def recommended(rng) -> str:
    items = "".join(f"<li><a href='/r/{n}'>{ADS[n]}</a></li>" for n in rng.sample(range(len(ADS)), 4))
    return f"<h3>You may also like</h3><ul>{items}</ul>"


def redesigned(html: str) -> str:
    """Return the page with other classes, wrappers and emphasis, and the same words."""
    html = re.sub(r"""\sstyle=("[^"]*"|'[^']*')""", "", html)
    html = re.sub(r"<p(?=[\s>])", "<p data-v='2'", html)
    html = re.sub(r"<b>([^<>]*)</b>", r"<strong>\1</strong>", html)
    html = re.sub(r"<i>([^<>]*)</i>", r"<em>\1</em>", html)
    return re.sub(
        r"(<p(?:\s[^<>]*)?>(?:[^<]|<(?!/?p[\s>/])[^<>]*>){0,3000}</p>)", r"<div class='x-block'>\1</div>", html
    )
