# ruff: noqa: E501, ISC004, RUF001 - words of many languages, kept as tables
"""What kind of text a field asks for by its name, and whether a text is of it: no person is an e-mail address."""

import re
from enum import Enum, auto
from functools import lru_cache
from typing import Final

from gossamer.content.extraction.vocabulary import Kind
from gossamer.content.text.names import word_set, words_of
from gossamer.content.values.availability import availability
from gossamer.content.values.contacts import email
from gossamer.content.values.dates import month_names, only_date
from gossamer.content.values.prices import CODES
from gossamer.features.understanding.supporting.asked import Asked
from gossamer.features.understanding.supporting.countries import is_country


class Sort(Enum):
    """What a text is, by how it looks."""

    EMAIL = auto()
    PHONE = auto()
    ADDRESS = auto()
    WHEN = auto()
    CURRENCY = auto()
    STOCK = auto()
    LANGUAGE = auto()
    CODE = auto()
    COUNTRY = auto()
    PLACE = auto()
    PERSON = auto()
    USER = auto()
    FIRM = auto()
    NAME = auto()
    LONG = auto()
    GROUP = auto()
    OTHER = auto()


_KINDS: Final = {
    Kind.EMAIL: Sort.EMAIL, Kind.PHONE: Sort.PHONE, Kind.URL: Sort.ADDRESS, Kind.IMAGE: Sort.ADDRESS,
    Kind.DATE: Sort.WHEN, Kind.CURRENCY: Sort.CURRENCY, Kind.AVAILABILITY: Sort.STOCK, Kind.CODE: Sort.CODE,
    Kind.NAME: Sort.NAME, Kind.LONG: Sort.LONG, Kind.ADDRESS: Sort.PLACE,
}  # fmt: skip
_CONCEPTS: Final = {
    **dict.fromkeys(("founder", "director"), Sort.PERSON), "author": Sort.USER,
    **dict.fromkeys(("brand", "seller", "publisher", "organizer", "company", "performer"), Sort.FIRM),
    **dict.fromkeys(("venue", "street", "city", "region"), Sort.PLACE),
    **dict.fromkeys(("section", "category", "genre", "cuisine"), Sort.GROUP),
    "language": Sort.LANGUAGE, "country": Sort.COUNTRY, "postalCode": Sort.CODE, "question": Sort.NAME, "openingHours": Sort.WHEN,
}  # fmt: skip
# By the last word of the name that says it.
_WORDS: Final = {
    word: sort
    for sort, words in (
        (Sort.EMAIL, "email mail"),
        (Sort.PHONE, "phone telephone tel fax mobile hotline cell whatsapp telefon"),
        (Sort.ADDRESS, "url uri link website homepage href linkedin facebook instagram twitter youtube github"),
        (Sort.WHEN, "date deadline day datum departure arrival open close start end time hour"),
        (Sort.CURRENCY, "currency"),
        (Sort.LANGUAGE, "language"),
        (Sort.CODE, "number no code id reference ref version release sku vat iban bic isbn issn ean gtin doi vin postcode zip zipcode"),
        (Sort.COUNTRY, "country"),
        (Sort.PLACE, "location place city town street headquarter office venue birthplace destination station airport"),
        (Sort.NAME, "title headline"),
        (Sort.PERSON, "author substitute contact leader instructor teacher lecturer doctor physician manager recruiter supervisor coach captain trainer "
                      "editor architect photographer host presenter conductor narrator translator ceo cto cfo coo chairman president mayor curator owner"),
        (Sort.FIRM, "firm organisation organization employer manufacturer restaurant hotel school university investor sponsor "
                    "agency clinic practice club airline carrier operator provider museum shop store bank institution model dealer"),
        (Sort.GROUP, "section category department course group"),
    )
    for word in words.split()
}  # fmt: skip
# "contactName": whose name it is tells that it is somebody's.
_PEOPLE: Final = word_set(
    "contact manager host person owner doctor teacher instructor author customer employee user agent seller guide chef "
    "reviewer speaker director recruiter landlord first last family given"
)
_FIRMS: Final = word_set("company firm brand organization organisation restaurant hotel school shop store site club")
_LIGHT: Final = word_set("number no name value text full main first last line id code primary 1 2")
_DIGIT: Final = re.compile(r"\d")
_LETTERS: Final = re.compile(r"[^\W\d_]")
_MONTHS: Final = "|".join(sorted(map(re.escape, month_names()), key=len, reverse=True))
_WHEN: Final = re.compile(
    rf"(?<![^\W\d_])(?:{_MONTHS})(?![^\W\d_])|(?<!\d)(?:1\d|20)\d\d(?!\d)|(?<!\d)\d{{1,2}}[./:-]\d{{1,2}}(?!\d)"
    r"|(?<!\d)\d{1,2}\s?(?:am|pm|a\.m\.|p\.m\.|uhr|h\b|o'clock)|(?<!\d)\d{1,2}(?:st|nd|rd|th)\b|[年月日]"
    r"|\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\b|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)"
    r"|\b(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo)\b"
    r"|\b(?:today|tomorrow|yesterday|tonight|now|immediately|asap|ongoing|open|rolling|daily|weekly|monthly|noon|midnight|sunset|sunrise"
    r"|spring|summer|autumn|winter|ago|sofort|heute|morgen|gestern|week|month|year|term|season|late|flexible|available)",
    re.IGNORECASE,
)
_WEEKDAY: Final = re.compile(
    r"\b(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?s?\b|\d\s?(?:am|pm)\b", re.IGNORECASE
)
_DIALLED: Final = re.compile(r"[+(\d][\d\s().\u00a0/*#–-]{4,30}(?:\s?(?:ext|x|durchwahl)\.?\s?\d{1,6})?")
_CURRENCIES: Final = re.compile(
    r"[$€£¥₹₽₩₺₪₴฿]|\b(?:[A-Z]{1,2}\$|euros?|dollars?|pounds?|sterling|francs?|franken|yen|yuan|rupees?|kron(?:a|e|er|or|en)|"
    r"zloty|złoty|rand|real|peso|won|lira|kr|Kč|zł)",
    re.IGNORECASE,
)
_MONEY: Final = re.compile(r"[$€£¥₹]\s?\d|\d\s?[€£]")
_SENTENCE_END: Final = re.compile(r"[.!?]\Z")
_MOST_WORDS: Final = 12
_MOST_OF_DAY: Final = 8
_SENTENCES: Final = re.compile(r"[^\W\d_]{3}[.!?]\s[A-ZÀ-Þ]")
CLOCK: Final = re.compile(r"\d{1,2}(?:[.:]\d\d)?\s?(?:am|pm|a\.m\.|p\.m\.|uhr)", re.IGNORECASE)
_MOST_OF_HOURS: Final = 30
_FEWEST_DIALLED: Final = 8
_MOST_OF_PERSON: Final = 7
_MOST_OF_CODE: Final = 6
_MOST_OF_GROUP: Final = 5
_SHORT: Final = 2
LEGAL: Final = re.compile(r"\b(?:GmbH|Ltd|Inc|LLC|PLC|plc|AG|SARL|S\.?A\.?S|BV|B\.V\.|Oy|Corp|GbR|KG)\b\.?")
# Words of firms, of what people do and of sentences, that are in no name of a person.
_NOBODY: Final = word_set(
    "communication communications marketing relations consulting holdings management property agency group service services trust foundation institute university college school "
    "company hotel restaurant team department office manager director engineer developer designer coordinator assistant "
    "officer analyst consultant specialist technician administrator receptionist accountant secretary head lead founder "
    "senior junior leiter leiterin leitung geschäftsführer geschäftsführerin ingenieur mitarbeiter responsable directeur "
    "directrice gerente your our their these this all opponent supporter say says deine dein ihre unsere unser unterlagen "
    "contact website photo photos copyright menu home news about welcome"
)
# How and how long people work, that stands where a place does.
_NOWHERE: Final = word_set(
    "hybrid remote permanent temporary contract fulltime parttime full part engineer manager director developer designer "
    "coordinator officer analyst consultant specialist technician administrator receptionist accountant secretary"
)
# Of what employment there is, that is nobody's name, and no firm's.
_TERMS: Final = word_set(
    "full part time fulltime parttime permanent temporary contract remote hybrid onsite internship freelance seasonal"
)
# Houses, and those who run them: none is a town, and none a person.
_INSTITUTIONS: Final = word_set(
    "centre center theatre theater museum gallery library hall house hotel inn school college university academy institute association "
    "society foundation trust friends club gmbh ltd inc llc kg ag verein stiftung haus zentrum hochschule universität praxis klinik "
    "maison théâtre musée école université fundación escuela universidad teatro museo"
)
_TOWNS: Final = word_set("city town village municipality birthplace hometown stadt ort ville ciudad")
# When a thing will be there, or on its way.
_SENT: Final = re.compile(
    r"\b(?:dispatch\w*|despatch\w*|ships? (?:in|within|from|on)|due (?:in|on|\d{1,2})|back (?:in|on)|arriv\w+|delivered (?:in|within|by)|made to order|"
    r"lieferzeit|versandfertig|expédié|livré|envío en|spedito)\b",
    re.IGNORECASE,
)
_SIZES: Final = word_set("small medium large extra xs s m l xl xxl xxxl size one regular tall petite")
_ARTICLE: Final = re.compile(r"(?:The|Der|Die|Das|Les|Los|Las|Het)\s")
_PARTICLES: Final = word_set(
    "de van von der den la le les di da do dos das du del della y e and und et & i bin ibn al el zu zur ter ten op the of "
    "für for am im in an a auf bei d' l' sur 't des aux au à en sous os as o i els dels with"
)
_FORMAL: Final = word_set("dr prof mr mrs ms herr frau sir jr sr phd md med rer nat dipl ing mag phil h c")
_TOKEN: Final = re.compile(r"\S+")
_LANGUAGES: Final = word_set(
    "english german french spanish italian portuguese dutch danish norwegian swedish finnish icelandic polish czech slovak "
    "hungarian romanian bulgarian greek turkish russian ukrainian croatian serbian slovenian estonian latvian lithuanian irish "
    "welsh scottish gaelic catalan basque galician arabic hebrew persian farsi hindi urdu bengali punjabi tamil telugu chinese "
    "mandarin cantonese japanese korean vietnamese thai indonesian malay tagalog filipino swahili afrikaans zulu amharic latin "
    "deutsch englisch französisch spanisch italienisch français anglais allemand espagnol español inglés francés alemán "
    "italiano inglese nederlands engels duits frans português polski türkçe русский 日本語 英語 中文 한국어 bosnian albanian "
    "macedonian maltese luxembourgish georgian armenian azerbaijani kazakh uzbek mongolian nepali sinhala burmese khmer lao "
    "somali hausa yoruba igbo esperanto en de fr es it nl pt pl ja zh persisch türkisch arabisch russisch polnisch italienisch "
    "portugiesisch griechisch kroatisch serbisch ukrainisch niederländisch dänisch schwedisch tschechisch ungarisch rumänisch "
    "chinesisch japanisch kurdisch vietnamesisch italien portugais néerlandais russe arabe chinois japonais polonais grec turc "
    "portugués ruso árabe chino japonés polaco griego turco neerlandés tedesco spagnolo francese portoghese russo cinese"
)
# Four figures of a year are no postal code.
ADDRESS_LIKE: Final = re.compile(r"\b(?!(?:19|20)\d\d\b)\d{4,6}\b|\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b")
MEASURED: Final = re.compile(r"[^\w]{0,3}(?:ca\.?\s|approx\.?\s|up to\s|about\s)?\d")
# Words that tell no telephone, and no address, from another.
ANY_CONTACT: Final = word_set("email mail phone telephone number contact tel address main general e")
# Who may be called by any number of the page.
OWNERS: Final = word_set(
    "dealer agent office seller shop hotel company practice restaurant venue host owner booking reservation information "
    "enquiry school studio firm customer"
)
# The kinds of which there is no doubt, be a text labelled or not.
_CERTAIN: Final = {Sort.EMAIL, Sort.PHONE}


