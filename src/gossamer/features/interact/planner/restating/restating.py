"""Which reader knows what a prompt wishes."""

import re
from collections.abc import Callable
from typing import Final

from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.restating import choices, forms, orders, places, texts
from gossamer.features.interact.planner.restating.saying import Restated, Saying

# Prompts of more words say more than one wish.
_LONGEST: Final = 60
_OTHERWISE: Final = re.compile(
    # "Everything but x", and what is not to be sent off, sold or closed.
    r"\b(?:all|every\w*|any\w*|each|none|nothing) but\b"
    r"|\b(?:don['\u2019]t|do not|never|not|without) (?:\w+ )?"
    r"(?:submit|send|confirm|press|click|hit|buy|book|log|sign|save)",
    re.IGNORECASE,
)
_READERS: Final[tuple[Callable[[PageModel, Saying], Restated | None], ...]] = (
    *places.READERS,
    *orders.READERS,
    *forms.READERS,
    *texts.READERS,
    *choices.READERS,
)


def restated(page: PageModel, prompt: str) -> str | None:
    """Return *prompt* in plain commands; None when it is not one wish whose every word is understood."""
    if page.snapshot.dialog is not None or _OTHERWISE.search(prompt):
        return None
    saying = Saying.of(prompt)
    if not 1 < len(saying.tokens) <= _LONGEST:
        return None
    for reader in _READERS:
        wish = reader(page, saying)
        if wish is not None and not saying.left(wish.used, wish.words):
            return wish.text
    return None
