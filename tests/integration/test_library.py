"""Gossamer inside a Python program."""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from gossamer import FailedPage, Gossamer, GossamerError
from gossamer.library.keywords import PageKeywords
from gossamer.testing.site import Site, running_site
from tests import documents

# What a forked process calls: it inherits what cannot be sent to it.
_CALLS: list[Callable[[], object]] = []
SCHEMA = {"type": "object", "properties": {"price": {"type": "number"}}}


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as found:
        yield found


@pytest.fixture(scope="module")
def web(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gossamer]:
    with Gossamer(home=tmp_path_factory.mktemp("library"), allow=[site.host]) as found:
        yield found


def test_a_page_is_scraped_in_the_wanted_formats(web: Gossamer, site: Site) -> None:
    page = web.scrape(site.url("/article"), formats=["markdown", "links", "screenshot"], only_main_content=True)
    assert (page.markdown or "").startswith("# How spiders weave")
    assert page.links is not None
    assert web.picture(page).startswith(b"\x89PNG")


def test_fields_keep_the_names_that_the_caller_gives_them(web: Gossamer, site: Site) -> None:
    fields = {"my_title": {"css": "h1"}, "noSuch": {"xpath": "//h7", "all": True}}
    page = web.scrape(site.url("/article"), formats=[{"type": "fields", "fields": fields}])
    assert page.fields == {"my_title": "How spiders weave", "noSuch": None}
    with pytest.raises(GossamerError, match="cannot be used"):
        web.scrape(site.url("/article"), formats=[{"type": "fields", "fields": {"a": {"css": "["}}}])


def test_a_site_without_a_guide_is_mapped_and_crawled_all_the_same(web: Gossamer, site: Site) -> None:
    assert web.map(site.url("/"), llms_txt="first", limit=3)
    pages = web.crawl(site.url("/"), llms_txt="first", limit=2)
    assert len(list(pages)) == 2
    assert "llms.txt answers 404" in (pages.warning or "")


def test_a_crawl_yields_pages_and_ends_when_the_loop_is_left(web: Gossamer, site: Site) -> None:
    pages = list(web.crawl(site.url("/"), limit=3, scrape_options={"formats": ["links"]}))
    assert len(pages) == 3
    assert [page.metadata["sourceURL"] for page in web.crawl(site.url("/"), limit=1)] == [site.url("/")]
    for page in web.crawl(site.url("/"), limit=20):
        assert page.markdown
        break


def test_a_crawl_without_a_page_raises_the_reason(web: Gossamer, site: Site) -> None:
    with pytest.raises(GossamerError, match="redirects in a loop") as caught:
        list(web.crawl(site.url("/redirect/loop"), limit=3))
    assert caught.value.code == "SCRAPE_SITE_ERROR"
    with pytest.raises(GossamerError, match=r"robots\.txt disallows") as caught:
        list(web.crawl(site.url("/private/x"), limit=3))
    assert caught.value.code == "ROBOTS"


def test_a_crawl_reports_what_it_left_out(web: Gossamer, site: Site) -> None:
    pages = web.crawl(site.url("/article"), limit=5, sitemap="skip")
    assert (pages.job_id, pages.status) == (None, "not started")
    assert [page.metadata["sourceURL"] for page in pages] == [site.url("/article")]
    assert (pages.status, pages.errors) == ("completed", ())
    assert "`crawl_entire_domain` follows them" in (pages.warning or "")
    pages = web.crawl(site.url("/"), limit=9)
    next(pages)
    pages.close()
    assert (pages.status, list(pages)) == ("cancelled", [])


def test_a_crawl_follows_a_prompt_and_says_what_of_it_was_not_understood(web: Gossamer, site: Site) -> None:
    pages = web.crawl(site.url("/"), prompt="At most 2 pages, in lilac")
    assert len(list(pages)) == 2
    assert "lilac" in (pages.warning or "")


def test_a_batch_yields_each_address_as_a_page_or_a_failure(web: Gossamer, site: Site) -> None:
    wrong = ["http://10.0.0.1/x#y", site.url("/redirect/loop"), "http://a b/"]
    urls = [site.url("/article"), *wrong, site.url("/product")]
    pages = web.batch(urls, ignore_invalid_urls=True)
    found = list(pages)
    assert sorted(page.metadata["sourceURL"] for page in found) == sorted(urls)
    failed = [page for page in found if isinstance(page, FailedPage)]
    assert [(page.url, page.code) for page in failed] == [
        (wrong[0], "unsafe_domain_blocked"),
        (wrong[1], "SCRAPE_SITE_ERROR"),
        (wrong[2], "BAD_REQUEST"),
    ]
    assert all(page.metadata["error"] == page.error and page.markdown is None for page in failed)
    assert (pages.errors, pages.status) == (tuple(failed), "completed")


def test_an_address_that_cannot_be_read_ends_a_batch(web: Gossamer, site: Site) -> None:
    with pytest.raises(GossamerError, match=r"urls\.1: Invalid URL `http://a b/`.* With `ignore_invalid_urls`"):
        list(web.batch([site.url("/article"), "http://a b/"]))
    with pytest.raises(GossamerError, match="urls: Expected array, received string"):
        list(web.batch(site.url("/article")))


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_is_refused_at_once(web: Gossamer, site: Site) -> None:
    calls = (
        lambda: web.scrape(site.url("/article")),
        lambda: Gossamer().open(),
        lambda: list(web.crawl(site.url("/"))),
    )
    with ProcessPoolExecutor(1, mp_context=get_context("fork"), initializer=_CALLS.extend, initargs=(calls,)) as child:
        answers = list(child.map(_refusal, range(len(calls)), timeout=10))
    assert all("forked from one that had opened a Gossamer" in answer for answer in answers)