@lru_cache(maxsize=4_096)
def sort_of(field: Asked) -> Sort:
    """Return what kind of text the field asks for."""
    words = words_of(field.name)
    if field.is_role:
        return Sort.PERSON
    owner = set(words[:-1])
    if words and words[-1] == "name":
        if owner & _PEOPLE:
            return Sort.PERSON
        if owner & _FIRMS:
            return Sort.FIRM
    head = next((word for word in reversed(words) if word not in _LIGHT or word == words[0]), "")
    told = _WORDS.get(head) or (_WORDS.get(words[-1]) if words else None)
    concept = field.concept
    if told is Sort.WHEN and field.takes in {"number", "yes or no", "words"}:
        told = None
    if concept is None:
        return told or (Sort.WHEN if field.takes == "day" else Sort.OTHER)
    return _CONCEPTS.get(concept.name) or _KINDS.get(concept.kind) or told or Sort.OTHER


def may_be_amount(field: Asked) -> bool:
    """Return whether figures that the field takes may be an amount, and are none of a telephone or a code."""
    return field.takes == "number" or sort_of(field) in {Sort.OTHER, Sort.GROUP, Sort.LONG, Sort.NAME}


def says_day(field: Asked, text: str) -> bool:
    """Return whether *text* is a date, and the field asks for one."""
    return sort_of(field) is Sort.WHEN and only_date(text) is not None


