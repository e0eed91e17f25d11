"""Options of a crawl from a prompt: the same words always give the same options."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.patterns import Patterns
from gossamer.features.crawl.prompting import read_prompt

URL = "https://site.org/"


@pytest.mark.parametrize(
    ("prompt", "options"),
    [
        ("Extract all blog posts and documentation", {"includePaths": ["blog/.*", "docs/.*"]}),
        ("docs", {"includePaths": ["docs/.*"]}),
        ("Only the help center", {"includePaths": ["help/.*"]}),
        ("All documentation pages about authentication", {"includePaths": ["docs/.*"]}),
        ("Everything in the gallery section", {"includePaths": ["gallery/.*"]}),
        (
            "Scrape everything from the blog except the comments",
            {"includePaths": ["blog/.*"], "excludePaths": ["comments/.*"]},
        ),
        ("Skip the forum", {"excludePaths": ["forum/.*"]}),
        (
            "Do not crawl the forum or the wiki. Crawl the docs.",
            {"includePaths": ["docs/.*"], "excludePaths": ["forum/.*", "wiki/.*"]},
        ),
        ("only /pricing", {"includePaths": ["^/pricing(/.*)?$"]}),
        ("Only crawl '/docs/api' and “/guides/”", {"includePaths": ["^/docs/api(/.*)?$", "^/guides(/.*)?$"]}),
        ('Nothing but the "release-notes"', {"includePaths": ["^/release-notes(/.*)?$"]}),
        ('Crawl the "case-files" part', {"includePaths": ["^/case-files(/.*)?$"]}),
        ("exclude /admin/* and /a.b/**", {"excludePaths": ["^/admin(/.*)?$", "^/a\\.b(/.*)?$"]}),
        ("Crawl https://www.site.org/help/ and https://other.org/x", {"includePaths": ["^/help(/.*)?$"]}),
        ("first 50 pages", {"limit": 50}),
        ("Crawl up to 1,000 pages", {"limit": 1000}),
        ("at most twenty pages", {"limit": 20}),
        ("no more than 2k urls", {"limit": 2000}),
        ("limit: 25", {"limit": 25}),
        ("Get the latest 10 blog posts", {"includePaths": ["blog/.*"], "limit": 10}),
        ("only this page", {"limit": 1}),
        ("two levels deep", {"maxDiscoveryDepth": 2}),
        ("max depth of 3", {"maxDiscoveryDepth": 3}),
        ("go three clicks deep and stop after 10 pages", {"limit": 10, "maxDiscoveryDepth": 3}),
        ("don't follow external links", {"allowExternalLinks": False}),
        ("stay on this site", {"allowExternalLinks": False}),
        ("follow external links too", {"allowExternalLinks": True}),
        ("include all subdomains", {"allowSubdomains": True}),
        ("no subdomains", {"allowSubdomains": False}),
        ("the whole website", {"crawlEntireDomain": True}),
        ("ignore query parameters", {"ignoreQueryParameters": True}),
        ("use only the sitemap", {"sitemap": "only"}),
        ("ignore the sitemap", {"sitemap": "skip"}),
        ("also read the sitemap", {"sitemap": "include"}),
        ("Find product prices", {}),
        ("I want to build a dataset for my blog", {}),
        ("", {}),
    ],
)
def test_a_prompt_stands_for_options(prompt: str, options: dict[str, Any]) -> None:
    assert read_prompt(prompt, URL).options == options


def test_several_wishes_in_one_prompt_are_all_read() -> None:
    prompt = (
        "Please crawl the product pages and the pricing page of the entire site, at most 200 pages, two levels deep; "
        "skip the login pages and the changelog, don't follow external links and ignore query parameters."
    )
    assert read_prompt(prompt, URL).options == {
        "includePaths": ["products/.*", "pricing(/.*)?$"],
        "excludePaths": ["login(/.*)?$", "changelog(/.*)?$"],
        "allowExternalLinks": False,
        "crawlEntireDomain": True,
        "ignoreQueryParameters": True,
        "limit": 200,
        "maxDiscoveryDepth": 2,
    }


def test_the_warning_says_what_was_understood_and_by_whom() -> None:
    warning = read_prompt("first 50 blog posts, no external links", URL).warning
    assert warning == (
        "The prompt was read by rules because crawl options are read without a model. "
        "Understood: includePaths blog/.*; allowExternalLinks false; limit 50."
    )
    assert "names no crawl option" in str(read_prompt("Bonjour!", URL).warning)


@given(st.text(max_size=300) | st.text(alphabet="only skip /docs blog and 5 pages '\".,:\n", max_size=300))
def test_any_prompt_gives_options_that_a_crawl_takes(prompt: str) -> None:
    options = read_prompt(prompt, URL).options
    for name in ("includePaths", "excludePaths"):
        Patterns.compile(options.get(name, []), option=name)
    assert options.get("limit", 1) >= 1
    assert options.get("maxDiscoveryDepth", 0) >= 0


@pytest.mark.parametrize(
    "word", ["the ", "0,", "only ", "from ", "and ", "/a ", "3 levels from ", '"a', "not to crawl "]
)
def test_a_long_prompt_is_read_in_bounded_time(word: str) -> None:
    # It would recurse or search without end where nothing bounded it.
    assert len(read_prompt(word * 10_000, URL).options) <= 3
