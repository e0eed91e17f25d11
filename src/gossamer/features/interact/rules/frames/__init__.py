"""Frames: the dozen kinds of things that people ask for on a page.

A frame has a module with `propose(run, page, command)`, which returns the plans that it has for a clause on the page as
it is: each with slots filled, a precondition that holds, and a postcondition that is checked on the page afterwards.
To add one, write the module and name it in `FRAMES`. What must not be done is no clause for a frame.
"""

from gossamer.features.interact.rules.frames import (
    arrange,
    cover,
    fill,
    gestures,
    paginate,
    read,
    row_actions,
    search,
    sign_in,
    submit,
    use,
)
from gossamer.features.interact.rules.plans import Frame

# Each frame with the actions that it has plans for; all of them for "".
FRAMES: tuple[tuple[Frame, str], ...] = (
    (cover.propose, "accept reject close submit act press"),
    (sign_in.propose, ""),
    (search.propose, "search"),
    (fill.propose, ""),
    (arrange.propose, ""),
    (paginate.propose, "press load scroll go open fill read filter"),
    (row_actions.propose, "act add set buy clear check uncheck choose drag accept reject close"),
    (submit.propose, "submit buy act create add search"),
    (use.propose, ""),
    (gestures.propose, ""),
    (read.propose, "read count"),
)


def frames_for(action: str) -> list[Frame]:
    """Return the frames that have plans for *action*, in their order."""
    return [propose for propose, actions in FRAMES if not actions or action in actions.split()]