def may_say(field: Asked, text: str) -> bool:
    """Return whether *text* may say what the field asks for, where a label says that it does."""
    sort = sort_of(field)
    if sort is Sort.NAME and _is_dialled(text):
        return False
    if words_of(field.name)[-1:] == ("time",) and only_date(text) is not None and not _has_clock(text):
        # "Starts: 12 January" tells the day of a start, and no time.
        return False
    return sort not in _CERTAIN or is_of(sort, text)


def _has_clock(text: str) -> bool:
    return ":" in text or CLOCK.search(text) is not None


def is_of(sort: Sort, text: str) -> bool:  # noqa: C901, PLR0911, PLR0912 - one for each kind
    """Return whether *text* looks like one of that kind."""
    match sort:
        case Sort.EMAIL:
            return "@" in text or "(at)" in text or "[at]" in text
        case Sort.PHONE:
            return _DIALLED.fullmatch(text.strip()) is not None or (
                sum(map(str.isdigit, text)) >= sum(map(str.isalpha, text)) + _SHORT
            )
        case Sort.ADDRESS:
            return " " not in text.strip()
        case Sort.WHEN:
            is_told = len(text.split()) > _MOST_WORDS and _SENTENCES.search(text) is not None
            is_dialled = sum(map(str.isdigit, text)) > _MOST_OF_DAY and _DIALLED.fullmatch(text) is not None
            is_short = len(text.split()) <= _MOST_OF_HOURS
            return is_short and not is_told and not is_dialled and _WHEN.search(text) is not None
        case Sort.CURRENCY:
            return text in CODES or (len(text.split()) <= _SHORT and _CURRENCIES.search(text) is not None)
        case Sort.LANGUAGE:
            return any(word in _LANGUAGES for word in text.casefold().split())
        case Sort.STOCK:
            return availability(text) is not None or _SENT.search(text) is not None
        case Sort.CODE:
            return _is_code(text)
        case Sort.COUNTRY:
            return is_country(text)
        case Sort.PLACE:
            return (
                _is_name(text, _MOST_WORDS, figures=True, share=0.5)
                and not _WEEKDAY.search(text)
                and _NOWHERE.isdisjoint(words_of(f"{text} "))
                and email(text) is None
                and text not in CODES
            )
        case Sort.PERSON:
            return (
                _is_name(text, _MOST_OF_PERSON, figures=False)
                and not is_country(text)
                and text not in CODES
                and not _ARTICLE.match(text)
                and _NOBODY.isdisjoint(words_of(f"{text} "))
                and not _TERMS.issuperset(words_of(f"{text} "))
            )
        case Sort.FIRM | Sort.USER:
            return (
                _is_name(text, _MOST_WORDS, figures=True, small=True)
                and not is_country(text)
                and text not in CODES
                and not _TERMS.issuperset(words_of(f"{text} "))
            )
        case Sort.GROUP:
            return len(text.split()) <= _MOST_OF_GROUP and "," not in text and "(" not in text
        case _:
            return True


