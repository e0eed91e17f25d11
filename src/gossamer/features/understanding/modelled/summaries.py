"""Summaries, answers and highlights by a model."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from gossamer.core.formats import Highlights, Question
from gossamer.core.understanding import Evidence, Method, Passage, TextAnswer
from gossamer.features.evidence.page_index import PageIndex, words_of_text
from gossamer.features.understanding.local_understanding import empty_told
from gossamer.features.understanding.model_input import BYTES_A_TOKEN, PageText
from gossamer.features.understanding.modelled.questions import PieceQuestions

_REPLY_TOKENS: Final = 2_048


def _object(**properties: Mapping[str, Any]) -> Mapping[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_TEXT: Final = {"type": ["string", "null"]}
_SUMMARY: Final = _object(summary=_TEXT)
_ANSWER: Final = _object(
    answer=_TEXT,
    quotes={"type": "array", "items": {"type": "string"}, "description": "Sentences it rests on, verbatim"},
)
_CHOICE: Final = _object(passages={"type": "array", "items": {"type": "integer"}})
_SUMMARISE: Final = "Summarise the page in three to six sentences, in the language of the page."
_PART: Final = "This is a part of it."
_TOGETHER: Final = (
    "These are summaries of the parts of a page, in their order. Make one of them, in three to six sentences."
)
_REPLY: Final = (
    "Answer the question from the page, in the language of the question, as short as it can be answered; null when the "
    "page does not answer it. Give the sentences of the page, word for word, that the answer rests on. The question: "
)
_CHOOSE: Final = (
    "The page is given as numbered passages. Return the numbers of those that are about the query, at most ten, most "
    "telling first; none when none is. The query: "
)


async def summarise_page(asking: PieceQuestions, page: PageText, before: TextAnswer) -> TextAnswer:
    """Return the model's summary; *before* is the one without it. Raises ModelFailed and TimedOut."""
    task = _SUMMARISE if len(asking.pieces) == 1 else f"{_SUMMARISE} {_PART}"
    parts = [
        text
        for summary in await asking.of_all(task, _SUMMARY, max_tokens=_REPLY_TOKENS, prose="summary")
        if (text := _text_of(summary.value, "summary"))
    ]
    if len(parts) > 1:
        joined_page = replace(page, text="\n\n".join(parts))
        written = await asking.of_one(joined_page, _TOGETHER, _SUMMARY, max_tokens=_REPLY_TOKENS, prose="summary")
        parts = [_text_of(written.value, "summary") or "\n\n".join(parts)]
    return TextAnswer(parts[0], Method.MODEL) if parts else before


async def answer_question(asking: PieceQuestions, wanted: Question, page: PageText, before: TextAnswer) -> TextAnswer:
    """Return the model's answer, of the page's own words alone when *wanted* is a direct quote.

    Raises ModelFailed and TimedOut.
    """
    written = await asking.of_all(f"{_REPLY}{wanted.question}", _ANSWER, max_tokens=_REPLY_TOKENS, prose="answer")
    texts = [text.value for text in written if _text_of(text.value, "answer")]
    if not texts:
        return TextAnswer("", Method.MODEL, warnings=(empty_told(wanted),))
    quotes = _quotes(texts, page)
    if not wanted.quoted:
        return TextAnswer("\n\n".join(dict.fromkeys(_text_of(text, "answer") for text in texts)), Method.MODEL, quotes)
    # Quoted is what the page says, not what a model says that it says.
    return TextAnswer("\n\n".join(proof.quote for proof in quotes), Method.MODEL, quotes) if quotes else before


async def choose_highlights(
    asking: PieceQuestions, wanted: Highlights, page: PageText, passages: Sequence[Passage], before: TextAnswer
) -> TextAnswer:
    """Return the passages that the model chooses, in the order of the page. Raises ModelFailed and TimedOut."""
    offered = _fitting(passages, wanted.query, asking.tokens)
    numbered = "\n\n".join(f"[{number}] {passage.text}" for number, passage in enumerate(offered, 1))
    numbered_page = replace(page, text=numbered)
    written = await asking.of_one(numbered_page, f"{_CHOOSE}{wanted.query}", _CHOICE, max_tokens=_REPLY_TOKENS)
    chosen = sorted({number for number in _numbers(written.value) if 1 <= number <= len(offered)})
    if not chosen:
        return before
    chosen_passages = [offered[number - 1] for number in chosen]
    quotes = tuple(Evidence(page.url, passage.text, passage.place, Method.MODEL) for passage in chosen_passages)
    return TextAnswer("\n\n".join(passage.text for passage in chosen_passages), Method.MODEL, quotes)


def _fitting(passages: Sequence[Passage], query: str, tokens: int) -> Sequence[Passage]:
    """Return as many passages as a model is shown, in their order: where not all fit, those with words of the query."""
    sought = set(words_of_text(query))
    shared = [len(sought & set(words_of_text(passage.text))) for passage in passages]
    ranked = sorted(range(len(passages)), key=lambda at: -shared[at])
    room, positions = tokens * BYTES_A_TOKEN, list[int]()
    for at in ranked:
        room -= len(passages[at].text.encode())
        if room < 0:
            break
        positions.append(at)
    return [passages[at] for at in sorted(positions)]


def _quotes(texts: Sequence[Any], page: PageText) -> tuple[Evidence, ...]:
    """Return those quotes of the model that the page has."""
    quotes = [quote for text in texts for quote in text.get("quotes") or () if isinstance(quote, str)]
    index = page.index()
    return tuple(proof for quote in dict.fromkeys(quotes) if (proof := _verbatim(quote, index)) is not None)


def _verbatim(quote: str, index: PageIndex) -> Evidence | None:
    """Return the words of the page that *quote* repeats, as the page has them; None when it does not."""
    mention = index.verbatim(quote)
    if mention is None:
        return None
    return Evidence(index.source.url, index.words_at(mention), index.place(mention), Method.MODEL)


def _text_of(value: Any, name: str) -> str:
    text = value.get(name) if isinstance(value, dict) else None
    return text.strip() if isinstance(text, str) else ""


def _numbers(value: Any) -> list[int]:
    numbers = value.get("passages") if isinstance(value, dict) else None
    return [number for number in numbers or () if isinstance(number, int)]
