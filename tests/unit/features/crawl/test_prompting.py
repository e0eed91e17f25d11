"""Options of a crawl from a prompt: the same words always give the same options."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.access import Permits
from gossamer.core.crawls import FoundLink, MapSpec, SiteMap
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import MapFailed, MapTimedOut, ServiceError
from gossamer.core.patterns import Patterns
from gossamer.core.urls import web_url
from gossamer.features.crawl.prompting import PromptReader, PromptReading
from gossamer.features.crawl.prompting.parsed_prompt import parse_crawl_prompt
from gossamer.features.crawl.prompting.site_outline import SiteOutline

URL = "https://site.org/"


def read_prompt(prompt: str, url: str) -> PromptReading:
    return parse_crawl_prompt(prompt, url).reading()


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
        ("the docs, at most 5", {"includePaths": ["docs/.*"], "limit": 5}),
        ("max 3.", {"limit": 3}),
        ("Get no more than ten, please", {"limit": 10}),
        ("the first 20 and nothing else", {"limit": 20}),
        ("take the latest 12 from the news", {"includePaths": ["news/.*"], "limit": 12}),
        ("at most 5,000", {"limit": 5000}),
        ("the first 20 stories", {"limit": 20}),
        ("No more than 8 vegan recipes, please", {"limit": 8}),
        ("plans with up to 5 users", {"includePaths": ["pricing(/.*)?$"]}),
        ("skip the sign in pages", {"excludePaths": ["login(/.*)?$"]}),
        ("at most 5,000 euros", {}),
        ("files of at most 3 MB", {}),
        ("flats priced at most 900, with a garden", {}),
        ("the price is at most 20", {}),
        ("the last 7 days", {}),
        ("max 2 clicks away", {"maxDiscoveryDepth": 2}),
        ("at most 5 levels deep", {"maxDiscoveryDepth": 5}),
        ("no deeper than 4, max 9", {"limit": 9, "maxDiscoveryDepth": 4}),
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
        "Understood: includePaths blog/.*; allowExternalLinks false; limit 50. "
        'The site was not looked at, so the paths of "blog posts" are a guess.'
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


def site(*paths: str, **links: str) -> SiteOutline:
    """Return the outline of a site with pages at *paths*, and links with these texts to others."""
    found = [FoundLink(f"https://site.org{path}") for path in paths]
    found += [FoundLink(f"https://site.org/{path}", texts=(text,)) for path, text in links.items()]
    return SiteOutline.of(found)


QUAY = ("/news/harbour/story-1", "/news/harbour/story-2", "/news/sports/story-1", "/news/sports/story-2", "/about")


class TestSite:
    @pytest.mark.parametrize(
        ("prompt", "outline", "wanted"),
        [
            pytest.param("only the blog posts", site("/blog/a"), ["^/blog(/.*)?$"], id="its own name"),
            pytest.param("only the blog", site("/articles/a", "/shop/b"), ["^/articles(/.*)?$"], id="a related name"),
            pytest.param("only the blog", site("/articles/a", "/blog/b"), ["^/blog(/.*)?$"], id="own before related"),
            pytest.param("the news", site("/x/a", x="The latest news"), ["^/x(/.*)?$"], id="the text of a link"),
            pytest.param("the exhibits", site("/exhibit/a"), ["^/exhibit(/.*)?$"], id="a word of no vocabulary"),
            pytest.param(
                "docs", site("/en/docs/a", "/de/docs/b"), ["^/de/docs(/.*)?$", "^/en/docs(/.*)?$"], id="two languages"
            ),
            pytest.param(
                "blog posts", site("/posts/a", blog="Blog"), ["^/blog(/.*)?$", "^/posts(/.*)?$"], id="a list apart"
            ),
            pytest.param("blog posts", site("/weblog/x"), ["^/weblog(/.*)?$"], id="another word for it"),
            pytest.param("only /missing", site("/a/b"), ["^/missing(/.*)?$"], id="a path is no guess"),
            pytest.param("blog and docs", site("/blog/a"), ["^/blog(/.*)?$", "docs/.*"], id="a guess beside evidence"),
            pytest.param("only the harbour stories", site(*QUAY), ["^/news/harbour(/.*)?$"], id="a topic and a kind"),
            pytest.param("just articles about sports", site(*QUAY), ["^/news/sports(/.*)?$"], id="a kind and a topic"),
            pytest.param(
                "only the harbour stories",
                site("/harbour-1.html", "/harbour-2.html", "/cup-1.html", "/cup-2.html"),
                ["^/harbour-[0-9]+\\.html(/.*)?$"],
                id="pages in a series",
            ),
            pytest.param(
                "only the harbour stories",
                site("/harbour-1", "/harbour-2", "/harbour-map"),
                ["^/harbour-[0-9]+(/.*)?$"],
                id="a series of folders",
            ),
            pytest.param(
                "only the harbour",
                site("/harbour-1.html", "/harbour-2.html", harbour="Harbour"),
                ["^/harbour(/.*)?$", "^/harbour-[0-9]+\\.html(/.*)?$"],
                id="a series and the page that lists it",
            ),
        ],
    )
    def test_a_part_is_where_the_site_has_it(self, prompt: str, outline: SiteOutline, wanted: list[str]) -> None:
        assert parse_crawl_prompt(prompt, URL).reading(outline).options == {"includePaths": wanted}

    def test_a_guess_that_would_leave_no_page_is_dropped_and_the_warning_says_so(self) -> None:
        reading = parse_crawl_prompt("only the recipes, max 7", URL).reading(site("/engines/a", "/engines/b"))
        assert reading.options == {"limit": 7}
        assert 'Nothing on the start page or in a sitemap is named like "the recipes"' in str(reading.warning)

    def test_a_related_name_is_told(self) -> None:
        warning = parse_crawl_prompt("blog posts", URL).reading(site("/articles/a")).warning
        assert '"blog posts" was taken for ^/articles(/.*)?$: the nearest on the site.' in str(warning)

    def test_pages_of_a_related_name_are_not_left_out(self) -> None:
        reading = parse_crawl_prompt("skip the blog", URL).reading(site("/news/a", "/articles/b"))
        assert reading.options == {"excludePaths": ["blog/.*"]}
        assert "so the paths for that are a guess" in str(reading.warning)

    @pytest.mark.parametrize(
        ("prompt", "outline"),
        [
            ("exclude product reviews", site("/products/a", "/products/b", "/blog/x")),
            ("everything except blog comments", site("/blog/a", "/blog/b")),
            ("exclude report 2023", site("/report-2023.html", "/report-2024.html")),
        ],
    )
    def test_less_is_left_out_rather_than_more(self, prompt: str, outline: SiteOutline) -> None:
        patterns = parse_crawl_prompt(prompt, URL).reading(outline).options.get("excludePaths", [])
        kept = [path for path in outline.paths if not Patterns.compile(patterns, option="x").found_in(path)]
        assert kept[-1:] == [outline.paths[-1]]
        assert len(kept) >= len(outline.paths) - 1

    def test_words_beside_a_part_that_have_no_effect_are_told(self) -> None:
        reading = parse_crawl_prompt("the longest stories from the newsroom about trains", URL).reading(site("/news/a"))
        assert reading.options == {"includePaths": ["^/news(/.*)?$"]}
        assert 'without effect: "the longest stories … about trains".' in str(reading.warning)

    def test_words_that_are_no_part_of_the_site_are_told(self) -> None:
        reading = parse_crawl_prompt("Only the opening hours", URL).reading(site("/a/b"))
        assert reading.options == {}
        assert 'Not understood, and without effect: "the opening hours".' in str(reading.warning)


@dataclass
class Sites:
    """A site with *links*, or one that cannot be read; remembers what was asked."""

    links: tuple[FoundLink, ...] = ()
    error: ServiceError | None = None
    asked: list[MapSpec] = field(default_factory=list)

    async def found(
        self, spec: MapSpec, *, team_id: str, key_id: str, deadline: Deadline, permits: Permits | None
    ) -> SiteMap:
        self.asked.append(spec)
        if self.error is not None:
            raise self.error
        return SiteMap("", self.links, 1)


async def read(prompt: str, sites: Sites) -> PromptReading:
    reader = PromptReader(sites)
    spec, deadline = MapSpec(web_url(URL), subdomains=False), Deadline.after(timedelta(seconds=5))
    return await reader.read(reader.parsed(prompt, URL), spec, team_id="t", key_id="k", deadline=deadline, permits=None)


async def test_the_site_is_looked_at_within_the_bounds_that_the_prompt_sets() -> None:
    sites = Sites((FoundLink("https://site.org/journal/a"),))
    reading = await read("only the blog of the whole site, with subdomains", sites)
    assert reading.options["includePaths"] == ["^/journal(/.*)?$"]
    [asked] = sites.asked
    assert (asked.filter_by_path, asked.subdomains, asked.link_texts) == (False, True, True)


async def test_a_site_that_cannot_be_read_leaves_a_guess_with_the_reason() -> None:
    reading = await read("only the blog", Sites(error=MapFailed("Nothing is known about the site.")))
    assert reading.options == {"includePaths": ["blog/.*"]}
    assert str(reading.warning).endswith('the paths of "the blog" are a guess. Nothing is known about the site.')


async def test_a_site_that_takes_too_long_is_told_without_advice_for_maps() -> None:
    reading = await read("only the blog", Sites(error=MapTimedOut("Raise `timeout`.")))
    assert str(reading.warning).endswith("are a guess. It was not read within 5 seconds.")


def test_only_words_that_the_site_must_explain_need_it() -> None:
    assert not parse_crawl_prompt("first 50 pages of /docs, no external links", URL).needs_the_site
    assert parse_crawl_prompt("first 50 pages of the docs", URL).needs_the_site
