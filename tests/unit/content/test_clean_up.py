"""Markdown without what speaks of the site instead of the subject."""

import pytest

from gossamer.content.clean_up import clean_up_markdown

PROSE = "A kettle boils water. It has a spout and a handle, and it whistles when it is done."


@pytest.mark.parametrize(
    "noise",
    [
        "[Share this](/s)",
        "Sign up for our newsletter",
        "[Skip to content](#main)",
        "We use cookies. [Accept all cookies](/c)",
        "© 2025 Loom. All rights reserved",
        "[Read more](/more)",
    ],
)
def test_remains_of_the_frame_go(noise: str) -> None:
    assert clean_up_markdown(f"{noise}\n\n# Kettles\n\n{PROSE}\n\n{noise}\n") == f"# Kettles\n\n{PROSE}\n"


def test_a_section_that_leads_elsewhere_goes_with_its_heading() -> None:
    related = "## Related articles\n\n- [Pots](/pots)\n- [Pans](/pans)"
    assert clean_up_markdown(f"# Kettles\n\n{PROSE}\n\n{related}\n\n## Care\n\n{PROSE}") == (
        f"# Kettles\n\n{PROSE}\n\n## Care\n\n{PROSE}"
    )


@pytest.mark.parametrize(
    "kept",
    [
        "Sites that ask you to accept all cookies must, by law, offer a way to refuse; a court said so in 2019.",
        "```\nshare this\n\n# Related\n```",
        "| Share this | 5 |\n| --- | --- |\n| Read more | 6 |",
        f"## Related work\n\n{PROSE} " * 4,
        "Short.",
    ],
)
def test_the_subject_stays_whatever_its_words(kept: str) -> None:
    text = f"# Kettles\n\n{PROSE}\n\n{kept.strip()}\n\n{PROSE}"
    assert clean_up_markdown(text) == text


def test_a_page_of_nothing_else_stays_as_it_is() -> None:
    assert clean_up_markdown("[Share this](/s)\n\n[Read more](/m)") == "[Share this](/s)\n\n[Read more](/m)"
