"""The sequence of steps that an export contains."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from gossamer.core.interaction import AnswerDialog, Performed, Step, StepResult


@dataclass(frozen=True, slots=True)
class Doing:
    """A step that was done, and how the dialogs that it opened were answered."""

    step: Step
    result: StepResult
    answers: tuple[AnswerDialog, ...] = ()


def doings(steps: Sequence[Performed]) -> Iterator[Doing]:
    """Yield the steps that were done, in order; a step that failed changed nothing and is left out.

    Everything that is not a person has to know the answer before the dialog opens, so it goes with the step
    that opened it.
    """
    done = [step for step in steps if step.result is not None and not step.error]
    for index, performed in enumerate(done):
        if isinstance(performed.step, AnswerDialog) or performed.result is None:
            continue
        following = (later.step for later in done[index + 1 :])
        answers = tuple(takewhile(lambda step: isinstance(step, AnswerDialog), following))
        yield Doing(performed.step, performed.result, tuple(step for step in answers if isinstance(step, AnswerDialog)))
