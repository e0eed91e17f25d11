"""What a question asks for: a person, a time, a place, a number, money, a definition, a list, or something open."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from gossamer.content.text.terms import content_terms, folded, stem, terms

_MOST_QUESTION: Final = 1_000


class Contact(Enum):
    """How somebody can be reached."""

    EMAIL = "e-mail"
    PHONE = "telephone"


class Kind(Enum):
    """What would answer."""

    PERSON = auto()
    TIME = auto()
    PLACE = auto()
    COUNT = auto()
    MONEY = auto()
    MEASURE = auto()
    DEFINITION = auto()
    LIST = auto()
    OPEN = auto()


# The one that begins first decides; folded: without case and accents.
_ASKED: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = tuple(
    (kind, re.compile("|".join(patterns)))
    for kind, patterns in (
        (
            Kind.MONEY,
            (
                r"\bhow much (?:is|are|was|were)\b(?! the \w+ (?:of|rate)\b)",
                r"\bhow much (?:does|do|did|will|would)\b.{1,200}\b(?:cost|sell|charge|pay|earn)",
                r"\b(?:price|prices|cost|costs|fee|fees|priced)\b|\bkostet\b|\bkosten\b|\bpreis\b|\bprix\b",
                r"\bcombien coute",
                r"\bprecio\b|\bcuanto cuesta|\bprezzo\b|\bquanto cost|\bquanto custa|\bpreco\b|\bkost(?:et|ar)\b",
                r"多少钱|多少錢|价格|價格|售价|いくら|価格|値段|얼마|가격",
            ),
        ),
        (
            Kind.COUNT,
            (
                r"\bhow many\b|\bwhat (?:number|percentage|share) of\b|\bwie ?viele?\b|\bcombien\b|\bcuant[oa]s?\b",
                r"\bquant[ieoa]\b|\bquant[oa]s\b|\bhoeveel\b|\bhur (?:manga|mycket)\b|多少|几个|幾個|いくつ",
                r"何人|何個|몇",
            ),
        ),
        (
            Kind.MEASURE,
            (
                r"\bhow (?:long|heavy|tall|high|big|large|old|far|fast|wide)\b",
                r"\bhow (?:deep|hot|thick|loud|often|small|much|late)\b",
                r"\bwhat (?:rating|score|age|speed|temperature|percentage|distance)\b",
                r"\bhoe (?:lang|groot|zwaar|oud|hoog|ver)\b",
                r"\bwie (?:lang|lange|schwer|gross|hoch|alt|weit|schnell|breit|tief)\b",
            ),
        ),
        (
            Kind.TIME,
            (
                r"\bwhen\b|\b(?:what|which) (?:date|year|day|month|time|century)\b|\bwann\b|\bquand\b|\bcuando\b",
                r"\bquando\b|\bwanneer\b|什么时候|什麼時候|何时|何時|いつ|언제",
            ),
        ),
        (
            Kind.PERSON,
            (r"\bwhom?\b|\bwhose\b|\bwer\b|^qui\b|\bquien\b|^chi\b|\bquem\b|^wie is\b|^vem\b|谁|誰|だれ|누가|누구",),
        ),
        (
            Kind.PLACE,
            (
                r"\bwhere\b|\b(?:what|which) (?:city|country|place|town|address|state)\b|\bwo\b|^ou\b|\bdonde\b",
                r"\bdove\b",
                r"\bonde\b|\bwaar\b|哪里|哪裡|哪儿|どこ|어디",
            ),
        ),
        (
            Kind.LIST,
            (
                r"^(?:please )?(?:list|name|enumerate)\b|\bwhat are (?:all )?the\b|^which\b.{1,200}\b(?:are|were)\b",
                r"^welche\b|^quels\b|^quelles\b|^cuales\b|^quali\b|^quais\b|哪些",
                r"^what (?:[a-z]+ )?[a-z]+s (?:are|do|does|did|can|were|have)\b",
            ),
        ),
        (
            Kind.DEFINITION,
            (
                r"^(?:what(?:'s|’s| is| are| was| were)|define) (?:an? )?(?!the\b)[\w.+#-]+(?: [\w.+#-]+){0,3}\??$",  # noqa: RUF001
                r"\bwhat does [^?]{1,60} mean\b",
                r"^was (?:ist|sind) (?:eine? )?(?!der\b|die\b|das\b)[\w-]+(?: [\w-]+)?\??$",
                r"^qu'est-ce que?\b|^que es\b|^che cos|^wat is\b|^vad ar\b|^什么是|^什麼是|とは",
            ),
        ),
    )
)
# Behind these no definition is asked for but a property: "what is it made of".
_NO_DEFINITION: Final = re.compile(r"\b(?:of|for|from|by|with|in|on|to|about|like|called|named|made)\b")
_MADE_OF: Final = re.compile(r"\b(?:made|crafted|built|constructed) (?:of|from|out of)\b", re.IGNORECASE)
_OWNER: Final = re.compile(r"\b(?:number|mail|address|fax) (?:of|for) (?:the |your |their )?(\w+)\W*\Z")
_DANGLING: Final = re.compile(r"\b(with|to|from|for|by|at|on|about|into|in|of)\W*\Z")
# "How many people does it employ", "where do I put it".
_LIGHT: Final[Mapping[Kind, frozenset[str]]] = {
    Kind.COUNT: frozenset(
        terms("cover have offer provide serve support employ come run own operate feature make sell host hold give")
    ),
    Kind.PLACE: frozenset(terms("put place keep store go save")),
}
# "Which operating systems do they run on", "what language is it written in".
_CATEGORY: Final = re.compile(
    r"^(?:which|what|welche[rs]?|quels?|quelles?|que|quali) ((?:[\w-]+ )?[\w-]+) "
    r"(?:do|does|did|can|is|are|was|were|will|you)\b"
)
# Where people are counted, that they are served says what they are counted for.
_SERVED: Final = frozenset(terms("serve"))
_SERVED_TO: Final = re.compile(r"\bhow many (?:people|persons|guests)\b")
_REACHED: Final = frozenset({Kind.OPEN, Kind.PLACE, Kind.DEFINITION, Kind.LIST})
_EMAIL: Final = re.compile(
    r"\be-? ?mail(?: address)?\b(?! (?:notif|market|campaign|account|template|list|client|provider))"
)
_PHONE: Final = re.compile(
    r"\b(?:tele)?phone number\b|\btelephone\b|\bnumber (?:can|do|should) i call\b|\btelefonnummer\b|"
    r"\bnumero de (?:telefono|telephone)\b"
)
_STOCK: Final = re.compile(
    r"^(?:is|are|do|does)\b.{1,80}\b(?:in stock|sold out|out of stock|available(?: to (?:buy|order))?)\W*$"
)
_WHY: Final = re.compile(
    r"\bwhy\b|\bwarum\b|\bwieso\b|\bpourquoi\b|^por que\b|^perche\b|\bwaarom\b|为什么|為什麼|なぜ|왜"
)
_ORDER: Final = re.compile(r"^(?:please )?(?:list|name|enumerate|define)\b", re.IGNORECASE)
_PHRASE: Final = re.compile(r"[\"“«„]([^\"”»“]{3,100})[\"”»“]|(?<!^)(\b[A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*)+)")  # noqa: RUF001
_COUNTED: Final = re.compile(
    r"(?:how many|wie ?viele?|combien d(?:e |')|cuant[oa]s?|quant[ieoa]s?|hoeveel|"
    r"hur manga) (?:\w+ (?=\w+ (?:are|is|do|does|have|has)\b))?([\w-]+)"
)
# What a label may say for a word of the question.
_SAME: Final = (
    "price cost preis prix precio prezzo prijs fee",
    "author write wrote written writer autor auteur byline",
    "date publish published posted updated datum",
    "released release",
    "address located location adresse direccion",
    "brand manufacturer make maker made hersteller marke manufactured produced producer vendor",
    "weight weigh heavy gewicht poids peso",
    "height tall high hohe",
    "width wide breite",
    "depth deep tiefe",
    "length long duration time takes take",
    "size big large dimension dimensions measurements",
    "phone telephone call tel telefon number",
    "email mail e-mail",
    "serving servings serves serve yield yields portions portion people",
    "ingredient ingredients zutaten ingredientes",
    "instruction instructions direction directions method steps preparation prepare zubereitung",
    "prep preparation",
    "cook cooking bake baking",
    "rating rated stars score",
    "language sprache langue idioma",
    "publisher published publishing verlag",
    "color colour farbe couleur",
    "warranty guarantee garantie",
    "job position role",
    "salary pay paid compensation",
    "open opening hours",
    "founded established founding",
    "material made fabric crafted craft built constructed",
    "sku ean gtin article",
    "item number",
    "population inhabitants people",
    "ceo chief",
    "born birth",
    "died death",
    "download downloads",
    "license licence",
    "temperature hot",
    "old age",
    "deadline due",
    "solve solved solution remedy fix overcome",
    "discount save saving off reduction rebate",
    "dangerous danger hazard hazardous risk risky unsafe",
    "toxic poisonous",
    "safe suitable",
    "cancel cancelled cancellation",
    "refund refunded refunds",
    "ship shipping delivered delivery deliver",
    "pay payment",
    "month monthly",
    "year yearly annual annually",
)
_WHATEVER: Final = (
    "product item recipe book article post story company firm organisation organization event job movie film game "
    "device dish thing author person model version name offer plan tier there"
)
_GENERIC: Final = frozenset(stem(word) for word in _WHATEVER.split())
_PROPER: Final = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w'’-]*|\b\w*\d\w*")  # noqa: RUF001
_MEASURED: Final = "long heavy tall high big large old far fast wide deep hot thick loud often small"
_MEASURES: Final = frozenset(_MEASURED.split())


@dataclass(frozen=True, slots=True)
class Question:
    """A question: the *kind* of its answer, its *text*, its *terms*, and which of them are *proper*: names and numbers.

    *alike* are, by term, other terms that a label may have for it. *generic* are terms that stand for whatever the
    page is about, as "product". What is *implied* need not be said: an amount of money is a price, "58 g" a weight.
    *counted* is what "how many" asks for, or empty. *phrases* are names of several words, folded. *preposition* is the
    one that something open ends with, as "what is it served with", or empty. *owner* is whose number or address is
    asked for, or empty. *light* are verbs that say no more than that there is some of what is counted. *category* is
    what an answer is one of, and need not say: Linux is an operating system. *contact* is how somebody is to be
    reached, None when that is not asked.
    """

    kind: Kind
    text: str
    terms: tuple[str, ...]
    implied: frozenset[str]
    counted: str
    phrases: tuple[str, ...]
    proper: frozenset[str]
    alike: Mapping[str, frozenset[str]]
    generic: frozenset[str]
    owner: str
    preposition: str
    light: frozenset[str] = frozenset()
    category: frozenset[str] = frozenset()
    contact: Contact | None = None
    is_why: bool = False
    is_for_stock: bool = False

    def is_for_author(self, title: frozenset[str]) -> bool:
        """Return whether all that is asked is who wrote what the page is, which is called *title*."""
        rest = [term for term in self.terms if term not in self.generic | title]
        writes = _ALIKE[_AUTHOR]
        return any(term in writes for term in self.terms) and all(term in writes for term in rest)

    def without(self, terms_left_out: frozenset[str]) -> Question | None:
        """Return the question without those of its terms, None when it has none of them or nothing else."""
        left = tuple(term for term in self.terms if term not in terms_left_out)
        if len(left) == len(self.terms) or frozenset(left) <= self.implied | self.light:
            return None
        return replace(self, terms=left, proper=self.proper - terms_left_out)

    def said_by(self, term: str, found: frozenset[str]) -> bool:
        """Return whether *found* has *term* or what a label may have for it."""
        return term in found or not found.isdisjoint(self.alike.get(term, frozenset()))

    def said_apart(self, term: str, found: frozenset[str]) -> bool:
        """Return whether *found* has *term* or what may stand for it, other words of the question left out."""
        others = self.alike.get(term, frozenset()).difference(self.terms)
        return term in found or not found.isdisjoint(others)


def read_question(text: str) -> Question:
    """Return what *text* asks."""
    asked = _MADE_OF.sub("of what material", " ".join(text[:_MOST_QUESTION].split()))
    plain = folded(asked)
    kind = _kind(plain)
    wanted = content_terms(_ORDER.sub("", asked))
    implied: set[str] = set()
    if kind is Kind.MEASURE:
        implied = {stem(word) for word in plain.split() if word in _MEASURES}
        wanted += [term for term in sorted(implied) if term not in wanted]
    if kind is Kind.MONEY:
        implied = {term for term in wanted if term in _ALIKE[_PRICE]} or {_PRICE}
        wanted = [*(term for term in sorted(implied) if term not in wanted), *wanted]
    counted = _COUNTED.search(plain) if kind is Kind.COUNT else None
    proper = frozenset(term for match in _PROPER.finditer(asked) for term in content_terms(match.group()))
    return Question(
        kind=kind,
        text=asked,
        terms=tuple(wanted),
        implied=frozenset(implied),
        counted=stem(counted.group(1)) if counted is not None else "",
        phrases=tuple(folded(match.group(1) or match.group(2)) for match in _PHRASE.finditer(asked)),
        proper=proper & frozenset(wanted),
        alike={term: _ALIKE[term] for term in wanted if term in _ALIKE},
        generic=_GENERIC,
        owner=stem(owned.group(1)) if (owned := _OWNER.search(plain)) is not None else "",
        preposition=ends.group(1) if kind is Kind.OPEN and (ends := _DANGLING.search(plain)) is not None else "",
        light=_light(kind, plain) & frozenset(wanted),
        category=_category(plain, proper) if kind is Kind.OPEN else frozenset(),
        contact=_contact(plain) if kind in _REACHED else None,
        is_why=_WHY.search(plain) is not None,
        is_for_stock=_STOCK.search(plain) is not None,
    )


def _light(kind: Kind, plain: str) -> frozenset[str]:
    found = _LIGHT.get(kind, frozenset())
    return found - _SERVED if _SERVED_TO.search(plain) else found


def _category(plain: str, proper: frozenset[str]) -> frozenset[str]:
    asked = _CATEGORY.match(plain)
    return frozenset(content_terms(asked.group(1))) - proper if asked is not None else frozenset()


def _contact(plain: str) -> Contact | None:
    if _EMAIL.search(plain) is not None:
        return Contact.EMAIL
    return Contact.PHONE if _PHONE.search(plain) is not None else None


def _kind(plain: str) -> Kind:
    first = Kind.OPEN
    begins = len(plain)
    for kind, pattern in _ASKED:
        found = pattern.search(plain)
        if found is None or found.start() >= begins:
            continue
        if kind is Kind.DEFINITION and _NO_DEFINITION.search(plain):
            continue
        # "What is the price": a word for money decides wherever it stands, unless something else is asked first.
        first, begins = kind, (0 if kind is Kind.MONEY else found.start())
    return first


def _alike() -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in _SAME:
        group = frozenset(term for word in line.split() for term in terms(word))
        for term in group:
            found[term] = found.get(term, frozenset()) | group
    return found


_ALIKE: Final = _alike()
_PRICE: Final = stem("price")
_AUTHOR: Final = stem("author")
