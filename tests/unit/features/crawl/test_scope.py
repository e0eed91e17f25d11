"""Which links belong to a crawl, and why the others do not."""

from typing import Any

import pytest

from gossamer.core.crawls import CrawlScope, Reason, Refusal
from gossamer.core.errors import CallerError, NotAllowed
from gossamer.core.urls import web_url
from gossamer.features.crawl.scope import Scope, path_depth
from tests.unit.features.crawl.model import NOW


def scope(start: str = "https://e.org/", **changes: Any) -> Scope:
    return Scope(CrawlScope(**changes), home=web_url(start), begun=NOW)


def reason(scope: Scope, url: str, depth: int = 1) -> Reason | None:
    refusal = scope.refusal(web_url(url), depth)
    return refusal.reason if refusal else None


@pytest.mark.parametrize(
    ("start", "link", "expected"),
    [
        ("https://e.org/", "https://e.org/a", None),
        ("https://e.org/", "http://e.org/a", None),
        ("https://e.org/", "https://www.e.org/a", None),
        ("https://www.e.org/", "https://e.org/a", None),
        ("https://e.org/", "https://e.org:8443/a", Reason.EXTERNAL),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:9000/a", Reason.EXTERNAL),
        ("https://e.org/", "https://other.org/a", Reason.EXTERNAL),
        ("https://e.org/", "https://sub.e.org/a", Reason.SUBDOMAIN),
        ("https://docs.e.org/", "https://blog.e.org/a", Reason.SUBDOMAIN),
        ("https://docs.e.org/", "https://e.org/a", Reason.SUBDOMAIN),
        ("https://shop.e.co.uk/", "https://other.co.uk/", Reason.EXTERNAL),
        ("https://one.github.io/", "https://two.github.io/", Reason.EXTERNAL),
        ("https://note.org/", "https://e.note.org.evil.com/", Reason.EXTERNAL),
        # the folder of the start page
        ("https://e.org/docs/guide", "https://e.org/docs/guide/first", None),
        ("https://e.org/docs/guide", "https://e.org/docs/guide", None),
        ("https://e.org/docs/guide", "https://e.org/docs/guide-two", Reason.OUTSIDE_PATH),
        ("https://e.org/docs/guide", "https://e.org/pricing", Reason.OUTSIDE_PATH),
        ("https://e.org/docs/start.html", "https://e.org/docs/next.html", None),
        ("https://e.org/docs/start.html", "https://e.org/blog/", Reason.OUTSIDE_PATH),
        ("https://e.org/docs/", "https://e.org/docs", None),
        ("https://e.org/d%6Fcs/", "https://e.org/docs/a", None),
        ("https://e.org/?lang=en", "https://e.org/docs/a", None),
        # kinds of files
        ("https://e.org/", "https://e.org/a.jpg", Reason.FILE_TYPE),
        ("https://e.org/", "https://e.org/a.tar.GZ?x=1", Reason.FILE_TYPE),
        ("https://e.org/", "https://e.org/app.js", Reason.FILE_TYPE),
        ("https://e.org/", "https://e.org/style.css", Reason.FILE_TYPE),
        ("https://e.org/", "https://e.org/font.woff2", Reason.FILE_TYPE),
        ("https://e.org/", "https://e.org/a.pdf", None),
        ("https://e.org/", "https://e.org/a.docx", None),
        ("https://e.org/", "https://e.org/page.html", None),
        ("https://e.org/", "https://e.org/feed.xml", None),
        ("https://e.org/", "https://e.org/v1.2", None),
        ("https://e.org/", "https://e.org/.zip", None),
        ("https://e.org/", "https://e.org/a?file=x.zip", None),
    ],
)
def test_where_a_link_leads_decides(start: str, link: str, expected: Reason | None) -> None:
    assert reason(scope(start), link) is expected


