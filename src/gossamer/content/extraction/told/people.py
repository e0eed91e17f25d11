# ruff: noqa: E501, ERA001, RUF001, RUF002, RUF003 - words and dashes as pages have them
"""Who holds an office of a firm, and who founded it: "Our CEO, Jane Roe, …", "Jane Roe – CEO"."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import lines
from gossamer.content.extraction.told.lines import PERSON
from gossamer.content.extraction.vocabulary import named
from gossamer.content.text.names import phrase, same_words, words_of

_OFFICES: Final = {
    "ceo": r"chief executive officer|chief executive|ceo",
    "cto": r"chief technology officer|chief technical officer|cto",
    "cfo": r"chief financial officer|chief finance officer|cfo",
    "coo": r"chief operating officer|chief operations officer|coo",
    "cmo": r"chief marketing officer|cmo",
    "cio": r"chief information officer|cio",
    "cpo": r"chief product officer|cpo",
    "managing director": r"managing director",
    "chairman": r"chairman|chairwoman|chairperson|chair of the board|chair",
    "president": r"president",
    "geschaftsfuhrer": r"geschäftsführer(?:in)?",
}
_CALLED: Final = {
    "chief executive officer": "ceo", "chief executive": "ceo", "chief technology officer": "cto", "chief technical officer": "cto",
    "chief financial officer": "cfo", "chief operating officer": "coo", "chief marketing officer": "cmo",
    "chief information officer": "cio", "chief product officer": "cpo", "chair": "chairman", "chairperson": "chairman",
}  # fmt: skip
_BESIDE: Final = frozenset({"name", "current", "company"})
_FORMER: Final = re.compile(
    r"(?:former|ex|previous|past|deputy|assistant|vice|late|acting|then)[ -](?:the )?\Z|\b(?:until|was|were) (?:the )?\Z",
    re.IGNORECASE,
)
_OF_ANOTHER: Final = re.compile(r"\s?,?\s(?:of|at|bei|von|chez) (?:the )?((?:[A-Z][\w&.'’-]{1,30} ?){1,4})")
_NAME_BEFORE: Final = re.compile(r"(?:\A|\s)([A-Z][\w&'’-]*)(?:['’]s)? \Z")
_SPOKEN_BEFORE: Final = frozenset(
    {"our", "the", "its", "current", "new", "and", "co", "founder", "with", "today", "since", "now"}
)
_PAST: Final = re.compile(r"\s?\(?(?:from |until )?(?:19|20)\d\d ?(?:-|–|to|until)")
_PAST_TEAM: Final = re.compile(
    r"\b(?:former|past|previous|alumni|history|customers?|clients?|partners?|testimonials?)\b", re.IGNORECASE
)
_BEFORE: Final = 24
_NAMES: Final = rf"{PERSON}(?:(?:, {PERSON}){{0,3}},? (?:and|&|und|et) {PERSON})?"
_FOUNDED: Final = re.compile(
    rf"(?<!which )(?<!that )(?<!which was )(?<!that was )\b(?:[Ff]ounded|[Ee]stablished|was (?:started|set up|launched|created))(?: in (?:\w{{3,9}} )?\d{{4}})?(?: in [A-Z][\w-]{{1,20}})? by (?:the \w{{2,12}} )?({_NAMES})"
)
_OWNS: Final = re.compile(r"['’]s ")
# "Ian Harris MBE": what stands behind a name in capitals is none of it.
_HONOURS: Final = re.compile(r"(?: [A-Z]{2,6}\b.*)\Z")
_APART: Final = re.compile(r", (?:and )?| (?:and|&|und|et) ")


def holders(reading: Reading, name: str) -> Iterator[Candidate]:
    """Yield who holds the office that the field *name* asks for; nobody where it is no office, or several do."""
    office = _office(name)
    if office and reading.mentions(_spoken(office)):
        told = lines.read(reading)
        labelled = [fact for fact in reading.visible.facts if _alone(office).fullmatch(fact.label) is not None]
        yield from lines.agreed(Candidate(fact.text, fact.place, quote=fact.quote) for fact in labelled)
        yield from lines.agreed(one for one in _holding(told, office, reading) if lines.is_person(one.text))


def founders(reading: Reading) -> Iterator[Candidate]:
    """Yield the founders that a label, or one sentence, names."""
    labels = named("founder").labels
    facts = reading.visible.facts if reading.mentions(labels) else ()
    labelled = [Candidate(one.text, one.place, quote=one.quote) for one in facts if phrase(one.label) in labels]
    for one in lines.agreed(labelled or founded(reading)):
        for name in _APART.split(one.text):
            yield Candidate(name, one.place, quote=one.quote)


def founded(reading: Reading) -> Iterator[Candidate]:
    """Yield the names behind "founded by", as each sentence has them."""
    if reading.mentions(("founded", "started", "established", "set", "launched", "created")):
        told = lines.said_of_itself(reading, _FOUNDED)
        yield from (
            one for one in told if all(map(lines.is_person, _APART.split(one.text))) and not _OWNS.search(one.text)
        )


def _office(name: str) -> str:
    """Return the office that a field called *name* asks for, or nothing."""
    spoken = " ".join(word for word in words_of(name) if word not in _BESIDE)
    office = _CALLED.get(spoken, spoken)
    return office if office in _OFFICES else ""


@cache
def _spoken(office: str) -> Sequence[str]:
    return [" ".join(words_of(f"{one} ")) for one in re.sub(r"\(\?:(\w+)\)\?", "", _OFFICES[office]).split("|")]


@cache
def _patterns(office: str) -> Sequence[re.Pattern[str]]:
    holds = rf"(?i:(?:co-?)?(?:founder|president|owner) ?(?:&|and|,|/) ?)?(?i:\b(?:{_OFFICES[office]})\b)(?i: ?(?:&|and|/) ?(?:co-?)?(?:founder|president|owner))?"
    return (
        # "Jane Roe – CEO", "Jane Roe (CEO)", "Jane Roe, Chief Executive Officer"
        re.compile(rf"\A({PERSON}) ?[,–—|:(-] ?(?:the )?{holds}\)?\.?(?=\Z|\s?[(,–—|])"),
        # "Our CEO, Jane Roe, leads", "CEO Jane Roe", "our CEO is Jane Roe"
        re.compile(rf"{holds}(?:,|:| is| has been)? ({PERSON})"),
        # "Jane Roe is the CEO of Acme", "Jane Roe, our CEO, says"
        re.compile(rf"({PERSON}),? (?:is|has been|serves as) (?:the |our |its |their )?(?:current )?{holds}"),
        re.compile(rf"({PERSON}), (?:the |our |its )?{holds}(?=[,.)]| of | at )"),
    )


@cache
def _alone(office: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?:co-?)?(?:founder|president|owner) ?(?:&|and|,|/) ?)?(?:{_OFFICES[office]})(?: ?(?:&|and|,|/) ?(?:co-?)?(?:founder|president|owner))?",
        re.IGNORECASE,
    )


_NAME: Final = re.compile(PERSON)


def _holding(told: Sequence[str], office: str, reading: Reading) -> Iterator[Candidate]:
    title = (
        _SPOKEN_BEFORE
        | frozenset(same_words(reading.title))
        | frozenset(word for one in reading.headings for word in same_words(one.text))
    )
    for line in told:
        for pattern in _patterns(office):
            for match in pattern.finditer(line):
                around = match.start(), match.end()
                if not _is_past(line, *around) and not _is_elsewhere(line, *around, title):
                    yield Candidate(_HONOURS.sub("", match.group(1)), "line of the page", quote=match.group())
    yield from _listed(office, reading)
    # A card has the name in one line and the office in the next.
    values = {fact.text for fact in reading.visible.facts}
    for before, line in pairwise(told):
        if before not in values and _alone(office).fullmatch(line) is not None and _NAME.fullmatch(before) is not None:
            yield Candidate(before, f'line above "{line}"', quote=before)


def _listed(office: str, reading: Reading) -> Iterator[Candidate]:
    """Yield the names in the rows and cards that have the office in a cell of its own."""
    for records in reading.visible.records:
        if records.is_aside or _PAST_TEAM.search(records.heading) is not None:
            continue
        for record in records.records:
            cells = list(record.cells.values())
            held = next((one for one in cells if _alone(office).fullmatch(one.text) is not None), None)
            holder = next((one for one in cells if _NAME.fullmatch(one.text) is not None), None)
            if held is not None and holder is not None and held is not holder:
                yield Candidate(holder.text, holder.place, quote=holder.quote)


def _is_past(line: str, start: int, end: int) -> bool:
    return (
        _FORMER.search(line[max(0, start - _BEFORE) : start]) is not None
        or _PAST.match(line, end) is not None
        or _is_former_inside(line[start:end])
    )


def _is_former_inside(said: str) -> bool:
    return re.search(r"\b(?:former|ex|previous|past|deputy|vice|acting)\b", said, re.IGNORECASE) is not None


def _is_elsewhere(line: str, start: int, end: int, title: frozenset[str]) -> bool:
    """Return whether the office is that of a firm that the page is not about: "Delta CEO Ed Bastian", "CEO of Delta"."""
    firm = _OF_ANOTHER.match(line, end)
    before = _NAME_BEFORE.search(line[max(0, start - _BEFORE) : start])
    named = [one.group(1) for one in (firm, before) if one is not None]
    return any(title.isdisjoint(same_words(one)) for one in named)
