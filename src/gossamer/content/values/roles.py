# ruff: noqa: E501, ISC004 - words of many languages, kept as tables
"""What a price in a text is of, by the words around it: the thing itself, a part of it, what it cost before."""

import re
from enum import Enum, auto
from typing import Final


class Role(Enum):
    """Now asked, asked before, saved, of a part, by the month, of some people, an extra, an end of a range."""

    NOW = auto()
    OLD = auto()
    SAVED = auto()
    UNIT = auto()
    RATE = auto()
    OTHERS = auto()
    FEE = auto()
    LOW = auto()
    HIGH = auto()


_TIMES: Final = (
    r"(?:mo(?:nth)?|monat|mois|mes|mese|m[êe]s|maand|yr|year|jahr|an|ann[ée]e|año|anno|ano|jaar|week|wk|woche)"
)
# In the order in which they are asked: what leads to such a price, and what follows it.
_ROLES: Final = tuple(
    (
        role,
        re.compile(rf"\b(?:{leads})\b", re.IGNORECASE) if leads else None,
        re.compile(follows, re.IGNORECASE) if follows else None,
    )
    for role, leads, follows in (
        (
            Role.SAVED,
            r"sav(?:e|es|ed|ings?)|spar(?:en|e|st)?|ersparnis|économi\w+|ahorr\w+|risparmi\w*|besparing|discount(?! price)|rabatt|remise|"
            r"descuento|sconto|cashback|voucher|coupon|gutschein",
            r"\s?(?:off|cheaper|discount|rabatt|saved|savings?|günstiger|gespart|de remise)\b",
        ),
        (
            Role.UNIT,
            r"unit price|grundpreis|price per (?:lit(?:er|re)|kilo(?:gram)?|kg|unit)|prix au (?:kg|kilo|litre)",
            r"\s?[*¹]?\s?(?:/|\bper\b|\bpro\b|\bje\b|\bpor\b|\bau\b|\bal\b)\s?(?:\d{1,4}\s?)?(?:kg|kilo(?:gramm?e?s?)?|g|"
            r"mg|l|lit(?:er|re|ro)s?|ml|cl|dl|m²|m2|m³|m|cm|oz|lbs?|fl|serving|dose|tab(?:let)?s?|100)\b",
        ),
        (
            Role.OLD,
            r"was|rrp|msrp|uvp|statt|instead of|list price|reg(?:ular)?|previous(?:ly)?|formerly|originally|vorher|bisher|"
            r"(?:reduced|down) from|antes|au lieu de|anziché|prix barré",
            "",
        ),
        (
            Role.FEE,
            r"shipping|versand(?:kosten)?|delivery|lieferung|livraison|env[ií]o|spedizione|postage|deposit|pfand|plus|zzgl|"
            r"installation|one-?time|einmalig|upfront|setup|activation|orders? (?:over|above|from)|ab einem bestellwert von",
            r"\s?(?:deposit|pfand|shipping|delivery|postage|versand)\b",
        ),
        (
            Role.OTHERS,
            r"members?|mitglieder|member price|with prime|subscribers|students",
            r"\s(?:for|with|für)\s(?:\w{1,12}\s)?(?:members?(?:hip)?|mitglieder|subscribers|students|seniors|prime)\b",
        ),
        (Role.RATE, "", rf"\s?(?:/|\bper\b|\bpro\b|\ba\b|\bal\b|\bpar\b|\bpor\b|\bim\b)\s?{_TIMES}\b|\s?(?:monthly|monatlich|yearly|jährlich)\b"),
    )
)  # fmt: skip


def role_of(before: str, after: str) -> Role:
    """Return what a price is that stands between *before* and *after*, some words each."""
    for role, leads, follows in _ROLES:
        if (leads is not None and leads.search(before)) or (follows is not None and follows.match(after)):
            return role
    return Role.NOW
