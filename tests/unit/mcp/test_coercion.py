"""Arguments as models spell them."""

from typing import Any

import pytest

from gossamer.mcp.calls import as_meant
from gossamer.mcp.catalogue import catalogue

SCRAPE = catalogue()["firecrawl_scrape"].input_schema


@pytest.mark.parametrize(
    ("name", "value", "meant"),
    [
        ("formats", "markdown", ["markdown"]),
        ("formats", '["markdown"]', ["markdown"]),
        ("formats", "markdown, links", ["markdown", "links"]),
        ("formats", {"type": "attributes", "selectors": []}, [{"type": "attributes", "selectors": []}]),
        ("formats", '{"type": "json"}', [{"type": "json"}]),
        ("formats", ["markdown", '{"type": "json"}'], ["markdown", {"type": "json"}]),
        ("waitFor", "100", 100),
        ("waitFor", 100.0, 100),
        ("waitFor", [100], 100),
        ("onlyMainContent", "true", True),
        ("onlyMainContent", "False", False),
        ("includeTags", "h1, h2", ["h1, h2"]),
        ("jsonOptions", '{"prompt": "p", "schema": "{}"}', {"prompt": "p", "schema": {}}),
        ("screenshotOptions", {"viewport": {"width": "9", "height": "8"}}, {"viewport": {"width": 9, "height": 8}}),
        ("actions", {"type": "wait", "milliseconds": "5"}, [{"type": "wait", "milliseconds": 5}]),
        ("location", {"languages": "de"}, {"languages": ["de"]}),
        ("url", ["https://e.org/"], "https://e.org/"),
        ("url", 7, "7"),
        ("view", '"outline"', "outline"),
    ],
)
def test_what_leaves_no_doubt_is_taken_as_it_is_meant(name: str, value: Any, meant: Any) -> None:
    taken = as_meant({name: value}, SCRAPE)[name]
    assert (taken, type(taken)) == (meant, type(meant))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("formats", "nonsense"),
        ("formats", ["markdown", "nonsense"]),
        ("formats", None),
        ("waitFor", "soon"),
        ("waitFor", "1.5"),
        ("waitFor", True),
        ("waitFor", [1, 2]),
        ("onlyMainContent", "perhaps"),
        ("onlyMainContent", 1),
        ("maxAge", "NaN"),
        ("jsonOptions", "a prompt"),
        ("jsonOptions", "[" * 100_000),
        ("url", '{"url": "https://e.org/"}'),
        ("unknown", "5"),
    ],
)
def test_what_may_mean_several_things_or_nothing_stays_as_it_is(name: str, value: Any) -> None:
    other = {name: value, "mobile": "true"}
    assert as_meant(other, SCRAPE) == {name: value, "mobile": True}
