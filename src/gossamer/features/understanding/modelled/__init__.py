"""Understanding a page with a model: what it is asked, and what is made of what it writes."""

from gossamer.features.understanding.modelled.asking import Asking
from gossamer.features.understanding.modelled.extracting import extracted
from gossamer.features.understanding.modelled.selling import sold
from gossamer.features.understanding.modelled.telling import answered, highlighted, summarised

__all__ = ["Asking", "answered", "extracted", "highlighted", "sold", "summarised"]
