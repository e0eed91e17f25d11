"""The layout of an llms.txt."""

import pytest

from gossamer.features.llmstxt.layout import (
    ListedPage,
    full_text_of,
    is_llmstxt,
    links_in,
    llmstxt_of,
    without_site_name,
)

SITE = "https://e.org/"


def listed(path: str, title: str, description: str = "") -> ListedPage:
    return ListedPage(f"https://e.org{path}", title, description, "")


def test_folders_are_sections_and_the_start_page_names_the_site() -> None:
    pages = [
        listed("/", "Example", "Things."),
        listed("/docs/a", "A [beta]", "First."),
        listed("/docs/b", "B"),
        listed("/blog/only", "Only"),
    ]
    assert llmstxt_of(SITE, pages) == (
        "# Example\n\n> Things.\n\n## Pages\n\n- [Example](https://e.org/): Things.\n- [Only](https://e.org/blog/only)\n\n"
        "## Docs\n\n- [A (beta)](https://e.org/docs/a): First.\n- [B](https://e.org/docs/b)\n"
    )


def test_a_sites_own_file_is_one_with_a_title_and_a_link() -> None:
    assert is_llmstxt("# E\n\n- [A](/a): x\n")
    assert not is_llmstxt("# E\n\nNothing here.")
    assert not is_llmstxt("<html># E [A](/a)</html>")
    assert links_in("- [A](/a): x\n- [B](https://f.org/b)") == ["/a", "https://f.org/b"]
    assert links_in(r"""[A](/a 'T') [B](/b (T)) [C](/c "a \"q\" b") [D](/d\(e)""") == ["/a", "/b", "/c", "/d(e"]


@pytest.mark.parametrize(
    "written",
    ["{} | Kettle Co", "{} - Kettle Co", "{} \u2013 Kettle Co", "{} \u00b7 Kettle Co", "{}|Kettle Co",
     "Kettle Co: {}", "Kettle Co \u00bb {}"],
)  # fmt: skip
def test_the_name_of_the_site_is_in_the_heading_and_in_no_title(written: str) -> None:
    titles = ["Kettles that whistle", "Pots - a guide", "Contact"]
    pages = [listed("/", "Kettle Co"), *(listed(f"/{n}", written.format(title)) for n, title in enumerate(titles))]
    text = llmstxt_of(SITE, pages)
    assert text.startswith("# Kettle Co\n")
    assert [line for line in text.splitlines() if line.startswith("- ")] == [
        "- [Kettle Co](https://e.org/)",
        *(f"- [{title}](https://e.org/{n})" for n, title in enumerate(titles)),
    ]
    assert "Kettle Co" not in full_text_of(SITE, pages).split("---", 1)[1]


def test_titles_that_share_no_name_stay_as_they_are() -> None:
    pages = [listed("/a", "Tea - green"), listed("/b", "Coffee - black"), listed("/c", "Pots: which one?")]
    assert without_site_name(pages) == ("", pages)


def test_what_can_be_left_out_is_in_the_last_section() -> None:
    pages = [
        listed("/privacy", "Privacy"),
        listed("/docs/1.0/a", "A"),
        listed("/docs/2.0/a", "A"),
        listed("/docs/2.0/b", "B"),
    ]
    assert llmstxt_of(SITE, pages) == (
        "# e.org\n\n## Docs\n\n- [A](https://e.org/docs/2.0/a)\n- [B](https://e.org/docs/2.0/b)\n\n"
        "## Optional\n\n- [Privacy](https://e.org/privacy)\n- [A](https://e.org/docs/1.0/a)\n"
    )
