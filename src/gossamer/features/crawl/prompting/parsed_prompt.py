"""A crawl prompt and what was understood of it, by its words and by the site that is to be crawled."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from gossamer.features.crawl.prompting.evidence import PartPlaces, find
from gossamer.features.crawl.prompting.parts import Part, read_parts
from gossamer.features.crawl.prompting.prompt_reading import PromptReading
from gossamer.features.crawl.prompting.site_outline import SiteOutline
from gossamer.features.crawl.prompting.switches import read_switches

_NOT_A_MODEL: Final = "The prompt was read by rules because crawl options are read without a model."

# A longer prompt is about something else than which pages to crawl.
_LONGEST: Final = 2000
_PLAIN_QUOTES: Final = str.maketrans({0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"'})
_MOST_PATTERNS: Final = 100
_MOST_SHOWN: Final = 5
_MOST_TEXT: Final = 80


@dataclass(frozen=True, slots=True)
class ParsedPrompt:
    """A prompt as its words say: *switches* are options, *parts* are parts of a site."""

    switches: Mapping[str, Any]
    parts: Sequence[Part]

    @property
    def needs_the_site(self) -> bool:
        """Return whether only the site can say what some of the words mean."""
        return not all(part.is_given for part in self.parts)

    def reading(self, outline: SiteOutline | None = None, problem: str = "") -> PromptReading:
        """Return the options on the evidence of *outline*; None when the site could not be looked at.

        *problem* is a sentence that says why.
        """
        judged = [_judge_part(part, outline) for part in self.parts]
        places = _Places(judged, is_seen=outline is not None)
        options: dict[str, Any] = {}
        if places.wanted:
            options["includePaths"] = places.wanted
        if places.unwanted:
            options["excludePaths"] = places.unwanted
        options.update(sorted(self.switches.items()))
        sentences = [_NOT_A_MODEL, _describe_understanding(options), *places.sentences(problem)]
        return PromptReading(options, " ".join(sentences))


def parse_crawl_prompt(prompt: str, url: str) -> ParsedPrompt:
    """Return the options that *prompt* sets for a crawl of *url*. Only its first 2,000 characters are read."""
    switches, rest = read_switches(prompt[:_LONGEST].lower().translate(_PLAIN_QUOTES))
    named = {name: value for name, value in switches.items() if (name, value) != ("limit", 0)}
    return ParsedPrompt(named, read_parts(rest, url))


@dataclass(frozen=True, slots=True)
class _Judged:
    part: Part
    found: PartPlaces


def _judge_part(part: Part, outline: SiteOutline | None) -> _Judged:
    if part.is_given and part.pattern is not None:
        return _Judged(part, PartPlaces((part.pattern,)))
    if outline is None:
        return _Judged(part, PartPlaces())
    of_topic = find(Part(part.topic, part.is_wanted), outline) if part.topic else PartPlaces()
    return _Judged(replace(part, unread=""), of_topic) if of_topic.patterns else _Judged(part, find(part, outline))


class _Places:
    """The paths that parts stand for.

    A guess that nothing on the site confirms is kept beside confirmed ones, where it costs nothing. Alone it would
    leave the crawl without a page, so it is dropped.
    """

    def __init__(self, judged: Sequence[_Judged], *, is_seen: bool) -> None:
        self._is_seen = is_seen
        self._judge_part = judged
        guesses = [part for part in judged if not part.found.patterns and part.part.pattern is not None]
        narrows = not is_seen or any(part.found.patterns for part in judged if part.part.is_wanted)
        self._kept = [guess for guess in guesses if narrows or not guess.part.is_wanted]
        self._dropped = [guess for guess in guesses if not narrows and guess.part.is_wanted]
        self.unwanted = self._patterns(is_wanted=False)
        self.wanted = [pattern for pattern in self._patterns(is_wanted=True) if pattern not in self.unwanted]

    def sentences(self, problem: str) -> Iterator[str]:
        """Yield the notices for the caller beside the options."""
        related = [part for part in self._judge_part if not part.found.by_name]
        for near in related[:_MOST_SHOWN]:
            patterns = ", ".join(near.found.patterns)
            yield f"{_quote_phrases([near.part.words])} was taken for {patterns}: the nearest on the site."
        if self._kept and not self._is_seen:
            yield f"The site was not looked at, so the paths of {_words(self._kept)} are a guess. {problem}".rstrip()
        elif self._kept:
            yield f"No page that is known so far is about {_words(self._kept)}, so the paths for that are a guess."
        if self._dropped:
            yield (
                f"Nothing on the start page or in a sitemap is named like {_words(self._dropped)}, so the crawl is "
                "not narrowed to that: give `includePaths` to narrow it."
            )
        if unread := list(self._unread()):
            yield f"Not understood, and without effect: {_quote_phrases(unread)}."

    def _patterns(self, *, is_wanted: bool) -> list[str]:
        patterns: dict[str, None] = {}
        for judged in self._judge_part:
            if judged.part.is_wanted is is_wanted:
                guess = (judged.part.pattern,) if judged in self._kept and judged.part.pattern is not None else ()
                patterns.update(dict.fromkeys(judged.found.patterns or guess))
        return list(patterns)[:_MOST_PATTERNS]

    def _unread(self) -> Iterator[str]:
        for judged in self._judge_part:
            if not judged.found.patterns and judged.part.pattern is None:
                yield f"{judged.part.words} {judged.part.unread}".strip()
            elif judged.part.unread:
                yield judged.part.unread


def _words(judged: Iterable[_Judged]) -> str:
    return _quote_phrases([part.part.words for part in judged])


def _quote_phrases(phrases: Sequence[str]) -> str:
    shown = [f'"{phrase[:_MOST_TEXT]}"' for phrase in dict.fromkeys(phrases)]
    return ", ".join(shown[:_MOST_SHOWN]) + (", …" if len(shown) > _MOST_SHOWN else "")


def _describe_understanding(options: Mapping[str, Any]) -> str:
    if not options:
        return "The prompt names no crawl option, so the defaults apply."
    return f"Understood: {'; '.join(f'{name} {_show_value(value)}' for name, value in options.items())}."


def _show_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(value) if isinstance(value, list) else str(value)
