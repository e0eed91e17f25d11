"""Documentation and questions: MDN (https://developer.mozilla.org) and Stack Overflow (https://api.stackexchange.com)."""

import html
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urljoin

from gossamer.core.developer import DeveloperHit, DeveloperKind
from gossamer.searchers.developer.listing import Listing, a_page, text_of
from gossamer.searchers.reading import plain_text

_DOC: Final = DeveloperKind.DOC
_MDN: Final = "https://developer.mozilla.org"
_LONGEST: Final = 2_000


def _question(item: Mapping[str, Any]) -> DeveloperHit | None:
    url, number = item.get("link"), item.get("question_id")
    if not isinstance(url, str) or not isinstance(number, int):
        return None
    # Paragraphs stay apart, so that passages can be taken of them.
    body = text_of(item.get("body")).replace("</p>", "\n\n").replace("</pre>", "\n\n")
    text = "\n\n".join(plain_text(part, longest=_LONGEST) for part in body.split("\n\n"))
    title = html.unescape(str(item.get("title") or ""))
    return DeveloperHit(_DOC, f"stackoverflow/{number}", url, title, "stackexchange", text=text)


def _mdn_page(item: Mapping[str, Any]) -> DeveloperHit | None:
    path = item.get("mdn_url")
    if not isinstance(path, str):
        return None
    title, text = plain_text(item.get("title"), longest=500), plain_text(item.get("summary"), longest=_LONGEST)
    return DeveloperHit(_DOC, f"mdn{path}", urljoin(_MDN, path), title, "mdn", text=text)


DOCUMENTATION: Final[Mapping[str, tuple[Listing, ...]]] = {
    "mdn": (
        Listing(
            "/api/v1/search",
            _DOC,
            lambda query: {"q": query.text, "locale": "en-US", "size": a_page(query)},
            "documents",
            _mdn_page,
        ),
    ),
    "stackexchange": (
        Listing(
            "/2.3/search/advanced",
            _DOC,
            lambda query: {
                "q": query.text,
                "site": "stackoverflow",
                "order": "desc",
                "sort": "relevance",
                "filter": "withbody",
                "pagesize": a_page(query),
            },
            "items",
            _question,
        ),
    ),
}
