"""The model-free results of a page, and the text that a model would be shown."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Final, TypeAlias

from gossamer.core.json_pointers import coverage
from gossamer.core.understanding import Extraction, Method, Passage, TextAnswer
from gossamer.features.understanding.merging import merged
from gossamer.features.understanding.model_input import PageText

if TYPE_CHECKING:
    from gossamer.content.page_model.model import Outline

Result: TypeAlias = Extraction | TextAnswer
_BETWEEN: Final = "\n\n"


@dataclass(frozen=True, slots=True)
class Understood:
    """*results* are one for each format that was asked for, in their order.

    *passages* are those that could be highlighted, for a model to choose from; empty when no highlights are wanted.
    """

    results: tuple[Result, ...] = ()
    page: PageText = PageText()
    passages: tuple[Passage, ...] = ()


def join_readings(readings: Sequence[Understood]) -> Understood:
    """Return the *readings* of several pages as if they were of one; the first names and describes it."""
    if len(readings) == 1:
        return readings[0]
    texts = [reading.page.text for reading in readings]
    return Understood(
        tuple(_unite_results(results) for results in zip(*(reading.results for reading in readings), strict=True)),
        replace(
            readings[0].page,
            text="\n\n---\n\n".join(filter(None, texts)),
            outline=_one_outline([reading.page.outline for reading in readings if reading.page.outline is not None]),
            markup=tuple(element for reading in readings for element in reading.page.markup),
        ),
        tuple(passage for reading in readings for passage in reading.passages),
    )


def _one_outline(outlines: Sequence["Outline"]) -> "Outline | None":
    """Return all outlines as that of one page; None when there is none."""
    if not outlines:
        return None
    starts = list(accumulate((len(outline.lines) for outline in outlines[:-1]), initial=0))
    blocks = (
        replace(block, first=block.first + start, last=block.last + start)
        for start, outline in zip(starts, outlines, strict=True)
        for block in outline.blocks
    )
    lines = (line for outline in outlines for line in outline.lines)
    return replace(outlines[0], lines=tuple(lines), blocks=tuple(blocks))


def _unite_results(results: Sequence[Result]) -> Result:
    data = [result for result in results if isinstance(result, Extraction)]
    return (
        _one_extraction(data) if data else _one_answer([answer for answer in results if isinstance(answer, TextAnswer)])
    )


def _one_answer(answers: Sequence[TextAnswer]) -> TextAnswer:
    nonempty = [answer for answer in answers if answer.text]
    # Sure answers of one page do not stand beside doubtful ones of another.
    nonempty = [answer for answer in nonempty if not answer.warnings] or nonempty
    return TextAnswer(
        _BETWEEN.join(dict.fromkeys(answer.text for answer in nonempty)),
        answers[0].method if answers else Method.EXTRACTIVE,
        tuple(quote for answer in nonempty for quote in answer.quotes),
        warnings=(nonempty or answers)[0].warnings,
    )


def _one_extraction(extractions: Sequence[Extraction]) -> Extraction:
    """Return the values of all; evidence is kept where it is of the very value that was kept."""
    value = merged([part.value for part in extractions])
    first = extractions[0]
    evidence = dict(first.evidence)
    for extraction in extractions[1:]:
        # Entries of lists moved, so that evidence at their old positions does not apply.
        evidence.update(
            {at: proof for at, proof in extraction.evidence.items() if at in first.missing and at not in evidence}
        )
    return replace(
        first,
        value=value,
        evidence=evidence,
        missing={at: why for at, why in first.missing.items() if at not in evidence},
        coverage=coverage(value),
        warnings=tuple(dict.fromkeys(warning for part in extractions for warning in part.warnings)),
    )
