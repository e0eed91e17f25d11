"""Commands whose numbers belong to sliders, spinners and steppers."""

from typing import Final

from gossamer.features.interact.planner.grounding.finding import Description, Finder
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.setting import set_field
from gossamer.features.interact.planner.skills.steppers import said_of, step_to, steppers
from gossamer.features.interact.planner.wordsets import word_set


def sets_sliders(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether several numbers are said, on a page with as many sliders."""
    del command, norms
    count = len(_numbers(whole))
    return count > 1 and sum(f.kind in {"slider", "spinner"} for f in page.fields) >= count


def _numbers(whole: Phrase) -> list[str]:
    bracketed = next((t for t in whole.tokens if t.kind == "list"), None)
    if bracketed is not None and isinstance(bracketed.value, tuple):
        return [str(v) for v in bracketed.value]
    return [t.text for t in whole.tokens if t.kind == "number"]


async def set_sliders(run: Run, command: Command) -> None:
    """Set the sliders to the numbers, in their order."""
    page = await run.see()
    numbers = _numbers(command.whole())
    fields = [f for f in page.fields if f.kind in {"slider", "spinner"}]
    for field, number in zip(fields, numbers, strict=False):
        await set_field(run, (await run.see()).by_ref.get(field.ref, field), number)


def sets_slider(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether one number is said for a slider."""
    if command.action not in {"drag", "set", "fill", "choose", "book", "find", "go"}:
        return False
    number = _numbers(whole) or (_numbers(command.until) if command.until else [])
    sliders = [f for f in page.fields if f.kind == "slider"]
    return len(number) == 1 and len(sliders) >= 1 and (bool(norms & {"slider", "handle", "knob", "range"}))


async def set_slider(run: Run, command: Command) -> None:
    """Set the slider that is described; the first one when none is."""
    page = await run.see()
    whole = command.whole()
    numbers = _numbers(whole) or (_numbers(command.until) if command.until else [])
    sliders = [f for f in page.fields if f.kind == "slider"]
    phrase = next(
        (p for p in (command.object, *(c.phrase for c in command.chunks)) if p.kinds[:1] == ("slider",)), command.object
    )
    found = Finder(page).find(Description(phrase), pool=sliders)
    await set_field(run, found[0].element if found else sliders[0], numbers[0])


def counts(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether numbers of people or things are said, on a page that counts them by buttons."""
    del whole, norms
    return (
        not command.question
        and command.action not in {"book", "act", "click", "press"}
        and not any(t.kind == "date" for t in command.clause)
        and any(said_of(s, command.clause) for s in steppers(page))
    )


_COMING: Final = word_set("come coming travel travelling arrive stay staying visit visiting")


async def set_counts(run: Run, command: Command) -> None:
    """Count each one up or down to its number."""
    for stepper in steppers(await run.see()):
        if (said := said_of(stepper, command.clause)) is not None:
            await step_to(run, stepper, said[0])
    # Who comes says with how many.
    run.take(*(t for t in command.clause if t.norm in _COMING))
