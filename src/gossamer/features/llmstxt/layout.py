"""The layout of an llms.txt (llmstxt.org): a title, a summary, and links in sections."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from gossamer.core.documents import Document
from gossamer.core.urls import without_credentials

_MOST_DESCRIPTION: Final = 200
_MOST_TITLE: Final = 120
_FEW: Final = 2
_REST: Final = "Pages"
_LINK: Final = re.compile(r"\[[^\]\n]{1,300}\]\((https?://[^)\s]{1,2000}|/[^)\s]{0,2000})[^)]*\)")
_MARKUP: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|[*_`#>|]")
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
        """Return how *document* is listed."""
        metadata = document.metadata
        url = without_credentials(str(metadata.get("url") or metadata.get("sourceURL") or ""))
        markdown = document.markdown or ""
        title = _text(metadata, "title") or _name_of(url)
        description = _text(metadata, "description") or _first_paragraph(markdown)
        return cls(url, _short(title, _MOST_TITLE), _short(description, _MOST_DESCRIPTION), markdown)


def llmstxt_of(site: str, pages: Sequence[ListedPage]) -> str:
    """Return the llms.txt of *site*: the start page names it, folders of the site are its sections."""
    home = next((page for page in pages if _folder(page.url) == "" and _is_home(page.url, site)), None)
    title = home.title if home is not None else urlsplit(site).netloc
    parts = [f"# {title}", ""]
    if home is not None and home.description:
        parts += [f"> {home.description}", ""]
    for name, listed in _sections(pages):
        parts += [f"## {name}", "", *(_line(page) for page in listed), ""]
    return "\n".join(parts).rstrip() + "\n"


def full_text_of(site: str, pages: Sequence[ListedPage]) -> str:
    """Return the text of the pages one after another, under the addresses that it is from."""
    texts = (f"# {page.title}\n\nSource: {page.url}\n\n{page.markdown.strip()}\n" for page in pages)
    return "\n---\n\n".join(texts) or f"# {urlsplit(site).netloc}\n"


def links_in(own: str) -> list[str]:
    """Return the addresses that a site's own llms.txt links to, each once."""
    return list(dict.fromkeys(match.group(1) for match in _LINK.finditer(own)))


def is_llmstxt(text: str) -> bool:
    """Return whether *text* is an llms.txt: Markdown that begins with a title and has a link."""
    return text.lstrip("\ufeff \n\r\t").startswith("# ") and _LINK.search(text) is not None


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
    for block in markdown.split("\n\n"):
        text = _MARKUP.sub(lambda found: found.group(1) or "", block).strip()
        if not block.lstrip().startswith(("#", "|", "!", "-", "*")) and len(text.split()) > _FEW:
            return text
    return ""


def _text(metadata: Mapping[str, Any], name: str) -> str:
    found = metadata.get(name)
    return found if isinstance(found, str) else ""


def _short(text: str, most: int) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= most else f"{plain[: most - 1].rsplit(' ', 1)[0]}…"