def is_no_town(field: Asked, text: str) -> bool:
    """Return whether the field asks for a town, and *text* is called like a house or like those who run one."""
    asks = not _TOWNS.isdisjoint(field.words) or (field.concept is not None and field.concept.name == "city")
    return asks and not _INSTITUTIONS.isdisjoint(words_of(f"{text} "))


def _is_dialled(text: str) -> bool:
    """Return whether *text* is written like a telephone number."""
    return _DIALLED.fullmatch(text.strip()) is not None and sum(map(str.isdigit, text)) >= _FEWEST_DIALLED


def is_no_color(field: Asked, text: str) -> bool:
    """Return whether the field asks for a colour, and *text* says how large something is."""
    return field.concept is not None and field.concept.name == "color" and _SIZES.issuperset(words_of(f"{text} "))


def is_only_a_code(field: Asked, text: str) -> bool:
    """Return whether *text* is the code of a currency, and the field does not ask for money."""
    return text in CODES and sort_of(field) not in {Sort.CURRENCY, Sort.CODE} and "currency" not in field.words


def is_money_kind(field: Asked) -> bool:
    """Return whether the field may ask for a currency, which the page says by a sign."""
    return sort_of(field) is Sort.CURRENCY or (sort_of(field) is Sort.OTHER and field.concept is None)


