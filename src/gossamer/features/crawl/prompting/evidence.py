"""Evidence of a site for the parts that a prompt names: which folder or page of it each part is.

Every folder and page of the outline is a candidate. What a link of the start page calls it counts as much as its name
in the path; the part's own name counts more than a related one, so that "blog posts" are those under `/articles` only
where nothing is called a blog. A part that is not wanted must have its own name: leaving out the wrong pages is worse
than leaving out none.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.core.patterns import Patterns
from gossamer.features.crawl.prompting.parts import Part, pattern_of_path, pattern_of_series
from gossamer.features.crawl.prompting.site_outline import SiteOutline, SitePlace
from gossamer.features.crawl.prompting.vocabulary import name_of, names_of_things

# The words of the prompt themselves, other words for the same, and names of related parts, of which each counts
# a little less than the one before it.
_SAME: Final = 1.0
_OWN: Final = 0.9
_RELATED: Final = 0.7
_NEXT: Final = 0.01
# The folder "harbour" for "harbour stories": the rest says only that pages are wanted.
_OF_TOPIC: Final = 0.75
# A page deep inside the site, to which no link of the start page leads by this name, is a page about the word.
_PER_FOLDER: Final = 0.05
_LONE_PAGE: Final = 0.4
_LEAST: Final = 0.5
_LEAST_UNWANTED: Final = 0.75
# Candidates that are as good: `/en/blog` and `/de/blog`.
_MARGIN: Final = 0.005
_MOST: Final = 10


@dataclass(frozen=True, slots=True)
class PartPlaces:
    """The places of a part on the site, as expressions; *by_name* is whether the site has them under its own name."""

    patterns: tuple[str, ...] = ()
    by_name: bool = True


@dataclass(frozen=True, slots=True)
class _PlaceCandidate:
    place: SitePlace
    score: float
    is_own: bool


def find(part: Part, outline: SiteOutline) -> PartPlaces:
    """Return the patterns of *part* on the site of *outline*; no patterns when nothing there looks like it."""
    least = _LEAST if part.is_wanted else _LEAST_UNWANTED
    candidates = [candidate for candidate in _candidates(part, outline) if candidate.score >= least]
    candidates.sort(key=lambda candidate: (-candidate.score, candidate.place.depth, candidate.place.path))
    if not candidates:
        guess = part.pattern
        return PartPlaces((guess,)) if guess is not None and _is_met(guess, outline) else PartPlaces()
    numbered = _find_numbered_series(part, outline)
    patterns = dict.fromkeys(
        pattern_of_series(place.series) if place.series in numbered else pattern_of_path(place.path)
        for place in _outermost(_choose(candidates, is_wanted=part.is_wanted))
    )
    return PartPlaces(tuple(pattern for pattern in patterns if pattern is not None), candidates[0].is_own)


def _choose(candidates: Sequence[_PlaceCandidate], *, is_wanted: bool) -> list[SitePlace]:
    """Return the places of *candidates*, the best first, that are as good as the best one."""
    chosen = [candidate.place for candidate in candidates if candidate.score >= candidates[0].score - _MARGIN][:_MOST]
    if is_wanted and not any(place.below for place in chosen):
        # A page that stands alone may list pages that lie in a folder with another name.
        chosen += [candidate.place for candidate in candidates if candidate.place.below][:1]
    return chosen


def _candidates(part: Part, outline: SiteOutline) -> Iterator[_PlaceCandidate]:
    names, numbered = _names(part), _find_numbered_series(part, outline)
    topic = name_of(part.words)[:-1] if names_of_things().issuperset(name_of(part.words)[-1:]) else ()
    for place in outline.places:
        likeness = max((names[name] for name in (place.name, *place.texts) if name in names), default=0.0)
        if part.is_wanted and topic and topic == place.name and (place.below or place.series in numbered):
            likeness = max(likeness, _OF_TOPIC)
        lone = not (place.below or place.is_linked_by_name or place.series in numbered)
        score = likeness - _PER_FOLDER * place.depth - (_LONE_PAGE if lone else 0.0)
        yield _PlaceCandidate(place, score, is_own=likeness >= _OWN)


def _find_numbered_series(part: Part, outline: SiteOutline) -> frozenset[str]:
    """Return the series of pages that differ in a number, "/story-#.html", where all of a series is wanted."""
    if not part.is_wanted or any(map(str.isdigit, part.words)):
        return frozenset()
    counts = Counter(place.series for place in outline.places if not place.below)
    return frozenset(series for series, count in counts.items() if count > 1)


def _names(part: Part) -> dict[tuple[str, ...], float]:
    """Return the names under which a site may have *part*, with how much each counts."""
    names = {name_of(part.words): _SAME}
    if part.kind is not None:
        for word in part.kind.words:
            names.setdefault(name_of(word), _OWN)
        for rank, word in enumerate(part.kind.related):
            names.setdefault(name_of(word), _RELATED - _NEXT * rank)
    names.pop((), None)
    return names


def _outermost(places: Iterable[SitePlace]) -> list[SitePlace]:
    """Return *places* without those inside another one of them."""
    outermost: list[SitePlace] = []
    for place in sorted(places, key=lambda site_place: site_place.depth):
        if not any(place.path.startswith(f"{other.path}/") for other in outermost):
            outermost.append(place)
    return outermost


def _is_met(pattern: str, outline: SiteOutline) -> bool:
    patterns = Patterns.compile([pattern], option="includePaths")
    return any(patterns.found_in(path) for path in outline.paths)
