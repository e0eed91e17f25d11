"""The reading of a fetched page: judged first, then each format, from one parse.

`read` is pure and all its values can be sent to another process, because a very large page is
read in a helper (`content.offload`).
"""

import base64
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import unescape
from itertools import accumulate
from typing import Any, Final

from gossamer.content.clean_up import clean_up_markdown
from gossamer.content.comparison import comparable
from gossamer.content.documents import DocumentPage, ParsedDocument
from gossamer.content.dynamic import Doubt, LookedUp, Need, need_of
from gossamer.content.injection import Injection, injections
from gossamer.content.markdown import markdown_of
from gossamer.content.page_view import PageView, Selection
from gossamer.content.terms.readers import Statement
from gossamer.content.verdicts import VerdictFinding
from gossamer.content.web_archives import is_web_archive, read_archived_page
from gossamer.core.formats import Attributes, ChangeTracking, Html, Images, Json, Links, Markdown, RawBase64, RawHtml
from gossamer.core.formats import Understood as Wanted
from gossamer.core.pages import GONE, FetchedPage
from gossamer.core.specs import ScrapeSpec
from gossamer.core.understanding import Evidence, PagePlace
from gossamer.features.evidence.page_index import words_of_text
from gossamer.features.scrape.page_formats import OnlyPlayed, page_fields
from gossamer.features.understanding import Understood, understood

_TAG: Final = re.compile(r"<[^>]*>")
# Words of a quote that are looked for; more find the same.
_MOST_WORDS: Final = 12


@dataclass(frozen=True, slots=True)
class DocumentPlaces:
    """The words of a document, at which *positions* each is, and for each block where its words begin and its place."""

    words: tuple[str, ...] = ()
    positions: Mapping[str, Sequence[int]] = field(default_factory=dict)
    starts: tuple[int, ...] = ()
    places: tuple[PagePlace, ...] = ()

    @classmethod
    def of(cls, document: ParsedDocument | None) -> "DocumentPlaces":
        """Return the places of *document*; none for a format without pages."""
        if document is None or not document.total_pages:
            return cls()
        blocks = [(page.number, block) for page in document.pages for block in page.blocks]
        words = [words_of_text(unescape(_TAG.sub(" ", block.html))) for _, block in blocks]
        together = tuple(word for block in words for word in block)
        positions: defaultdict[str, list[int]] = defaultdict(list)
        for at, word in enumerate(together):
            positions[word].append(at)
        return cls(
            together,
            dict(positions),
            tuple(accumulate(map(len, words[:-1]), initial=0)) if words else (),
            tuple(PagePlace(number, block.corners) for number, block in blocks),
        )

    def located(self, evidence: Evidence, markdown: str) -> Evidence:
        """Return *evidence* with the place of its quote; as it is where the document does not have these words.

        Of several such places it is the one nearest to where the value stands in *markdown*, or the first.
        """
        quote = words_of_text(evidence.quote)[:_MOST_WORDS]
        places_found = list(self._find_quote(quote)) if quote and self.places else []
        if not places_found:
            return evidence
        share = 0.0 if evidence.offsets is None else evidence.offsets[0] / len(markdown)
        expected = share * len(self.words) - len(quote) / 2
        best = min(places_found, key=lambda at: abs(at - expected))
        return replace(evidence, page_place=self.places[bisect_right(self.starts, best) - 1])

    def _find_quote(self, quote: Sequence[str]) -> Iterator[int]:
        sequence = tuple(quote)
        rarest = min(range(len(sequence)), key=lambda at: len(self.positions.get(sequence[at], ())))
        for at in self.positions.get(sequence[rarest], ()):
            first = at - rarest
            if first >= 0 and self.words[first : first + len(sequence)] == sequence:
                yield first


def pages_of(document: ParsedDocument | None, spec: ScrapeSpec) -> tuple[Mapping[str, Any], ...] | None:
    """Return the Markdown of each page; None when *spec* does not ask for it."""
    return tuple(map(_page, document.pages)) if document is not None and spec.pdf.pages else None


def blocks_of(document: ParsedDocument | None, spec: ScrapeSpec) -> tuple[Mapping[str, Any], ...] | None:
    """Return the blocks of each page with their places; None when *spec* does not ask for them."""
    return tuple(map(_blocks, document.pages)) if document is not None and spec.pdf.blocks else None


def mark_pages(document: ParsedDocument) -> str:
    """Return *document* as Markdown in which a rule and a comment part its pages."""
    first = (markdown_of(page.html) for page in document.pages[:1])
    others = (f"<!-- page {page.number} -->\n\n{markdown_of(page.html)}".rstrip() for page in document.pages[1:])
    return "\n\n---\n\n".join((*first, *others))


