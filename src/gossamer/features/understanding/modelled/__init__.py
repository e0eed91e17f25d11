"""Understanding a page with a model: what it is asked, and what is made of what it writes."""

from gossamer.features.understanding.modelled.extraction import extracted
from gossamer.features.understanding.modelled.products import sold
from gossamer.features.understanding.modelled.questions import Asking
from gossamer.features.understanding.modelled.summaries import answered, highlighted, summarised
