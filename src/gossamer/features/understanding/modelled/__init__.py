"""Understanding a page with a model: what it is asked, and what is made of what it writes."""

from gossamer.features.understanding.modelled.extraction import extract_by_model
from gossamer.features.understanding.modelled.products import read_product
from gossamer.features.understanding.modelled.questions import PieceQuestions
from gossamer.features.understanding.modelled.summaries import answer_question, choose_highlights, summarise_page
