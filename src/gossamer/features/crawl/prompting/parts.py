"""Parts of a site that a prompt wants, and parts that it does not want."""

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from gossamer.core.urls import host_of
from gossamer.features.crawl.prompting.vocabulary import general_pattern_of, pattern_of

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
_PHRASE: Final = re.compile(r"[,()]|:(?=\s)|(?<![\w/'-])(?:and|or|plus|as well as|along with|&)(?![\w/'-])")
_PREPOSITION: Final = re.compile(
    r"(?<![\w/'-])(?P<inside>from|in|under|within|inside|below|on|of)(?![\w/'-])"
    r"|(?<![\w/'-])(?:about|with|for|which|that|where|whose|since|until|as|to|into|so|at|by|if|because|please)(?![\w/'-])"
)
_PATH: Final = re.compile(r"(?:https?://[^\s/\"'<>]+)?/[^\s\"'<>,;()]*")
_QUOTED: Final = re.compile(r"""[\"'`]([^\"'`]{1,200})[\"'`]""")
_SLUG: Final = re.compile(r"[a-z0-9][a-z0-9_-]*(?:/[a-z0-9_-]+)*/?")
_NAMED_PART: Final = re.compile(r"(?:the )?([a-z0-9][a-z0-9_-]*) (?:section|folder|directory|area|path|subfolder)")
_SPECIAL: Final = re.compile(r"[.+?()\[\]{}^$|\\]")


def read_parts(prompt: str, url: str) -> tuple[list[str], list[str]]:
    """Return expressions for the paths that *prompt*, in lower case, wants and does not want of the site of *url*."""
    wanted: dict[str, None] = {}
    unwanted: dict[str, None] = {}
    for clause, is_wanted in _clauses(prompt):
        found = wanted if is_wanted else unwanted
        found.update((pattern, None) for pattern in _patterns(clause, url))
    return [pattern for pattern in wanted if pattern not in unwanted][:_MOST], list(unwanted)[:_MOST]


def _clauses(prompt: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a prompt, each with whether it says what is wanted."""
    for sentence in _SENTENCE.split(prompt):
        start, is_wanted = 0, True
        for cue in _CUE.finditer(sentence):
            yield sentence[start : cue.start()], is_wanted
            start, is_wanted = cue.end(), cue["no"] is None
        yield sentence[start:], is_wanted


def _patterns(clause: str, url: str) -> Iterator[str]:
    for phrase in _PHRASE.split(clause):
        paths = _PATH.findall(phrase)
        if paths:
            yield from filter(None, (_pattern_of_path(path, url) for path in paths))
        elif (pattern := _pattern_of_words(phrase)) is not None:
            yield pattern


def _pattern_of_words(phrase: str) -> str | None:
    """Return the expression for the first part of the site that *phrase* speaks of."""
    quoted = _QUOTED.search(phrase)
    if quoted is not None:
        name = quoted[1].strip()
        return pattern_of(name) or (_of_path(f"/{name}") if _SLUG.fullmatch(name) else None)
    general = None
    for head, goes_inside in _heads(phrase):
        if (pattern := _pattern_of_name(head)) is not None:
            return pattern
        general = general or general_pattern_of(head)
        if not goes_inside:
            break
    return general


def _heads(phrase: str) -> Iterator[tuple[str, bool]]:
    """Yield what stands before each preposition, and whether what stands behind it says where that is."""
    start = 0
    for preposition in _PREPOSITION.finditer(phrase):
        yield phrase[start : preposition.start()], preposition["inside"] is not None
        start = preposition.end()
    yield phrase[start:], False


def _pattern_of_name(name: str) -> str | None:
    if (pattern := pattern_of(name)) is not None:
        return pattern
    part = _NAMED_PART.fullmatch(name.strip())
    return None if part is None else f"{part[1]}/.*"


def _pattern_of_path(path: str, url: str) -> str | None:
    """Return the expression for a path that stands in the prompt; None when it is of another site, or all of it."""
    if path.startswith("http"):
        if host_of(path).removeprefix("www.") != host_of(url).removeprefix("www."):
            return None
        path = urlsplit(path).path
    return _of_path(path)


def _of_path(path: str) -> str | None:
    path = re.sub(r"(?:/|/?\*+|\.+)+$", "", path)
    if not path:
        return None
    escaped = _SPECIAL.sub(lambda found: "\\" + found[0], path).replace("*", "[^/]*")
    return f"^{escaped}(/.*)?$"
