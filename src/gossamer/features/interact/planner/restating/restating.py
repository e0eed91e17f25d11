"""Which reader knows what a prompt wishes."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.restating import choices, forms, orders, places, texts
from gossamer.features.interact.planner.restating.saying import Restated, Saying
from gossamer.features.interact.planner.restating.tolerance import passable

# Prompts of more words say more than one wish.
_LONGEST: Final = 60
_OTHERWISE: Final = re.compile(
    # "Everything but x", and what is not to be sent off, sold or closed.
    r"\b(?:all|every\w*|any\w*|each|none|nothing) but\b"
    r"|\b(?:don['\u2019]t|do not|never|not|without) (?:\w+ )?"
    r"(?:submit|send|confirm|press|click|hit|buy|book|log|sign|save)"
    # Keys are pressed by the commands themselves.
    r"|\b(?:press|hit|push|strike|tap) (?:the )?(?:enter|return|tab|esc|escape)\b",
    re.IGNORECASE,
)
_READERS: Final[tuple[Callable[[PageModel, Saying], Restated | None], ...]] = (
    *places.READERS,
    *orders.READERS,
    *forms.READERS,
    *texts.READERS,
    *choices.READERS,
)


@dataclass(frozen=True)
class Reading:
    """A prompt in plain commands; *loose* when words of it were passed over."""

    text: str
    loose: bool = False


def restated(page: PageModel, prompt: str) -> Reading | None:
    """Return *prompt* in plain commands; None when it is not one wish that is understood."""
    if page.snapshot.dialog is not None or _OTHERWISE.search(prompt):
        return None
    saying = Saying.of(prompt)
    if not 1 < len(saying.tokens) <= _LONGEST:
        return None
    wishes = [wish for reader in _READERS if (wish := reader(page, saying)) is not None]
    whole = next((w for w in wishes if not saying.left(w.used, w.words)), None)
    if whole is not None:
        return Reading(whole.text)
    loose = next((w for w in wishes if passable(page, saying, w)), None)
    return Reading(loose.text, loose=True) if loose is not None else None
