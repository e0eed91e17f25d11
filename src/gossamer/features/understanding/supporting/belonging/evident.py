# ruff: noqa: E501, RUF001 - words of many languages, kept as tables
"""Whether, with no word of the field beside a text, its kind and the place where it stands say that it is asked for."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from gossamer.content.text.names import word_set, words_of
from gossamer.content.values.contacts import emails
from gossamer.content.values.dates import has_day, only_date
from gossamer.features.understanding.supporting.asked import Asked
from gossamer.features.understanding.supporting.belonging import kinds, phrases, texts
from gossamer.features.understanding.supporting.belonging.cards import is_near_title
from gossamer.features.understanding.supporting.belonging.kinds import Sort, sort_of
from gossamer.features.understanding.supporting.belonging.spot import NEAR, NUMBER, Spot
from gossamer.features.understanding.supporting.said import Line

_LEADS_TO_PLACE: Final = re.compile(
    r"\b(?:in|at|from|near|based in|bei|aus|à|en|a|chez|te|op|nach|to|of)\s(?:the\s|der\s|dem\s)?\Z", re.IGNORECASE
)
_LEADS_TO_DOER: Final = re.compile(
    r"\b(?:by|von|vom|par|por|di|door|av|af|words|text|story):?\s(?:the\s|der\s|dem\s|den\s|les?\s|la\s)?\Z",
    re.IGNORECASE,
)
_LEADS_TO_FIRM: Final = re.compile(
    r"\b(?:at|join|bei|chez|bij|copyright)\s(?:\d{4}\s)?(?:the\s)?\Z|©\s?(?:\d{4}[\s,–-]*)*\Z",
    re.IGNORECASE,
)
_UNIT_LAST: Final = re.compile(r"\d\s?(°\s?[CF]?|[^\W\d_]{1,14}[²³]?)\Z")
_DEGREES: Final = frozenset({"°", "°C", "°F", "° C", "° F", "C", "F", "K"})
_LEADS_TO_AUTHOR: Final = re.compile(r"\b(?:by|von|par|por|di|door|av|af|words|text|story):?\s\Z", re.IGNORECASE)
_PAGES: Final = word_set(
    "menu programme program agenda schedule overview result fixture listing "
    "contact kontakt about home people team menu imprint impressum page welcome news blog shop career job product service "
    "price pricing press legal privacy faq help support uber propo accueil carte contacto equipo"
)
_BY_SOMEBODY: Final = re.compile(r"\b(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or|[Dd]oor)\s[A-ZÀ-Þ][^\W\d_]+\s[A-ZÀ-Þ]")
_OF_HOUSES: Final = word_set("agent seller landlord owner host guide")
_LEADERS: Final = word_set("manager director head lead leader chef boss principal chief headmaster headteacher")
_LED_BY: Final = re.compile(r"\b(?:led|run|managed|headed|directed) by\s(?:chef\s)?\Z", re.IGNORECASE)
_ANYBODY: Final = word_set("contact person recruiter agent responsible")
_MAKERS: Final = frozenset({"brand", "publisher", "organizer"})
_OF_THE_PAGE: Final = frozenset({"datePublished", "dateModified"})
_BY_CITY: Final = re.compile(r"\s[A-ZÀ-Þ][^\W\d_]+")
_BEHIND_CITY: Final = re.compile(r"[A-ZÀ-Þ][^\W\d_]+,?\s\Z")
_STEM: Final = 4
# What addresses of e-mail are for that are none of whoever has any question.
_PURPOSES: Final = word_set(
    "sponsor press media job career recruitment recruiting hr party group wedding billing invoice accounting investor ir "
    "advertising ad sale affiliate abuse privacy legal security newsletter webmaster noreply bewerbung presse rechnung"
)
_HIRING: Final = word_set("job career recruitment recruiting hr bewerbung")
# Of how a site is reached pages tell anywhere.
_OF_SITES: Final = frozenset({Sort.EMAIL, Sort.PHONE, Sort.ADDRESS, Sort.CURRENCY, Sort.LANGUAGE})
_CLOCK: Final = re.compile(r"\b\d{1,2}:\d\d\b|\b\d{1,2}(?:\.\d\d)?\s?(?:am|pm|uhr|h)\b", re.IGNORECASE)
_BORN: Final = re.compile(r"\b(?:born|geboren|née?|naci(?:ó|do|da))\b[^.!?;,]{0,16}\s\Z", re.IGNORECASE)
# Where something else is than the page's own thing, or was.
_PLACES_ELSEWHERE: Final = word_set(
    "station airport stop port birthplace hometown origin parking data server warehouse factory nearest birth born"
)
_COPYRIGHT: Final = re.compile(r"(?:copyright\s|©\s?)+(?:\d{4}[\s,–-]*)*", re.IGNORECASE)
_LEADS_TO_ANY_FIRM: Final = re.compile(r"\b(?:firm|company|rival|competitor|provider)\s\Z", re.IGNORECASE)
_CRUMBS: Final = re.compile(r"\s[›>»/|·]\s")
_SITE_BEHIND: Final = re.compile(r"\s[|–—·-]\s")


def is_evident(spot: Spot) -> bool:  # noqa: C901, PLR0911, PLR0912 - one for each kind
    """Return whether, with no word of the field beside it, its kind and its place say that it is what is asked for."""
    sort = sort_of(spot.own)
    if (
        sort not in {Sort.OTHER, Sort.NAME, Sort.LONG, Sort.GROUP}
        and not kinds.is_of(sort, spot.value)
        and not kinds.says_day(spot.own, spot.value)
    ):
        return False
    match sort:
        case Sort.EMAIL:
            return _tells_which(spot) and _is_of_the_page(spot)
        case Sort.PHONE:
            return _tells_which(spot)
        case Sort.NAME:
            return spot.claimants.is_in_entry or _is_titled(spot) or _has_its_address(spot)
        case Sort.PERSON | Sort.USER:
            return (
                _is_who_the_page_is_about(spot)
                or _is_one_of_several(spot)
                or _is_any_person(spot)
                or _is_who_leads(spot)
            )
        case Sort.WHEN:
            return _is_one_of_several(spot) or _is_so_led(spot) or _is_any_day(spot)
        case Sort.FIRM:
            if _names_the_site(spot):
                return False
            return _is_one_of_several(spot) or (
                (_is_titled(spot) or (is_near_title(spot) and phrases.is_clause(spot.found)) or spot.is_led_by(_LEADS_TO_FIRM) or _is_maker(spot) or _has_its_address(spot) or _is_the_house(spot)) and not names_a_page(spot.value)
            )  # fmt: skip
        case Sort.PLACE:
            if not _PLACES_ELSEWHERE.isdisjoint(words_of(spot.own.name)):
                return _is_one_of_several(spot) or _is_place_elsewhere(spot)
            return _is_street(spot) or _is_one_of_several(spot) or (is_near_title(spot) and not spot.is_led_by(_LEADS_TO_DOER)) or (
                _tells_no_more(spot) and (spot.is_led_by(_LEADS_TO_PLACE) or kinds.ADDRESS_LIKE.search(spot.line.text) is not None)
            )  # fmt: skip
        case Sort.LONG:
            return not spot.line.outlined.level
        case Sort.GROUP:
            return _is_one_of_several(spot) or (is_near_title(spot) and phrases.is_clause(spot.found))
        case Sort.CODE:
            return (
                spot.claimants.is_in_entry
                or (_is_titled(spot) and _is_version(spot))
                or spot.is_whole_line
                or _is_postal_code(spot)
            )
        case Sort.OTHER:
            return (
                _is_so_measured(spot)
                or _is_nothing_elses_title(spot)
                or _is_one_of_several(spot)
                or (is_near_title(spot) and phrases.is_clause(spot.found) and not names_a_page(spot.value))
            )
        case _:
            return True


def is_around(spot: Spot) -> bool:
    """Return whether it stands around the content of the page, where things of that kind are not the page's own."""
    sort = sort_of(spot.own)
    match spot.line.outlined.part:
        case "nav":
            return True
        case "header":
            return sort not in {*_OF_SITES, Sort.NAME, Sort.FIRM} or _is_of_maker(spot)
        case "aside":
            if sort is Sort.FIRM and spot.is_led_by(_LEADS_TO_ANY_FIRM):
                return True
            return sort not in {*_OF_SITES, Sort.LONG, Sort.WHEN} and not _is_one_of_several(spot)
        case "footer":
            return _is_of_maker(spot) or (spot.claimants.many and sort in {Sort.PLACE, Sort.PERSON, Sort.USER})
        case _:
            return False


