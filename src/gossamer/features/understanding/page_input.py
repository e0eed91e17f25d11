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


def joined(readings: Sequence[Understood]) -> Understood:
    """Return the *readings* of several pages as if they were of one; the first names and describes it."""
    if len(readings) == 1:
        return readings[0]
    texts = [one.page.text for one in readings]
    return Understood(
        tuple(_united(results) for results in zip(*(one.results for one in readings), strict=True)),
        replace(
            readings[0].page,
            text="\n\n---\n\n".join(filter(None, texts)),
            outline=_one_outline([one.page.outline for one in readings if one.page.outline is not None]),
            markup=tuple(one for reading in readings for one in reading.page.markup),
        ),
        tuple(passage for one in readings for passage in one.passages),
    )


def _one_outline(outlines: Sequence["Outline"]) -> "Outline | None":
    """Return all outlines as that of one page; None when there is none."""
    if not outlines:
        return None
    starts = list(accumulate((len(one.lines) for one in outlines[:-1]), initial=0))
    blocks = (
        replace(block, first=block.first + start, last=block.last + start)
        for start, one in zip(starts, outlines, strict=True)
        for block in one.blocks
    )
    lines = (line for one in outlines for line in one.lines)
    return replace(outlines[0], lines=tuple(lines), blocks=tuple(blocks))


def _united(results: Sequence[Result]) -> Result:
    data = [result for result in results if isinstance(result, Extraction)]
    return _one_extraction(data) if data else _one_answer([one for one in results if isinstance(one, TextAnswer)])


def _one_answer(answers: Sequence[TextAnswer]) -> TextAnswer:
    nonempty = [answer for answer in answers if answer.text]
    # What one page says for sure is not put beside what another one may say.
    nonempty = [answer for answer in nonempty if not answer.warnings] or nonempty
    return TextAnswer(
        _BETWEEN.join(dict.fromkeys(answer.text for answer in nonempty)),
        answers[0].method if answers else Method.EXTRACTIVE,
        tuple(quote for answer in nonempty for quote in answer.quotes),
        warnings=(nonempty or answers)[0].warnings,
    )


def _one_extraction(found: Sequence[Extraction]) -> Extraction:
    """Return the values of all; evidence is kept where it is of the very value that was kept."""
    value = merged([one.value for one in found])
    first = found[0]
    kept = dict(first.evidence)
    for one in found[1:]:
        # Entries of lists moved, so that evidence at their old positions does not apply.
        kept.update({at: proof for at, proof in one.evidence.items() if at in first.missing and at not in kept})
    return replace(
        first,
        value=value,
        evidence=kept,
        missing={at: why for at, why in first.missing.items() if at not in kept},
        coverage=coverage(value),
        warnings=tuple(dict.fromkeys(warning for one in found for warning in one.warnings)),
    )
