"""The layout of an llms.txt (llmstxt.org): a title, a summary, and links in sections."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from gossamer.content.text.markdown_lines import LINK, address_of, read_paragraphs
from gossamer.core.documents import Document
from gossamer.core.urls import without_credentials
from gossamer.features.llmstxt.selection import optional_of

_MOST_DESCRIPTION: Final = 200
_MOST_TITLE: Final = 120
_FEW: Final = 2
_REST: Final = "Pages"
# The section of the format that readers skip where they have little room.
_OPTIONAL: Final = "Optional"
_MARKS: Final = " |-\u2013\u2014\u00b7\u2022:\u00bb\u00ab/\u2039\u203a"
_BETWEEN: Final = re.compile(r"\s+[-|\u2013\u2014\u00b7\u2022:\u00bb\u00ab/\u2039\u203a]+\s+|\s*\|\s*|:\s+")
_SPACES: Final = re.compile(r"[-_+\s]+")


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A page of the site."""

    url: str
    title: str
    description: str
    markdown: str

    @classmethod
    def of(cls, document: Document) -> "ListedPage":
        """Return the entry of *document* in the list."""
        metadata = document.metadata
        url = without_credentials(str(metadata.get("url") or metadata.get("sourceURL") or ""))
        markdown = document.markdown or ""
        title = _text(metadata, "title") or _name_of(url)
        description = _text(metadata, "description") or _first_paragraph(markdown)
        return cls(url, _short(title, _MOST_TITLE), _short(description, _MOST_DESCRIPTION), markdown)


def llmstxt_of(site: str, pages: Sequence[ListedPage]) -> str:
    """Return the llms.txt of *site*: folders of the site are its sections; what can be left out is in the last one."""
    name, others = without_site_name(pages)
    parts = _head(
        site, name, next((page for page in pages if _folder(page.url) == "" and _is_home(page.url, site)), None)
    )
    pages, minor = others, optional_of([page.url for page in others])
    sections = [*_sections([page for page in pages if page.url not in minor])]
    sections.append((_OPTIONAL, [page for page in pages if page.url in minor]))
    for section, listed in sections:
        parts += [f"## {section}", "", *(_line(page) for page in listed), ""] if listed else []
    return "\n".join(parts).rstrip() + "\n"


def _head(site: str, name: str, home: ListedPage | None) -> list[str]:
    """Return the lines that name and describe the *site*."""
    title = name or (home.title if home is not None else urlsplit(site).netloc)
    description = home.description if home is not None else ""
    return [f"# {title}", "", *([f"> {description}", ""] if description else [])]


def without_site_name(pages: Sequence[ListedPage]) -> tuple[str, list[ListedPage]]:
    """Return the words that most titles begin or end with, as sites have their name there, and the pages without it."""
    parts = [_BETWEEN.split(page.title) for page in pages]
    ends = Counter(end for named in parts if len(named) > 1 for end in {named[0], named[-1]})
    name, count = max(ends.items(), key=lambda end: (end[1], len(end[0])), default=("", 0))
    if count < max(_FEW, len(pages) / 2):
        return "", list(pages)
    return name, [replace(page, title=_without(page.title, name)) for page in pages]


def _without(title: str, name: str) -> str:
    """Return *title* without the *name* at its beginning or end, and without what parts them; never nothing."""
    pieces = _BETWEEN.split(title)
    if len(pieces) > 1 and pieces[-1] == name:
        return title[: title.rindex(name)].rstrip(_MARKS)
    if len(pieces) > 1 and pieces[0] == name:
        return title[len(name) :].lstrip(_MARKS)
    return title


def full_text_of(site: str, pages: Sequence[ListedPage]) -> str:
    """Return the text of the pages one after another, under the addresses that it is from."""
    _, pages = without_site_name(pages)
    texts = (f"# {page.title}\n\nSource: {page.url}\n\n{page.markdown.strip()}\n" for page in pages)
    return "\n---\n\n".join(texts) or f"# {urlsplit(site).netloc}\n"


def links_in(text: str) -> list[str]:
    """Return the addresses that a site's own llms.txt links to, each once."""
    links = (address_of(link) for link in LINK.finditer(text) if not link[0].startswith("!"))
    return list(dict.fromkeys(url for url in links if url.startswith(("http://", "https://", "/"))))


def is_llmstxt(text: str) -> bool:
    """Return whether *text* is an llms.txt: Markdown that begins with a title and has a link."""
    return text.lstrip("\ufeff \n\r\t").startswith("# ") and bool(links_in(text))


def _sections(pages: Sequence[ListedPage]) -> Iterator[tuple[str, list[ListedPage]]]:
    """Yield sections with their pages; folders with few pages share one."""
    folders: dict[str, list[ListedPage]] = {}
    for page in pages:
        folders.setdefault(_folder(page.url), []).append(page)
    small = {name for name, listed in folders.items() if name and len(listed) < _FEW}
    rest = [page for page in pages if _folder(page.url) in small | {""}]
    if rest:
        yield _REST, rest
    for name, listed in folders.items():
        if name and name not in small:
            yield _SPACES.sub(" ", name).strip().capitalize(), listed


def _line(page: ListedPage) -> str:
    title = page.title.replace("[", "(").replace("]", ")")
    return f"- [{title}]({page.url})" + (f": {page.description}" if page.description else "")


def _folder(url: str) -> str:
    segments = [segment for segment in urlsplit(url).path.split("/") if segment]
    return unquote(segments[0]) if len(segments) > 1 else ""


def _is_home(url: str, site: str) -> bool:
    return urlsplit(url).path.rstrip("/") in {"", urlsplit(site).path.rstrip("/")}


def _name_of(url: str) -> str:
    parts = urlsplit(url)
    return _SPACES.sub(" ", unquote(parts.path.rstrip("/").rpartition("/")[2])).strip().capitalize() or parts.netloc


def _first_paragraph(markdown: str) -> str:
    for lines in read_paragraphs(markdown):
        text = " ".join(line.text for line in lines)
        if all(line.kind == "text" for line in lines) and len(text.split()) > _FEW:
            return text
    return ""


def _text(metadata: Mapping[str, Any], name: str) -> str:
    value = metadata.get(name)
    return value if isinstance(value, str) else ""


def _short(text: str, most: int) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= most else f"{plain[: most - 1].rsplit(' ', 1)[0]}…"