def _names_the_site(spot: Spot) -> bool:
    """Return whether it is the name of the shop in the title for the browser, or in its head: no maker's."""
    if spot.line.place == "title":
        return not _is_titled(spot)
    is_alone = spot.is_whole_line or spot.line.outlined.level == 1 or _CRUMBS.search(spot.line.text) is not None
    return _is_of_maker(spot) and not is_alone and not spot.is_led_by(_LEADS_TO_AUTHOR)


def _is_of_maker(spot: Spot) -> bool:
    """Return whether the field asks who made a thing: no name of a shop says that."""
    return "brand" in spot.own.words


def _is_one_of_several(spot: Spot) -> bool:
    """Return whether it is of an entry of a list, or one of several texts: others tell whether it belongs there."""
    return spot.claimants.is_in_entry or (spot.claimants.many and not spot.claimants.alone)


def _tells_which(spot: Spot) -> bool:
    """Return whether the field asks for any such, or what stands there says that it is this one: "press@e.org"."""
    which = [one for one in words_of(spot.own.name) if one not in kinds.ANY_CONTACT]
    if which and kinds.OWNERS.issuperset(which) and _is_only_one(spot):
        return True
    beside = words_of(f"{spot.value} {spot.line.heading} ")
    if not which and sort_of(spot.own) is Sort.EMAIL and not _is_only_one(spot):
        purposes = _PURPOSES.intersection(words_of(f"{spot.value.partition('@')[0]} "))
        return not purposes or (purposes <= _HIRING and _is_only_one_within(spot))
    return not which or all(any(word.startswith(one[:_STEM]) for word in beside) for one in which)


