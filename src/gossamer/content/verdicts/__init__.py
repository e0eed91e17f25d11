"""Verdicts: whether a site sent the page, or something that stands in its place.

A verdict is named and carries its evidence, because it decides what a scrape costs and what its error says. It must be
precise: a short page with a script is still a page, and an article may quote every word of a firewall. So no sign
decides alone. Each sign (a status, a mark, a concept in the title, the heading or the text, how much else there is) is
a figure with a weight for each verdict, which `bench/verdicts/train.py` learns. The sums are the odds of the verdicts
against a page that is what it seems to be, and the likeliest verdict holds when it is likely enough. Which verdicts
there are and what follows from them is data, `locales/verdicts.toml`.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from math import exp, log1p
from typing import Any, Final, NamedTuple

import turbohtml

from gossamer.content.locales import entry, pattern, table
from gossamer.content.verdicts.wording import Sentence, lexicon, read_sentences
from gossamer.core.pages import GONE, FetchedPage

# A page with so many characters of visible text is looked at only where its status, title or heading is suspicious.
PLENTY: Final = 2_500
_TAGS: Final = {"fields": "<input", "buttons": "<button", "links": "<a ", "paragraphs": "<p"}
# How evidence in the parts of a page begins, and how many sentences it has.
_PARTS: Final = {"title": ("the title", 1), "heading": ("the heading", 1), "sentence": ("the page says", 2)}


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
    """A sign of a verdict: its *name*, how it shows, the vendor where that is known, and what is sure beforehand."""

    name: str
    shown: str = ""
    vendor: str = ""
    points: float = 0
    figure: float = 1


@dataclass(frozen=True, slots=True)
class PageSigns:
    """The signs on a page: *figures* to be weighed, *points* given by verdict, *signs* by verdict, and its *parts*."""

    figures: dict[str, float]
    points: Mapping[str, float]
    signs: dict[str, list[_Sign]]
    parts: Mapping[str, Sequence[Sentence]]


class VerdictWeights(NamedTuple):
    """The weights of figures for each of the *verdicts*, beside those of a page that is what it seems to be."""

    verdicts: list[str]
    bias: list[float]
    rows: Mapping[str, list[float]]

    def judge(self, read: PageSigns) -> dict[str, float]:
        """Return how likely each verdict is."""
        scores = self.bias
        for name, figure in read.figures.items():
            if row := self.rows.get(name):
                scores = [score + figure * weight for score, weight in zip(scores, row, strict=True)]
        # The text counts as a whole, and by the sentences that say most.
        sentences = [map(exp, self.weigh(item.concepts, "sentence")) for item in read.parts.get("sentence", ())]
        telling = map(sum, zip([1] * len(scores), *sentences, strict=True))
        odds = {
            verdict: exp(score + read.points.get(verdict, 0)) * factor
            for verdict, score, factor in zip(self.verdicts, scores, telling, strict=True)
        }
        total = 1 + sum(odds.values())
        return {verdict: chance / total for verdict, chance in odds.items()}

    def weigh(self, concepts: Iterable[str], part: str) -> list[float]:
        """Return the weights by verdict of *concepts* in a *part* of the page."""
        rows = (self.rows.get(f"{part} {concept}") for concept in concepts)
        return list(map(sum, zip([0] * len(self.verdicts), *filter(None, rows), strict=True)))

    def explain(self, read: PageSigns, verdict: str) -> Iterator[str]:
        """Yield the sentences that speak most for a *verdict*, a few for each part of the page."""
        column, least = self.verdicts.index(verdict), entry("verdicts", "limits", "telling")
        for part, (begins, most) in _PARTS.items():
            weights = {item.text: self.weigh(item.concepts, part)[column] for item in read.parts.get(part, ())}
            best = sorted(
                (text for text, weight in weights.items() if weight >= least), key=lambda text: -weights[text]
            )
            yield from (f"{begins} {text!r}" for text in best[:most])


def recognise(signs: Signs) -> VerdictFinding | None:
    """Return the verdict on a substitute for the page, or None when this is the page."""
    read, weights = read_signs(signs), _read_weights()
    if not (read.parts or read.signs):
        return None
    chances, status = weights.judge(read), str(signs.page.status)
    verdict = max(chances, key=lambda kind: chances[kind])
    row, barred = entry("verdicts", "kinds", verdict), {"always", status}
    # An empty 403 is a challenge or a refusal: that it bars the way is sure, though neither is.
    alike = [
        kind for kind, other in table("verdicts")["kinds"].items() if kind == verdict or other.get("barred") in barred
    ]
    may_yield = row.get("barred") in barred
    if sum(chances[kind] for kind in (alike if may_yield else [verdict])) < entry("verdicts", "limits", "likely"):
        return None
    if verdict == "not_found" and signs.page.status in GONE:
        # Its status has said so.
        return None
    found = read.signs.get(verdict, [])
    evidence = dict.fromkeys([*(sign.shown for sign in found if sign.shown), *weights.explain(read, verdict)])
    if not evidence:
        return None
    return VerdictFinding(
        verdict,
        row.get("name", verdict),
        ", ".join(evidence),
        may_yield and row.get("barred_without") not in signs.page.headers,
        {"always": True, "unless_led_away": signs.page.url == signs.requested_url}.get(row.get("readable"), False),
        next((sign.vendor for sign in found if sign.vendor), ""),
        row.get("warning", ""),
    )


@cache
def _read_weights() -> VerdictWeights:
    text = files(__package__).joinpath("weights.json").read_text(encoding="utf-8")
    return VerdictWeights(**json.loads(text))


def read_signs(signs: Signs) -> PageSigns:
    """Return the signs of all verdicts that a page has."""
    parts, figures = _read_wording(signs)
    kinds, plenty = table("verdicts")["kinds"], entry("verdicts", "points", "plenty")
    points = dict.fromkeys(kinds, plenty * figures["long"] if parts else 0.0)
    found: dict[str, list[_Sign]] = {}
    marks = lexicon().marks.values_in(signs.html.encode("utf-8", "replace")) if parts else 0
    for number, (verdict, row) in enumerate(kinds.items()):
        markup = _read_markup(signs, verdict, row, is_marked=bool(marks >> number & 1)) if parts else ()
        for sign in chain(_read_given(signs, verdict, row), markup):
            figures[f"{verdict} {sign.name}"] = sign.figure
            points[verdict] += sign.points
            found.setdefault(verdict, []).append(sign)
    for part, sentences in parts.items():
        part_name = "text" if part == "sentence" else part
        figures.update((f"{part_name} {concept}", 1) for item in sentences for concept in item.concepts)
    return PageSigns(figures, points, found, parts)


def _read_given(signs: Signs, verdict: str, row: Mapping[str, Any]) -> Iterator[_Sign]:
    """Yield the signs of a verdict in status, headers and addresses."""
    points = entry("verdicts", "points")
    if status := row.get("statuses", {}).get(str(signs.page.status)):
        yield _Sign("status", f"status {signs.page.status}" if status > 0 else "", figure=status)
    for name, header in row.get("headers", {}).items():
        value = signs.page.headers.get(name, "").lower()
        if value in header.get("values", {value} - {""}):
            yield _Sign("header", f"header {name}", header.get("vendor", ""), header["points"])
    if "address" in row:
        address = pattern("verdicts", "kinds", verdict, "address")
        if address.search(signs.requested_url):
            yield _Sign("asked", points=points["asked"])
        elif address.search(signs.page.url):
            yield _Sign("path", "led to another address", points=points["path"])


def _read_markup(signs: Signs, verdict: str, row: Mapping[str, Any], *, is_marked: bool) -> Iterator[_Sign]:
    """Yield the signs of a verdict in markup."""
    # Snippets are on ordinary pages of a vendor's customers, too; an article may quote a mark.
    marked = (
        _Sign(name, f"{vendor} {verdict}".strip(), vendor, entry("verdicts", "points").get(name, 0))
        for name in ("mark", "snippet")
        for vendor, marks in (row.get(f"{name}s", {}).items() if is_marked else ())
        if any(mark in signs.html and mark not in signs.words for mark in marks)
    )
    yield from (sign for sign in [next(marked, None)] if sign)
    if "elements" in row and signs.document.select_one(row["elements"]) is not None:
        yield _Sign("element", row["element"])


def _read_wording(signs: Signs) -> tuple[dict[str, Sequence[Sentence]], dict[str, float]]:
    """Return the parts of the page's wording, and its figures; no part of plenty of text that begins as a page does."""
    title = signs.document.select_one("head > title")
    heading = signs.document.select_one("h1") or signs.document.select_one("h2,legend,[role='heading']")
    limits = entry("verdicts", "limits")
    most = limits["beginning"]
    title_text, heading_text = (getattr(node, "text", "").strip()[:most] for node in (title, heading))
    titles, headings = _read_title(title_text), _read_title(heading_text)
    is_long, fails = len(signs.words) >= PLENTY, signs.page.status >= limits["failures"]
    figures = {"long": float(is_long), "fails": float(fails)}
    telling = [any(item.share >= limits["headline"] for item in part) for part in (titles, headings) if part]
    if is_long and not fails and not (telling and all(telling)):
        return {}, figures
    text = signs.words[:most] if is_long else signs.words
    # The heading is a sentence, whatever follows it.
    head = " ".join(heading_text.split())
    for part in filter(None, signs.frame):
        text = text.replace(part, "", 1)
    sentences = [*dict.fromkeys(read_sentences(text.replace(head, f" | {head} | ", 1) if head else text))]
    # The first sentence of a page without a heading counts as one, too.
    headings = headings if head else sentences[:1]
    headline_texts = [" ".join(text.lower().split()) for text in (title_text, heading_text)]
    figures |= {name: log1p(signs.html.count(tag)) for name, tag in _TAGS.items()}
    figures |= {name: float(any(map(pattern("verdicts", name).search, headline_texts))) for name in ("about", "asks")}
    figures |= {"sentences": log1p(len(sentences)), "letters": log1p(sum(len(item.text) for item in sentences))}
    return {"title": titles, "heading": headings, "sentence": sentences}, figures


def _read_title(text: str) -> list[Sentence]:
    """Return the sentences of a title, and those of its parts: one may be the name of the site."""
    parts = sorted({text, *pattern("verdicts", "parts").split(text)}, key=len)
    return [sentence for part in parts for sentence in read_sentences(part)]
