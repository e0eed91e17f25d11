"""What users of other watchers complain about, each as a test that names it."""

from io import BytesIO

import pytest
from PIL import Image, ImageDraw

from gossamer.content.comparison import compare, learn_volatile
from gossamer.content.comparison.pictures import compare_pictures, mark_crops, volatile_share
from gossamer.core.changes import BlockChangeKind, FieldKind
from gossamer.core.comparison_rules import ComparisonRules, PictureRules

SHOP = """# Copper kettle

A kettle of copper that holds two litres.

Price: $50.00

In stock

1,204 views · Posted 3 hours ago

- [Cup](https://e.org/cup)
- [Pot](https://e.org/pot)
- [Tin](https://e.org/tin)
"""


@pytest.mark.parametrize(
    "rules",
    [
        ComparisonRules(ignore_text=("advert",)),
        ComparisonRules(ignore_patterns=(r"^Advert: .*",)),
        ComparisonRules(only_text=("Price",)),
    ],
)
def test_ignored_text_is_in_no_part_of_the_diff(rules: ComparisonRules) -> None:
    """changedetection.io #2899, #425, #734, #3129."""
    before = f"Advert: fresh coffee\n\n{SHOP}"
    after = f"Advert: cheap flights\n\n{SHOP}".replace("$50.00", "$45.00")
    found = compare(before, after, rules)
    assert found.changed
    assert "Advert" not in found.text + repr(found)
    assert not compare(before, before.replace("coffee", "tea"), rules).changed


@pytest.mark.parametrize(
    "change",
    [
        ("1,204 views", "9,977 views"),
        ("3 hours ago", "5 days ago"),
        ("https://e.org/cup", "https://e.org/cup?utm_source=letter&sid=0123456789abcdef0123"),
        ("# Copper kettle", "## **Copper kettle**"),
        ("two litres", "two  litres"),
        ("litres.\n", "litres.\n\n\n"),
    ],
)
def test_nothing_is_changed_with_an_empty_diff(change: tuple[str, str]) -> None:
    """changedetection.io #2548, #908, #1432."""
    found = compare(SHOP, SHOP.replace(*change))
    assert not found.changed
    assert found.text == ""
    assert found.parsed is None


def test_every_change_has_a_diff_that_shows_it() -> None:
    found = compare(SHOP, SHOP.replace("two litres", "three litres"))
    assert found.changed
    assert "+A kettle of copper that holds three litres." in found.text
    assert "views" not in "".join(line for line in found.text.splitlines() if line[0] in "+-")


def test_reordering_is_no_change() -> None:
    """changedetection.io #500, #502, #596, #2469."""
    lines = SHOP.splitlines()
    lines[10:13] = [lines[12], lines[10], lines[11]]
    found = compare(SHOP, "\n".join(lines))
    assert not found.changed
    assert {block.kind for block in found.blocks} == {BlockChangeKind.MOVED}


def test_an_entry_that_is_added_to_a_reordered_list_is_the_change() -> None:
    lines = SHOP.splitlines()
    lines[10:13] = [lines[12], "- [Jug](https://e.org/jug)", lines[10], lines[11]]
    found = compare(SHOP, "\n".join(lines))
    assert [(entry.kind, entry.key) for entry in found.entries] == [(BlockChangeKind.ADDED, "e.org/jug")]


def test_a_change_that_reverts_in_a_minute_is_volatile_and_listed() -> None:
    """urlwatch #22."""
    first, second = SHOP + "\nSponsored: coffee today\n", SHOP + "\nSponsored: flights today\n"
    rules = ComparisonRules(volatile=learn_volatile(first, second))
    found = compare(first, SHOP + "\nSponsored: shoes today\n", rules)
    assert not found.changed
    assert "Sponsored: shoes today" in found.volatile
    changed = compare(first, SHOP.replace("In stock", "Sold out") + "\nSponsored: shoes today\n", rules)
    assert changed.changed
    assert "Sponsored" not in changed.text.replace(" Sponsored", "")


def test_a_rotating_list_is_volatile_as_a_whole() -> None:
    first = SHOP + "\n## See also\n\n- One\n- Two\n- Three\n"
    second = SHOP + "\n## See also\n\n- Four\n- Two\n- Five\n"
    rules = ComparisonRules(volatile=learn_volatile(first, second))
    assert not compare(first, SHOP + "\n## See also\n\n- Six\n- Seven\n- One\n", rules).changed


