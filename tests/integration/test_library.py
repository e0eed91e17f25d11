"""Gossamer inside a Python program."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gossamer import Gossamer, GossamerError
from gossamer.testing.site import Site, running_site
from tests import documents

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


def test_a_crawl_yields_pages_and_ends_when_the_loop_is_left(web: Gossamer, site: Site) -> None:
    pages = list(web.crawl(site.url("/"), limit=3, scrape_options={"formats": ["links"]}))
    assert len(pages) == 3
    assert [page.metadata["sourceURL"] for page in web.crawl(site.url("/"), limit=1)] == [site.url("/")]
    for page in web.crawl(site.url("/"), limit=20):
        assert page.markdown
        break


def test_a_batch_yields_the_pages_that_are_there(web: Gossamer, site: Site) -> None:
    urls = [site.url("/article"), site.url("/product")]
    assert {page.metadata["sourceURL"] for page in web.batch(urls)} == set(urls)


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
        ({"wait_for": "long"}, r"waitFor: Expected integer, received string"),
    ],
)
def test_mistakes_are_named(web: Gossamer, site: Site, options: dict[str, object], message: str) -> None:
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
