"""What a field of an answer asks for, and whether the words of a page are about it.

The names that pages use are those of the rules' own vocabulary; here are added what a field's name shares with a label
("bedrooms" and "Beds"), words for what nobody marks up (a chief executive), and units.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any, Final

from gossamer.content.extraction.naming import phrase, singular, word_set, words_of
from gossamer.content.extraction.values import units
from gossamer.content.extraction.vocabulary import Concept, Kind, find
from gossamer.features.understanding.supporting import tongues

# What is called by several names; the first stands for all. A name of several words is written with blanks.
_SAME: Final[Sequence[Sequence[str]]] = tuple(
    tuple(one.split(","))
    for one in (
        "ceo,chief executive officer,chief executive,managing director",
        "cto,chief technology officer,chief technical officer",
        "cfo,chief financial officer,finance director",
        "coo,chief operating officer",
        "cmo,chief marketing officer",
        "founder,founded by,started by,co founder,cofounder,set up by,established by",
        "founded,founding,established,started,since,foundation,gegrundet",
        "chair,chairman,chairwoman,chairperson",
        "employee,staff,headcount,employ,worker,mitarbeiter",
        "bedroom,bed,schlafzimmer",
        "bathroom,bath,badezimmer",
        "sqft,square foot,square feet,sq ft",
        "sqm,square metre,square meter,m2,qm",
        "area,surface,size,floor space",
        "dimension,size,measurement",
        "capacity,volume,holds",
        "seat,place,passenger",
        "guest,person,people,adult,sleep",
        "headquarter,hq,head office,main office,headquartered,based",
        "revenue,turnover,sales",
        "customer,client",
        "price,cost,preis,rent,fee,charge,costs",
        "display,screen",
        "memory,ram",
        "processor,cpu",
        "transmission,gearbox",
        "mileage,odometer,mile,kilometre",
        "rating,score,star,rated",
        "vote,rating",
        "departure,depart,leaves",
        "arrival,arrive",
        "calorie,kcal,energy",
        "serving,serve,portion,yield",
        "deadline,closing,apply by,due",
        "specialty,speciality,department,field",
        "language,speak",
        "teacher,instructor,lecturer,trainer,taught",
        "length,long,distance",
        "width,wide,broad",
        "height,high,tall",
        "depth,deep",
        "thickness,thick",
        "difficulty,level,grade",
        "climb,ascent,elevation",
        "built,construction,build",
        "role,position,job title",
        "step,method,instruction,direction",
        "percent,percentage,share,rate",
        "shipping,delivery,ship,postage",
        "trial,try",
        "update,updated",
        "manager,managed",
        "country,made in,country of origin,origin",
        "copy,sold",
        "material,made of,made from,crafted from,fabric",
        "maker,made by,manufacturer,manufactured by,built by,produced by",
        "position,rank",
        "vacation,holiday,annual leave,leave,paid time off,pto,urlaub,conges,vacaciones,ferie,vakantie",
        "experience,professional,track record",
        "citation,cited,cite",
        "funder,funded,supported by,sponsored by,paid for by",
        "capacity,limit",
    )
) + tuple(tongues.SAME)
_GENERIC: Final = word_set(
    "number count total value amount name title text type info information detail data date time of is has have can be "
    "allowed included available accepted full current in by at to from per within unit no not field list item id max "
    "min maximum minimum how many much"
)
_KIN: Final[Sequence[frozenset[str]]] = tuple(
    word_set(one)
    for one in (
        "address street city region postalCode country venue",
        "ratingCount reviewCount",
        "datePublished startDate foundingDate dateModified",
        "telephone mobile",
        "employmentType category genre section jobTitle",
        "duration totalTime",
        "brand publisher company seller organizer",
        "description body instructions",
        "price salary highPrice",
        "author performer director founder",
        "sku mpn",
        "name question",
        "stockCount availability",
    )
)
_ANY_DAY: Final = word_set("date when time day datum fecha data wann quand cuando quando wanneer period valid")
_OF_ANY_DAY: Final = word_set("date day start begin end time event from to valid opening period starts ends when year")
_ISO_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}(?:T.*)?")
_LEADING: Final = word_set("by from until since till")
_IN_MONEY: Final = re.compile(r"[€£$]|\b(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|JPY|CAD|AUD|euros?|dollars?|pounds?|yen)\b")
_BEGINNING: Final = word_set("start from begin since min minimum lowest low")
_ENDING: Final = word_set("end to until till through max maximum highest high expires")
_TIMES: Final = word_set("second sec minute min hour day week month year s h hr night")
_ABROAD: Final = {
    word: unit
    for unit, words in (
        ("second", "sekunde sekunden seconde secondes segundo segundos secondo secondi seconden"),
        ("minute", "minuten minuto minutos minuti minuts minuter minutt"),
        ("hour", "stunde stunden std heure heures hora horas ora ore uur uren timme timer"),
        ("day", "tag tage tagen jour jours día días dia dias giorno giorni dag dagen"),
        ("week", "woche wochen semaine semaines semana semanas settimana settimane weken"),
        ("month", "monat monate monaten mois mes meses mese mesi maand maanden"),
        ("year", "jahr jahre jahren an ans année années año años anno anni jaar"),
    )
    for word in words.split()
}
_WAYS: Final = word_set("long wide broad high tall deep thick")
_LENGTHS: Final = word_set("length width height depth distance range diameter thickness long")
_MONEY: Final = word_set(
    "price cost fee salary rent deposit tax budget revenue charge ticket donation pay wage income fare rate fund "
    "turnover worth value amount discount saving"
)
_MAY_BE_MONEY: Final = word_set("amount value worth rate")
_MEASURES: Final = word_set(
    "weight mass length width height depth distance area surface volume capacity speed storage memory temperature "
    "power age mileage year plot elevation phone telephone"
)
_MAIL: Final = word_set("email mail contact login user username account address link")
_PEOPLE: Final = word_set(
    "people person user visitor employee guest member customer student attendee resident participant population reader "
    "subscriber volunteer passenger adult staff worker listener viewer player traveller"
)
_ANYBODY: Final = word_set("people person personen leute personas persone personnes mensen member")
_RUNNING: Final = frozenset({Kind.NAME, Kind.LONG, Kind.LIST, Kind.URL, Kind.IMAGE})
_SHORTEST: Final = 4
_SPELLED: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|[\W_]+")
_SHORT: Final = 3
_COGNATE: Final = 8
_SURELY: Final = 0.85
_ALMOST: Final = 0.75
_SHARED: Final = 5
_ALIKE: Final = 0.55
_CLOSE: Final = 0.9
_ROLES: Final = word_set(
    "ceo cto cfo coo cmo founder chair president director manager mayor engineer editor treasurer secretary owner "
    "chairman minister spokesperson principal"
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A field: its *name*, its telling *words*, what the vocabulary knows it as, and the *terms* it goes by in a text.

    *described* are the words of its description. *takes* is "number", "yes or no", "day" (in ISO 8601), "words" (a text
    without figures), or empty for any other text.
    """

    name: str
    phrase: str
    words: frozenset[str]
    terms: frozenset[tuple[str, ...]]
    concept: Concept | None
    unit: str = ""
    described: frozenset[str] = frozenset()
    takes: str = ""
    in_money: bool = False

    @property
    def is_role(self) -> bool:
        """Return whether it asks who is something: the chief executive, the mayor."""
        return (not self.words.isdisjoint(_ROLES) and self.concept is None) or self._is("founder", "director")

    @property
    def is_name(self) -> bool:
        """Return whether it asks what a thing is called."""
        return self._is("name", "question")

    @property
    def is_person(self) -> bool:
        """Return whether it asks who wrote or made something."""
        return self._is("author", "performer", "director", "founder")

    @property
    def is_money(self) -> bool:
        """Return whether it asks for an amount of money."""
        is_known = self.concept is not None and self.concept.kind is Kind.PRICE
        is_number = self.takes == "number"
        named = self.words & (_MONEY if is_number else _MONEY - _MAY_BE_MONEY)
        return is_known or bool(named) or (self.in_money and is_number)

    @property
    def is_rating(self) -> bool:
        """Return whether it asks how good something is found."""
        is_known = self.concept is not None and self.concept.kind is Kind.RATING
        return is_known or words_of(self.name)[-1:] == ("rating",)

    @property
    def is_old_price(self) -> bool:
        """Return whether it asks for what something cost before."""
        return self._is("originalPrice")

    @property
    def is_of_time(self) -> bool:
        """Return whether it asks for a date or a year."""
        words = frozenset(words_of(self.name)) - ({"year"} if self.is_in_years else set())
        return (
            (self.concept is not None and self.concept.kind is Kind.DATE)
            or not words.isdisjoint({"year", "date", "since", "built", "founded", "renovated", "opened", "joined"})
            or any(word.endswith("ed") for word in words)
        )

    @property
    def begins(self) -> bool:
        """Return whether it asks for the first end of a range: "validFrom", "salaryMin"."""
        return not self._spelled.isdisjoint(_BEGINNING)

    @property
    def led_by(self) -> str:
        """Return the small word with which the name ends, which leads to the value: "applyBy", "openFrom"."""
        spelled = _SPELLED.sub(" ", self.name).lower().split()
        return spelled[-1] if spelled and spelled[-1] in _LEADING else ""

    @property
    def ends(self) -> bool:
        """Return whether it asks for the second end of a range: "validTo", "salary_max"."""
        return not self._spelled.isdisjoint(_ENDING)

    @property
    def _spelled(self) -> frozenset[str]:
        return frozenset(_SPELLED.sub(" ", self.name).lower().split())

    @property
    def is_in_years(self) -> bool:
        """Return whether it asks for a number of years: "yearsOfExperience"."""
        return "years" in self._spelled

    @property
    def is_year(self) -> bool:
        """Return whether it asks for a year as a number."""
        is_named = "year" in words_of(self.name) and not self.is_in_years and not self.is_money
        is_known = self.concept is not None and self.concept.kind is Kind.DATE
        return self.takes == "number" and "per" not in words_of(self.name) and (is_named or is_known)

    @property
    def dimension(self) -> str:
        """Return what kind of measure it asks for, empty when that cannot be told."""
        if self.is_money:
            return ""
        if self.unit:
            return dimension(self.unit)
        if self.words & {"weight", "mass", "load"}:
            return "0"
        if self.words & _LENGTHS:
            return "2"
        if self.concept is not None and self.concept.kind is Kind.DURATION:
            return "time"
        return ""

    @property
    def is_measure(self) -> bool:
        """Return whether its value has figures, even as a text."""
        kinds = {Kind.COUNT, Kind.RATING, Kind.NUMBER, Kind.DURATION, Kind.PRICE, Kind.DATE, Kind.PHONE}
        known = self.concept is not None and self.concept.kind in kinds
        return known or bool(self.dimension) or not self.words.isdisjoint(_MEASURES)

    @property
    def is_measured(self) -> bool:
        """Return whether its value begins with a figure: a weight, an area."""
        return bool(self.dimension) or not self.words.isdisjoint(_MEASURES - {"phone", "telephone"})

    @property
    def is_email(self) -> bool:
        """Return whether it asks for an address of e-mail, or for what may be one."""
        is_known = self.concept is not None and self.concept.kind is Kind.EMAIL
        return is_known or not frozenset(words_of(self.name)).isdisjoint(_MAIL)

    @property
    def is_plural(self) -> bool:
        """Return whether it asks how many of something there are: "devices"."""
        last = self.name.rstrip("0123456789")
        return (
            self.concept is None
            and not self.unit
            and not self.is_money
            and last.endswith("s")
            and not last.endswith("ss")
        )

    @property
    def is_counted(self) -> bool:
        """Return whether it asks how many or how good something is, and so for no amount of money."""
        kinds = {Kind.COUNT, Kind.RATING, Kind.NUMBER, Kind.DURATION, Kind.CODE, Kind.DATE}
        is_known = self.concept is not None and self.concept.kind in kinds
        return not self.is_money and (is_known or bool(self.dimension))

    def _is(self, *names: str) -> bool:
        return self.concept is not None and self.concept.name in names


