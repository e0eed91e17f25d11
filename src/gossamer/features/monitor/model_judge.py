"""Judgments by a language model, which is shown the difference of a page and nothing else of it."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ModelFailed, TimedOut
from gossamer.core.monitoring import Confidence, Judgment, MeaningfulChange
from gossamer.core.untrusted_text import Fence
from gossamer.features.monitor.judging import JudgedPart
from gossamer.ports.models import Message, Models, Purpose

_PATIENCE: Final = timedelta(seconds=60)
_TOKENS: Final = 1_500
_MOST: Final = 40
_SHOWN: Final = 1_000
_TASK: Final = """You judge whether a change of a web page is what a reader is waiting for.
The reader's goal: {goal}
Answer whether the change is meaningful for that goal, how sure you are, why in one sentence, and which parts count.
{declaration}"""
_SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "meaningful": {"type": "boolean"},
        "confidence": {"type": "string", "enum": ["high", "medium", "low"]},
        "reason": {"type": "string"},
        "meaningfulChanges": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "type": {"type": "string", "enum": ["added", "removed", "changed"]},
                    "before": {"type": ["string", "null"]},
                    "after": {"type": ["string", "null"]},
                    "reason": {"type": "string"},
                },
                "required": ["type", "reason"],
            },
        },
    },
    "required": ["meaningful", "confidence", "reason"],
}


class ModelJudge:
    """Judges with the model that the operator named, if there is one."""

    def __init__(self, models: Models) -> None:
        self._models = models

    @property
    def available(self) -> bool:
        """Return whether there is a model."""
        return self._models.objects(Purpose.ANSWER) is not None

    async def judge(self, goal: str, changes: Sequence[JudgedPart]) -> Judgment | str:
        """Return the model's judgment, or why there is none."""
        model = self._models.objects(Purpose.ANSWER)
        if model is None:
            return "No language model is configured."
        fence = Fence.new()
        shown = "\n".join(_show_change(change) for change in changes[:_MOST])
        messages = [
            Message("system", _TASK.format(goal=goal, declaration=fence.declaration)),
            Message("user", fence.around(shown)),
        ]
        try:
            written = await model.write(messages, _SCHEMA, deadline=Deadline.after(_PATIENCE), max_tokens=_TOKENS)
        except (ModelFailed, TimedOut) as error:
            return error.message
        return _judgment(written.value)


def _show_change(change: JudgedPart) -> str:
    return f"{change.kind} ({change.context[:100]}): {change.before[:_SHOWN]!r} -> {change.after[:_SHOWN]!r}"


def _judgment(value: Any) -> Judgment | str:
    if not isinstance(value, Mapping) or not isinstance(value.get("meaningful"), bool):
        return "The model's judgment could not be read."
    levels = {confidence.value for confidence in Confidence}
    sure = value.get("confidence")
    changes = [change for change in value.get("meaningfulChanges") or [] if isinstance(change, Mapping)]
    return Judgment(
        meaningful=value["meaningful"],
        confidence=Confidence(sure) if sure in levels else Confidence.LOW,
        reason=str(value.get("reason") or ""),
        changes=tuple(
            MeaningfulChange(
                str(change.get("type") or "changed"),
                change.get("before"),
                change.get("after"),
                str(change.get("reason") or ""),
            )
            for change in changes
        ),
    )
