"""A fetched page and everything derived from it.

Each derived form is computed once, when it is first asked for, from one decode and one parse;
what changes the tree works on a copy of it. Nothing here does I/O or waits, and all of it is
CPU work in the hands of whoever calls.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeVar

import turbohtml

from gossamer.content import plain, tree
from gossamer.content.addresses import Base
from gossamer.content.charset import decode, storable
from gossamer.content.cleaning import Cleaned, Sweep, clean
from gossamer.content.cleaning.frames import absolute_html
from gossamer.content.documents.model import ParsedDocument
from gossamer.content.dynamic import Evidence, LookedUp
from gossamer.content.images import images
from gossamer.content.injection.characters import without_invisible
from gossamer.content.json_pages import json_page
from gossamer.content.links import links
from gossamer.content.main_content import MainContent, isolate
from gossamer.content.main_content.explanation import explain
from gossamer.content.markdown import whole_markdown
from gossamer.content.media_type import Kind, kind_of
from gossamer.content.metadata import metadata
from gossamer.content.page import scan, visible
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.paragraphs import tree_of
from gossamer.content.terms.markup import read_markup_statements
from gossamer.content.terms.readers import Statement
from gossamer.content.values.placeholders import is_placeholder
from gossamer.content.verdicts import PLENTY, Signs, VerdictFinding, recognise
from gossamer.core.errors import Unsupported
from gossamer.core.explanations import Region
from gossamer.core.formats import AttributeSelector
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import ScrapeSpec

_T = TypeVar("_T")
_PAGES: Final[frozenset[Kind]] = frozenset({"html", "markdown"})
_WRITTEN: Final[frozenset[Kind]] = frozenset({"json", "text", "xml", "drawing"})
_UNREAD: Final[Mapping[Kind, str]] = {
    "office": "The document was not parsed.",
    "media": "Audio and video are not read; documents, HTML, XML, JSON and text are.",
    "binary": "This file type is not read; documents, HTML, XML, JSON and text are.",
    "pdf": "The PDF was not parsed.",
}
_MAX_TITLE: Final = 500
_NOTHING: Final = "Nothing on the page is likely to be main content; `onlyMainContent: false` gives all of its text."
_MAX_VALUES: Final = 100_000
_NO_VALUES: Final = (
    "attributes: no element that {!r} matches has the attribute {!r}. Attributes are those of the markup; for texts "
    "ask for `markdown` or `json`."
)
# Shorter ones are notices; a longer one is the page for those who have no script.
_SUBSTANTIAL: Final = 600


@dataclass(frozen=True, slots=True)
class SelectedAttributes:
    """One entry per selector asked for, under wire names, and a sentence for each that cannot be read."""

    values: tuple[Mapping[str, Any], ...]
    notices: tuple[str, ...] = ()


def attributes(document: turbohtml.Node, selectors: Iterable[AttributeSelector]) -> SelectedAttributes:
    """Return the values in document order, as they are written; an element without the attribute gives none."""
    entries: list[Mapping[str, Any]] = []
    notices: list[str] = []
    for selector in selectors:
        try:
            elements = document.select(selector.selector)
        except ValueError:
            elements = []
            notices.append(f"attributes: the selector {selector.selector!r} cannot be read and matched nothing.")
        attribute_values = (element.attr(selector.attribute.lower()) for element in elements[:_MAX_VALUES])
        values = [storable(value) for value in attribute_values if value is not None]
        if elements and not values:
            notices.append(_NO_VALUES.format(selector.selector, selector.attribute))
        entries.append({"selector": selector.selector, "attribute": selector.attribute, "values": values})
    return SelectedAttributes(tuple(entries), tuple(notices))


@dataclass(frozen=True, slots=True)
class Selection:
    """Which part of a page is wanted."""

    main_only: bool = True
    include_tags: tuple[str, ...] = ()
    exclude_tags: tuple[str, ...] = ()
    remove_base64_images: bool = True
    block_ads: bool = False

    @classmethod
    def of(cls, spec: ScrapeSpec) -> "Selection":
        """Return the content that *spec* asks for."""
        return cls(spec.main_only, spec.include_tags, spec.exclude_tags, spec.remove_base64_images, spec.block_ads)


class _Selected:
    """The selected part of a page that is *cleaned*; *main* is its main content, if that is selected."""

    def __init__(self, cleaned: Cleaned, main: MainContent | None) -> None:
        self.cleaned = cleaned
        self.main = main

    @property
    def html(self) -> str:
        """Return the selected part as it is written."""
        return self.cleaned.html if self.main is None else self.main.html

    @property
    def node(self) -> turbohtml.Node:
        """Return the selected part as a tree."""
        return self.cleaned.document if self.main is None else self.main.node

    @property
    def notices(self) -> tuple[str, ...]:
        """Return sentences about what could not be done."""
        body = self.cleaned.document.find("body") if self.main is not None and self.main.is_empty else None
        # A page without any text says so itself.
        is_missed = body is not None and bool(body.text.strip())
        return (*self.cleaned.notices, _NOTHING) if is_missed else self.cleaned.notices

    def markdown(self, base: Base, *, remove_base64_images: bool) -> str:
        """Return the selected part as Markdown."""
        if self.main is None:
            return whole_markdown(self.cleaned.scan, base, remove_base64_images=remove_base64_images)
        return self.main.markdown(base, remove_base64_images=remove_base64_images)


class PageView:
    """One page, read in whatever form is asked for.

    *document* is what a reader of documents made of the body, for files that are no page.
    *requested_url* is where the visit began, if that is not where it ended. *names* is what the page's linked scripts
    look up, None when they have not been read. With *only_visible* characters that nobody sees are left out.
    """

    def __init__(
        self,
        page: FetchedPage,
        *,
        document: ParsedDocument | None = None,
        requested_url: str = "",
        names: LookedUp | None = None,
        only_visible: bool = False,
    ) -> None:
        self.page = page
        self._only_visible = only_visible
        self.document = document
        self._requested_url = requested_url or page.url
        self._names = names
        self._derived: dict[tuple[str, Selection], Any] = {}

    @cached_property
    def kind(self) -> Kind:
        """Return the true type of the body, whatever its label says."""
        if self.page.rendered:
            return "drawing" if self.page.media_type == "image/svg+xml" else "html"
        return kind_of(self.page.body, self.page.media_type, self.page.url)

    @property
    def _is_tree(self) -> bool:
        """Return whether there is HTML to be parsed: of a page, or of a document that was read."""
        return self.kind in _PAGES or self.document is not None

    @cached_property
    def text(self) -> str:
        """Return the body as text, a document as HTML; empty for a body that is neither."""
        return without_invisible(self.source) if self._only_visible else self.source

    @cached_property
    def source(self) -> str:
        """Return the text with whatever nobody sees of it."""
        if self.document is not None:
            return self.document.html
        if self.kind not in _WRITTEN | _PAGES:
            return ""
        page = self.page
        return decode(page.body, content_type=page.content_type, charset=page.charset, url=page.url)

    @property
    def whole(self) -> turbohtml.Document:
        """Return the page as it came, to be read and not changed; without elements for a body that has none."""
        if self._is_tree:
            return self._parsed.document
        return turbohtml.parse(self.text if self.kind == "xml" else "")

    @property
    def base(self) -> Base:
        """Return the base of the page's relative addresses."""
        return self._base if self._is_tree else Base(self.page.url)

    @property
    def raw_html(self) -> str:
        """Return the body as it was served, or as the browser left it."""
        return storable(self.text)

    @cached_property
    def links(self) -> tuple[str, ...]:
        """Return the links of the page."""
        if self._is_tree:
            return _storable(links(self._scan, self._base))
        return self._reading.links if self.kind in _WRITTEN else ()

    @cached_property
    def images(self) -> tuple[str, ...]:
        """Return the addresses of the page's images; of an image, its own."""
        if self.kind in {"image", "drawing"}:
            return (self.page.url,)
        return _storable(images(self._scan, self._base)) if self._is_tree else ()

    @cached_property
    def metadata(self) -> Mapping[str, Any]:
        """Return the page's own metadata, under wire names."""
        if self.document is not None:
            return {"title": self._first_heading, **_drop_own_properties(self.document.metadata)}
        if self.kind in _PAGES:
            page_metadata = metadata(self._scan, self._base)
            if "language" not in page_metadata and (language := self.page.headers.get("content-language")):
                page_metadata["language"] = storable(language.split(",")[0].strip())
            return page_metadata
        return _present(title=self._reading.title) if self.kind in _WRITTEN else {}

    @property
    def terms(self) -> tuple[Statement, ...]:
        """Return what the page's markup says about its use."""
        return tuple(read_markup_statements(self._scan, self._base)) if self.kind == "html" else ()

    def attributes(self, selectors: tuple[AttributeSelector, ...]) -> SelectedAttributes:
        """Return the values that *selectors* name."""
        document = self._parsed.document if self._is_tree else turbohtml.parse("")
        return attributes(document, selectors)

    def markdown(self, selection: Selection) -> str:
        """Return the selected part as Markdown; Unsupported for a body that cannot be read."""
        return self._once("markdown", selection, self._markdown)

    def html(self, selection: Selection) -> str:
        """Return the selected part as cleaned HTML with absolute addresses; Unsupported as for `markdown`."""
        return self._once("html", selection, self._html)

    def material(self, selection: Selection) -> PageMaterial:
        """Return the input of extraction: the page as it came, and the selected part; Unsupported as for `markdown`."""
        text = self.markdown(selection)
        if not self._is_tree:
            laid_out = self.kind == "json"
            document_tree = json_page(self.text) if laid_out else tree_of(text, title=self.metadata.get("title") or "")
            return PageMaterial(document_tree, document_tree, Base(self.page.url), self.page.url, text)
        return PageMaterial(
            self._parsed.document, self._select_elements(selection).node, self._base, self.page.url, text
        )

    def notices(self, selection: Selection) -> tuple[str, ...]:
        """Return sentences about what could not be done as asked."""
        if not self._is_tree:
            return ()
        cut = ("The page was too large and was cut short.",) if self._parsed.truncated else ()
        document_warnings = () if self.document is None else self.document.warnings
        return self._select_elements(selection).notices + cut + document_warnings

    @property
    def is_cut(self) -> bool:
        """Return whether a limit left out the rest of the page."""
        if self.document is not None and self.document.truncated:
            return True
        return self._is_tree and self._parsed.truncated

    @property
    def _first_heading(self) -> str | None:
        """Return the first heading of a document without a title."""
        heading = self._parsed.document.select_one("h1, h2")
        return storable(heading.text.strip())[:_MAX_TITLE] if heading is not None else None

    @property
    def finding(self) -> VerdictFinding | None:
        """Return the finding before the page, or None when stronger means bring no other page."""
        return self.verdict if self.verdict is not None and self.verdict.barred else None

    @cached_property
    def verdict(self) -> VerdictFinding | None:
        """Return the verdict on a substitute for the page, or None when this is the page."""
        if self.kind not in _PAGES or self.document is not None:
            return None
        return recognise(
            Signs(
                page=self.page,
                html=self.text,
                document=self._parsed.document,
                words=self._words,
                frame=tuple(visible.read_text(self._scan, part, PLENTY) for part in self._frame),
                requested_url=self._requested_url,
            )
        )

    @cached_property
    def evidence(self) -> Evidence | None:
        """Return the signs in the HTML of content that scripts bring; None for a body that is no page."""
        if self.kind != "html" or self.document is not None:
            return None
        refresh = self.page.headers.get("refresh", "")
        return Evidence.of(self._scan, self._words, self.page.url, self._names, refresh)

    def amount(self, selection: Selection) -> float:
        """Return the expected number of characters of main content; *selection* takes that alone."""
        main = self._select_elements(selection).main
        return 0.0 if main is None else main.amount

    @cached_property
    def _words(self) -> str:
        return words(self._scan, enough=PLENTY)

    @property
    def _frame(self) -> list[int]:
        return [] if len(self._words) >= PLENTY else self._scan.elements("header", "nav", "footer")

    @cached_property
    def _parsed(self) -> tree.Parsed:
        if self.kind != "markdown":
            return tree.parse(self.text, self.page.url)
        from gossamer.content.markdown_pages import page_of_markdown  # noqa: PLC0415 - few pages are Markdown

        return tree.parse(page_of_markdown(self.text), self.page.url)

    @cached_property
    def _scan(self) -> scan.Scan:
        return scan.Scan(self._parsed.document.html)

    @cached_property
    def _base(self) -> Base:
        return Base(self._parsed.base_url)

    @cached_property
    def _reading(self) -> plain.Reading:
        match self.kind:
            case "json":
                return plain.read_json(self.text)
            case "drawing":
                return plain.read_drawing(self.text)
            case "xml":
                return plain.read_xml(self.text, Base(self.page.url))
            case _:
                return plain.read_text(self.text, self.page.media_type)

    def _once(self, form: str, selection: Selection, make: Callable[[Selection], _T]) -> _T:
        key = (form, selection)
        if key not in self._derived:
            self._derived[key] = make(selection)
        derived_value: _T = self._derived[key]
        return derived_value

    def regions(self, selection: Selection) -> tuple[Region, ...]:
        """Return the parts of the page with whether *selection* keeps them; none for a body without HTML."""
        if not self._is_tree:
            return ()
        selected = self._select_elements(selection)
        return explain(selected.cleaned, selected.main)

    def _select_elements(self, selection: Selection) -> _Selected:
        return self._once("selected", selection, self._select)

    def _select(self, selection: Selection) -> _Selected:
        sweep = Sweep(selection.include_tags, selection.exclude_tags, selection.block_ads)
        cleaned = clean(self._parsed.document, self._base, sweep, self._scan)
        # A caller who names elements has said what the content is; all of a document or of Markdown is content.
        is_named = any(map(str.strip, selection.include_tags))
        is_whole = not selection.main_only or is_named or self.document is not None or self.kind == "markdown"
        return _Selected(cleaned, None if is_whole else isolate(cleaned.scan))

    def _markdown(self, selection: Selection) -> str:
        self._refuse_unread()
        if not self._is_tree:
            return self._reading.markdown if self.kind in _WRITTEN else ""
        return self._select_elements(selection).markdown(
            self._base, remove_base64_images=selection.remove_base64_images
        )

    def _html(self, selection: Selection) -> str:
        self._refuse_unread()
        if not self._is_tree:
            return self.raw_html
        return storable(absolute_html(self._select_elements(selection).html, self._base))

    def _refuse_unread(self) -> None:
        if self.document is None and self.kind in _UNREAD:
            raise Unsupported(_UNREAD[self.kind])


def _storable(addresses: tuple[str, ...]) -> tuple[str, ...]:
    # One look at all of them; hardly ever must any be mended.
    together = "\n".join(addresses)
    return addresses if storable(together) is together else tuple(map(storable, addresses))


def _present(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _drop_own_properties(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return *properties* of a document without what its program writes where the author wrote nothing."""
    return {name: value for name, value in properties.items() if not (isinstance(value, str) and is_placeholder(value))}


def words(page: scan.Scan, *, enough: int) -> str:
    """Return the visible text of *page* without notices for those who have no script; little more than *enough*."""
    shown = [visible.read_text(page, number, enough) for number in page.elements("body")[:1]]
    if shown and len(shown[0]) < enough:
        inside = [visible.read_text(page, number, enough) for number in page.elements("noscript")]
        shown += [text for text in inside if len(text) > _SUBSTANTIAL]
    return " ".join(shown)
