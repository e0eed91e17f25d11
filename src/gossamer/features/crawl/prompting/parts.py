"""Parts of a site that a prompt wants, and parts that it does not want."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlsplit

from gossamer.core.urls import host_of
from gossamer.features.crawl.prompting.vocabulary import PartKind, kind_of, says_something

_MOST: Final = 100
_VERBS: Final = (
    r"(?:crawl|scrape|extract|get|fetch|collect|gather|find|grab|pull|download|index|read|visit|include|follow|want|"
    r"need|go to|look at|show|give|list|focus on|start with)(?:ing|s)?"
)
_NOT: Final = re.compile(
    rf"(?:do not|don't|dont|never|must not|should not|not)(?: (?:even )?(?:to )?{_VERBS})?(?: me| us)?|no|nothing|"
    r"skip(?:ping)?|exclud(?:e|ing|es)|except(?: for)?|excepting|without|ignor(?:e|ing)|avoid(?:ing)?|omit(?:ting)?|"
    r"leave out|leaving out|other than|stay away from|apart from|minus"
)
_YES: Final = re.compile(rf"(?:only|just|solely|exclusively|{_VERBS})(?: me| us)?")
# A clause ends where the next one says whether it is for or against.
_CUE: Final = re.compile(rf"(?<![\w/'-])(?:(?P<no>{_NOT.pattern})|(?P<yes>{_YES.pattern}))(?![\w/'-])")
_SENTENCE: Final = re.compile(r"[.!?;](?:\s|$)|\n|(?<![\w/'-])(?:but|then|instead|also)(?![\w/'-])")
_PHRASE: Final = re.compile(r",(?!\d)|[()]|:(?=\s)|(?<![\w/'-])(?:and|or|plus|as well as|along with|&)(?![\w/'-])")
_PREPOSITION: Final = re.compile(
    r"(?<![\w/'-])(?P<inside>from|in|under|within|inside|below|on|of|about)(?![\w/'-])"
    r"|(?<![\w/'-])(?:with|for|which|that|where|whose|since|until|as|to|into|so|at|by|if|because|please)(?![\w/'-])"
)
_PATH: Final = re.compile(r"(?:https?://[^\s/\"'<>]+)?/[^\s\"'<>,;()]*")
_QUOTED: Final = re.compile(r"""[\"'`]([^\"'`]{1,200})[\"'`]""")
_SLUG: Final = re.compile(r"[a-z0-9][a-z0-9_-]*(?:/[a-z0-9_-]+)*/?")
_NAMED_PART: Final = re.compile(r"(?:the )?([a-z0-9][a-z0-9_-]*) (?:section|folder|directory|area|path|subfolder)")
_SPECIAL: Final = re.compile(r"[.+?()\[\]{}^$|\\]")


@dataclass(frozen=True, slots=True)
class Part:
    """Words of a prompt for a part of a site, and the expression *pattern* for its paths.

    It is a guess from the words, unless it *is_given*: written as a path. With neither pattern nor *kind* only the
    site can say whether the words name a part of it. *unread* are words about the part that cannot be an option. For
    the *topic* among them the site may have a part: "articles about culture".
    """

    words: str
    is_wanted: bool
    pattern: str | None = None
    kind: PartKind | None = None
    is_given: bool = False
    unread: str = ""
    topic: str = ""


def read_parts(prompt: str, url: str) -> list[Part]:
    """Return the parts that *prompt*, in lower case, wants and does not want of the site of *url*."""
    parts: dict[tuple[str, bool], Part] = {}
    for clause, is_wanted in _clauses(prompt):
        for part in _parts(clause, url, is_wanted=is_wanted):
            parts.setdefault((part.pattern or part.words, is_wanted), part)
    return list(parts.values())[:_MOST]


def _clauses(prompt: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a prompt, each with whether it says what is wanted."""
    for sentence in _SENTENCE.split(prompt):
        start, is_wanted = 0, True
        for cue in _CUE.finditer(sentence):
            yield sentence[start : cue.start()], is_wanted
            start, is_wanted = cue.end(), cue["no"] is None
        yield sentence[start:], is_wanted


def _parts(clause: str, url: str, *, is_wanted: bool) -> Iterator[Part]:
    for phrase in _PHRASE.split(clause):
        paths = _PATH.findall(phrase)
        if paths:
            for path in paths:
                if (pattern := _pattern_of_path(path, url)) is not None:
                    yield Part(path, is_wanted, pattern, is_given=True)
        elif (part := _part_of_words(phrase, is_wanted=is_wanted)) is not None:
            yield part


def _part_of_words(phrase: str, *, is_wanted: bool) -> Part | None:
    """Return the first part of the site that *phrase* speaks of, else words that only the site can explain."""
    quoted = _QUOTED.search(phrase)
    if quoted is not None and (part := _of_name(quoted[1].strip(), is_wanted=is_wanted)) is not None:
        return part
    if quoted is not None and _SLUG.fullmatch(name := quoted[1].strip()):
        return Part(name, is_wanted, pattern_of_path(f"/{name}"))
    if (part := _of_name(phrase, is_wanted=is_wanted)) is not None:
        return part
    general: Part | None = None
    unknown: Part | None = None
    before: list[str] = []
    for start, end, goes_inside in _heads(phrase):
        head, rest = phrase[start:end], phrase[end:]
        part = _of_name(head, is_wanted=is_wanted, unread=_join_texts([*before, rest]))
        if part is not None and not (part.kind is not None and part.kind.general):
            return part
        general = general or part
        if unknown is None and part is None and says_something(head):
            unknown = Part(head.strip(), is_wanted, unread=rest.strip())
        if not goes_inside:
            break
        before.append(head)
    if general is None and unknown is None and says_something(phrase):
        return Part(phrase.strip(), is_wanted)
    return replace(general, topic=unknown.words) if general and unknown else general or unknown


def _join_texts(texts: list[str]) -> str:
    return " … ".join(text.strip() for text in texts if says_something(text))


def _heads(phrase: str) -> Iterator[tuple[int, int, bool]]:
    """Yield the place of each part between prepositions, and whether the next one says where that is."""
    start = 0
    for preposition in _PREPOSITION.finditer(phrase):
        yield start, preposition.start(), preposition["inside"] is not None
        start = preposition.end()
    yield start, len(phrase), False


def _of_name(name: str, *, is_wanted: bool, unread: str = "") -> Part | None:
    words = " ".join(name.split())
    if (kind := kind_of(name)) is not None:
        return Part(words, is_wanted, kind.guess, kind, unread=unread)
    part = _NAMED_PART.fullmatch(words)
    return None if part is None else Part(part[1], is_wanted, f"{part[1]}/.*", unread=unread)


def _pattern_of_path(path: str, url: str) -> str | None:
    """Return the expression for a path that stands in the prompt; None when it is of another site, or all of it."""
    if path.startswith("http"):
        if host_of(path).removeprefix("www.") != host_of(url).removeprefix("www."):
            return None
        path = urlsplit(path).path
    return pattern_of_path(path)


def pattern_of_path(path: str) -> str | None:
    """Return the expression for what is at *path* and below it; None for the root."""
    path = re.sub(r"(?:/|/?\*+|\.+)+$", "", path)
    if not path:
        return None
    escaped = _SPECIAL.sub(lambda match: "\\" + match[0], path).replace("*", "[^/]*")
    return f"^{escaped}(/.*)?$"


def pattern_of_series(path: str) -> str:
    """Return the expression for pages whose paths are *path* with a number for each "#"."""
    return f"^{_SPECIAL.sub(lambda match: chr(92) + match[0], path).replace('#', '[0-9]+')}(/.*)?$"