def test_a_site_is_mapped_and_what_was_fetched_is_found_again(web: Gossamer, site: Site) -> None:
    assert site.url("/article") in [link.url for link in web.map(site.url("/"), search="article")]
    assert set(web.search("spiders weave", limit=3)) == {"web"}


def test_data_has_the_shape_of_the_schema_and_its_sources(web: Gossamer, site: Site) -> None:
    found = web.extract([site.url("/product")], schema=SCHEMA)
    assert isinstance(found.data["price"], float)
    page = web.scrape(site.url("/product"), formats=[{"type": "json", "schema": SCHEMA}])
    assert page.json == found.data


def test_a_site_has_an_llms_txt(web: Gossamer, site: Site) -> None:
    made = web.llmstxt(site.url("/"), limit=2, full=True)
    assert made.text.startswith("# Loopback Gazette")
    assert "How spiders weave" in made.full_text


def test_a_page_is_watched_until_the_loop_is_left(web: Gossamer, site: Site) -> None:
    for check in web.watch(site.url("/article"), every="5s", goal="the title changes"):
        assert (check.url, check.status, check.alert) == (site.url("/article"), "new", False)
        break
    assert next(iter(web.watch(site.url("/article")))).status == "same"
    with pytest.raises(GossamerError, match="`every` is a number and a unit"):
        next(iter(web.watch(site.url("/article"), every="soon")))


def test_a_question_is_answered_with_citations(web: Gossamer, site: Site) -> None:
    answer = web.research(
        "What does the orb weaver let drift on the wind?", urls=[site.url("/article")], strict_constrain_to_urls=True
    )
    assert "bridge thread" in str(answer.data)
    assert answer.citations[0].url == site.url("/article")


def test_files_and_bytes_are_parsed(web: Gossamer, tmp_path: Path) -> None:
    file = tmp_path / "report.docx"
    file.write_bytes(documents.REPORT)
    assert (web.parse(file).markdown or "").startswith("# Silk report")
    assert web.parse(documents.REPORT, name="report.docx").markdown == web.parse(str(file)).markdown
    with pytest.raises(GossamerError, match=r"absent\.pdf cannot be read: No such file or directory\."):
        web.parse(tmp_path / "absent.pdf")


def test_a_page_is_used_and_closed(web: Gossamer, site: Site) -> None:
    page = web.scrape(site.url("/article"))
    assert web.interact(page, "What is the title?").done
    web.close(page)


def test_doubts_about_an_answer_are_told(web: Gossamer, site: Site) -> None:
    page = web.scrape(site.url("/"))
    listed = web.interact(page, "List the first 50 links")
    assert (listed.done, listed.notices) == (True, (f"The prompt asks for 50; the list has only {len(listed.data)}.",))
    web.close(page)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"formats": ["markdwon"]}, r"formats\.0: .*"),
        ({"colour": "red"}, r"options: Unrecognized key\(s\) in object: 'colour'"),
        ({"only_main": True}, r"options: Unrecognized key\(s\) in object: 'only_main'"),
        ({"wait_for": "long"}, r"wait_for: Expected integer, received string"),
        ({"wait_for": 5000, "timeout": 6000}, r"wait_for must not exceed half of timeout"),
    ],
)
def test_mistakes_are_named(web: Gossamer, site: Site, options: dict[str, Any], message: str) -> None:
    with pytest.raises(GossamerError, match=message) as caught:
        web.scrape(site.url("/article"), **options)
    assert caught.value.code == "BAD_REQUEST"


def test_a_private_host_stays_closed_unless_it_is_allowed(web: Gossamer) -> None:
    with pytest.raises(GossamerError, match="may not be reached") as caught:
        web.scrape("http://10.0.0.1/")
    assert caught.value.code == "unsafe_domain_blocked"


def test_calls_outside_of_the_block_say_so() -> None:
    with pytest.raises(GossamerError, match="Use it inside `with Gossamer"):
        Gossamer().scrape("https://example.com")


@pytest.mark.usefixtures("web")
def test_one_is_open_at_a_time() -> None:
    with pytest.raises(GossamerError, match="Another Gossamer is open in this program"):
        Gossamer().open()


def _refusal(number: int) -> str:
    with pytest.raises(GossamerError) as caught:
        _CALLS[number]()
    return caught.value.message


def test_a_walk_by_cursors_reads_a_page_to_its_end(web: Gossamer, site: Site) -> None:
    whole = web.scrape(site.url("/article"))
    assert whole.metadata["coverage"] == "complete"
    page = web.scrape(site.url("/article"), max_tokens=60)
    texts: list[str] = []
    while True:
        assert page.metadata["tokens"] <= 60
        assert page.metadata["totalTokens"] == whole.metadata["tokens"]
        [passage] = page.passages or ()
        start, end = passage["markdownSpan"]
        texts.append((page.markdown or "")[start:end])
        if "cursor" not in passage:
            break
        page = web.scrape(site.url("/article"), max_tokens=60, cursor=passage["cursor"])
    assert len(texts) > 2
    assert "".join("".join(texts).split()) == "".join((whole.markdown or "").split())


def test_pages_of_a_crawl_are_shortened_to_a_question(web: Gossamer, site: Site) -> None:
    options: PageKeywords = {"query": "Which spiral catches the prey?", "max_tokens": 60}
    pages = list(web.crawl(site.url("/article"), limit=1, scrape_options=options))
    batch = list(web.batch([site.url("/article")], **options))
    [page] = pages
    assert page.metadata["coverageReasons"] == ["max_tokens"]
    assert page.metadata["tokens"] <= 60
    assert "## The spiral\n\nFrom the hub she lays radii" in (page.markdown or "")
    assert [each.markdown for each in batch] == [page.markdown]
