"""Which pages of a site an llms.txt lists, and which are optional."""

import pytest

from gossamer.features.llmstxt.selection import optional_of, worth_listing


def urls(*paths: str) -> list[str]:
    return [f"https://e.org{path}" for path in paths]


@pytest.mark.parametrize(
    "path",
    ["/tag/tea", "/blog/tags/pots", "/author/ada", "/search", "/blog/page/2", "/login", "/en/signup",
     "/checkout", "/wp-login.php"],
)  # fmt: skip
def test_lists_and_forms_are_not_listed(path: str) -> None:
    assert worth_listing(urls("/a", path, "/b")) == urls("/a", "/b")


@pytest.mark.parametrize(
    "path", ["/privacy", "/privacy-policy", "/legal/terms", "/de/datenschutz.html", "/mentions-legales", "/changelog"]
)
def test_what_lawyers_ask_for_is_optional_and_at_the_end(path: str) -> None:
    assert worth_listing(urls(path, "/b", "/a")) == urls("/b", "/a", path)
    assert optional_of(urls(path, "/a")) == frozenset(urls(path))


@pytest.mark.parametrize(
    ("paths", "older"),
    [
        (["/docs/1.0/a", "/docs/2.0/a", "/docs/10.1/b"], ["/docs/1.0/a", "/docs/2.0/a"]),
        (["/docs/v1/a", "/docs/v2/b"], ["/docs/v1/a"]),
        (["/docs/latest/a", "/docs/3.2/a", "/docs/dev/a"], ["/docs/3.2/a", "/docs/dev/a"]),
        (["/docs/a", "/docs/2.x/a", "/docs/b"], ["/docs/2.x/a"]),
        (["/en/1.2/x", "/de/1.1/x"], []),
        (["/blog/2023/a", "/blog/2024/b"], []),
        (["/docs/1.0/a", "/docs/1.0/b"], []),
        (["/next/steps", "/about"], []),
    ],
)
def test_versions_that_are_not_the_current_one_are_optional(paths: list[str], older: list[str]) -> None:
    assert optional_of(urls(*paths)) == frozenset(urls(*older))


def test_ordinary_pages_keep_the_order_of_the_site() -> None:
    pages = urls("/zebra", "/pricing", "/blog/privacy-of-tea-pots", "/shop/category/pots", "/a")
    assert worth_listing(pages) == pages
    assert not optional_of(pages)
