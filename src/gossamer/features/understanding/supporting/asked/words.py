"""Words for the same thing, in one language and others, and what of a name or a label tells something."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from gossamer.content.extraction.vocabulary import Concept, Kind
from gossamer.content.text.names import singular, word_set
from gossamer.features.understanding.supporting.asked.tongues import SAME

# What is called by several names; the first stands for all. A name of several words is written with blanks.
_SAME: Final[Sequence[Sequence[str]]] = tuple(
    tuple(one.split(","))
    for one in (
        "ceo,chief executive officer,chief executive,managing director",
        "cto,chief technology officer,chief technical officer",
        "cfo,chief financial officer,finance director",
        "coo,chief operating officer",
        "cmo,chief marketing officer",
        "publication,published",
        "screenwriter,screenplay,script,scenario",
        "cinematographer,cinematography",
        "composer,music",
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
        "participant,class size,group size",
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
        "teacher,instructor,lecturer,trainer,tutor,taught",
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
) + tuple(SAME)
GENERIC: Final = word_set(
    "number count total value amount name title text type info information detail data date time of is has have can be "
    "allowed included available accepted full current in by at to from per within unit no not field list item id max "
    "min maximum minimum how many much"
)
_RUNNING: Final = frozenset({Kind.NAME, Kind.LONG, Kind.LIST, Kind.URL, Kind.IMAGE})
SHORTEST: Final = 4
SHARED: Final = 5
_ALIKE: Final = 0.55
_SPELLED: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|[\W_]+")


def spelled(name: str) -> str:
    """Return the name of a field in words: "inStock" and "in_stock" are "in Stock" and "in stock"."""
    return _SPELLED.sub(" ", name)


def canonical(word: str) -> str:
    """Return the one word that stands for all of the same meaning."""
    return _BY_WORD.get(singular(word), singular(word))


def is_known(word: str) -> bool:
    """Return whether *word*, in the singular, says something that fields are called by."""
    return word in _BY_WORD or word in GENERIC


def telling(words: Sequence[str]) -> frozenset[str]:
    """Return *words* as they are compared, small and general ones left out where others are left."""
    joined = f" {' '.join(words)} "
    for spoken, one in _BY_PHRASE.items():
        if " " in spoken and f" {spoken} " in joined:
            joined = joined.replace(f" {spoken} ", f" {one} ")
    all_words = frozenset(map(canonical, joined.split()))
    return (all_words - GENERIC) or all_words


def terms_of(bare: Iterable[str], words: frozenset[str], concept: Concept | None) -> frozenset[tuple[str, ...]]:
    """Return the words, one after the other, by which a running text speaks of the field."""
    groups = (same for same in _SAME if words.intersection(_BY_PHRASE.get(one, one) for one in same))
    found = {tuple(one.split()) for same in groups for one in same}
    found |= {(word,) for word in bare if word not in GENERIC}
    if concept is not None and concept.kind not in _RUNNING:
        labels = (tuple(label.split()) for label in concept.labels)
        found |= {one for one in labels if len(one) > 1 or (len(one[0]) >= SHORTEST and one[0] not in GENERIC)}
    if concept is not None and concept.name == "author":
        found.add(("by",))
    return frozenset(tuple(map(singular, one)) for one in found)


def is_like(one: str, other: str) -> bool:
    """Return whether two words have the same stem: "publish" and "published", "location" and "located"."""
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) >= SHORTEST and longer.startswith(shorter):
        return True
    common = next((at for at, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    return common >= SHARED and common >= _ALIKE * len(longer)


_BY_PHRASE: Final = {" ".join(map(singular, one.split())): same[0] for same in reversed(_SAME) for one in same}
_BY_WORD: Final = {spoken: one for spoken, one in _BY_PHRASE.items() if " " not in spoken}
