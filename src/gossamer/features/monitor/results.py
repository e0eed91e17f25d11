"""Results of pages: what a visit says about a page, compared with its baseline. Pure.

Only an accepted page becomes a baseline. A page that cannot be read is an error; it is reported when it begins and
when it ends, and not at every check in between.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from http import HTTPStatus
from typing import Any, Final

from gossamer.content import comparison
from gossamer.core.changes import Comparison
from gossamer.core.comparison_rules import ComparisonRules, VolatileBlock
from gossamer.core.monitoring import Baseline, CheckPage, Criteria, Judgment, PageStatus
from gossamer.features.history import json_changes
from gossamer.features.monitor.judging import Change, changes_of, data_changes, judge

_GONE: Final = frozenset({HTTPStatus.NOT_FOUND.value, HTTPStatus.GONE.value})
_FIRST_ERROR: Final = 400
_MOST_VOLATILE: Final = 200
_EMPTY: Final = "The page is empty."
FIRST: Final = "First version of the page."
NEW: Final = "The page is new."
CHANGED: Final = "The page changed."
REMOVED: Final = "The page was removed."
READABLE: Final = "The page can be read again."


@dataclass(frozen=True, slots=True)
class Seen:
    """What a visit brought: *text* (Markdown) and *data* of an accepted page, or *error*, a sentence.

    *data* None means that none was wanted. *etag* and *last_modified* are kept when the site can be asked with them.
    """

    scrape_id: str | None = None
    status_code: int | None = None
    text: str = ""
    data: Any = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    error: str | None = None
    etag: str | None = None
    last_modified: str | None = None

    @property
    def problem(self) -> str | None:
        """Return why this is no version of the page; None when it is accepted."""
        if self.error is not None:
            return self.error
        if self.status_code is not None and self.status_code >= _FIRST_ERROR:
            return f"The site answered {self.status_code}."
        return None if self.text.strip() or self.data else _EMPTY

    @property
    def gone(self) -> bool:
        """Return whether the site says that the page is not there any more."""
        return self.error is None and self.status_code in _GONE


@dataclass(frozen=True, slots=True)
class Question:
    """One URL of a target that is to be compared.

    *text* and *data* say which of them are compared. *first* is whether the target was never checked before. With
    *criteria* changes are judged.
    """

    page_id: str
    target_id: str
    url: str
    rules: ComparisonRules
    now: datetime
    text: bool = True
    data: bool = False
    first: bool = True
    criteria: Criteria | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The *page* of the check, and its *baseline* from now on. *changes* are for a judge; empty without any."""

    page: CheckPage
    baseline: Baseline
    changes: tuple[Change, ...] = ()


def answer(question: Question, before: Baseline | None, seen: Seen, second: Seen | None = None) -> Answer:
    """Return the result of a visit.

    *second* is a second visit a moment later, None when there was none: what differs between the two is volatile, and
    a change that is gone in the second is none.
    """
    if seen.gone and before is not None and before.text is not None:
        return _removed(question, before, seen)
    if seen.problem is not None:
        return _failed(question, before, seen, seen.problem)
    if before is None or before.text is None:
        return _first(question, before, seen, second)
    return _compared(question, before, seen, second)


def differs(question: Question, before: Baseline | None, seen: Seen) -> bool:
    """Return whether a second visit is needed: for a first version, and before a change is believed."""
    if seen.problem is not None:
        return False
    if before is None or before.text is None:
        return question.first
    return _difference(question, before, seen, question.rules).changed


def unchanged(question: Question, before: Baseline) -> Answer:
    """Return the result for a page that the site says is the same."""
    page = _page(question, PageStatus.SAME, Seen(scrape_id=before.scrape_id), before)
    return Answer(page, before)


def _removed(question: Question, before: Baseline, seen: Seen) -> Answer:
    page = _page(question, PageStatus.REMOVED, seen, before)
    if not before.gone:
        page = replace(page, alert=True, rule=REMOVED)
    return Answer(page, replace(before, gone=True, failing=None))


def _failed(question: Question, before: Baseline | None, seen: Seen, problem: str) -> Answer:
    known = before or Baseline(question.target_id, question.url)
    page = replace(_page(question, PageStatus.ERROR, seen, before), error=problem)
    if known.failing is None:
        page = replace(page, alert=True, rule=f"The page cannot be read: {problem}")
    return Answer(page, replace(known, failing=problem))


