"""Working something out from what the page shows."""

from typing import Final

from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills.values import arithmetic, count_of, plain, value_of
from gossamer.features.interact.planner.wordsets import word_set

_PUZZLES: Final = word_set(
    "equation equations problem sum expression puzzle captcha calculation math maths arithmetic it this that riddle "
    "task x exercise question addition subtraction multiplication"
)


async def compute(run: Run, command: Command) -> None:
    """Work out the sum or equation that is said or shown; the result may be typed by the next command."""
    page = await run.see()
    whole = command.whole()
    result = arithmetic(whole.raw)
    if (
        result is None
        and command.verb
        in {"add up", "sum up", "work out", "figure out", "determine", "compute", "calculate", "sum", "total"}
        and command.object
        and (counted := count_of(page, command.role("of") or command.object))
    ):
        result = float(counted)
    if result is None:
        result = arithmetic(page.root.text)
    if result is not None:
        run.clipboard = plain(result)
    else:
        about = command.role("of", "from", "in")
        if command.verb == "solve" and not set(command.whole().norms) & _PUZZLES:
            raise Stuck(f"“{command.object.raw}” is nothing to work out.")
        found = value_of(page, command.object, about, None)
        if found is None:
            raise Stuck("The page shows nothing to work out.")
        run.clipboard = found
    run.data = run.clipboard
    run.tell(run.clipboard)
