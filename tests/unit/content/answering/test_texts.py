"""Passages, summaries and highlights are the page's own words, in order and without what is no content."""

import re

import pytest

from gossamer.content.answering import answer, highlights, passages, summary
from gossamer.content.answering.sentences import split
from gossamer.content.text.terms import content_terms, terms
from tests.unit.content.answering.pages import ANSWERED, ARTICLE, PAGES, page

LONG = "<title>The river Lune</title><main><h1>The river Lune</h1>{}</main>"
SENTENCES = [
    f"The river Lune carries {what} from the hills to the {where} every year."
    for what, where in zip(
        "sand salt gold mud ice logs seeds fish stones clay".split(),  # noqa: SIM905
        "sea bay town port farms mill lake coast plain fields".split(),  # noqa: SIM905
        strict=True,
    )
]


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("name", PAGES)
def test_every_quote_is_in_the_text_of_the_page(name: str) -> None:
    read = page(PAGES[name])
    written = squeezed(re.sub(r"<[^>]+>", " ", PAGES[name]))
    told = [summary(read), *(highlights(read, asked) for on, asked, _ in ANSWERED if on == name)]
    told += [answer(read, asked, quoted=True) for on, asked, _ in ANSWERED if on == name]
    quotes = [quote for one in told for quote in one.quotes]
    assert len(quotes) > len(told) / 2
    assert [quote for quote in quotes if squeezed(quote.quote) not in written] == []
    assert [one.text for one in passages(read) if squeezed(one.text) not in written] == []


def test_passages_have_places() -> None:
    found = [
        (one.place, one.text)
        for one in passages(
            page(
                "<main><h1>T</h1><p>One.<br>Two.</p><ul><li>a<li>b</ul>"
                "<table><tr><th>K<th>V<tr><td>x<td>1</table></main>"
            )
        )
    ]
    assert found == [
        ("heading 1", "T"), ("paragraph 1", "One. Two."), ("list item 1", "a"), ("list item 2", "b"),
        ("table 1, row 1", "K V"), ("table 1, row 2", "x 1"),
    ]  # fmt: skip


def test_a_summary_has_whole_sentences_in_the_order_of_the_page() -> None:
    read = page(ARTICLE)
    told = summary(read, sentences=3)
    starts = [squeezed(ARTICLE).index(squeezed(quote.quote)) for quote in told.quotes]
    assert len(starts) == 3
    assert starts == sorted(starts)
    assert told.text == " ".join(quote.quote for quote in told.quotes)
    assert told.text.startswith("An orb web is a wheel of silk")
    assert "Copyright" not in told.text


def test_a_summary_does_not_repeat_itself() -> None:
    read = page(LONG.format("".join(f"<p>{sentence}</p><p>{sentence}</p>" for sentence in SENTENCES[:2])))
    assert summary(read, sentences=4).text.count("The river Lune") == 1


def test_a_page_without_sentences_is_summarised_by_its_own_description() -> None:
    read = page("<meta name=description content='A shop for kettles.'><main><h1>Kettles</h1><p>€ 3</p></main>")
    told = summary(read)
    assert (told.text, told.quotes[0].place) == ("A shop for kettles.", "meta description")


def test_a_page_that_says_nothing_has_no_summary() -> None:
    assert summary(page("<main></main>")).text == ""


def test_highlights_are_the_passages_that_fit_best() -> None:
    read = page(LONG.format("".join(f"<p>{sentence}</p>" for sentence in SENTENCES)))
    told = highlights(read, "gold in the town")
    assert told.quotes[0].quote == SENTENCES[2]
    assert told.quotes[0].place == "paragraph 3"
    assert told.text == "\n\n".join(quote.quote for quote in told.quotes)


def test_there_are_no_highlights_of_what_is_not_there() -> None:
    assert highlights(page(ARTICLE), "quantum chromodynamics").text == ""


SPLIT = {
    "marks": ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
    "abbreviations": ("Dr. Lind met Prof. A. B. Roe at 5 p.m. on Elm St. 4. She left.",
                      ["Dr. Lind met Prof. A. B. Roe at 5 p.m. on Elm St. 4.", "She left."]),
    "numbers": ("It costs 3.50 euros. Pay now.", ["It costs 3.50 euros.", "Pay now."]),
    "small letters": ("See www.example.org. it is there. Good.", ["See www.example.org. it is there.", "Good."]),
    "quotations": ('He said "Stop." She did.', ['He said "Stop."', "She did."]),
    "chinese": ("今天下雨。明天呢？好。", ["今天下雨。", "明天呢？", "好。"]),  # noqa: RUF001
    "german": ("Das sind z.B. Äpfel usw. und Birnen. Gut.", ["Das sind z.B. Äpfel usw. und Birnen.", "Gut."]),
}  # fmt: skip


@pytest.mark.parametrize("name", SPLIT)
def test_sentences_end_where_people_end_them(name: str) -> None:
    text, expected = SPLIT[name]
    assert split(text) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [("Spiders", "spider"), ("baking", "baked"), ("CAFÉ", "cafe"), ("cities", "city"), ("Straße", "strasse"),
     ("delivery", "deliver"), ("Ada’s", "Ada")],  # noqa: RUF001
)  # fmt: skip
def test_words_are_compared_without_case_accents_and_endings(one: str, other: str) -> None:
    assert terms(one) == terms(other)


def test_chinese_is_compared_by_pairs_of_characters() -> None:
    assert content_terms("蓝色水壶") == ["蓝色", "色水", "水壶"]


def test_a_summary_has_no_comments_and_no_code() -> None:
    told = summary(page(PAGES["supper"])).text
    assert "200 people" in told
    assert "3 hours" not in told
    assert "cook(stew" not in told
