"""The layout of an llms.txt."""

from gossamer.features.llmstxt.layout import ListedPage, is_llmstxt, links_in, llmstxt_of

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