def _page(page: DocumentPage) -> Mapping[str, Any]:
    return {"pageNumber": page.number, "markdown": markdown_of(page.html)}


def _blocks(page: DocumentPage) -> Mapping[str, Any]:
    return {
        "pageNumber": page.number,
        "width": round(page.width, 1),
        "height": round(page.height, 1),
        "status": "needs_ocr" if page.scanned else "ok",
        "items": list(_items(page)),
    }


def _items(page: DocumentPage) -> Iterator[Mapping[str, Any]]:
    page_markdown = markdown_of(page.html)
    end = 0
    for order, block in enumerate(page.blocks):
        content = markdown_of(block.html)
        item: dict[str, Any] = {
            "id": f"p{page.number}-{order}",
            "type": block.kind,
            "content": content,
            "readingOrder": order,
            "source": "text" if page.confidence is None else "ocr",
            "confidence": {} if page.confidence is None else {"ocr": round(page.confidence, 3)},
        }
        if block.corners is not None:
            item["bbox"] = list(block.corners)
        # Where it is in the Markdown of its page.
        if content and (start := page_markdown.find(content, end)) >= 0:
            end = start + len(content)
            item["markdownSpan"] = [start, end]
        yield item


@dataclass(frozen=True, slots=True)
class Reading:
    """A page's content in the forms that were asked for; or *finding*, when it is not the page that was meant.

    *is_page* says that a judged body is HTML, *need* whether it needs a browser; *main_text* is its main content as
    Markdown where that may have to be compared with another copy, "" elsewhere. *compared* is what the page's history
    compares, None where nobody tracks its changes; *understood* has the data for it as its last result. *places* are
    there where evidence of a document was asked for. *fields* are further fields of the document, by name; *played* are
    recordings that the page has only in a player. It *is_cut* where a limit left out the rest of the page, and
    *has_unread_pages* where the words of scans were not recognised. *injections* is what is aimed at language models,
    where the page was checked for it. *terms* is what its markup says about its use, where that matters.
    """

    finding: VerdictFinding | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    markdown: str | None = None
    html: str | None = None
    raw_html: str | None = None
    raw_base64: str | None = None
    links: tuple[str, ...] | None = None
    images: tuple[str, ...] | None = None
    attributes: tuple[Mapping[str, Any], ...] | None = None
    pages: tuple[Mapping[str, Any], ...] | None = None
    blocks: tuple[Mapping[str, Any], ...] | None = None
    places: DocumentPlaces = DocumentPlaces()
    pages_read: int = 0
    pages_total: int = 0
    is_cut: bool = False
    has_unread_pages: bool = False
    understood: Understood | None = None
    warnings: tuple[str, ...] = ()
    is_page: bool = False
    need: Need = Need(Doubt.NONE)
    main_text: str = ""
    compared: str | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    played: tuple[OnlyPlayed, ...] = ()
    injections: tuple[Injection, ...] = ()
    terms: tuple[Statement, ...] = ()


def formats_to_understand(spec: ScrapeSpec) -> tuple[Wanted, ...]:
    """Return the formats of *spec* for which a page has to be understood; the data of changes that are tracked last."""
    tracked = (page_format.data for page_format in spec.formats if isinstance(page_format, ChangeTracking))
    own_formats = (page_format for page_format in spec.formats if isinstance(page_format, Wanted))
    return (*own_formats, *(data for data in tracked if data is not None))


def read(
    page: FetchedPage,
    spec: ScrapeSpec,
    parsed: ParsedDocument | None,
    judged: bool,  # noqa: FBT001
    names: LookedUp | None = None,
) -> Reading:
    """Return the reading of *page* for *spec*; only the finding when *judged* and it is not the page that was meant.

    *names* is what the page's linked scripts look up, None when they have not been read. What can be read is read all
    the same: if nobody gets more, it is what the site has to say.
    Raises Unsupported for a file that cannot be read in a form that was asked for.
    """
    view = PageView(
        _without_archive(page), document=parsed, requested_url=spec.url, names=names, only_visible=spec.safe_mode
    )
    if not judged:
        return _read(view, spec, None)
    if (finding := view.finding) is not None:
        return _read(view, spec, finding) if finding.readable else Reading(finding=finding)
    return _weigh_reading(view, spec)


def _without_archive(page: FetchedPage) -> FetchedPage:
    """Return the page in a web archive, *page* itself where it is none."""
    archived_page = read_archived_page(page.body) if is_web_archive(page.body) else None
    if archived_page is None:
        return page
    body, content_type = archived_page
    return replace(page, body=body, headers={**page.headers, "content-type": content_type}, charset=None)


