"""Frames: the dozen kinds of things that people ask for on a page.

A frame has a module with `propose(run, page, command)`, which returns the plans that it has for a clause on the page as
it is: each with slots filled, a precondition that holds, and a postcondition that is checked on the page afterwards.
To add one, write the module and name it in `FRAMES`.
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

FRAMES: tuple[Frame, ...] = (
    cover.propose,
    sign_in.propose,
    search.propose,
    fill.propose,
    arrange.propose,
    paginate.propose,
    row_actions.propose,
    submit.propose,
    use.propose,
    gestures.propose,
    read.propose,
)
