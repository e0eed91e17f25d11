"""Small sites: a question changes nothing there, and what is said to be done is seen on the page."""

from collections.abc import AsyncIterator, Mapping
from typing import Final

import pytest
import pytest_asyncio

from gossamer.browser.running_browser import RunningBrowser
from gossamer.core.interaction import Budget, Interaction
from gossamer.features.interact import Interacting
from tests.integration.browser.tools.harness import opened, running, soon
from tests.integration.interact.small_site import linked_site

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

_MENU: Final = '<nav><a href="/">Home</a> <a href="/groups">Groups</a> <a href="/leave-all">Quit all</a></nav>'
_PAGES: Final = {
    "/": f"{_MENU}<h1>Club</h1><p>You have 3 things in the basket.</p><a href='/clear'>Empty basket</a>"
    "<a href='/membership/end'>End membership</a><a href='/?redeem=points'>Redeem points</a>",
    "/groups": f"{_MENU}<h1>Groups</h1><ul><li><a href='/groups/1'>Choir</a> 12 <a href='/groups/1/join'>Enter</a></li>"
    "<li><a href='/groups/2'>Rowing</a> 30 <a href='/groups/2/join'>Enter</a></li></ul>",
    "/groups/1": "<h1>Choir</h1><p>Captain: Una Crane</p>",
    "/groups/2": "<h1>Rowing</h1><p>Captain: Ida Noon</p>",
}

_EDITING: Final = """<script>
  const row = (button) => button.closest("li").querySelector("span");
  const keep = (button, text) => { row(button).textContent = text; fetch(`/kept/${text}`); };
  const asks = (button) => keep(button, prompt("Name?", row(button).textContent));
  const forgets = () => { prompt("Name?"); document.body.append("Saved."); };
  const opens = (button) => {
    const field = document.createElement("input");
    field.value = row(button).textContent;
    row(button).hidden = true;
    button.after(field);
    field.onkeydown = ({ key }) => {
      if (key !== "Enter") return;
      field.remove();
      row(button).hidden = false;
      keep(button, field.value);
    };
  };
</script>"""


