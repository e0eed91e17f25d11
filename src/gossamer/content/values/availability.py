# ruff: noqa: ISC004, RUF001 - words of many languages, kept as tables
"""Whether a thing can be had: schema.org's words for it, and shops' own in several languages."""

import re
from typing import Final

from gossamer.content.structured.items import local

# In the order in which they are asked: "not available" holds "available".
_WORDS: Final = (
    (
        "OutOfStock",
        r"out[\s_-]?of[\s_-]?stock|\boos\b|sold[\s_-]?out|not\s(?:currently\s)?(?:available|in\sstock)|unavailable|no\slonger\savailable"
        r"|nicht\s(?:auf\slager|verfügbar|lieferbar|vorrätig|mehr\slieferbar)|ausverkauft|vergriffen|derzeit\snicht"
        r"|rupture\sde\sstock|en\srupture|indisponible|épuisé|non\sdisponible"
        r"|agotado|sin\sstock|sin\sexistencias|no\sdisponible|esgotado|indispon[ií]vel|sem\sestoque|fora\sde\sstock"
        r"|non\sdisponibile|esaurito|niet\s(?:op\svoorraad|leverbaar|beschikbaar)|uitverkocht|slutsåld|slut\si\slager|ej\si\slager|utsolgt|udsolgt"
        r"|ikke\spå\slager|loppuunmyyty|ei\svarastossa|niedostępny|brak\sw\smagazynie|wyprzedan|vyprodáno|není\sskladem|nedostupn|vypredané|nie\sje\sskladom"
        r"|нет\sв\sналичии|распродан|немає\sв\sнаявності|tükendi|stokta\syok|elfogyott|nincs\sraktáron|nincs\skészleten"
        r"|品切れ|在庫なし|在庫切れ|売り切れ|缺货|售罄|無貨|품절|إنتهى|نفذ|غير\sمتوفر|nema\sna\szalihi|rasprodano|läbi\smüüdud|otsas",
    ),
    ("Discontinued", r"discontinued|nicht\smehr\sim\ssortiment|снят[оа]?\sс\sпроизводства"),
    ("PreOrder", r"pre[\s_-]?order|vorbestell|précommande|preventa|предзаказ|予約"),
    ("BackOrder", r"back[\s_-]?order|nachbestell"),
    (
        "InStock",
        r"in[\s_-]?stock|\binstock\b|\bavailable\b|auf\slager|verfügbar|lieferbar|vorrätig|en\sstock|disponible|disponibile|dispon[ií]vel"
        r"|em\sestoque|op\svoorraad|leverbaar|i\slager|på\slager|varastossa|dostępny|w\smagazynie|skladem|в\sналичии|в\sнаявності"
        r"|stokta|raktáron|készleten|在庫あり|有货|現貨|재고\s있음|متوفر|na\szalihi|laos|limited[\s_-]?availability|only\s\d+\sleft|add\sto\s(?:cart|bag|basket)",
    ),
)
_PATTERNS: Final = tuple((name, re.compile(words, re.IGNORECASE)) for name, words in _WORDS)
_NAMES: Final = {
    name.lower(): name
    for name in (
        "InStock", "OutOfStock", "PreOrder", "PreSale", "BackOrder", "LimitedAvailability", "OnlineOnly", "InStoreOnly",
        "SoldOut", "Discontinued", "MadeToOrder", "Reserved",
    )
}  # fmt: skip
_GONE: Final = frozenset({"OutOfStock", "SoldOut", "Discontinued"})
_MAX_LENGTH: Final = 200


def availability(text: str) -> str | None:
    """Return schema.org's name for what *text* says ("InStock", "OutOfStock", "PreOrder", …), or None."""
    text = text.strip()[:_MAX_LENGTH]
    name = local(text).replace(" ", "").replace("_", "").replace("-", "").lower()
    if name in _NAMES:
        return _NAMES[name]
    return next((name for name, words in _PATTERNS if words.search(text)), None)


def can_be_had(name: str) -> bool:
    """Return whether a thing of this availability can be ordered."""
    return name not in _GONE
