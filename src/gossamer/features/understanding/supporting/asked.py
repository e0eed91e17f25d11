"""What a field of an answer asks for, and whether the words of a page are about it.

The names that pages use are those of the rules' own vocabulary; here are added what a field's name shares with a label
("bedrooms" and "Beds"), words for what nobody marks up (a chief executive), and units.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from gossamer.content.extraction.naming import phrase, singular, word_set, words_of
from gossamer.content.extraction.values import units
from gossamer.content.extraction.vocabulary import Concept, Kind, find

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
        "rating,score,star",
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
        "country,made,country of origin,origin",
    )
)
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
_ANY_DAY: Final = word_set("date when time day datum fecha data")
_TIMES: Final = word_set("second sec minute min hour day week month year s h hr night")
_LENGTHS: Final = word_set("length width height depth distance range diameter thickness long")
_MONEY: Final = word_set(
    "price cost fee salary rent deposit tax budget revenue charge ticket donation pay wage income fare rate fund "
    "turnover worth value amount discount saving"
)
_MEASURES: Final = word_set(
    "weight mass length width height depth distance area surface volume capacity speed storage memory temperature "
    "power age mileage year plot elevation phone telephone"
)
_MAIL: Final = word_set("email mail contact login user username account address link")
_PEOPLE: Final = word_set(
    "people person user visitor employee guest member customer student attendee resident participant population reader "
    "subscriber volunteer passenger adult staff worker listener viewer player traveller"
)
_RUNNING: Final = frozenset({Kind.NAME, Kind.LONG, Kind.LIST, Kind.URL, Kind.IMAGE})
_SHORTEST: Final = 4
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

    *described* are the words of its description. *takes* is "number", "yes or no", "words" (a text without figures), or
    empty for any other text.
    """

    name: str
    phrase: str
    words: frozenset[str]
    terms: frozenset[tuple[str, ...]]
    concept: Concept | None
    unit: str = ""
    described: frozenset[str] = frozenset()
    takes: str = ""

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
        return (self.concept is not None and self.concept.kind is Kind.PRICE) or not self.words.isdisjoint(_MONEY)

    @property
    def is_old_price(self) -> bool:
        """Return whether it asks for what something cost before."""
        return self._is("originalPrice")

    @property
    def is_of_time(self) -> bool:
        """Return whether it asks for a date or a year."""
        words = frozenset(words_of(self.name))
        return (
            (self.concept is not None and self.concept.kind is Kind.DATE)
            or not words.isdisjoint({"year", "date", "since", "built", "founded", "renovated", "opened", "joined"})
            or any(word.endswith("ed") for word in words)
        )

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
    return "words" if isinstance(value, str) and value and not any(map(str.isdigit, value)) else ""


@lru_cache(maxsize=2_048)
def _asked(name: str, described: str, takes: str) -> Asked:
    spoken = words_of(name)
    unit = units.unit_of(spoken, described) or (spoken[-1] if spoken and spoken[-1] in _TIMES else "")
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
    if concept is not None and other is not None and concept is not other:
        is_day = concept.kind is Kind.DATE and set(words_of(f"{bare} ")) <= _ANY_DAY
        kin = any({concept.name, other.name} <= one for one in _KIN)
        return 0.7 if is_day or kin else 0.0
    if told and told == field.words:
        return _CLOSE
    if "".join(word[0] for word in words_of(f"{bare} ")) == field.phrase and len(field.phrase) > 1:
        return _CLOSE
    shared = sum(any(_is_like(word, one) for one in told) for word in field.words)
    if shared:
        return 0.4 + 0.2 * shared / len(field.words) + 0.2 * shared / len(told)
    return 0.4 if field.described & told else 0.0


def counts_people(field: Asked, noun: str) -> bool:
    """Return whether *noun* are people and *field* asks how many of some kind there are."""
    if noun in _PEOPLE and field.concept is not None and field.concept.name in {"ratingCount", "reviewCount"}:
        return True
    return noun in _PEOPLE and not _PEOPLE.isdisjoint({*field.words, *words_of(field.name)})


def role_terms() -> Sequence[Asked]:
    """Return the roles that people are said to have."""
    return [asked(one) for one in sorted(_ROLES)]


def dimension(unit: str) -> str:
    """Return what kind of measure a unit is of: a number of `units`, "time", or empty for no known unit."""
    word = singular(unit.lower())
    kind = units.kind_of(unit.lower())
    return "time" if word in _TIMES and kind is None else "" if kind is None else str(kind)


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


_BY_PHRASE: Final = {" ".join(map(singular, one.split())): same[0] for same in reversed(_SAME) for one in same}
_BY_WORD: Final = {spoken: one for spoken, one in _BY_PHRASE.items() if " " not in spoken}
