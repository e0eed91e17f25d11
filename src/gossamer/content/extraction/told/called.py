# ruff: noqa: E501, RUF001 - words kept as tables, dashes as pages have them
"""What a firm is called: the name that its page has in several places, and that is no heading of a page such as "About us"."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from gossamer.content.extraction.candidates import Candidate, few_words
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import lines
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.text.names import same_words, word_set

_PARTS: Final = re.compile(r"\s+[|\-–—:·»]\s+")
_ABOUT: Final = re.compile(
    r"(?:about|contact|welcome to|our story|meet|who is|visit|team|imprint|jobs at|careers at|working at)\s+(?=[A-Z\d])",
    re.IGNORECASE,
)
_COPYRIGHT: Final = re.compile(
    r"(?:©|\(c\)|copyright)\s{0,2}(?:©\s{0,2})?(?:\d{4}(?:\s?[-–]\s?\d{4})?)?,?\s{0,2}(?:by )?([^\W\d_][^.|·,©]{1,50})",
    re.IGNORECASE,
)
_RIGHTS: Final = re.compile(r"\s?\b(?:all rights|alle rechte|tous droits).*\Z", re.IGNORECASE)
_LEGAL: Final = re.compile(
    r",? (?:ltd|limited|gmbh|inc|llc|ag|plc|corp|b\.?v|n\.?v|s\.?a|s\.?r\.?l|oy|ab|as|aps|kg|se|e\.?v|co)\.?\Z",
    re.IGNORECASE,
)
_HOME: Final = 'header a[href="/"], a[class*="logo" i], a[class*="brand" i], [class*="site-title" i], [class*="site-name" i], a[rel~="home"], header img[alt], img[class*="logo" i], header [class~="logo" i], header [class~="brand" i], [class~="site-header"] [class~="logo" i]'
# What pages are called whoever they are of.
_GENERIC: Final = word_set(
    "about us our we the a an and of in to at for home homepage welcome contact contacts team people staff story history company who are is what how imprint "
    "legal notice privacy careers career jobs job vacancies get touch find visit meet menu carte menus drinks food prices pricing plans services service "
    "products shop store news blog press media events event calendar faq help support locations location opening hours book booking reservations official "
    "impressum kontakt über uns startseite datenschutz anfahrt karriere mentions légales contacto contatti aviso legal nosotros propos "
    "website site page index directory listing facts figures investors partners customers clients courses classes rooms rates gallery portfolio projects mission values leadership management board with you your "
    "logo overview profile work "
    "la le les preise preisliste tarife tarifs programme upcoming shows fixtures results branches sprechzeiten speisekarte angebot leistungen "
    "infos pratiques plats"
)
# With these, headings are of what there is now: "La carte d'automne", "Unsere Preise", "Summer menu".
_OF_NOW: Final = word_set(
    "d des du de l notre nos votre unser unsere unseren ihr ihre die der das und el los las mi nuestra nuestro nuestros y il lo et "
    "automne hiver printemps été autumn winter spring summer fall herbst frühling frühjahr sommer otoño invierno primavera verano "
    "new current simple seasonal daily weekly zimmer chambres tarifas precios prix dishes drinks meals day week saison season"
)
# "We bake the north" is what a firm says, and not what it is called.
_SPEAKERS: Final = word_set("we welcome let hello wir willkommen nous bienvenue")
# "Our cakes" are what there is.
_OURS: Final = word_set("our unser unsere unseren notre nos nuestra nuestro nuestras nuestros onze nossa nosso nossos")
_LONGEST: Final = 6
_MOST_LINKS: Final = 8
_MOST: Final = 60
_ENOUGH: Final = 2
# What the page says of itself in a sentence.
_REACHED: Final = re.compile(
    r"@[\w-]+\.\w|\b\d{4,5} [A-Z]|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\+\d[\d ]{6,}|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}\b.{0,20}\d"
)
_SAID: Final = re.compile(
    r"\A(.{2,60}?)(?:,? (?:is|was|are|has|makes?|builds?|offers?|designs?|sells?|brews?|provides?|develops?|helps?|operates?)\b)"
)


def values(reading: Reading) -> Iterator[Candidate]:
    """Yield the name, as it is written where it stands alone; nothing where no two places agree."""
    if (one := reading.page.known(_Called).name) is not None:
        yield one


def heads_any(text: str) -> bool:
    """Return whether *text* heads a page of the firm, and is not its name: "About us", "About Brightloom"."""
    words = same_words(text)
    return (
        (_GENERIC | _OF_NOW).issuperset(words)
        or _ABOUT.match(text) is not None
        or (len(words) > 1 and words[0] in _SPEAKERS | _OURS)
    )


_Told: TypeAlias = tuple[str, str]


class _Called:
    """The name of the firm that a page is of, found once."""

    def __init__(self, page: PageMaterial) -> None:
        reading = page.known(Reading)
        told = _without_town([(text, place) for text, place in _places(reading) if _is_name(text)])
        self.name = _elected(told, reading) or _elected(_as_logos(told), reading)


def _elected(told: Sequence[_Told], reading: Reading) -> Candidate | None:
    """Return what most places say, at least two of them; None where others say something else as often."""
    votes: dict[tuple[str, ...], set[str]] = {}
    for text, place in told:
        votes.setdefault(_core(text), set()).add(place)
    best = max(votes, key=lambda core: len(votes[core]), default=())
    if votes.get(best) == {"h1", "title"} and not _is_of_a_firm(reading, best):
        # So is any article called.
        return None
    ties = [core for core in votes if len(votes[core]) == len(votes.get(best, ()))]
    if not best or len(votes[best]) < _ENOUGH or len(ties) > 1:
        return None
    # With "GmbH" behind it, it is the same; what stands in most places is shorter.
    text, place = next(one for one in told if _core(one[0]) == best)
    return Candidate(text, place, quote=text)


def _without_town(told: Sequence[_Told]) -> list[_Told]:
    """Return *told* with "Blue Heron, Whitby" as it stands elsewhere without the town."""
    alone = {_core(text) for text, _ in told if "," not in text}
    heads = [(text.partition(",")[0].strip(), text, place) for text, place in told]
    return [(head if _core(head) in alone else text, place) for head, text, place in heads]


def _as_logos(told: Sequence[_Told]) -> list[_Told]:
    """Return *told* with the parts of titles that begin as the logo does cut to it: "Tallow time tracking"."""
    logos = [text for text, place in told if place == "logo"]
    return [
        (next((logo for logo in logos if place.startswith("title") and _begins(text, logo)), text), place)
        for text, place in told
    ]


def _begins(text: str, logo: str) -> bool:
    words, own = same_words(text), same_words(logo)
    return bool(own) and words[: len(own)] == own


def _is_of_a_firm(reading: Reading, core: tuple[str, ...]) -> bool:
    """Return whether nothing else is in the title that is a name, and the page says how to reach somebody."""
    others = [part for part in _PARTS.split(reading.title) if _core(part) != core and _is_name(part)]
    return not others and any(_REACHED.search(line) is not None for line in lines.read(reading))


def _core(text: str) -> tuple[str, ...]:
    return same_words(_LEGAL.sub("", text))


def _is_name(text: str) -> bool:
    words = same_words(text)
    return (
        0 < len(words) <= _LONGEST
        and not _GENERIC.issuperset(words)
        and any(map(str.isalpha, text))
        and "@" not in text
    )


def _places(reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield what may be the name, with what kind of place it stands in."""
    for text in reading.embedded.meta.get("og:site_name", ())[:1]:
        yield text.strip(), "meta og:site_name"
    heading = " ".join(reading.headings[0].text.split()) if reading.headings else ""
    yield _ABOUT.sub("", heading), "h1"
    yield from _of_title(reading)
    for element in reading.page.document.select(_HOME)[:_MOST_LINKS]:
        yield few_words(element, _MOST) or (element.attr("alt") or "").removesuffix(" logo").strip(), "logo"
    for line in lines.read(reading):
        if (said := _SAID.match(line)) is not None:
            yield said.group(1), "sentence of the page"
        elif len(line) <= _MOST and line != heading:
            yield line, "line of the page"
    for line in [line for line in reading.visible.lines() if len(line) <= lines.MOST][-lines.HEAD :]:
        for match in _COPYRIGHT.finditer(line):
            yield _RIGHTS.sub("", match.group(1)).strip(), "copyright"


def _of_title(reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield the parts of the page's title, once more where its lines speak of them and no heading is called so."""
    parts = [part for part in _PARTS.split(reading.title) if part.strip()]
    own = [part for part in parts if not _GENERIC.issuperset(same_words(part))]
    if len(own) == 1 and len(parts) > 1:
        # "Contact us | Acme": whose page it is, and what there is on it.
        yield own[0].strip(), "title of such a page"
    told = [f" {' '.join(same_words(line))} " for line in lines.read(reading)]
    headings = {same_words(one.text) for one in reading.headings}
    for part in parts:
        name = _shorn(_ABOUT.sub("", part.strip()))
        yield name, "title"
        words = " ".join(same_words(name))
        if words and same_words(name) not in headings and any(f" {words} " in line for line in told):
            yield name, "lines of the page"


def _shorn(part: str) -> str:
    """Return *part* of a title without the words of any page that it begins or ends with: "Acme careers"."""
    words = part.split()
    while words and words[-1].lower().strip(",") in _GENERIC:
        del words[-1]
    return " ".join(words)
