"""Numbers and switches in a prompt."""

import re
from dataclasses import dataclass
from typing import Any, Final

from gossamer.features.crawl.prompting.vocabulary import MEASURE, NUMBER, THING, number_of


@dataclass(frozen=True, slots=True)
class Switch:
    """Words that set an option: to *value*, or to the number among them when that is None.

    With *measures* they set it only where none of these words stands before them in the same clause.
    """

    option: str
    words: re.Pattern[str]
    value: Any = None
    measures: re.Pattern[str] | None = None

    def read(self, prompt: str) -> tuple[Any, str] | None:
        """Return the value of the option and the prompt without the words that set it; None when none do.

        What a limit counts is left in the prompt: "50 blog posts" is also about a blog.
        """
        match = next(
            (word_match for word_match in self.words.finditer(prompt) if not self._is_measure(prompt, word_match)), None
        )
        if match is None:
            return None
        if self.value is not None:
            return self.value, _without(prompt, match.start(), match.end())
        number = number_of(match[1])
        end = match.end(1) if self.option == "limit" else match.end()
        return None if number is None else (number, _without(prompt, match.start(), end))

    def _is_measure(self, prompt: str, match: re.Match[str]) -> bool:
        """Return whether the number at *match* is said of what pages are about, as in "priced at most 5"."""
        if self.measures is None:
            return False
        clause = _CLAUSE_END.split(prompt[: match.start()])[-1]
        return self.measures.search(clause) is not None


_CLAUSE_END: Final = re.compile(r"[,;:()\n]|[.!?]\s")


def _without(prompt: str, start: int, end: int) -> str:
    return f"{prompt[:start]} {prompt[end:]}"


def _switch(option: str, *words: str, to: Any = None, unless: str | None = None) -> Switch:
    measures = None if unless is None else re.compile(rf"(?<![\w/-])(?:{unless})")
    return Switch(option, re.compile(rf"(?<![\w/-])(?:{'|'.join(words)})(?![\w/-])"), to, measures)


_NOT: Final = (
    r"(?:(?:do not|don't|dont|never|no|not|without|avoid|exclude|excluding|ignore|ignoring|skip|skipping|"
    r"stay away from) )"
)
_VISIT: Final = r"(?:follow(?:ing)?|crawl(?:ing)?|visit(?:ing)?|includ(?:e|ing)|leave|allow(?:ing)?|go(?:ing)? to)"
_ANY: Final = r"(?:any|all|the|its|to|and|or|also|with|across|of)"
_EXTERNAL: Final = (
    r"(?:(?:external|outbound|outgoing|offsite|off-site|third[- ]party) "
    r"(?:links?|sites?|websites?|domains?|pages?|urls?)|other (?:sites?|websites?|domains?))"
)
_SITE: Final = r"(?:site|website|domain)"
_QUERY: Final = r"(?:query|url|get) (?:parameters?|params?|strings?)"
_PAGES: Final = r"(?:web ?)?(?:pages?|urls?|posts?|articles?|results?|documents?|links?|items?|entries)"
_BOUND: Final = (
    r"(?:up to|at (?:the )?most|no more than|not more than|not over|maximum of|maximally|max(?:imum)?(?: of|\.|:)?)"
)
_AT_MOST: Final = rf"(?:{_BOUND}|within|only|just)"
# The text after a number that counts pages without saying so: an end, or words that begin something else.
_BARE_END: Final = (
    r"(?=\s*(?:$|[;:!?()\n\"]|,(?!\d)|\.(?!\d)"
    r"|(?:and|but|then|or so|please|only|in (?:total|all|sum)|total|altogether|overall|from"
    r"|of (?:the|them|these|those|it|its))(?![\w/-])))"
)
_FIRST: Final = rf"(?:(?:the )?(?:first|top|last|latest)|{_AT_MOST}|about|around|stop after|until)"

