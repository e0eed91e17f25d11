"""Pictures of watched pages: noise, thresholds, and what becomes of an alert."""

from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO

from PIL import Image, ImageDraw

from gossamer.core.comparison_rules import Box, ComparisonRules, PictureRules
from gossamer.core.monitoring import Baseline, Confidence, PageStatus
from gossamer.features.monitor.goals import read_goal
from gossamer.features.monitor.pictures import KnownAreas, PictureFinding, picture_finding
from gossamer.features.monitor.results import CheckedPage, Question, Seen, answer, differs

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ALL = PictureRules()
NOTHING = KnownAreas()
CLOCK, BANNER = (0, 0, 31, 15), (64, 64, 127, 95)
QUESTION = Question("p", "t", "http://e.org/", ComparisonRules(picture=ALL), NOON, text=False, first=False)
BASELINE = Baseline("t", "http://e.org/", scrape_id="b", text="", picture="old.png")


def picture(*boxes: Box) -> bytes:
    image = Image.new("RGB", (160, 160), "white")
    for box in boxes:
        ImageDraw.Draw(image).rectangle(box, fill="black")
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def found(after: bytes, second: bytes | None, rules: PictureRules = ALL, known: KnownAreas = NOTHING) -> PictureFinding:
    return picture_finding(picture(), after, second, rules, known)


def seen(shot: bytes) -> Seen:
    return Seen(scrape_id="s", status_code=200, picture=shot)


def result(shot: bytes, question: Question = QUESTION, before: Baseline | None = BASELINE) -> CheckedPage:
    return answer(question, before, seen(shot), None, found(shot, shot))


def test_what_differs_between_two_visits_is_no_change() -> None:
    both = found(picture(CLOCK, BANNER), picture(BANNER))
    assert both.change is not None
    assert (both.change.areas, both.volatile) == (((64, 64, 128, 96),), ((0, 0, 32, 16),))
    noise = found(picture(CLOCK), picture((32, 0, 63, 15)))
    assert (noise.change, noise.volatile) == (None, ((0, 0, 64, 16),))


def test_a_change_that_the_second_visit_does_not_show_is_none_and_may_come_yet() -> None:
    """urlwatch #22, and a change that a site shows here and there before it shows it everywhere."""
    passing = found(picture(BANNER), picture())
    assert (passing.change, passing.volatile, passing.suspects) == (None, (), ((64, 64, 128, 96),))
    known = KnownAreas(suspects=passing.suspects)
    assert found(picture(BANNER), picture(BANNER), known=known).change is not None
    again = found(picture(BANNER), picture(), known=known)
    assert (again.change, again.volatile) == (None, ((64, 64, 128, 96),))


def test_a_threshold_decides_which_change_counts() -> None:
    assert found(picture(BANNER), picture(BANNER), PictureRules(threshold=8)).change is not None
    assert found(picture(BANNER), picture(BANNER), PictureRules(threshold=9)).change is None


def test_a_picture_that_never_stands_still_is_an_error_that_says_so() -> None:
    unsteady = found(picture((0, 0, 159, 99)), picture((0, 0, 9, 9)))
    page = answer(QUESTION, BASELINE, seen(picture()), None, unsteady).page
    assert (page.status, page.alert) == (PageStatus.ERROR, True)
    assert str(page.error).startswith("70% of the picture differs between two visits a moment apart")


def test_a_first_picture_is_kept_and_no_alert() -> None:
    without = replace(BASELINE, picture=None)
    for before in (None, without):
        first = answer(
            replace(QUESTION, first=before is None),
            before,
            seen(picture()),
            None,
            picture_finding(None, picture(), picture(), ALL, NOTHING),
        )
        [kept] = first.pictures
        assert (first.page.status, first.page.alert) == (PageStatus.NEW, False)
        assert (kept.of_baseline, kept.name, kept.data) == (True, first.baseline.picture, picture())
        assert differs(QUESTION, before, seen(picture()), PictureFinding())


def test_a_changed_picture_takes_the_place_of_the_last_and_shows_both() -> None:
    changed = result(picture(BANNER))
    assert (changed.page.status, changed.page.rule) == (PageStatus.CHANGED, "8.0 % of the picture changed.")
    whole, before, after = changed.pictures
    assert (whole.name, whole.of_baseline) == (changed.baseline.picture, True)
    assert changed.page.diff == {
        "picture": {
            "percent": 8.0,
            "box": {"x": 64, "y": 64, "width": 64, "height": 32},
            "before": before.name,
            "after": after.name,
        }
    }


def test_an_unchanged_picture_keeps_the_one_before() -> None:
    same = result(picture())
    assert (same.page.status, same.pictures, same.baseline) == (PageStatus.SAME, (), BASELINE)


def test_a_goal_is_not_checked_on_a_picture_and_nothing_is_dropped() -> None:
    judged = result(picture(BANNER), replace(QUESTION, criteria=read_goal("the price falls"))).page
    assert judged.judgment is not None
    assert (judged.alert, judged.judgment.confidence) == (True, Confidence.LOW)
    assert judged.rule == "8.0 % of the picture changed. A goal cannot be checked on a picture."
