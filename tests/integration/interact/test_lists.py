"""Lists by plain sentences: controls take effect before the list is read, and as many entries as asked for are read."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from gossamer.browser.running_browser import RunningBrowser
from gossamer.core.interaction import Budget, Interaction
from gossamer.features.interact import Interacting
from tests.integration.browser.tools.harness import opened, running, soon
from tests.integration.interact.small_site import small_site

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[RunningBrowser]:
    async with running() as started:
        yield started


async def _said(browser: RunningBrowser, page: str, prompt: str) -> Interaction:
    with small_site(page) as (address, _):
        async with opened(address, browser) as live:
            return await Interacting(None).run(live, prompt, budget=Budget(seconds=60), deadline=soon(70))


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("Filter by category Garden, then list the names", "Rose\nSpade\nRake"),
        ("Sort by price low to high, then list the names", "Mug\nLamp\nRose\nRake\nSpade"),
        ("Filter by category Garden, click Apply and list the names", "Rose\nSpade\nRake"),
        ("Filter by category Home and sort by price, lowest first, then list the names", "Mug\nLamp"),
        ("Sort by price high to low", "clicked “Apply”"),
    ],
)
async def test_a_form_that_does_not_act_by_itself_is_sent(browser: RunningBrowser, prompt: str, answer: str) -> None:
    made = await _said(browser, "garden", prompt)
    assert made.done
    assert answer in made.output


async def test_a_filter_that_changes_nothing_is_not_taken_for_done(browser: RunningBrowser) -> None:
    made = await _said(browser, "garden", "Filter by season Spring, then list the names")
    assert not made.done
    assert "did not change" in made.output
    assert "list the names" in made.not_understood


async def test_the_next_pages_are_read_until_there_are_enough(browser: RunningBrowser) -> None:
    made = await _said(browser, "pages", "List the first 15 seeds with name and price")
    assert made.output.splitlines()[-1] == "Seed 15, $15.00"
    assert not made.notices


async def test_fewer_entries_than_were_asked_for_are_named(browser: RunningBrowser) -> None:
    made = await _said(browser, "pages", "List name and price of the first 40 seeds")
    assert isinstance(made.data, list)
    assert len(made.data) == 30
    assert any("only 30" in note for note in made.notices)


async def test_a_field_that_the_list_has_not_is_not_understood(browser: RunningBrowser) -> None:
    made = await _said(browser, "pages", "List name and price and stock of all seeds")
    assert not made.done
    assert "stock" in " ".join(made.not_understood)


async def test_the_extremes_are_those_of_the_whole_list(browser: RunningBrowser) -> None:
    made = await _said(browser, "pages", "List the two most expensive seeds with price")
    assert made.output == "Seed 30, $30.00\nSeed 29, $29.00"


async def test_the_first_page_of_a_list_is_said_to_be_a_part_of_it(browser: RunningBrowser) -> None:
    made = await _said(browser, "pages", "list name and price")
    assert any("goes on" in note for note in made.notices)


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("What is my credit?", "Your credit is 18 EUR."),
        ("How much is the credit?", "Your credit is 18 EUR."),
        ("When does the next invoice come?", "The next invoice comes on 4 May."),
        ("How many points do I have?", "40"),
        ("Who opened the account?", "The account was opened by Ines Roth."),
        ("What is the amount of the yearly fee?", "90 EUR"),
    ],
)
async def test_what_stands_in_view_answers_though_the_list_goes_on(
    browser: RunningBrowser, prompt: str, answer: str
) -> None:
    made = await _said(browser, "endless", prompt)
    assert (made.done, made.output, made.steps, made.notices) == (True, answer, (), ())


async def test_a_list_is_loaded_until_it_shows_the_value_that_is_asked_for(browser: RunningBrowser) -> None:
    made = await _said(browser, "endless", "What is the amount of Ticket 8?")
    assert (made.done, made.output, len(made.steps), made.notices) == (True, "10 EUR", 3, ())


async def test_a_list_that_does_not_end_is_answered_from_what_was_seen_and_says_so(browser: RunningBrowser) -> None:
    lowest = await _said(browser, "endless", "Which payment has the lowest amount?")
    assert lowest.done
    assert "Welcome gift" in lowest.output
    assert ["the answer is of what had come by then" in note for note in lowest.notices] == [True]


async def test_a_list_that_has_nothing_to_do_with_the_question_is_not_loaded(browser: RunningBrowser) -> None:
    made = await _said(browser, "endless", "What are the opening hours?")
    assert (made.done, made.steps) == (False, ())


@pytest.mark.parametrize("page", ["recycled", "recycled_box"])
@pytest.mark.parametrize(
    "prompt", ["List the names of all herbs", "How many herbs are there?", "Scroll through the whole list"]
)
async def test_a_list_that_keeps_only_the_rows_in_view_is_not_read(
    browser: RunningBrowser, page: str, prompt: str
) -> None:
    made = await _said(browser, page, prompt)
    assert not made.done
    assert "only the rows in view" in made.output