@pytest.mark.parametrize(
    ("options", "link", "expected"),
    [
        ({"external_links": True}, "https://other.org/x", None),
        ({"external_links": True}, "https://other.org/x.png", Reason.FILE_TYPE),
        ({"subdomains": True}, "https://sub.e.org/x", None),
        ({"subdomains": True}, "https://other.org/x", Reason.EXTERNAL),
        ({"exclude_paths": ("^/admin",)}, "https://e.org/admin/x", Reason.EXCLUDED),
        ({"exclude_paths": ("^/admin",)}, "https://e.org/x/admin", None),
        ({"exclude_paths": ("q=1",)}, "https://e.org/x?q=1", None),
        ({"exclude_paths": ("q=1",), "regex_on_full_url": True}, "https://e.org/x?q=1", Reason.EXCLUDED),
        ({"include_paths": ("blog/.*", "docs/.*")}, "https://e.org/docs/a", None),
        ({"include_paths": ("blog/.*", "docs/.*")}, "https://e.org/shop/a", Reason.NOT_INCLUDED),
        ({"include_paths": ("^https://e\\.org/a",), "regex_on_full_url": True}, "https://e.org/a", None),
        ({"include_paths": ("/a",), "exclude_paths": ("/b",)}, "https://e.org/a/b", Reason.EXCLUDED),
        ({"include_paths": ("/café",)}, "https://e.org/caf%C3%A9/menu", None),
        ({"max_path_depth": 2}, "https://e.org/a/b/", None),
        ({"max_path_depth": 2}, "https://e.org/a/b/index.html", None),
        ({"max_path_depth": 2}, "https://e.org/a/b/c", Reason.PATH_DEPTH),
        ({"max_discovery_depth": 0}, "https://e.org/a", Reason.DEPTH),
        ({"max_discovery_depth": 1}, "https://e.org/a", None),
        ({"max_discovery_depth": 0, "exclude_paths": ("/a",)}, "https://e.org/a", Reason.EXCLUDED),
    ],
)
def test_options_decide(options: dict[str, Any], link: str, expected: Reason | None) -> None:
    assert reason(scope(**options), link) is expected


def test_the_entire_domain_is_followed_when_asked() -> None:
    assert reason(scope("https://e.org/docs/guide", entire_domain=True), "https://e.org/pricing") is None


def test_another_host_has_no_start_folder() -> None:
    allowing = scope("https://e.org/docs/guide", external_links=True, subdomains=True)
    assert reason(allowing, "https://other.org/pricing") is None
    assert reason(allowing, "https://e.org/pricing") is Reason.OUTSIDE_PATH


def test_a_key_that_may_not_visit_an_address_says_so() -> None:
    def permits(url: str) -> NotAllowed | None:
        return NotAllowed("This key may not visit /secret.") if "/secret" in url else None

    limited = Scope(CrawlScope(), home=web_url("https://e.org/"), begun=NOW, permits=permits)
    expected = Refusal(Reason.NOT_PERMITTED, "This key may not visit /secret.")
    assert limited.refusal(web_url("https://e.org/secret"), 1) == expected
    assert reason(limited, "https://e.org/open") is None


def test_a_redirect_is_judged_whatever_its_depth() -> None:
    shallow = scope(max_discovery_depth=0)
    assert shallow.straying(web_url("https://e.org/a")) is None
    refusal = shallow.straying(web_url("https://other.org/a"))
    assert refusal is not None
    assert refusal.reason is Reason.EXTERNAL


@pytest.mark.parametrize("option", ["include_paths", "exclude_paths"])
def test_an_expression_that_cannot_be_used_is_the_callers_error(option: str) -> None:
    with pytest.raises(CallerError, match="Invalid regular expression in"):
        scope("https://e.org/", **{option: ("[a",)})


@pytest.mark.parametrize(
    ("url", "depth"), [("http://e.org/", 0), ("http://e.org/a/b", 2), ("http://e.org/a/index.php?x=/y/z", 1)]
)
def test_an_index_file_is_no_segment(url: str, depth: int) -> None:
    assert path_depth(web_url(url)) == depth
