"""Filters that a provider lacks, applied to its results."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, time
from urllib.parse import urlsplit

from gossamer.core.searches import Freshness, Hit, SearchQuery, Terms
from gossamer.core.urls import host_of
from gossamer.searchers.service import Can


def narrow_hits(hits: Iterable[Hit], query: SearchQuery, can: Can) -> tuple[Hit, ...]:
    """Return the *hits* that *query* asks for, in their order.

    Domains and dates are looked at in any case, since they can be told. A date that a provider was asked for and did
    not show is trusted; where it could not be asked for, a hit without one is none.
    """
    rules = [*_rules_of_domains(query), *_rules_of_dates(query.freshness, can)]
    if Can.OPERATORS not in can:
        rules.extend(_rules_of_terms(query.terms))
    return tuple(hit for hit in hits if all(rule(hit) for rule in rules))


def _rules_of_domains(query: SearchQuery) -> Iterator[Callable[[Hit], bool]]:
    if query.include_domains:
        yield lambda hit: any(_within(hit.url, place) for place in query.include_domains)
    if query.terms.sites:
        yield lambda hit: any(_within(hit.url, place) for place in query.terms.sites)
    if barred := (*query.exclude_domains, *query.terms.excluded_sites):
        yield lambda hit: not any(_within(hit.url, place) for place in barred)


def _within(url: str, place: str) -> bool:
    """Return whether *url* is at *place*: a host with its subdomains, maybe with the beginning of a path."""
    domain, slash, path = place.partition("/")
    host = host_of(url)
    if host != domain and not host.endswith(f".{domain}"):
        return False
    return not slash or urlsplit(url).path.startswith(f"/{path}")


def _rules_of_dates(freshness: Freshness, can: Can) -> Iterator[Callable[[Hit], bool]]:
    undated = Can.DATES in can
    if (since := freshness.since) is not None:
        yield lambda hit: undated if hit.published is None else hit.published >= _as_exact(since, hit.published)
    if (until := freshness.until) is not None:
        yield lambda hit: undated if hit.published is None else hit.published <= until


def _as_exact(since: datetime, published: datetime) -> datetime:
    """Return *since* as exact as *published* is: a day without a time is read as its midnight."""
    whole_day = published.time() == time()
    return since.astimezone(published.tzinfo).replace(hour=0, minute=0, second=0, microsecond=0) if whole_day else since


def _rules_of_terms(terms: Terms) -> Iterator[Callable[[Hit], bool]]:
    if terms.excluded:
        yield lambda hit: not any(_says(f"{hit.title} {hit.description}", word) for word in terms.excluded)
    if terms.in_title:
        yield lambda hit: all(_says(hit.title, word) for word in terms.in_title)
    if terms.in_url:
        yield lambda hit: all(word.lower() in hit.url.lower() for word in terms.in_url)
    if terms.file_types:
        yield lambda hit: any(_path(hit).endswith(f".{kind.lower()}") for kind in terms.file_types)


def _says(text: str, words: str) -> bool:
    """Return whether *words* stand in *text* as whole words."""
    letters = "".join(sign if sign.isalnum() else " " for sign in f" {text} ".casefold())
    sought = "".join(sign if sign.isalnum() else " " for sign in words.casefold())
    return f" {' '.join(sought.split())} " in f" {' '.join(letters.split())} "


def _path(hit: Hit) -> str:
    return urlsplit(hit.url).path.lower()