def is_person_kind(field: Asked) -> bool:
    """Return whether the field asks for somebody."""
    return sort_of(field) in {Sort.PERSON, Sort.USER}


def is_named_kind(field: Asked) -> bool:
    """Return whether the field asks for what something or somebody is called."""
    return sort_of(field) in {Sort.PERSON, Sort.USER, Sort.FIRM, Sort.PLACE, Sort.NAME}


def is_title_kind(field: Asked) -> bool:
    """Return whether the field asks for what the page's own thing is called."""
    return sort_of(field) is Sort.NAME


def is_place_kind(field: Asked) -> bool:
    """Return whether the field may ask for a country, which the page says by another name."""
    return sort_of(field) in {Sort.COUNTRY, Sort.PLACE} or (sort_of(field) is Sort.OTHER and field.concept is None)


def _is_code(text: str) -> bool:
    tokens = text.split()
    return len(tokens) <= _MOST_OF_CODE and all(
        _DIGIT.search(one) or one.isupper() or len(one) <= _SHORT or not _LETTERS.search(one) for one in tokens
    ) and not (_MONEY.search(text) or "@" in text)  # fmt: skip


def _is_name(text: str, most: int, *, figures: bool, small: bool = False, share: float = 1.0) -> bool:
    """Return whether *text* is written as names are: at least this *share* of its words has capitals."""
    if "@" in text or "://" in text or _MONEY.search(text) or not _LETTERS.search(text):
        return False
    if (_DIGIT.search(text) and not figures) or (not small and LEGAL.search(text)):
        return False
    tokens = _TOKEN.findall(text)
    if len(tokens) > most or (_SENTENCE_END.search(text) and len(tokens) > _SHORT and "." not in tokens[-1][:-1]):
        return False
    cased = [one for one in (token.strip("()[],.;:\"'“”‘’«»–—-/&|·") for token in tokens) if one and one[0].isalpha()]
    if not any(one.lower() != one.upper() for one in cased):
        return True
    written = [one for one in cased if one.lower() not in _PARTICLES and one.lower() not in _FORMAL]
    if small and len(written) == 1:
        return True
    large = [one for one in written if one[0].isupper() or not one[0].islower() or any(map(str.isupper, one))]
    return bool(written) and len(large) >= share * len(written)
