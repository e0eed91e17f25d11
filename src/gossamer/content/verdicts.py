"""Verdicts: whether a site sent the page, or something that stands in its place.

A verdict is named and carries its evidence, because it decides what a scrape costs and what its error says. It must be
precise: a short page with a script is still a page, and an article may quote every word of a firewall. So no sign
decides alone. Signs of different kinds (status, header, mark in the markup, title, phrases, how much else there is)
add up, and a verdict needs `enough` of them. Which verdicts there are, their signs and what follows from them is data,
`locales/verdicts.toml`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import turbohtml

from gossamer.content.locales import entry, pattern, table
from gossamer.content.verdict_words import is_about, marked, phrases_of, plain, titled
from gossamer.core.pages import FetchedPage

# A page with so many characters of visible text is looked at only where its status, title or heading is suspicious.
PLENTY: Final = 2_500
# Of such a page, so much says what it is.
_BEGINNING: Final = 800
_FAILURES: Final = 400
# Fewer characters beside the phrases are hardly any text.
_BARE: Final = 60
_REST: Final = 0.5
# Signs that a page shares with many others, so that they do not tell two verdicts apart.
_COMMON: Final = frozenset({"status", "bare", "long", "about"})


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on a page, and how it shows; *name* and *evidence* go to logs and errors.

    *barred* says that stronger means may bring the page, *readable* that the page is an answer all the same when they
    do not. *vendor* is whose firewall it is, "" when that is not known. *warning* is a sentence for the caller.
    """

    kind: str
    name: str
    evidence: str
    barred: bool
    readable: bool
    vendor: str = ""
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Signs:
    """What is known of a *page*, in the *document* that its *html* is.

    *words* is its visible text without `<noscript>`; of a page with `PLENTY` of it, so much of it as shows that.
    *frame* is what of it is in menus, heads and feet.
    """

    page: FetchedPage
    html: str
    document: turbohtml.Document
    words: str
    frame: tuple[str, ...]
    requested_url: str


class _Sign(NamedTuple):
    """A sign of a verdict: its *kind*, *points*, how it shows, and the vendor where that is known."""

    kind: str
    points: int
    shown: str = ""
    vendor: str = ""


class _Wording(NamedTuple):
    """The plain *text* and *heading* of a page, and what of them is in the words of verdicts, by verdict."""

    text: str
    letters: int
    heading: str
    titles: Mapping[str, str]
    headings: Mapping[str, str]
    phrases: Mapping[str, Mapping[str, bool]]
    marked: frozenset[str]
    is_about: bool


def recognise(signs: Signs) -> Finding | None:
    """Return what stands in the place of the page, or None when this is the page."""
    wording = _wording(signs)
    found = []
    for verdict, row in table("verdicts")["kinds"].items():
        shown = [*_announced(signs, row), *(_shown(signs, wording, verdict, row) if wording else ())]
        points = sum(sign.points for sign in shown)
        if points >= row["enough"]:
            own = sum(sign.points for sign in shown if sign.kind not in _COMMON)
            may_yield = row.get("barred") in ("always", str(signs.page.status))
            is_barred = may_yield and row.get("barred_without") not in signs.page.headers
            found.append((is_barred, own, points, verdict, shown))
    if not found:
        return None
    # A barred page may be had by stronger means; whatever else it says of itself, that comes first.
    is_barred, _, _, verdict, shown = max(found, key=lambda item: item[:3])
    row = entry("verdicts", "kinds", verdict)
    return Finding(
        verdict,
        row.get("name", verdict),
        ", ".join(dict.fromkeys(sign.shown for sign in shown if sign.points > 0)),
        is_barred,
        {"always": True, "unless_led_away": signs.page.url == signs.requested_url}.get(row.get("readable"), False),
        next((sign.vendor for sign in shown if sign.vendor), ""),
        row.get("warning", ""),
    )


def _announced(signs: Signs, row: Mapping[str, Any]) -> Iterator[_Sign]:
    """Yield the signs of a verdict in the headers."""
    for name, header in row.get("headers", {}).items():
        value = signs.page.headers.get(name, "").lower()
        if value and value in header.get("values", value):
            yield _Sign("header", header["points"], f"header {name}", header.get("vendor", ""))