def asked(name: str, described: str = "", value: Any = "") -> Asked:
    """Return what the field *name* asks for, which takes such a thing as *value*."""
    return _asked(name[:200], described[:300], _taken(value))


def _taken(value: Any) -> str:
    if isinstance(value, bool):
        return "yes or no"
    if isinstance(value, int | float):
        return "number"
    if not isinstance(value, str) or not value:
        return ""
    if _ISO_DAY.fullmatch(value):
        return "day"
    return "" if any(map(str.isdigit, value)) else "words"


@lru_cache(maxsize=2_048)
def _asked(name: str, described: str, takes: str) -> Asked:
    spoken = words_of(name)
    # "hoursPerWeek" is in hours.
    counted = spoken[: spoken.index("per")] if "per" in spoken[1:] else spoken
    lasting = counted[-1] if counted and counted[-1] in _TIMES and takes != "words" else ""
    unit = units.unit_of(counted, described) or lasting
    unit = unit or ("year" if "years" in _SPELLED.sub(" ", name).lower().split() else "")
    bare = [word for word in spoken if word != unit] or list(spoken)
    concept = find(name) or (find(" ".join(bare)) if len(bare) < len(spoken) else None)
    words = _telling(bare)
    return Asked(
        name,
        phrase(name),
        words,
        _terms(bare, words, concept),
        concept,
        unit,
        _telling(words_of(f"{described} ")) if described else frozenset(),
        takes,
        _IN_MONEY.search(described) is not None,
    )


