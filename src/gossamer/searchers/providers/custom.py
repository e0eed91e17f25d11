"""Any search that is asked by HTTP and answers in JSON, described by the operator."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from dataclasses import fields as fields_of
from typing import Any, Final
from urllib.parse import quote

from gossamer.core.searches import SearchQuery, Source
from gossamer.net.apis import ApiRequest
from gossamer.searchers.json_service import JsonService, Shelf
from gossamer.searchers.reading import HitFields, is_null
from gossamer.searchers.service import SearchTurn, Service

_A_PAGE: Final = 10
_MOST: Final = 100
_PAGED: Final = ("{page}", "{offset}")


def custom(url: str, *, headers: str = "", body: str = "", results: str = "", fields: str = "") -> Service:
    """Return the search at *url*, in which `{query}` stands for what is looked for.

    `{limit}`, `{page}` (from 1), `{offset}`, `{country}` and `{language}` may stand there too, and in *body*, JSON
    that is posted. *headers* are a JSON object. *results* is the path of the list in the answer and *fields* say what
    the parts of a result are called: `url=link,title=name`. Raises ValueError for what cannot be read.
    """
    sent = json.loads(body) if body else None
    if "{query}" not in url + body:
        raise ValueError("`{query}` has to stand in the address or in the body.")
    paged = any(sign in url + body for sign in _PAGED)
    shelf = Shelf(
        url, results, _fields(fields), per_page=_A_PAGE if paged else _MOST, pages=_MOST // _A_PAGE if paged else 1
    )
    return _Templated("custom", {Source.WEB: shelf}, _values, headers=_headers(headers), template=sent)


@dataclass(frozen=True, slots=True)
class _Templated(JsonService):
    """A JsonService whose parameters are put where their names stand."""

    template: Any = field(default=None, repr=False)

    def request(self, query: SearchQuery, turn: SearchTurn) -> ApiRequest:
        """Return the request for a page of results."""
        values = self.ask(query, turn)
        url = _fill_text(self.shelves[query.source].url, values, lambda text: quote(text, safe=""))
        return ApiRequest(url, headers=self.headers, body=_fill_template(self.template, values))

    def _has_none(self, payload: Mapping[str, Any], shelf: Shelf) -> bool:
        """Return whether there are no results where they would be: some services write null for an empty list."""
        return is_null(payload, shelf.results)


def _values(query: SearchQuery, turn: SearchTurn) -> Mapping[str, Any]:
    return {
        "query": query.text,
        "limit": min(query.limit, _MOST),
        "page": turn.page + 1,
        "offset": _A_PAGE * turn.page,
        "country": query.country or "",
        "language": query.language or "",
    }


def _fill_text(text: str, values: Mapping[str, Any], written: Callable[[str], str] = str) -> str:
    """Return *text* with its names replaced, in one pass: what a caller looks for may look like a name."""
    parts = text.split("{")
    done = [parts[0]]
    for part in parts[1:]:
        name, closed, rest = part.partition("}")
        done.append(written(str(values[name])) + rest if closed and name in values else "{" + part)
    return "".join(done)


def _fill_template(template: Any, values: Mapping[str, Any]) -> Any:
    """Return *template* with the names in its texts replaced; a text that is one name becomes the value itself."""
    match template:
        case dict():
            return {name: _fill_template(value, values) for name, value in template.items()}
        case list():
            return [_fill_template(value, values) for value in template]
        case str() if template[:1] == "{" and template[1:-1] in values:
            return values[template[1:-1]]
        case str():
            return _fill_text(template, values)
    return template


def _headers(text: str) -> Mapping[str, str]:
    read = json.loads(text) if text else {}
    if not isinstance(read, dict) or not all(isinstance(value, str) for value in read.values()):
        # Without the text: it holds a key.
        raise ValueError("The headers are no JSON object of texts.")
    return read


def _fields(text: str) -> HitFields:
    pairs = [pair.partition("=") for pair in text.split(",") if pair.strip()]
    names = {hit_field.name for hit_field in fields_of(HitFields)}
    if strange := [name.strip() for name, _, _ in pairs if name.strip() not in names]:
        raise ValueError(f"{strange[0]!r} is no part of a result; parts are {', '.join(sorted(names))}.")
    return HitFields(**{name.strip(): path.strip() for name, _, path in pairs})