def _rows(control: str, *titles: str) -> Mapping[str, str]:
    rows = "".join(f"<li><input type=checkbox aria-label='{t}'><span>{t}</span> {control}</li>" for t in titles)
    return {"/": f"<h1>Tasks</h1><ul>{rows}</ul>{_EDITING}"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[RunningBrowser]:
    async with running() as one:
        yield one


async def _asked(browser: RunningBrowser, pages: Mapping[str, str], prompt: str) -> tuple[Interaction, list[str]]:
    """Return what comes of *prompt* on the first of *pages*, and the addresses that were asked for meanwhile."""
    with linked_site(pages) as (address, heard):
        async with opened(address, browser) as page:
            heard.clear()
            made = await Interacting(None).run(page, prompt, budget=Budget(seconds=60), deadline=soon())
    return made, heard


async def test_an_answer_two_pages_away_is_found(browser: RunningBrowser) -> None:
    made, heard = await _asked(browser, _PAGES, "Who is the captain of the rowing group?")
    assert (made.done, made.output) == (True, "Ida Noon")
    assert set(heard) <= set(_PAGES)


async def test_a_question_follows_no_link_that_may_change_something_and_names_those(browser: RunningBrowser) -> None:
    made, heard = await _asked(browser, _PAGES, "How many wheels are in the basket?")
    assert not made.done
    assert set(heard) <= set(_PAGES)
    assert "were not opened: “Empty basket”" in made.output


_ASKING: Final = _rows("<button onclick='asks(this)'>Rename</button>", "Alpha", "Gamma")
_OPENING: Final = _rows("<button onclick='opens(this)'>Edit</button>", "Buy milk", "Call Ada")
_FORGETTING: Final = _rows("<button onclick='forgets()'>Rename</button>", "Alpha", "Gamma")


@pytest.mark.parametrize(
    ("pages", "prompt", "kept"),
    [
        (_ASKING, "Rename the task Alpha to Beta", "/kept/Beta"),
        (_OPENING, 'Edit the task "Buy milk" to say "Mend shoes"', "/kept/Mend%20shoes"),
        (_OPENING, "Change the text of Call Ada to Call Eve", "/kept/Call%20Eve"),
    ],
)
async def test_an_edit_gives_the_new_text(
    browser: RunningBrowser, pages: Mapping[str, str], prompt: str, kept: str
) -> None:
    made, heard = await _asked(browser, pages, prompt)
    assert (made.done, heard) == (True, [kept])


async def test_an_edit_that_the_page_does_not_show_is_not_done(browser: RunningBrowser) -> None:
    made, _ = await _asked(browser, _FORGETTING, "Rename the task Alpha to Beta")
    assert not made.done
    assert "does not show “Beta”" in made.output


async def test_an_edit_ticks_no_box(browser: RunningBrowser) -> None:
    made, _ = await _asked(browser, _rows("", "Buy milk", "Call Ada"), 'Edit the task "Buy milk" to say "Mend shoes"')
    assert (made.done, made.steps) == (False, ())


_TIDYING: Final = {"/": "<button onclick=\"confirm('Delete all?') && fetch('/gone')\">Tidy</button>"}


@pytest.mark.parametrize(("prompt", "gone"), [("Click Tidy", []), ("Click Tidy, then click OK", ["/gone"])])
async def test_a_click_confirms_nothing_unless_the_prompt_does(
    browser: RunningBrowser, prompt: str, gone: list[str]
) -> None:
    made, heard = await _asked(browser, _TIDYING, prompt)
    assert (made.done, heard) == (bool(gone), gone)


async def test_a_question_is_answered_as_the_next_clause_says(browser: RunningBrowser) -> None:
    asking = {"/": "<button onclick=\"confirm('Delete all?') && fetch('/gone')\">Delete all</button>"}
    _, heard = await _asked(browser, asking, "Click Delete all, then press Cancel")
    assert heard == []


_HEEDLESS: Final = {
    "/": "<h1>Tasks</h1><p id=says></p><ul><li>Buy milk <button onclick='says.textContent=`Wait`'>Delete</button></li>"
    "<li>Call Ada <button>Delete</button></li></ul><a href='#'>Prices</a>"
    "<select aria-label=Color onchange='value=`Red`'><option>Red</option><option>Blue</option></select>"
    "<form onsubmit='title.value=``; return false'><input name=title aria-label='New task'><button>Add</button></form>"
}


@pytest.mark.parametrize(
    ("prompt", "reason"),
    [
        ("Delete the task Buy milk", "is still on the page"),
        ("Open Prices", "the same as before"),
        ("Choose Blue as the color", "did not keep"),
        ('Add the task "Mend shoes"', "shows nothing new"),
    ],
)
async def test_what_the_page_does_not_show_is_not_done(browser: RunningBrowser, prompt: str, reason: str) -> None:
    made, _ = await _asked(browser, _HEEDLESS, prompt)
    assert not made.done
    assert reason in made.output


def _shop(price: str) -> Mapping[str, str]:
    names = {"/steel": ("Steel kettle", 129, 99), "/glass": ("Glass kettle", 89, 79), "/tin": ("Tin kettle", 49, 39)}
    shown = {path: (name, price.format(old=old, new=new)) for path, (name, old, new) in names.items()}
    cards = "".join(
        f"<div class=card><h3><a href={path}>{name}</a></h3>{now}</div>" for path, (name, now) in shown.items()
    )
    search = "<form action=/search><input type=search name=q placeholder=Search></form><a href=/about>About</a>"
    pages = {path: f"<title>{name}</title><h1>{name}</h1>{now}<p>In stock.</p>" for path, (name, now) in shown.items()}
    about = "<title>About</title><h1>About us</h1><p>We were founded in 1987 in Leeds.</p>"
    return {"/": f"<title>Kettles</title>{search}<h1>Kettles</h1>{cards}", **pages, "/about": about}


@pytest.mark.parametrize(
    "price",
    [
        "<p><del>€{old}</del> €{new}</p>",
        "<p><span style='text-decoration:line-through'>€{old}</span> <b>€{new}</b></p>",
        "<p>€{new}</p>",
    ],
)
@pytest.mark.parametrize(
    ("prompt", "told", "opened_pages"),
    [
        ("Open the second kettle and tell me its price", "€79", ["/glass"]),
        ("What does the tin kettle cost?", "€39", []),
    ],
)
async def test_what_a_thing_costs_is_the_price_that_holds(
    browser: RunningBrowser, price: str, prompt: str, told: str, opened_pages: list[str]
) -> None:
    done, heard = await _asked(browser, _shop(price), prompt)
    assert (done.done, done.output, heard) == (True, told, opened_pages)


async def test_a_fact_of_another_page_is_read_as_a_field_of_it(browser: RunningBrowser) -> None:
    done, _ = await _asked(browser, _shop("<p>€{new}</p>"), "When was the company founded?")
    assert (done.done, done.output) == (True, "1987")


@pytest.mark.parametrize("button", ["Save", "Apply", "Delete", "Add to list"])
async def test_what_cannot_be_opened_has_nothing_else_done_to_it(browser: RunningBrowser, button: str) -> None:
    rows = "".join(
        f"<li><h3>Job {n}</h3><p>Leeds</p><button onclick=\"fetch('/changed/{n}')\">{button}</button></li>"
        for n in "123"
    )
    made, heard = await _asked(browser, {"/": f"<title>Jobs</title><h1>Jobs</h1><ul>{rows}</ul>"}, "Open the first job")
    assert (made.done, heard) == (False, [])
