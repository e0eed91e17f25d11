"""Prose: a question answered with a sentence of the page, by the same reading that the formats use."""

from gossamer.content.answering import answer
from gossamer.content.page_view import PageView, Selection
from gossamer.core.errors import ServiceError
from gossamer.core.pages import FetchedPage


def answer_from_prose(page: FetchedPage, question: str) -> str:
    """Return the words of *page* that answer *question*; "" when it does not say."""
    try:
        material = PageView(page).material(Selection(main_only=False))
    except ServiceError:
        return ""
    return answer(material, question, quoted=False).text
