"""Pictures of watched pages: what differs from the last one, apart from what differs between two visits. Pure."""

from dataclasses import dataclass
from typing import Any, Final

from gossamer.content.comparison.pictures import compare_pictures, marked_crops, volatile_areas, volatile_share
from gossamer.core.changes import PictureChange
from gossamer.core.comparison_rules import Box, PictureRules

_MOST_VOLATILE: Final = 0.5
_UNSTEADY: Final = (
    "{:.0%} of the picture differs between two visits a moment apart, so it cannot be compared. "
    "Choose a part of the page, or watch its text."
)
NO_PICTURE: Final = "No picture can be taken of this page."


@dataclass(frozen=True, slots=True)
class PictureFinding:
    """The picture of a page compared with its last one.

    *change* is None when nothing that counts differs; else *crops* are the changed part before and after, as WebP.
    *volatile* are the areas that are left out from now on. *problem* is why the picture cannot be compared, a sentence.
    """

    change: PictureChange | None = None
    volatile: tuple[Box, ...] = ()
    crops: tuple[bytes, bytes] | None = None
    problem: str | None = None


def picture_finding(
    before: bytes | None, after: bytes, second: bytes | None, rules: PictureRules, known: tuple[Box, ...]
) -> PictureFinding:
    """Return how the picture *after* differs from *before*; *before* None is a first one.

    *second* is a picture of a moment later, None without one: what differs between the two is volatile, as are the
    *known* areas, and a change that *second* does not show is none.
    """
    volatile = known if second is None else volatile_areas(after, second, rules, known)
    share = volatile_share(after, rules, volatile) if volatile else 0.0
    if share > _MOST_VOLATILE:
        return PictureFinding(volatile=known, problem=_UNSTEADY.format(share))
    shown = [after] if second is None else [after, second]
    changes = [] if before is None else [compare_pictures(before, one, rules, volatile) for one in shown]
    if before is None or not all(one.areas and one.percent >= rules.threshold for one in changes):
        return PictureFinding(volatile=volatile)
    return PictureFinding(changes[0], volatile, marked_crops(before, after, changes[0]))


def picture_diff(change: PictureChange, names: tuple[str, str]) -> dict[str, Any]:
    """Return *change* as a page of a check keeps it; *names* are those of the crops before and after."""
    before, after = names
    return {"percent": change.percent, "box": _shown(change.box), "before": before, "after": after}


def picture_rule(change: PictureChange) -> str:
    """Return in a sentence how much of the picture changed."""
    return f"{shown_percent(change.percent)} of the picture changed."


def shown_percent(percent: float) -> str:
    """Return a percentage with as many digits as anybody reads."""
    if not percent:
        return "Less than 0.001 %"
    return f"{percent:.1f} %" if percent >= 1 else f"{percent:.2g} %"


def _shown(box: Box | None) -> dict[str, int] | None:
    if box is None:
        return None
    left, top, right, bottom = box
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}