def _shown(signs: Signs, wording: _Wording, verdict: str, row: Mapping[str, Any]) -> Iterator[_Sign]:
    """Yield the signs of a verdict in status, markup and words, each kind once."""
    points = {**entry("verdicts", "points"), **row.get("points", {})}
    status = row.get("statuses", {}).get(str(signs.page.status))
    if status is not None:
        yield _Sign("status", status, f"status {signs.page.status}")
    # Ordinary pages of a vendor's customers have its snippet, too.
    names = ("mark", "snippet")[: 1 if status is None and "statuses" in row else 2]
    for name in names if verdict in wording.marked else ():
        # An article may quote the mark.
        if (vendor := next(_vendors(signs, row.get(f"{name}s", {})), None)) is not None:
            yield _Sign(name, points[name], f"{vendor} {verdict}".strip(), vendor)
            break
    if "elements" in row and signs.document.select_one(row["elements"]) is not None:
        yield _Sign("element", points["element"], row["element"])
    for name, url in (("asked", signs.requested_url), ("path", signs.page.url)) if "address" in row else ():
        if pattern("verdicts", "kinds", verdict, "address").search(url):
            yield _Sign(name, points[name], "led to another address")
    yield from _worded(wording, verdict, points)
    if len(signs.words) >= PLENTY:
        yield _Sign("long", points["long"])
    if wording.is_about:
        yield _Sign("about", points["about"])


def _vendors(signs: Signs, marks: Mapping[str, list[str]]) -> Iterator[str]:
    for vendor, own in marks.items():
        if any(mark in signs.html and mark not in signs.words for mark in own):
            yield vendor


def _worded(wording: _Wording, verdict: str, points: Mapping[str, int]) -> Iterator[_Sign]:
    """Yield the signs in the words of the page."""
    rest = wording.text
    if title := wording.titles.get(verdict):
        yield _Sign("title", points["title"], f"the title {title!r}")
    if heading := wording.headings.get(verdict):
        yield _Sign("heading", points["heading"], f"the heading {heading!r}")
        # What the heading says is not said once more by the text.
        rest = _without(rest, f" {heading} ")
    said, ordinary = [], []
    # Longer ones come first, for one may be a part of another.
    for phrase, is_ordinary in wording.phrases.get(verdict, {}).items():
        if is_ordinary:
            ordinary.append(phrase)
        elif phrase in rest:
            rest = _without(rest, phrase)
            said.append(phrase)
    first = next((text.strip() for text in said if wording.text.startswith(f" {text.strip()}")), "")
    if first and not wording.heading:
        yield _Sign("heading", points["heading"], f"the page begins with {first!r}")
    said += [text for text in ordinary if text in rest][:1]
    for name, text in zip(("says", "several"), said, strict=False):
        yield _Sign(name, points[name], f"the page says {text.strip()!r}")
    left = wording.letters if rest == wording.text else _letters(rest)
    if left <= _REST * wording.letters > 0:
        yield _Sign("mostly", points["mostly"], "the page says little else")
    if left < _BARE:
        yield _Sign("bare", points["bare"], "hardly any text")


def _letters(text: str) -> int:
    return len(text.replace(" domain ", "").replace(" ", ""))


def _without(text: str, phrase: str) -> str:
    # Two of them in a row share a blank.
    while phrase in text:
        text = text.replace(phrase, "  ")
    return text


def _wording(signs: Signs) -> _Wording | None:
    """Return the words of the page; None for one with plenty of text and no sign in its status, title and heading."""
    title = signs.document.select_one("head > title")
    heading = signs.document.select_one("h1") or signs.document.select_one("h2,legend,[role='heading']")
    title_text, heading_text = ("" if element is None else element.text for element in (title, heading))
    titles, headings = titled(title_text), titled(heading_text)
    is_long = len(signs.words) >= PLENTY
    if is_long and not (titles or headings or signs.page.status >= _FAILURES):
        return None
    text = plain(signs.words)
    for part in filter(None, map(plain, signs.frame)):
        text = " ".join(text.replace(part, "", 1).split())
    text = f" {text[:_BEGINNING] if is_long else text} "
    about = is_about(plain(f"{title_text} {heading_text}"))
    found = phrases_of(text), marked(signs.html), about
    return _Wording(text, _letters(text), plain(heading_text), titles, headings, *found)
