# ruff: noqa: E501 - words of several languages
"""Under which numbers a firm is registered: its VAT number, its company number."""

import re
from collections.abc import Iterator
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import lines
from gossamer.content.extraction.vocabulary import Concept

_NUMBER: Final = r"(?:\s?(?:no|nr|number|id|reg(?:istration)?|ident(?:ification)?)\b\.?:?){0,3}:?\s?"
_VAT: Final = re.compile(
    rf"\b(?:VAT|USt-?Id(?:-?Nr)?\.?|TVA|BTW|IVA|P\.? ?IVA|MwSt){_NUMBER}((?:[A-Z]{{2}} ?)?U?\d[\d .]{{5,15}}\d(?:B\d{{2}})?)(?!\w)"
)
_COMPANY: Final = re.compile(
    rf"\b(?:[Cc]ompany (?:registration )?|[Rr]egistration |[Rr]egistered (?:company )?|CRN|KvK|KVK|SIREN|SIRET|HR[AB]|[Oo]rg(?:anisation)?\.? ){_NUMBER}([A-Z]{{0,2}} ?\d[\d .]{{3,14}}\d)(?!\w)"
)


def values(reading: Reading, concept: Concept) -> Iterator[Candidate]:
    """Yield the one number of the kind that is asked for."""
    if concept.name in {"vatNumber", "companyNumber"}:
        pattern = _VAT if concept.name == "vatNumber" else _COMPANY
        own = list(lines.found(lines.read(reading), pattern))
        around = (line for line in reading.visible.lines() if len(line) <= lines.MOST)
        yield from lines.agreed(own or lines.found(around, pattern))