# In this order; what matched is taken out of the prompt, so that it is not read twice.
SWITCHES: Final = (
    _switch("allowExternalLinks", rf"{_NOT}(?:(?:{_VISIT}|{_ANY}) )*{_EXTERNAL}", to=False),
    _switch("allowExternalLinks", rf"stay (?:on|within|inside) (?:this|the|that) {_SITE}", to=False),
    _switch("allowExternalLinks", rf"(?:{_VISIT}|with|and|also) (?:(?:{_VISIT}|{_ANY}) )*{_EXTERNAL}", to=True),
    _switch("allowSubdomains", rf"{_NOT}(?:(?:{_VISIT}|{_ANY}) )*sub-?domains?", to=False),
    _switch("allowSubdomains", rf"(?:(?:{_VISIT}|{_ANY}) )*sub-?domains?", to=True),
    _switch("ignoreQueryParameters", rf"(?:{_NOT}|(?:strip|drop|disregard) )(?:(?:the|all|any) )*{_QUERY}", to=True),
    _switch(
        "sitemap",
        r"(?:only|just) (?:(?:use|from|crawl|the|pages|urls|in|what|is) )*sitemaps?",
        r"(?:from (?:the|its) )?sitemaps? only",
        to="only",
    ),
    _switch("sitemap", rf"{_NOT}(?:(?:use|read|the|any|its) )*sitemaps?", to="skip"),
    _switch(
        "sitemap", r"(?:use|using|read|with|and|also|from|includ(?:e|ing)) (?:(?:the|its) )?sitemaps?", to="include"
    ),
    _switch(
        "crawlEntireDomain",
        rf"(?:(?:crawl|scrape|get|the|all|of|across) )*(?:entire|whole|complete|full) {_SITE}",
        to=True,
    ),
    _switch(
        "limit",
        r"(?:only|just) (?:this|that|the|the start|the given|the home|the front)(?: one| single)? ?page",
        r"single page only",
        to=1,
    ),
    _switch(
        "maxDiscoveryDepth",
        rf"(?:{_AT_MOST} )?{NUMBER} (?:levels?|layers?|clicks?|hops?|links?) (?:deep|away|down|below|from)",
    ),
    _switch("maxDiscoveryDepth", rf"(?:{_AT_MOST} )?{NUMBER} (?:levels?|layers?|clicks?|hops?)"),
    _switch("maxDiscoveryDepth", rf"(?:{_AT_MOST}|no deeper than|not deeper than) {NUMBER} deep"),
    _switch("maxDiscoveryDepth", rf"(?:no|not) deeper than {NUMBER}"),
    _switch("maxDiscoveryDepth", rf"depth(?: (?:limit|of|is|at|to|most|max(?:imum)?))*[:=]? ?{NUMBER}"),
    _switch("limit", rf"(?:limit(?:ed)?|cap|stop)(?: (?:it|this|the crawl|of|to|at|is|after))*:? ?{NUMBER}"),
    _switch("limit", rf"{_FIRST} {NUMBER} (?:[a-z-]+ )?{_PAGES}"),
    _switch("limit", rf"{NUMBER} (?:[a-z-]+ )?{_PAGES}"),
    _switch("limit", rf"{_FIRST} {NUMBER} (?:[a-z-]+ )?(?:{THING})", unless=MEASURE),
    # Without a noun: "the docs, at most 5".
    _switch(
        "limit",
        rf"(?:(?:the )?(?:first|top|last|latest)|{_BOUND}|only|just|stop after) {NUMBER}{_BARE_END}",
        unless=MEASURE,
    ),
)


def read_switches(prompt: str) -> tuple[dict[str, Any], str]:
    """Return the options that *prompt*, in lower case, sets, and what is left of it."""
    options: dict[str, Any] = {}
    for switch in SWITCHES:
        if switch.option not in options and (read := switch.read(prompt)) is not None:
            options[switch.option], prompt = read
    return options, prompt