def about(field: Asked, label: str) -> float:
    """Return how surely *label* is about *field*, 0 to 1; 0: it is about something else, or about nobody knows what."""
    return _about(field, label[:100])


@lru_cache(maxsize=16_384)
def _about(field: Asked, label: str) -> float:  # noqa: PLR0911 - from the surest to the least
    bare = label.partition("(")[0].strip() or label
    said = phrase(f"{bare} ")
    if said == field.phrase:
        return 1.0
    concept, other = field.concept, find(f"{bare} ")
    if concept is not None and said in concept.labels:
        return 0.95
    told = _telling(words_of(f"{bare} "))
    if _is_about_time(field, told, other):
        return 0.7
    if concept is not None and other is not None and concept is not other:
        return 0.7 if any({concept.name, other.name} <= one for one in _KIN) else 0.0
    if told and told == field.words:
        return _CLOSE
    if "".join(word[0] for word in words_of(f"{bare} ")) == field.phrase and len(field.phrase) > 1:
        return _CLOSE
    shared = sum(any(_is_like(word, one) for one in told) for word in field.words)
    if shared:
        return 0.4 + 0.2 * shared / len(field.words) + 0.2 * shared / len(told)
    return 0.4 if field.described & told else _spelled_alike(field, bare, told)


def _is_about_time(field: Asked, told: frozenset[str], label: Concept | None) -> bool:
    """Return whether a label for any day ("When"), a date or a duration is of a field for a day, a year or minutes."""
    is_known = field.concept is not None and field.concept.kind is Kind.DATE
    if (field.takes == "day" or is_known) and told <= _ANY_DAY and field.words <= _OF_ANY_DAY:
        return True
    if label is not None and label.kind is Kind.DURATION and field.unit and field.words <= _TIMES:
        return True
    return field.is_year and field.words == {"year"} and label is not None and label.kind is Kind.DATE


