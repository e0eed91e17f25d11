"""Package registries with a public search: npm, crates.io, Packagist and Maven Central. PyPI has none."""

from collections.abc import Mapping
from typing import Any, Final

from gossamer.core.developer import DeveloperHit, DeveloperKind
from gossamer.searchers.developer.listing import Listing, a_page, text_of
from gossamer.searchers.reading import at

_DOC: Final = DeveloperKind.DOC


def _npm(item: Mapping[str, Any]) -> DeveloperHit | None:
    name = at(item, "package.name")
    if not isinstance(name, str):
        return None
    url = at(item, "package.links.npm") or f"https://www.npmjs.com/package/{name}"
    text, terms = text_of(at(item, "package.description")), at(item, "package.license")
    return DeveloperHit(_DOC, f"npm/{name}", url, name, "npm", text=text, license=_license(terms))


def _crate(item: Mapping[str, Any]) -> DeveloperHit | None:
    name = at(item, "id|name")
    if not isinstance(name, str):
        return None
    text = text_of(item.get("description"))
    return DeveloperHit(_DOC, f"crates/{name}", f"https://crates.io/crates/{name}", name, "crates", text=text)


def _packagist(item: Mapping[str, Any]) -> DeveloperHit | None:
    name, url = item.get("name"), item.get("url")
    if not isinstance(name, str) or not isinstance(url, str):
        return None
    return DeveloperHit(_DOC, f"packagist/{name}", url, name, "packagist", text=text_of(item.get("description")))


def _artifact(item: Mapping[str, Any]) -> DeveloperHit | None:
    group, name = item.get("g"), item.get("a")
    if not isinstance(group, str) or not isinstance(name, str):
        return None
    url = f"https://central.sonatype.com/artifact/{group}/{name}"
    version = at(item, "latestVersion|v")
    text = f"{group}:{name}:{version}" if version else ""
    return DeveloperHit(_DOC, f"maven/{group}:{name}", url, f"{group}:{name}", "maven", text=text)


def _license(terms: Any) -> str | None:
    return terms if isinstance(terms, str) else None


PACKAGES: Final[Mapping[str, tuple[Listing, ...]]] = {
    "npm": (Listing("/-/v1/search", _DOC, lambda query: {"text": query.text, "size": a_page(query)}, "objects", _npm),),
    "crates": (
        Listing("/api/v1/crates", _DOC, lambda query: {"q": query.text, "per_page": a_page(query)}, "crates", _crate),
    ),
    "packagist": (
        Listing(
            "/search.json", _DOC, lambda query: {"q": query.text, "per_page": a_page(query)}, "results", _packagist
        ),
    ),
    "maven": (
        Listing(
            "/solrsearch/select",
            _DOC,
            lambda query: {"q": query.text, "rows": a_page(query, 20), "wt": "json"},
            "response.docs",
            _artifact,
        ),
    ),
}