def _weigh_reading(view: PageView, spec: ScrapeSpec) -> Reading:
    """Return the reading of a page for *spec*, with whether it needs a browser."""
    evidence = view.evidence
    if evidence is None:
        return _read(view, spec, None)
    if view.page.rendered:
        evidence = evidence.after_scripts()
    elif not (evidence.scripted or evidence.signs):
        return replace(_read(view, spec, None), is_page=True)
    selection = Selection.of(spec)
    main = replace(selection, main_only=True, include_tags=(), exclude_tags=())
    if selection == main and any(isinstance(f, Markdown) for f in spec.formats):
        # Its main content is written anyway.
        reading = _read(view, spec, None)
        need, text = need_of(evidence, view.amount(selection)), reading.markdown or ""
    else:
        need, text = need_of(evidence, view.amount(main)), view.markdown(main)
        reading = _read(view, spec, None)
    if view.page.status in GONE and need.doubt is not Doubt.CERTAIN:
        # A script brings no more to it; only an empty page may be one that its site draws all the same.
        need = Need(Doubt.NONE)
    return replace(reading, is_page=True, need=need, main_text=text)


def _read(view: PageView, spec: ScrapeSpec, finding: VerdictFinding | None) -> Reading:
    selection = Selection.of(spec)
    metadata = view.metadata
    forms, warnings = _from_the_whole(view, spec)
    if view.verdict is not None:
        metadata = {**metadata, "pageVerdict": view.verdict.kind}
        warnings = (*warnings, view.verdict.warning) if view.verdict.warning else warnings
    computed_fields = page_fields(view, spec)
    is_checked = spec.safe_mode or spec.check_injection
    forms["injections"] = injections(view.whole, view.source) if is_checked else ()
    forms["terms"] = view.terms if spec.terms.is_read else ()
    warnings = (*warnings, *computed_fields.notices)
    if wanted_formats := formats_to_understand(spec):
        material = view.material(selection)
        forms["understood"] = understood(material, wanted_formats, metadata)
        warnings = (*warnings, *view.notices(selection))
    if any(isinstance(f, Markdown | Html) for f in spec.formats):
        if any(isinstance(f, Html) for f in spec.formats):
            forms["html"] = view.html(selection)
        if any(isinstance(f, Markdown) for f in spec.formats):
            forms["markdown"] = _markdown(view, spec, selection)
        warnings = (*warnings, *view.notices(selection))
    return Reading(
        finding=finding,
        metadata=metadata,
        warnings=tuple(dict.fromkeys(warnings)),
        pages=pages_of(view.document, spec),
        blocks=blocks_of(view.document, spec),
        places=DocumentPlaces.of(view.document if _wants_evidence(spec) else None),
        pages_read=0 if view.document is None else view.document.num_pages,
        pages_total=0 if view.document is None else view.document.total_pages,
        is_cut=view.is_cut,
        has_unread_pages=any(page.scanned for page in view.document.pages) if view.document is not None else False,
        fields=computed_fields.values,
        played=computed_fields.played,
        **forms,
    )


def _wants_evidence(spec: ScrapeSpec) -> bool:
    return any(isinstance(page_format, Json) and page_format.evidence for page_format in spec.formats)


def _from_the_whole(view: PageView, spec: ScrapeSpec) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the forms that need the page as it came, and what could not be done."""
    forms: dict[str, Any] = {}
    notices: tuple[str, ...] = ()
    for page_format in spec.formats:
        match page_format:
            case RawHtml():
                forms["raw_html"] = view.raw_html
            case RawBase64():
                forms["raw_base64"] = _base64(view.page)
            case Links():
                forms["links"] = view.links
            case Images():
                forms["images"] = view.images
            case Attributes(selectors):
                selected = view.attributes(selectors)
                forms["attributes"] = selected.values
                notices = (*notices, *selected.notices)
            case ChangeTracking(rules=rules):
                forms["compared"] = comparable(view, spec, rules)
            case _:
                pass
    return forms, notices


def _markdown(view: PageView, spec: ScrapeSpec, selection: Selection) -> str:
    # With parsing switched off a PDF is handed over as it is (contract: `parsers: []`).
    if view.kind == "pdf" and view.document is None and not spec.pdf.parse:
        return _base64(view.page)
    if view.document is not None and spec.pdf.page_markers:
        return mark_pages(view.document)
    written = view.markdown(selection)
    return clean_up_markdown(written) if spec.clean_only else written


def _base64(page: FetchedPage) -> str:
    return base64.b64encode(page.body).decode("ascii")
