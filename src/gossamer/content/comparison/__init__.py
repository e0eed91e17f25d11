"""Comparison of two versions of a page: pure, on the Markdown of both, or on their screenshots.

The text is split into blocks. What differs between two visits of an unchanged page (ages, counters, tokens) is left
out before blocks are compared; blocks that only moved are separate from those that changed.
"""

from typing import TYPE_CHECKING

from gossamer.core.late_exports import late_exports

if TYPE_CHECKING:
    from gossamer.content.comparison.comparison import compare
    from gossamer.content.comparison.matcher import check_rules
    from gossamer.content.comparison.pictures import compare_pictures, mark_crops, merge_boxes, touches, volatile_share
    from gossamer.content.comparison.reading import comparable, content_number
    from gossamer.content.comparison.volatility import learn_volatile

__getattr__ = late_exports(
    __name__,
    {
        "check_rules": "matcher",
        "comparable": "reading",
        "compare": "comparison",
        "compare_pictures": "pictures",
        "content_number": "reading",
        "learn_volatile": "volatility",
        "mark_crops": "pictures",
        "merge_boxes": "pictures",
        "touches": "pictures",
        "volatile_share": "pictures",
    },
)