def _spelled_alike(field: Asked, label: str, told: frozenset[str]) -> float:
    """Return how surely a label is about the field by its letters: "Energielabel", "Pos"."""
    joined, own = "".join(words_of(f"{label} ")), "".join(words_of(field.name))
    if min(len(joined), len(own)) >= _COGNATE and SequenceMatcher(None, joined, own).ratio() >= _SURELY:
        return 0.7
    short = next(iter(told)) if len(told) == 1 else ""
    return 0.4 if len(short) >= _SHORT and any(one.startswith(short) for one in field.words) else 0.0


def counts_people(field: Asked, noun: str) -> bool:
    """Return whether *noun* are people and *field* asks how many of some kind there are."""
    if noun in _PEOPLE and field.concept is not None and field.concept.name in {"ratingCount", "reviewCount"}:
        return True
    return noun in _ANYBODY and not _PEOPLE.isdisjoint({*field.words, *words_of(field.name)})


def are_kin(one: Asked, other: Asked) -> bool:
    """Return whether one answer may be that of both fields: a brand and a maker, a price and a monthly price."""
    if one.concept is not None and other.concept is not None:
        names = {one.concept.name, other.concept.name}
        if len(names) == 1 or any(names <= kin for kin in _KIN):
            return True
    return bool((one.words - _GENERIC) & (other.words - _GENERIC))


