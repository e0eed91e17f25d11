"""A query in the syntax of a provider."""

from dataclasses import replace

from gossamer.core.searches import SearchQuery
from gossamer.searchers.service import Can


def worded(query: SearchQuery, can: Can, longest: int) -> SearchQuery:
    """Return *query* with the text to send, and with the domains to send beside it.

    Who knows operators gets them all in the text. Others get words and phrases, and who has parameters for domains
    gets the sites of the text there. A text that is longer than *longest* characters loses first the domains that
    were not written in it, then its end.
    """
    if Can.OPERATORS in can:
        return replace(query, text=_with_operators(query, longest, domains=Can.DOMAINS not in can))
    plain = replace(query, text=_cut(_plain(query), longest))
    if Can.DOMAINS not in can:
        return plain
    terms = query.terms
    return replace(
        plain,
        include_domains=_hosts(*query.include_domains, *terms.sites),
        # A host is not excluded for one of its paths.
        exclude_domains=_hosts(*query.exclude_domains, *(site for site in terms.excluded_sites if "/" not in site)),
    )


def _hosts(*places: str) -> tuple[str, ...]:
    """Return the hosts of *places*, each once; which path was meant is looked at in the results."""
    return tuple(dict.fromkeys(place.partition("/")[0] for place in places))


def _with_operators(query: SearchQuery, longest: int, *, domains: bool) -> str:
    if not domains:
        return _cut(query.text, longest)
    wanted = " OR ".join(f"site:{domain}" for domain in query.include_domains)
    sites = f"({wanted})" if len(query.include_domains) > 1 else wanted
    text = " ".join(filter(None, (query.text, sites, *(f"-site:{domain}" for domain in query.exclude_domains))))
    return text if len(text) <= longest else _cut(query.text, longest)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[:longest].rpartition(" ")[0] or text[:longest]


def _plain(query: SearchQuery) -> str:
    """Return the query without operators; its whole text when it is nothing but operators."""
    terms = query.terms
    alternatives = (word for group in terms.any_of for word in group)
    parts = [*terms.words, *(f'"{phrase}"' for phrase in terms.phrases), *alternatives, *terms.in_title]
    return " ".join(parts) or query.text