def _is_any_person(spot: Spot) -> bool:
    """Return whether the field asks for whoever is to be spoken to, or names who wrote it behind a "by"."""
    if spot.own.is_person or "author" in spot.own.words:
        if not _OF_HOUSES.isdisjoint(words_of(spot.own.name)):
            return is_near_title(spot)
        first = spot.said.once("byline", _first_byline)
        is_first = spot.is_led_by(_LEADS_TO_AUTHOR) and (first is None or spot.line.number <= first)
        return is_first or is_near_title(spot)
    words = words_of(spot.own.name)
    return bool(_ANYBODY.intersection(words)) and {*_ANYBODY, *kinds.ANY_CONTACT, "name", "hr"}.issuperset(words)


def _is_any_day(spot: Spot) -> bool:
    """Return whether it is the only day that the page names, or stands under its title where that of it is asked for."""
    if is_of_the_page(spot.own) and is_near_title(spot):
        return True
    if only_date(spot.value) is None:
        return _CLOCK.search(spot.value) is None or not spot.said.once("clocks", _with_clocks) - {spot.line.number}
    return not spot.said.once("days", _with_days) - {spot.line.number}


def _is_who_leads(spot: Spot) -> bool:
    """Return whether something is led by whoever stands there, and the field asks for who does that."""
    return not _LEADERS.isdisjoint(words_of(spot.own.name)) and spot.is_led_by(_LED_BY)


def _is_who_the_page_is_about(spot: Spot) -> bool:
    """Return whether it is the name in the heading of the page, where a name is asked for."""
    return spot.line.outlined.level == 1 and words_of(spot.own.name)[-1:] == ("name",) and phrases.is_clause(spot.found)


def _first_byline(lines: Sequence[Line]) -> int | None:
    """Return the number of the first line that says by whom something is."""
    return next((one.number for one in lines if one.place != "title" and _BY_SOMEBODY.search(one.text)), None)


def _with_days(lines: Sequence[Line]) -> frozenset[int]:
    """Return the numbers of the lines that name a day."""
    return frozenset(line.number for line in lines if has_day(line.text))


def _with_clocks(lines: Sequence[Line]) -> frozenset[int]:
    """Return the numbers of the lines that name a time of the day."""
    return frozenset(line.number for line in lines if _CLOCK.search(line.text))


def _highest(lines: Sequence[Line]) -> int:
    """Return the level of the highest headings, 0 where there are none."""
    return min((line.outlined.level for line in lines if line.outlined.level and line.place != "title"), default=0)


def _hosts(lines: Sequence[Line]) -> Counter[str]:
    """Return how many addresses of e-mail there are at each host."""
    return Counter(one.rpartition("@")[2].casefold() for one in _addressed(lines))


def _addressed(lines: Sequence[Line]) -> frozenset[str]:
    """Return the addresses of e-mail that there are."""
    return frozenset(one for line in lines for one in emails(line.text))


def _is_only_one_within(spot: Spot) -> bool:
    """Return whether the content of the page has no other address of e-mail."""
    return spot.said.once("addressed within", _addressed_within) == {spot.value}


def _addressed_within(lines: Sequence[Line]) -> frozenset[str]:
    """Return the addresses of e-mail in the content of the page."""
    return _addressed([line for line in lines if not (line.outlined.part or line.outlined.apart)])


def _is_titled(spot: Spot) -> bool:
    """Return whether it is called so in the title of the page, or in its highest headings where it has none."""
    if spot.line.place == "title":
        is_behind = _SITE_BEHIND.search(spot.line.text[: spot.found.start]) is not None
        return not (is_behind and _is_of_maker(spot))
    highest = spot.said.once("levels", _highest)
    return not highest or spot.line.outlined.level == highest


def _is_maker(spot: Spot) -> bool:
    """Return whether the field asks who made or ordered something, and it stands behind a "by"."""
    concept = spot.own.concept
    return concept is not None and concept.name in _MAKERS and spot.is_led_by(_LEADS_TO_DOER)