def is_cognate(field: Asked, noun: str) -> bool:
    """Return whether *noun* is hardly another word than one of the field's: "sesiones" and "sessions"."""
    return len(noun) >= _SHARED and any(
        len(one) >= _SHARED and SequenceMatcher(None, noun, one).ratio() >= _ALMOST for one in field.words
    )


def is_way(word: str) -> bool:
    """Return whether *word* says in which direction something is measured: "wide"."""
    return word.lower() in _WAYS


def is_staff(field: Asked) -> bool:
    """Return whether *field* asks for people who work somewhere."""
    return "employee" in field.words or (field.concept is not None and field.concept.name == "employees")


def role_terms() -> Sequence[Asked]:
    """Return the roles that people are said to have."""
    return [asked(one) for one in sorted(_ROLES)]


def dimension(unit: str) -> str:
    """Return what kind of measure a unit is of: a number of `units`, "time", or empty for no known unit."""
    word = time_of(singular(unit.lower()))
    kind = units.kind_of(unit.lower())
    return "time" if word in _TIMES and kind is None else "" if kind is None else str(kind)


def time_of(word: str) -> str:
    """Return the English word for a unit of time in another language; any other word as it is."""
    return _ABROAD.get(word.casefold(), word)


def canonical(word: str) -> str:
    """Return the one word that stands for all of the same meaning."""
    return _BY_WORD.get(singular(word), singular(word))


def _terms(bare: Iterable[str], words: frozenset[str], concept: Concept | None) -> frozenset[tuple[str, ...]]:
    """Return the words, one after the other, by which a running text speaks of the field."""
    groups = (same for same in _SAME if words.intersection(_BY_PHRASE.get(one, one) for one in same))
    found = {tuple(one.split()) for same in groups for one in same}
    found |= {(word,) for word in bare if word not in _GENERIC}
    if concept is not None and concept.kind not in _RUNNING:
        labels = (tuple(label.split()) for label in concept.labels)
        found |= {one for one in labels if len(one) > 1 or (len(one[0]) >= _SHORTEST and one[0] not in _GENERIC)}
    if concept is not None and concept.name == "author":
        found.add(("by",))
    return frozenset(tuple(map(singular, one)) for one in found)


def _telling(words: Sequence[str]) -> frozenset[str]:
    """Return *words* as they are compared, small and general ones left out where others are left."""
    joined = f" {' '.join(words)} "
    for spoken, one in _BY_PHRASE.items():
        if " " in spoken and f" {spoken} " in joined:
            joined = joined.replace(f" {spoken} ", f" {one} ")
    all_words = frozenset(map(canonical, joined.split()))
    return (all_words - _GENERIC) or all_words


def _is_like(one: str, other: str) -> bool:
    """Return whether two words have the same stem: "publish" and "published", "location" and "located"."""
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) >= _SHORTEST and longer.startswith(shorter):
        return True
    common = next((at for at, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    return common >= _SHARED and common >= _ALIKE * len(longer)


def is_term(field: Asked, word: str) -> bool:
    """Return whether *word* of a text is one of the telling words of *field*, or has the stem of one."""
    if len(word) < 3 or (word in _GENERIC and not field.words <= _GENERIC):  # noqa: PLR2004 - "a", "of"
        return False
    return any(_is_like(word, one) for one in field.words if one not in _GENERIC or one == word)


def is_short_for(field: Asked, word: str) -> bool:
    """Return whether *word*, before a point, is the beginning of a word of the field: "Ref." for a reference."""
    return len(word) >= _SHORT and any(len(one) > len(word) and one.startswith(word) for one in field.words)


_BY_PHRASE: Final = {" ".join(map(singular, one.split())): same[0] for same in reversed(_SAME) for one in same}
_BY_WORD: Final = {spoken: one for spoken, one in _BY_PHRASE.items() if " " not in spoken}
