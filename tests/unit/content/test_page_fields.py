"""Named values by rules that callers write."""

import time
from typing import Any

import pytest

from gossamer.content.page_fields import check_rules, read_fields
from gossamer.core.errors import CallerError
from gossamer.core.formats import FieldRule
from tests.unit.content.pages import view

PAGE = view(
    '<div class="price" content="49.90"> € <b>49.90</b></div><img src="/a.png"><p>Made in 2024</p><p></p>'
    "<ul><li>S 36</li><li>M 38</li></ul><script>var stock = 7;</script>"
)


def read(**rule: Any) -> Any:
    values, _ = read_fields(PAGE.whole, PAGE.raw_html, [FieldRule("x", **rule)])
    return values["x"]


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ({"css": ".price"}, "€ 49.90"),
        ({"css": ".price", "attribute": "Content"}, "49.90"),
        ({"css": "img", "attribute": "src"}, "/a.png"),
        ({"css": "li", "every": True}, ["S 36", "M 38"]),
        ({"css": "li", "regex": r"\d+", "every": True}, ["36", "38"]),
        ({"css": "li", "regex": r"([A-Z]) (\d+)"}, "S"),
        ({"xpath": "//li[2]"}, "M 38"),
        ({"xpath": "//img/@src"}, "/a.png"),
        ({"xpath": "//div/b/text()"}, "49.90"),
        ({"xpath": "count(//li)"}, 2),
        ({"xpath": "//img", "attribute": "src", "regex": r"\.(\w+)$"}, "png"),
        ({"regex": r"Made in (\d{4})"}, "2024"),
        ({"regex": r"stock = \d"}, "stock = 7"),
        ({"css": "p", "every": True}, ["Made in 2024"]),
        ({"css": ".none"}, None),
        ({"css": ".none", "every": True}, None),
        ({"css": "img", "attribute": "alt"}, None),
        ({"regex": "(never)|Made"}, None),
        ({"xpath": "//p[contains(1)]"}, None),
        ({"xpath": "//p[contains(., '$5 a:b (') or (1 = 1)]"}, "Made in 2024"),
    ],
)
def test_a_rule_reads_its_value(rule: dict[str, Any], value: Any) -> None:
    assert read(**rule) == value


def test_a_missing_value_is_named() -> None:
    _, notices = read_fields(
        PAGE.whole, "", [FieldRule("a", css="li"), FieldRule("b", css="x"), FieldRule("c", css="y")]
    )
    assert notices == ("fields: the page has nothing for `b`, `c`; null stands there.",)


def test_checking_takes_no_time_whatever_the_expression() -> None:
    begun = time.process_time()
    check_rules([FieldRule("x", xpath="//*[" * 300 + "1" + "]" * 300), FieldRule("y", css=":has(*) " * 600)])
    assert time.process_time() - begun < 1


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ({"css": "p["}, r"`fields\.x\.css` cannot be used: invalid CSS selector"),
        ({"css": "p:no-such"}, "unknown pseudo-class"),
        ({"xpath": "//p["}, r"`fields\.x\.xpath` cannot be used"),
        ({"xpath": "//p[@a=$b]"}, "variables"),
        ({"xpath": "//p[a:b]"}, "namespaces"),
        ({"xpath": "//p[no-such()]"}, r"there is no function no-such\(\)"),
        ({"xpath": "(" * 4000}, r"`fields\.x\.xpath` cannot be used"),
        ({"regex": "("}, r"Invalid regular expression in `fields\.x\.regex`"),
        ({"regex": "(?=a)b"}, "look-ahead"),
        ({"regex": "(a{1000}){1000}"}, "repetition"),
    ],
)
def test_a_rule_that_cannot_be_used_is_refused(rule: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CallerError, match=sentence):
        check_rules([FieldRule("x", **rule)])
