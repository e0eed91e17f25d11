"""Feeds: when a list that loads more and more is not worth going on with for a question.

A list that says how many records it has ends, and is loaded further than one that may be endless. What was seen of such
a list is the answer, with a notice.
"""

import re
from collections.abc import Callable, Hashable
from typing import Final

from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.records import record_lists
from gossamer.features.interact.rules.run import Run

# Steps in a list that may be endless, and in one that says where it ends.
_MOST: Final = 30
_MOST_COUNTED: Final = 60
# So many further parts without a change of the answer speak for it.
_UNCHANGED: Final = 10
# The seconds that are left for the answer itself.
_RESERVE: Final = 3.0
_LONGEST_STATEMENT: Final = 40
_NUMBER: Final = re.compile(r"\d[\d.,]*")
_OF_WHAT_CAME: Final = "the answer is of what had come by then."


class Feed:
    """One list that is loaded part by part; *answer* is what a page answers, None as long as it does not."""

    def __init__(self, answer: Callable[[Page], Hashable | None]) -> None:
        self._answer = answer
        self._last: Hashable | None = None
        self._unchanged = 0
        self._steps = 0

    def stops(self, run: Run, page: Page) -> str:
        """Return why the list is not loaded further than *page* shows, as a notice; "" where it is."""
        if run.deadline.remaining() < _RESERVE:
            return f"Time ran out before the list ended; {_OF_WHAT_CAME}"
        answer = self._answer(page)
        self._unchanged = self._unchanged + 1 if answer is not None and answer == self._last else 0
        self._last = answer
        is_counted = _states_its_end(page)
        if self._unchanged >= _UNCHANGED and not is_counted:
            return (
                f"The list goes on; its last {_UNCHANGED} parts did not change the answer, so the rest was not loaded."
            )
        limit = _MOST_COUNTED if is_counted else _MOST
        if self._steps >= limit:
            return f"The list did not end after {limit} steps; {_OF_WHAT_CAME}"
        self._steps += 1
        return ""


def _states_its_end(page: Page) -> bool:
    """Return whether *page* states the number of records that it shows beside a larger one: "20 of 72", "1-20 / 72"."""
    shown = {len(one.records) for one in record_lists(page)[:2]}
    texts = (e.text for e in page.texts if e.seen and len(e.text) <= _LONGEST_STATEMENT)
    for text in texts:
        numbers = [int(re.sub(r"\D", "", n)) for n in _NUMBER.findall(text)]
        if len(numbers) > 1 and numbers[-1] > numbers[-2] and numbers[-2] in shown:
            return True
    return False