def _has_its_address(spot: Spot) -> bool:
    """Return whether the line begins with it and goes on with an address, as letterheads do."""
    behind = spot.line.text[spot.found.end :]
    return (
        not spot.found.start
        and behind.lstrip().startswith((",", "·", "|"))
        and kinds.ADDRESS_LIKE.search(behind) is not None
    )


def _is_the_house(spot: Spot) -> bool:
    """Return whether it is a firm with its legal form, which the head or the foot of the site calls by its name."""
    bare = kinds.LEGAL.sub("", spot.value).strip(" ,.&").casefold()
    return bare != spot.value.casefold() and bool(bare) and bare in spot.said.once("logos", _logos)


def _logos(lines: Sequence[Line]) -> frozenset[str]:
    """Return the lines in the head of the site, and those of its foot without sign and year of the copyright."""
    around = (line.text for line in lines if line.outlined.part in {"header", "footer"})
    return frozenset(_COPYRIGHT.sub("", text).strip().casefold() for text in around)


def _is_of_the_page(spot: Spot) -> bool:
    """Return whether an address is at a place whose name the page's title has, or at the one that it names most."""
    said, entry = spot.said, spot.claimants.is_in_entry
    places = said.once("hosts", _hosts)
    if _is_only_one_within(spot):
        return True
    own = spot.value.rpartition("@")[2].casefold()
    if entry or len(places) <= 1 or places[own] > max((n for one, n in places.items() if one != own), default=0):
        return True
    titles = "".join(word for line in said.titles for word in words_of(f"{line.text} "))
    return any(len(part) > NEAR - 1 and part in titles for part in words_of(f"{own.rpartition('.')[0]} "))


def _is_only_one(spot: Spot) -> bool:
    """Return whether the page has no other number, or address, of the kind."""
    if sort_of(spot.own) is Sort.EMAIL:
        return len(spot.said.once("addressed", _addressed)) <= 1
    return len(spot.said.once("dialled", texts.dialled)) <= 1


def _tells_no_more(spot: Spot) -> bool:
    """Return whether the field asks for the place of the page's thing, and not for that of some office of it."""
    return spot.own.concept is not None or len(spot.own.words) == 1


def is_of_the_page(field: Asked) -> bool:
    """Return whether the field asks when the page itself was published or changed."""
    return field.concept is not None and field.concept.name in _OF_THE_PAGE


def names_a_page(text: str) -> bool:
    """Return whether *text* is what pages of any site are called: "Prices"."""
    return all(word in _PAGES for word in words_of(f"{text} "))


def _is_nothing_elses_title(spot: Spot) -> bool:
    """Return whether it stands in the title of the page, and no field beside it asks for what that calls."""
    rivals = (sort_of(one) in {Sort.NAME, Sort.FIRM} for one in spot.claimants.others)
    is_title = spot.line.outlined.level == 1 and not names_a_page(spot.value)
    return is_title and not any(rivals) and phrases.is_clause(spot.found)


def _is_version(spot: Spot) -> bool:
    return not spot.own.words.isdisjoint({"version", "release"})


def _is_so_led(spot: Spot) -> bool:
    """Return whether the small word stands before it with which the field's name ends: "by 12 December" for "applyBy"."""
    word = spot.own.led_by
    return bool(word) and spot.line.text[: spot.found.start].casefold().endswith(f" {word} ")


def _is_place_elsewhere(spot: Spot) -> bool:
    """Return whether it is where somebody was born, or a heading asks for what the field does: "Where are my data?"."""
    if "birth" in spot.own.name.casefold():
        return spot.is_led_by(_BORN)
    heading = words_of(f"{spot.line.heading} ")
    return spot.is_led_by(_LEADS_TO_PLACE) and any(word in words_of(spot.own.name) for word in heading)


def _is_street(spot: Spot) -> bool:
    concept = spot.own.concept
    return (
        concept is not None
        and concept.name in {"street", "address"}
        and bool(NUMBER.search(spot.value))
        and phrases.is_clause(spot.found)
    )


def _is_postal_code(spot: Spot) -> bool:
    concept, text = spot.own.concept, spot.line.text
    if concept is None or concept.name != "postalCode" or not kinds.ADDRESS_LIKE.search(spot.value):
        return False
    return _BY_CITY.match(text, spot.found.end) is not None or _BEHIND_CITY.search(text[: spot.found.start]) is not None


def _is_so_measured(spot: Spot) -> bool:
    """Return whether it begins with a figure and ends with a unit of what the field asks for: "180 °C"."""
    if not spot.own.is_measured or not kinds.MEASURED.match(spot.value):
        return False
    unit = _UNIT_LAST.search(spot.value)
    return unit is not None and (unit.group(1) in _DEGREES) == ("temperature" in spot.own.words)