def _first(question: Question, before: Baseline | None, seen: Seen, second: Seen | None) -> Answer:
    baseline = replace(_baseline(question, seen), volatile=_learnt(seen, second, question.rules))
    page = _page(question, PageStatus.NEW, seen, None)
    if before is not None and before.failing is not None:
        page = replace(page, alert=True, rule=READABLE)
    elif question.first:
        page = replace(page, rule=FIRST)
    else:
        page = replace(page, alert=True, rule=NEW)
    return Answer(page, baseline)


def _compared(question: Question, before: Baseline, seen: Seen, second: Seen | None) -> Answer:
    learnt = _learnt(seen, second, question.rules)
    volatile = (*before.volatile, *(one for one in learnt if one not in before.volatile))[-_MOST_VOLATILE:]
    rules = replace(question.rules, volatile=volatile)
    found = _difference(question, before, seen, rules)
    if second is not None and second.problem is None and not _difference(question, before, second, rules).changed:
        # What the second visit does not confirm was a passing state.
        found = Difference()
    was_away = before.failing is not None or before.gone
    if not found.changed:
        kept = replace(
            before, volatile=volatile, failing=None, gone=False, etag=seen.etag, last_modified=seen.last_modified
        )
        page = _page(question, PageStatus.SAME, seen, before)
        return Answer(replace(page, alert=True, rule=READABLE) if was_away else page, kept)
    changes = tuple(found.changes)
    judgment = judge(question.criteria, changes) if question.criteria is not None else None
    page = replace(
        _page(question, PageStatus.CHANGED, seen, before), diff=found.diff, snapshot=found.snapshot, judgment=judgment
    )
    return Answer(judged(page, judgment), replace(_baseline(question, seen), volatile=volatile), changes)


def judged(page: CheckPage, judgment: Judgment | None) -> CheckPage:
    """Return a changed *page* with its *judgment*, which decides whether it alerts; without one it does."""
    alert = judgment is None or judgment.meaningful
    return replace(page, judgment=judgment, alert=alert, rule=CHANGED if judgment is None else judgment.reason)


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs in text and data."""

    text: Comparison = field(default_factory=Comparison)
    data: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    snapshot: Mapping[str, Any] | None = None

    @property
    def changed(self) -> bool:
        """Return whether anything does."""
        return self.text.changed or bool(self.data)

    @property
    def changes(self) -> list[Change]:
        """Return the parts for a judge."""
        return [*data_changes(self.data), *changes_of(self.text)]

    @property
    def diff(self) -> dict[str, Any]:
        """Return the difference as the wire has it."""
        diff: dict[str, Any] = {}
        if self.text.changed:
            diff = {"text": self.text.text, "json": self.text.parsed}
        return {**diff, "json": self.data} if self.data else diff


def _difference(question: Question, before: Baseline, seen: Seen, rules: ComparisonRules) -> Difference:
    text = comparison.compare(before.text or "", seen.text, rules) if question.text else Comparison()
    if not question.data:
        return Difference(text)
    return Difference(text, json_changes(before.fields, seen.data), {"json": seen.data})


def _learnt(seen: Seen, second: Seen | None, rules: ComparisonRules) -> tuple[VolatileBlock, ...]:
    if second is None or second.problem is not None:
        return ()
    return comparison.learn_volatile(seen.text, second.text, rules)


def _baseline(question: Question, seen: Seen) -> Baseline:
    return Baseline(
        question.target_id,
        question.url,
        scrape_id=seen.scrape_id,
        text=seen.text,
        fields=seen.data,
        etag=seen.etag,
        last_modified=seen.last_modified,
    )


def _page(question: Question, status: PageStatus, seen: Seen, before: Baseline | None) -> CheckPage:
    return CheckPage(
        page_id=question.page_id,
        target_id=question.target_id,
        url=question.url,
        status=status,
        created_at=question.now,
        previous_scrape_id=None if before is None else before.scrape_id,
        current_scrape_id=seen.scrape_id,
        status_code=seen.status_code,
        metadata=dict(seen.metadata) or None,
        snapshot={"json": seen.data} if question.data and seen.data is not None else None,
    )
