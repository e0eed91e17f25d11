"""The plan of an index query: folded words, each present in stored pages or missing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, TypeAlias

from gossamer.core.searches import SearchQuery, Source
from gossamer.core.word_folding import normal, words

# Words in order, as they stand in a page.
Piece: TypeAlias = tuple[str, ...]

# Nobody types more, but a page of copied text could: the database would look for each.
_MOST_PIECES: Final = 24


@dataclass(frozen=True, slots=True)
class IndexQuery:
    """A query as an index sees it. *wanted* pieces count, *needed* must be there: one of each group.

    *scopes* are marks of pages one of which must be there, of each group; *outside* marks that must not.
    """

    team: str
    wanted: tuple[Piece, ...] = ()
    needed: tuple[tuple[Piece, ...], ...] = ()
    in_title: tuple[Piece, ...] = ()
    in_url: tuple[Piece, ...] = ()
    excluded: tuple[Piece, ...] = ()
    scopes: tuple[tuple[str, ...], ...] = ()
    outside: tuple[str, ...] = ()
    # The caller's words beside those, for who looks at texts.
    news: bool = False

    @property
    def scored(self) -> tuple[Piece, ...]:
        """Return all pieces that a page is liked for."""
        return (*self.wanted, *(piece for group in self.needed for piece in group), *self.in_title, *self.in_url)

    @property
    def is_empty(self) -> bool:
        """Return whether it asks for nothing but to be left alone."""
        return not self.scored and not self.scopes


def plan_of(query: SearchQuery, team_id: str) -> IndexQuery:
    """Return the plan for *query* of a team."""
    terms = query.terms
    sites = [site.partition("/")[0].partition(":")[0] for site in terms.sites]
    scopes = [
        tuple(map(site_mark, sites)),
        tuple(map(site_mark, query.include_domains)),
        tuple(map(file_mark, terms.file_types)),
    ]
    # A site with a port or a path leaves out less than the host.
    outside = [site for site in (*terms.excluded_sites, *query.exclude_domains) if is_host(site)]
    return IndexQuery(
        team=team_mark(team_id),
        wanted=_pieces(terms.words),
        needed=tuple(
            group for texts in (*((phrase,) for phrase in terms.phrases), *terms.any_of) if (group := _pieces(texts))
        ),
        in_title=_pieces(terms.in_title),
        in_url=_pieces(terms.in_url),
        excluded=_pieces(terms.excluded),
        scopes=tuple(group for group in scopes if group),
        outside=tuple(map(site_mark, outside)),
        news=query.source is Source.NEWS,
    )


def _pieces(texts: Iterable[str]) -> tuple[Piece, ...]:
    pieces = (tuple(words(normal(text))) for text in texts)
    return tuple(dict.fromkeys(piece for piece in pieces if piece))[:_MOST_PIECES]


def team_mark(team_id: str) -> str:
    """Return the word that pages of a team have."""
    return "0t" + _digest(team_id)


def is_host(site: str) -> bool:
    """Return whether a site of a query is all of a host: it names neither a port nor a path."""
    return "/" not in site and ":" not in site


def site_mark(host: str) -> str:
    """Return the word that pages of *host* and of everything below it have."""
    return "0s" + _digest(host.lower().removeprefix("www.").rstrip("."))


def file_mark(ending: str) -> str:
    """Return the word that files with this ending have."""
    return "0f" + _digest(ending.lower())


def site_marks(host: str) -> Sequence[str]:
    """Return the marks of a page on *host*: its own, and of each domain above it."""
    labels = host.lower().removeprefix("www.").rstrip(".").split(".")
    return [site_mark(".".join(labels[at:])) for at in range(len(labels))]


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()
