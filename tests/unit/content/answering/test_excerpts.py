"""Excerpts of Markdown within a number of tokens."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gossamer.content.answering.excerpts import Excerpt, excerpt
from gossamer.content.page.tokens import count_tokens, weigh
from gossamer.core.excerpts import ExcerptSpec, TextCursor

_MANUAL = """\
# The Heron kettle

It boils a litre of water in four minutes. It is made of steel.

## Care

- Descale it every month.
- Do not put it into water.
  - Not even the lid.

### Descaling

Fill it with vinegar and boil it. Then rinse it twice, until nothing smells of vinegar any more.

## Prices

| Colour | Price |
| --- | --- |
| Red | 39 euros |
| Green | 42 euros |
| Blue | 45 euros |

## Program

```python
kettle.fill(1.0)

kettle.boil()
print(kettle.temperature)
```

> The best kettle that I ever had. It has never failed me, and I make tea all day long.
"""
_WORDS = (
    "kettle",
    "water",
    "boil",
    "steel",
    "price",
    "red",
    "descale",
    "vinegar",
    "a",
    "of",
    "39",
    "12.50",
    "日本語",
    "Straße",
)
_sentences = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=30).map(lambda words: " ".join(words) + ".")
_blocks = st.one_of(
    st.tuples(st.sampled_from(("# ", "## ", "#### ")), _sentences).map("".join),
    _sentences,
    st.lists(_sentences, min_size=1, max_size=8).map(" ".join),
    st.lists(_sentences, min_size=1, max_size=5).map(lambda items: "\n".join(f"- {item}" for item in items)),
    st.lists(st.tuples(*[st.sampled_from(_WORDS)] * 2), min_size=2, max_size=9).map(
        lambda rows: "\n".join(["| a | b |", "| --- | --- |", *(f"| {one} | {two} |" for one, two in rows)])
    ),
    st.lists(_sentences, min_size=1, max_size=9).map(lambda lines: "```\n" + "\n".join(lines) + "\n```"),
    _sentences.map(lambda text: f"> {text}"),
)
_pages = st.lists(_blocks, max_size=25).map("\n\n".join)


def _walk(markdown: str, max_tokens: int) -> Iterator[Excerpt]:
    """Yield the excerpts that a reader gets who goes on where the last one ended."""
    cursor: TextCursor | None = None
    while True:
        part = excerpt(markdown, ExcerptSpec(max_tokens, cursor=cursor))
        yield part
        if not part.passages or part.passages[-1].cursor is None:
            return
        cursor = part.passages[-1].cursor


def _letters(text: str) -> Counter[str]:
    return Counter(re.sub(r"\W", "", text))


@settings(max_examples=150, deadline=None)
@given(_pages, st.integers(1, 400), st.sampled_from(("", "What does the red kettle cost?", "vinegar", "zebra")))
def test_an_excerpt_never_has_more_tokens_than_it_may(markdown: str, max_tokens: int, query: str) -> None:
    part = excerpt(markdown, ExcerptSpec(max_tokens, query))
    assert count_tokens(part.markdown) <= max_tokens
    spans = [(passage.start, passage.end) for passage in part.passages]
    assert all(0 <= start < end <= len(part.markdown) for start, end in spans)
    assert spans == sorted(spans)


@settings(max_examples=80, deadline=None)
@given(_pages, st.integers(150, 500))
def test_a_walk_by_cursors_returns_everything_once(markdown: str, max_tokens: int) -> None:
    parts = list(_walk(markdown, max_tokens))
    whole = [part.markdown for part in parts if not part.is_cut]
    passages = [part.markdown[passage.start : passage.end] for part in parts for passage in part.passages]
    assert _letters("".join(whole or passages)) == _letters(markdown)


@given(st.text(max_size=200), st.text(max_size=200))
def test_two_texts_have_as_many_tokens_as_both_together(one: str, other: str) -> None:
    assert weigh(one) + weigh(other) == weigh(one + other)


def test_a_page_with_room_for_all_of_it_stays_as_it_is() -> None:
    assert excerpt(_MANUAL, ExcerptSpec(5_000, "vinegar")) == Excerpt(_MANUAL, count_tokens(_MANUAL))


def test_passages_stand_in_their_order_under_their_headings() -> None:
    part = excerpt(_MANUAL, ExcerptSpec(60, "How do I descale it with vinegar?"))
    lines = [line for line in part.markdown.splitlines() if line]
    headings = [line for line in lines if line.startswith("#")]
    assert headings == ["# The Heron kettle", "## Care", "### Descaling"]
    assert lines.index("### Descaling") < next(at for at, line in enumerate(lines) if "vinegar" in line)
    assert part.is_cut
    assert part.total_tokens == count_tokens(_MANUAL)


def test_rows_keep_the_head_of_their_table_and_are_whole() -> None:
    part = excerpt(_MANUAL, ExcerptSpec(50, "What is the price of the green one?"))
    assert "| Colour | Price |\n| --- | --- |\n" in part.markdown
    assert "| Green | 42 euros |" in part.markdown
    assert set(re.findall(r"^\|.*$", part.markdown, re.MULTILINE)) <= set(_MANUAL.splitlines())


def test_lines_of_code_keep_their_fences() -> None:
    part = excerpt(_MANUAL, ExcerptSpec(45, "temperature"))
    assert "```python\n" in part.markdown
    assert part.markdown.count("```") == 2
    assert "print(kettle.temperature)" in part.markdown


def test_a_link_finds_the_passage_on_the_page() -> None:
    part = excerpt(_MANUAL, ExcerptSpec(50, "How do I descale it with vinegar?"))
    fragments = [passage.fragment for passage in part.passages]
    assert fragments[0] == ":~:text=Descale%20it%20every%20month."
    assert fragments[-1].endswith(",smells%20of%20vinegar%20any%20more.")


def test_reading_goes_on_behind_a_passage() -> None:
    [first, *_] = excerpt(_MANUAL, ExcerptSpec(40)).passages
    following = excerpt(_MANUAL, ExcerptSpec(40, cursor=first.cursor))
    assert first.cursor is not None
    assert following.markdown[following.passages[0].start :][:20] in _MANUAL[first.cursor.offset :]


def test_a_cursor_of_another_text_begins_anew_and_says_so() -> None:
    [first, *_] = excerpt(_MANUAL, ExcerptSpec(40)).passages
    other = excerpt(_MANUAL + "\nMore.", ExcerptSpec(40, cursor=first.cursor))
    assert other.is_moved
    assert other.markdown.startswith("# The Heron kettle")


def test_a_question_about_something_else_gives_the_beginning_and_says_so() -> None:
    part = excerpt(_MANUAL, ExcerptSpec(40, "zebra crossings"))
    assert part.is_unmet
    assert part.markdown.startswith("# The Heron kettle")


def test_what_is_larger_than_all_the_room_is_passed_over_and_counted() -> None:
    table = f"| a |\n| --- |\n| {'word ' * 200}|\n| last |\n"
    part = excerpt(table, ExcerptSpec(30))
    assert "| last |" in "".join(each.markdown for each in _walk(table, 30))
    assert part.left_out + sum(each.left_out for each in _walk(table, 30)) >= 1


@pytest.mark.parametrize("text", ["", "12", "x.12345678", "12.1234567", "-1.12345678", "12.12345678 "])
def test_a_cursor_that_was_not_given_out_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no cursor"):
        TextCursor.parse(text)


def test_a_cursor_is_read_as_it_was_written() -> None:
    cursor = TextCursor.at(17, "text")
    assert TextCursor.parse(str(cursor)) == cursor
