"""Verdicts: whether a site sent the page, or something that stands in its place.

A verdict is named and carries its evidence, because it decides what a scrape costs and what its error says. It must be
precise: a short page with a script is still a page, and an article may quote every word of a firewall. So no sign
decides alone. The signs of a verdict (status, mark, title, sentences, how much else there is) are figures;
trees that `bench/verdicts/train.py` learns say how likely it is, and the likeliest verdict holds when the page is more
likely a wall than not. Which verdicts there are and what follows from them is data, `locales/verdicts.toml`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log1p
from typing import Any, Final, NamedTuple

import turbohtml

from gossamer.content.locales import entry, pattern, table
from gossamer.content.text.trees import sureness, trees_of
from gossamer.content.verdicts.wording import Sentence, find_best, lexicon, read_sentences
from gossamer.core.pages import GONE, FetchedPage

# A page with so many characters of visible text is looked at only where its status, title or heading is suspicious.
PLENTY: Final = 2_500
# The figures of a verdict in the order of the trees: its own, those of the page, and those beside other verdicts.
_OWN: Final = (
    "kind", "status", "mark", "snippet", "element", "title", "heading", "says", "second", "sentences", "hints",
    "special", "phrase", "breadth", "in_title", "in_heading", "in_text", "familiarity", "strange",
)  # fmt: skip
_TAGS: Final = {"fields": "<input", "buttons": "<button", "links": "<a ", "paragraphs": "<p"}
_PAGE: Final = ("fails", "size", "long", "about", "asks", *_TAGS)
_STRENGTHS: Final = {
    "title": 1,
    "heading": 1,
    "says": 1,
    "second": 1,
    "status": 0.5,
    "mark": 1,
    "element": 0.3,
    "hints": 0.3,
}
NAMES: Final = (*_OWN, *_PAGE, "strength", "lead", "familiarity_gap", "text_gap")
# Signs too rare for learning alone: their points are given.
_GIVEN: Final = frozenset({"header", "asked", "path", "mark", "element", "plenty"})


@dataclass(frozen=True, slots=True)
class VerdictFinding:
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
    """A sign of a verdict: its *kind*, a figure, how it shows, and the vendor where that is known."""

    kind: str
    figure: float
    shown: str = ""
    vendor: str = ""


class VerdictCandidate(NamedTuple):
    """A *verdict* that a page has signs of: its *figures*, the *points* that are given, and the signs shown."""

    verdict: str
    figures: dict[str, float]
    points: float
    shown: list[_Sign]


class _Wording(NamedTuple):
    """The parts of the *title*, the *heading* and the *sentences* of a page; a bit of *marks* is for a verdict."""

    title: list[Sentence]
    heading: list[Sentence]
    sentences: list[Sentence]
    marks: int
    figures: Mapping[str, float]


def recognise(signs: Signs) -> VerdictFinding | None:
    """Return the verdict on a substitute for the page, or None when this is the page."""
    trees = trees_of(__package__)
    scored = [
        (trees.score([item.figures.get(name, 0) for name in NAMES]) + item.points, item)
        for item in find_candidates(signs)
    ]
    if sum(sureness(score) for score, _ in scored) < entry("verdicts", "limits", "enough"):
        return None
    _, (verdict, _, _, shown) = max(scored, key=lambda pair: pair[0])
    if verdict == "not_found" and signs.page.status in GONE:
        # Its status has said so.
        return None
    row = entry("verdicts", "kinds", verdict)
    may_yield = row.get("barred") in ("always", str(signs.page.status))
    return VerdictFinding(
        verdict,
        row.get("name", verdict),
        ", ".join(dict.fromkeys(sign.shown for sign in shown)),
        may_yield and row.get("barred_without") not in signs.page.headers,
        {"always": True, "unless_led_away": signs.page.url == signs.requested_url}.get(row.get("readable"), False),
        next((sign.vendor for sign in shown if sign.vendor), ""),
        row.get("warning", ""),
    )


def find_candidates(signs: Signs) -> list[VerdictCandidate]:
    """Return the verdicts that a page has any sign of."""
    wording = _read_wording(signs)
    candidates = []
    for number, (verdict, row) in enumerate(table("verdicts")["kinds"].items()):
        read = [*_read_given(signs, verdict, row)]
        if wording is not None:
            read += _read_markup(signs, wording.marks >> number & 1, verdict, row)
            read += _read_words(wording, verdict, has_more=any(sign.shown for sign in read))
        shown = [sign for sign in read if sign.shown]
        if shown:
            points = sum(sign.figure for sign in read if sign.kind in _GIVEN)
            figures = {
                "kind": number,
                **(wording.figures if wording else {}),
                **{sign.kind: sign.figure for sign in read},
            }
            figures["strength"] = sum(figures.get(name, 0) * weight for name, weight in _STRENGTHS.items())
            candidates.append(VerdictCandidate(verdict, figures, points, shown))
    for item in candidates:
        rivals = [other.figures for other in candidates if other is not item]
        for name, of in (("lead", "strength"), ("familiarity_gap", "familiarity"), ("text_gap", "in_text")):
            item.figures[name] = item.figures.get(of, 0) - max((rival.get(of, 0) for rival in rivals), default=0)
    return candidates


def _read_given(signs: Signs, verdict: str, row: Mapping[str, Any]) -> Iterator[_Sign]:
    """Yield the signs of a verdict in headers and addresses."""
    for name, header in row.get("headers", {}).items():
        value = signs.page.headers.get(name, "").lower()
        if value in header.get("values", {value} - {""}):
            yield _Sign("header", header["points"], f"header {name}", header.get("vendor", ""))
    if "address" in row:
        points, address = entry("verdicts", "points"), pattern("verdicts", "kinds", verdict, "address")
        if address.search(signs.requested_url):
            yield _Sign("asked", points["asked"])
        elif address.search(signs.page.url):
            yield _Sign("path", points["path"], "led to another address")


def _read_markup(signs: Signs, is_marked: int, verdict: str, row: Mapping[str, Any]) -> Iterator[_Sign]:
    """Yield the signs of a verdict in status and markup."""
    status = row.get("statuses", {}).get(str(signs.page.status), 0)
    yield _Sign("status", status, f"status {signs.page.status}" if status > 0 else "")
    # Snippets are on ordinary pages of a vendor's customers, too; an article may quote a mark.
    marked = (
        _Sign(name, entry("verdicts", "points", name), f"{vendor} {verdict}".strip(), vendor)
        for name in ("mark", "snippet")
        for vendor, marks in (row.get(f"{name}s", {}).items() if is_marked else ())
        if any(mark in signs.html and mark not in signs.words for mark in marks)
    )
    yield from (sign for sign in [next(marked, None)] if sign)
    if "elements" in row and signs.document.select_one(row["elements"]) is not None:
        yield _Sign("element", row["worth"], row["element"])


def _read_words(wording: _Wording, verdict: str, *, has_more: bool) -> Iterator[_Sign]:
    """Yield the signs of a *verdict* in the words of a page; whether it *has_more* signs than those."""
    word_lexicon = lexicon()
    # A sentence of the heading does not count again in the text.
    text = [sentence for sentence in wording.sentences if sentence not in wording.heading]
    verdict_sentences = sorted(
        (item for item in text if verdict in item.signs), key=lambda item: -item.familiarity(verdict)
    )
    title, heading = find_best(wording.title, verdict), find_best(wording.heading, verdict)
    shown = [("title", "the title", title), ("heading", "the heading", heading)]
    shown += [(kind, "the page says", item) for kind, item in zip(("says", "second"), verdict_sentences, strict=False)]
    for kind, begins, item in shown:
        if item is not None:
            yield _Sign(kind, item.familiarity(verdict), f"{begins} {item.text!r}")
    bits = [
        item.signs.get(verdict, 0) | item.names.get(verdict, 0) for item in (title, heading, *verdict_sentences) if item
    ]
    if not (bits or has_more):
        return
    if wording.figures["long"]:
        # More than words must show that a long page can be had by other means.
        may_agree = has_more or entry("verdicts", "kinds", verdict).get("barred") != "always"
        is_agreed = may_agree and title and heading and verdict_sentences
        yield _Sign("plenty", entry("verdicts", "points", "agreed" if is_agreed else "plenty"))
    yield _Sign("sentences", len(verdict_sentences))
    yield _Sign("hints", sum(verdict in item.hints for item in text))
    yield _Sign("special", max((number.bit_count() for number in bits), default=0))
    yield _Sign("phrase", any(number & word_lexicon.phrases for number in bits))
    yield _Sign("breadth", sum(bits).bit_count())
    parts = {"in_title": wording.title, "in_heading": wording.heading, "in_text": wording.sentences}
    for kind, part in parts.items():
        yield _Sign(kind, sum((item.meaning & word_lexicon.subjects[verdict]).bit_count() for item in part))
    strange = sum(item.strange(verdict) for item in wording.sentences)
    yield _Sign("familiarity", 1 - strange / max(1, sum(item.size for item in wording.sentences)))
    yield _Sign("strange", log1p(strange))


def _read_wording(signs: Signs) -> _Wording | None:
    """Return the page's wording; None for plenty of text and no sign in its status, title and heading."""
    title = signs.document.select_one("head > title")
    heading = signs.document.select_one("h1") or signs.document.select_one("h2,legend,[role='heading']")
    limits = entry("verdicts", "limits")
    most = limits["beginning"]
    title_text, heading_text = (getattr(node, "text", "").strip()[:most] for node in (title, heading))
    titles, headings = _read_title(title_text), _read_title(heading_text)
    is_long = len(signs.words) >= PLENTY
    fails = signs.page.status >= limits["failures"]
    if is_long and not fails and not any(item.is_about(limits["title"]) for item in (*titles, *headings)):
        return None
    text = signs.words[:most] if is_long else signs.words
    # The heading is a sentence, whatever follows it.
    head = " ".join(heading_text.split())
    for part in filter(None, signs.frame):
        text = text.replace(part, "", 1)
    sentences = list(read_sentences(text.replace(head, f" | {head} | ", 1) if head else text))
    # A sentence that a page without a heading begins with counts as one, too.
    headings = headings if head else [item._replace(text=f"{item.text} …") for item in sentences[:1]]
    headline_texts = [" ".join(text.lower().split()) for text in (title_text, heading_text)]
    figures = {name: log1p(signs.html.count(tag)) for name, tag in _TAGS.items()}
    figures |= {name: float(any(map(pattern("verdicts", name).search, headline_texts))) for name in ("about", "asks")}
    figures |= {"size": log1p(sum(item.size for item in sentences)), "long": is_long, "fails": fails}
    marks = lexicon().marks.values_in(signs.html.encode("utf-8", "replace"))
    return _Wording(titles, headings, sentences, marks, figures)


def _read_title(text: str) -> list[Sentence]:
    """Return the sentences of a title, and those of its parts: one may be the name of the site."""
    parts = sorted({text, *pattern("verdicts", "parts").split(text)}, key=len)
    return [sentence for part in parts for sentence in read_sentences(part)]
