# ruff: noqa: E501 - names kept as tables
"""Which languages somebody has to speak, or speaks: "Fluent Dutch", "German (C1)", "English and French required"."""

import re
from collections.abc import Iterator
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import lines

_NAMES: Final = (
    "English|German|French|Spanish|Italian|Portuguese|Dutch|Norwegian|Swedish|Danish|Finnish|Icelandic|Polish|Czech|Slovak|Hungarian|Romanian|Bulgarian|Greek|"
    "Turkish|Russian|Ukrainian|Arabic|Hebrew|Hindi|Urdu|Bengali|Mandarin|Chinese|Cantonese|Japanese|Korean|Vietnamese|Thai|Indonesian|Malay|Swahili|Catalan|"
    "Croatian|Serbian|Slovenian|Estonian|Latvian|Lithuanian|Deutsch|Englisch|Französisch|Welsh|Irish"
)
_SEVERAL: Final = rf"((?:{_NAMES})(?:(?:, |/| and | or | & |, and )(?:{_NAMES})){{0,4}})"
_SPOKEN: Final = (
    re.compile(
        rf"\b(?:[Ff]luent(?:ly)?(?: in)?|[Nn]ative|[Gg]ood|[Ee]xcellent|[Ss]trong|[Bb]usiness|[Cc]onversational|[Pp]roficient in|[Pp]roficiency in|[Ff]luency in|"
        rf"[Vv]ery good|[Ss]peaks?|[Ss]poken|[Bb]asic|[Kk]nowledge of|[Cc]ommand of)(?: (?:written|spoken|and|or|knowledge of|working|fluent|level)){{0,3}} {_SEVERAL}(?! (?:law|literature|history|painters?|art|cuisine|food|wine|market))\b"
    ),
    re.compile(
        rf"\b{_SEVERAL}(?: language)? (?:skills|speaker|speaking|required|is a must|\([ABC][12]\+?\)|[ABC][12]\b|\((?:fluent|native)\))"
    ),
)
_NAME: Final = re.compile(_NAMES)


def spoken(reading: Reading) -> Iterator[Candidate]:
    """Yield each language that a line asks for or offers, once."""
    found: dict[str, Candidate] = {}
    for line in lines.read(reading):
        for one in lines.found([line], *_SPOKEN):
            for name in _NAME.findall(one.text):
                found.setdefault(name, Candidate(name, one.place, quote=one.quote))
    yield from found.values()