def test_a_price_has_a_direction_and_a_percentage() -> None:
    """changedetection.io #357, #51."""
    [field] = compare(SHOP, SHOP.replace("$50.00", "$45.00")).fields
    assert (field.kind, field.label, field.direction, field.percent) == (FieldKind.PRICE, "Price", "down", -10)


@pytest.mark.parametrize(
    ("before", "after", "kind", "direction", "percent"),
    [
        ("In stock", "Sold out", FieldKind.STOCK, "down", None),
        ("Seats: 1,000", "Seats: 1,250", FieldKind.NUMBER, "up", 25),
        ("Opens on 1 June 2026", "Opens on 3 July 2026", FieldKind.DATE, "up", None),
    ],
)
def test_other_values_are_typed_too(
    before: str, after: str, kind: FieldKind, direction: str, percent: float | None
) -> None:
    [field] = compare(before, after).fields
    assert (field.kind, field.direction, field.percent) == (kind, direction, percent)


def test_a_block_that_left_the_main_content_was_not_removed() -> None:
    whole = SHOP + "\nReturns within 30 days\n"
    assert compare(whole, SHOP).changed
    assert not compare(whole, SHOP, whole=(whole, whole)).changed


ALL = PictureRules()


def picture(*boxes: tuple[int, int, int, int], height: int = 128) -> bytes:
    image = Image.new("RGB", (256, height), "white")
    for box in boxes:
        ImageDraw.Draw(image).rectangle(box, fill="black")
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def test_a_picture_has_a_region_a_mask_a_percentage_and_a_crop() -> None:
    """changedetection.io #2761, #3143, #3116."""
    before, after = picture(), picture((16, 16, 31, 31), (192, 64, 255, 127))
    found = compare_pictures(before, after, ALL)
    assert (found.percent, found.box) == (13.281, (16, 16, 256, 128))
    assert found.areas == ((16, 16, 32, 32), (192, 64, 256, 128))
    assert compare_pictures(before, after, PictureRules(region=(0, 0, 128, 64))).percent == 3.125
    assert compare_pictures(before, after, PictureRules(masks=((192, 64, 256, 128),))).box == (16, 16, 32, 32)
    assert compare_pictures(after, after, ALL).box is None
    small = compare_pictures(before, after, PictureRules(region=(0, 0, 128, 64)))
    sizes = [Image.open(BytesIO(crop)).size for crop in mark_crops(before, after, small)]
    assert sizes == [(72, 72), (72, 72)]


def test_one_pixel_is_a_change_and_so_is_a_colour_of_the_same_brightness() -> None:
    assert compare_pictures(picture(), picture((100, 50, 100, 50)), ALL).areas == ((96, 48, 112, 64),)
    red, green = BytesIO(), BytesIO()
    Image.new("RGB", (32, 32), (255, 0, 0)).save(red, "PNG")
    Image.new("RGB", (32, 32), (0, 130, 0)).save(green, "PNG")
    assert compare_pictures(red.getvalue(), green.getvalue(), ALL).percent == 100


def test_what_moves_in_a_picture_all_the_time_leaves_the_comparison() -> None:
    """Rotating advertisements and clocks, in pictures."""
    volatile = compare_pictures(picture((0, 0, 40, 20)), picture((0, 0, 90, 20)), ALL).areas
    shop = (160, 96, 175, 111)
    found = compare_pictures(picture((0, 0, 40, 20)), picture((0, 0, 60, 20), shop), ALL, volatile)
    assert found.areas == ((160, 96, 176, 112),)
    assert volatile_share(picture(), ALL, volatile) < 0.1
    assert volatile_share(picture(), PictureRules(region=(32, 0, 96, 16)), volatile) == 1


def test_a_page_that_got_longer_differs_where_it_is_longer() -> None:
    found = compare_pictures(picture(), picture(height=160), ALL)
    assert (found.percent, found.box) == (20, (0, 128, 256, 160))
    before, after = (Image.open(BytesIO(crop)).size for crop in mark_crops(picture(), picture(height=160), found))
    assert (before, after) == ((256, 40), (256, 72))


def test_hostile_texts_are_compared_in_linear_time() -> None:
    same, other = "a\n" * 4_000, "b\na\n" * 2_000
    assert compare(same, other).changed
