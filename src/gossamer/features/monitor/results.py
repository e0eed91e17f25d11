"""Results of pages: what a visit says about a page, compared with its baseline. Pure, but for the names of pictures.

Only an accepted page becomes a baseline. A page that cannot be read is an error; it is reported when it begins and
when it ends, and not at every check in between.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from http import HTTPStatus
from typing import Any, Final

from gossamer.content import comparison
from gossamer.core.changes import Comparison, PictureChange
from gossamer.core.comparison_rules import ComparisonRules, VolatileBlock
from gossamer.core.ids import new_token
from gossamer.core.monitoring import Baseline, CheckPage, Confidence, Criteria, Judgment, PageStatus, StoredPicture
from gossamer.features.history import json_changes
from gossamer.features.monitor.judging import JudgedPart, changes_of, data_changes, facts_of, judge
from gossamer.features.monitor.pictures import PictureFinding, picture_diff, picture_rule

_GONE: Final = frozenset({HTTPStatus.NOT_FOUND.value, HTTPStatus.GONE.value})
_FIRST_ERROR: Final = 400
_MOST_VOLATILE: Final = 200
_JPEG: Final = b"\xff\xd8"
_EMPTY: Final = "The page is empty."
FIRST: Final = "First version of the page."
NEW: Final = "The page is new."
CHANGED: Final = "The page changed."
REMOVED: Final = "The page was removed."
READABLE: Final = "The page can be read again."


@dataclass(frozen=True, slots=True)
class Seen:
    """What a visit brought: *text* (Markdown) and *data* of an accepted page, or *error*, a sentence.

    *data* None means that none was wanted. *picture* is a screenshot, PNG or JPEG. *etag* and *last_modified* are kept
    when the site can be asked with them. *content* is the number of the text in the page's history, None where that
    has no version of this visit; *previous* is another one with its text, where that was read anyway.
    """

    scrape_id: str | None = None
    status_code: int | None = None
    text: str = ""
    data: Any = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    error: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    picture: bytes | None = field(default=None, repr=False)
    content: int | None = None
    previous: tuple[int, str] | None = field(default=None, repr=False)

    @property
    def problem(self) -> str | None:
        """Return the reason that this is no version of the page; None when it is accepted."""
        if self.error is not None:
            return self.error
        if self.status_code is not None and self.status_code >= _FIRST_ERROR:
            return f"The site answered {self.status_code}."
        return None if self.text.strip() or self.data or self.picture else _EMPTY

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
class CheckedPage:
    """The *page* of the check, and its *baseline* from now on, with the *pictures* that both name.

    *changes* are for a judge; empty without any.
    """

    page: CheckPage
    baseline: Baseline
    changes: tuple[JudgedPart, ...] = ()
    pictures: tuple[StoredPicture, ...] = ()


def answer(
    question: Question,
    before: Baseline | None,
    visit: Seen,
    second: Seen | None = None,
    picture: PictureFinding | None = None,
) -> CheckedPage:
    """Return the result of a visit.

    *second* is a second visit a moment later, None when there was none: what differs between the two is volatile, and
    a change that is gone in the second is none. *picture* is how the screenshots differ where these are compared.
    """
    if visit.gone and before is not None and before.is_version:
        return _answer_removed(question, before, visit)
    problem = visit.problem or (picture.problem if picture is not None else None)
    if problem is not None:
        return _answer_failed(question, before, visit, problem)
    if before is None or not before.is_version or (picture is not None and before.picture is None):
        return _with_picture(_first(question, before, visit, second), visit, picture)
    return _with_picture(_answer_compared(question, before, visit, second, picture), visit, picture)


def differs(question: Question, before: Baseline | None, visit: Seen, picture: PictureFinding | None = None) -> bool:
    """Return whether a second visit is needed: for a first version, and before a change is believed."""
    if visit.problem is not None:
        return False
    if before is None or not before.is_version or (picture is not None and before.picture is None):
        return question.first or picture is not None
    return _difference(question, before, visit, question.rules, picture).changed


def unchanged(question: Question, before: Baseline) -> CheckedPage:
    """Return the result for a page that the site says is the same."""
    page = _page(question, PageStatus.SAME, Seen(scrape_id=before.scrape_id), before)
    return CheckedPage(page, before)


def _answer_removed(question: Question, before: Baseline, visit: Seen) -> CheckedPage:
    page = _page(question, PageStatus.REMOVED, visit, before)
    if not before.gone:
        page = replace(page, alert=True, rule=REMOVED)
    return CheckedPage(page, replace(before, gone=True, failing=None))


def _answer_failed(question: Question, before: Baseline | None, visit: Seen, problem: str) -> CheckedPage:
    baseline = before or Baseline(question.target_id, question.url)
    page = replace(_page(question, PageStatus.ERROR, visit, before), error=problem)
    if baseline.failing is None:
        page = replace(page, alert=True, rule=f"The page cannot be read: {problem}")
    return CheckedPage(page, replace(baseline, failing=problem))


def _first(question: Question, before: Baseline | None, visit: Seen, second: Seen | None) -> CheckedPage:
    baseline = replace(_baseline(question, visit), volatile=_learn_volatile(visit, second, question.rules))
    page = _page(question, PageStatus.NEW, visit, None)
    if before is not None and before.failing is not None:
        page = replace(page, alert=True, rule=READABLE)
    elif question.first or before is not None:
        page = replace(page, rule=FIRST)
    else:
        page = replace(page, alert=True, rule=NEW)
    return CheckedPage(page, baseline)


def _answer_compared(
    question: Question, before: Baseline, visit: Seen, second: Seen | None, picture: PictureFinding | None
) -> CheckedPage:
    again = second if second is not None and second.problem is None else None
    learnt = _learn_volatile(visit, again, question.rules)
    comparison_rules = replace(question.rules, volatile=before.volatile)
    went_back = again is not None and not _difference(question, before, again, comparison_rules, picture).changed
    # A change that a site is about to show everywhere looks like this once; what rotates does it again.
    suspects = tuple(block for block in learnt if block not in before.suspects) if went_back else ()
    fresh = (block for block in learnt if block not in before.volatile and block not in suspects)
    volatile = (*before.volatile, *fresh)[-_MOST_VOLATILE:]
    rules = replace(question.rules, volatile=volatile)
    difference = _difference(question, before, visit, rules, picture)
    if again is not None and not _difference(question, before, again, rules, picture).changed:
        # A change that the second visit does not confirm was a passing state.
        difference = PageDifference()
        visit = replace(visit, text=before.text or "", content=before.content)
    was_away = before.failing is not None or before.gone
    if not difference.changed:
        baseline = replace(
            before,
            volatile=volatile,
            suspects=suspects if went_back else before.suspects,
            failing=None,
            gone=False,
            etag=visit.etag,
            last_modified=visit.last_modified,
            # This difference does not count; an older content may be forgotten by the history.
            content=visit.content,
            text=before.text if visit.content is None else visit.text,
        )
        page = _page(question, PageStatus.SAME, visit, before)
        return CheckedPage(replace(page, alert=True, rule=READABLE) if was_away else page, baseline)
    changes = tuple(difference.changes)
    page = replace(
        _page(question, PageStatus.CHANGED, visit, before), diff=difference.diff, snapshot=difference.snapshot
    )
    judgment = None if question.criteria is None else _judgment(question.criteria, changes, difference)
    alert = apply_judgment(page, judgment, difference.rule)
    return CheckedPage(alert, replace(_baseline(question, visit), volatile=volatile), changes)


def apply_judgment(page: CheckPage, judgment: Judgment | None, rule: str = CHANGED) -> CheckPage:
    """Return a changed *page* with its *judgment*, which decides whether it alerts; without one it does, by *rule*."""
    alert = judgment is None or judgment.meaningful
    return replace(page, judgment=judgment, alert=alert, rule=rule if judgment is None else judgment.reason)


def _judgment(criteria: Criteria, changes: tuple[JudgedPart, ...], difference: "PageDifference") -> Judgment:
    if changes or difference.picture is None:
        return judge(criteria, changes)
    reason = f"{difference.rule} A goal cannot be checked on a picture."
    return Judgment(meaningful=True, confidence=Confidence.LOW, reason=reason)


def _with_picture(checked_page: CheckedPage, visit: Seen, picture: PictureFinding | None) -> CheckedPage:
    """Return *checked_page* with the picture of its baseline, and with those that show what changed."""
    if picture is None or visit.picture is None:
        return checked_page
    baseline = replace(checked_page.baseline, volatile_areas=picture.volatile, suspect_areas=picture.suspects)
    if checked_page.page.status is PageStatus.SAME:
        return replace(checked_page, baseline=baseline)
    page_picture = StoredPicture(
        _name("jpg" if visit.picture.startswith(_JPEG) else "png"), visit.picture, of_baseline=True
    )
    checked_page = replace(
        checked_page, baseline=replace(baseline, picture=page_picture.name), pictures=(page_picture,)
    )
    if picture.change is None or picture.crops is None:
        return checked_page
    before, after = (StoredPicture(_name("webp"), crop) for crop in picture.crops)
    diff = {**(checked_page.page.diff or {}), "picture": picture_diff(picture.change, (before.name, after.name))}
    return replace(checked_page, page=replace(checked_page.page, diff=diff), pictures=(page_picture, before, after))


def _name(extension: str) -> str:
    return f"monitor-{new_token()}.{extension}"


@dataclass(frozen=True, slots=True)
class PageDifference:
    """What differs in text, data and picture."""

    text: Comparison = field(default_factory=Comparison)
    data: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    snapshot: Mapping[str, Any] | None = None
    picture: PictureChange | None = None

    @property
    def changed(self) -> bool:
        """Return whether anything does."""
        return self.text.changed or bool(self.data) or self.picture is not None

    @property
    def rule(self) -> str:
        """Return the reason for an alert where nothing is judged."""
        if self.picture is not None:
            return picture_rule(self.picture)
        return f"{CHANGED} {facts_of(self.text)}".strip()

    @property
    def changes(self) -> list[JudgedPart]:
        """Return the parts for a judge."""
        return [*data_changes(self.data), *changes_of(self.text)]

    @property
    def diff(self) -> dict[str, Any]:
        """Return the difference as the wire has it."""
        diff: dict[str, Any] = {}
        if self.text.changed:
            diff = {"text": self.text.text, "json": self.text.parsed}
        return {**diff, "json": self.data} if self.data else diff


def _difference(
    question: Question, before: Baseline, visit: Seen, rules: ComparisonRules, picture: PictureFinding | None
) -> PageDifference:
    text = comparison.compare(before.text or "", visit.text, rules) if question.text else Comparison()
    change = None if picture is None else picture.change
    if not question.data:
        return PageDifference(text, picture=change)
    return PageDifference(text, json_changes(before.fields, visit.data), {"json": visit.data}, change)


def _learn_volatile(visit: Seen, second: Seen | None, rules: ComparisonRules) -> tuple[VolatileBlock, ...]:
    if second is None or second.problem is not None:
        return ()
    return comparison.learn_volatile(visit.text, second.text, rules)


def _baseline(question: Question, visit: Seen) -> Baseline:
    return Baseline(
        question.target_id,
        question.url,
        scrape_id=visit.scrape_id,
        text=visit.text,
        content=visit.content,
        fields=visit.data,
        etag=visit.etag,
        last_modified=visit.last_modified,
    )


def _page(question: Question, status: PageStatus, visit: Seen, before: Baseline | None) -> CheckPage:
    return CheckPage(
        page_id=question.page_id,
        target_id=question.target_id,
        url=question.url,
        status=status,
        created_at=question.now,
        previous_scrape_id=None if before is None else before.scrape_id,
        current_scrape_id=visit.scrape_id,
        status_code=visit.status_code,
        metadata=dict(visit.metadata) or None,
        snapshot={"json": visit.data} if question.data and visit.data is not None else None,
    )
