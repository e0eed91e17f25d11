"""What a snapshot says of a page."""

import pytest
import pytest_asyncio

from gossamer.browser.running_browser import RunningBrowser
from gossamer.core.interaction import Click, Snapshot, Type
from tests.integration.browser.tools.driver import by_id, driving, ids
from tests.integration.browser.tools.site import ToolSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def seen(chromium: RunningBrowser, pages: ToolSite) -> Snapshot:
    async with driving(chromium, pages.url("/names")) as driver:
        return await driver.look()


NAMES = {
    "a": ("textbox", "By reference"),
    "b": ("textbox", "Wrapped"),
    "c": ("textbox", "First second"),
    "d": ("textbox", "Said"),
    "e": ("textbox", "Only a hint"),
    "f": ("textbox", "By title"),
    "g": ("button", "Search"),
    "h": ("button", "Seen"),
    "i": ("button", "Close"),
    "j": ("group", "Address"),
    "k": ("checkbox", "Same"),
    "l": ("link", "Go there"),
    "m": ("heading", "Part two"),
    "n": ("img", "A cat"),
    "o": ("none", ""),
    "p": ("combobox", "Fruit"),
    "q": ("link", "New: post"),
    "r": ("checkbox", "Some"),
    "v": ("button", "More"),
    "x": ("checkbox", "Styled box"),
}


async def test_roles_and_names_are_those_of_the_standards(seen: Snapshot) -> None:
    found = {key: (by_id(seen, key).role, by_id(seen, key).name) for key in NAMES}
    assert found == NAMES


async def test_values_and_states_are_told(seen: Snapshot) -> None:
    assert by_id(seen, "b").value == "held"
    assert by_id(seen, "a").value == ""
    assert by_id(seen, "l").value is None
    assert by_id(seen, "d").described == "Hint"
    assert by_id(seen, "k").checked is True
    assert by_id(seen, "x").checked is False
    assert by_id(seen, "r").checked == "mixed"
    assert (by_id(seen, "p").value, by_id(seen, "p").options) == ("Pear", ("Apple", "Pear"))
    assert by_id(seen, "s").disabled
    assert by_id(seen, "v").expanded is False
    assert by_id(seen, "m").level == 2
    assert (by_id(seen, "y").color, by_id(seen, "y").background) == ("#ff0000", "#0000ff")
    circle = by_id(seen, "z1")
    assert (circle.tag, circle.color, circle.attributes["r"]) == ("circle", "#00ff00", "10")


async def test_a_password_is_not_told(seen: Snapshot) -> None:
    assert by_id(seen, "t").value == "••••••"
    assert "secret" not in str(seen)


async def test_what_nobody_sees_is_left_out(seen: Snapshot) -> None:
    for unseen in ("Not there", "Not seen", "Far away", "Folded", "unseen"):
        assert unseen not in seen.root.text
        assert unseen not in str(seen.root)


async def test_what_listens_to_the_mouse_is_clickable(seen: Snapshot) -> None:
    assert by_id(seen, "aa").clickable
    assert by_id(seen, "l").clickable
    assert not by_id(seen, "bb").clickable


async def test_references_stay_while_the_element_lives(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/names")) as driver:
        before = by_id(await driver.look(), "l").ref
        await driver.run("document.body.prepend(document.createElement('h1'), 'new text')")
        after = by_id(await driver.look(), "l").ref
    assert after == before


async def test_mixed_text_stands_between_elements_in_reading_order(seen: Snapshot) -> None:
    link = by_id(seen, "l")
    assert [(child.tag, child.text) for child in link.children] == [("", "Go"), ("b", "there")]
    assert link.children[0].ref == link.ref
    assert seen.find(link.ref) is link
    assert link.text == "Go there"


async def test_frames_of_this_and_of_another_site_are_in_their_place(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/frames")) as driver:
        seen = await driver.look()
        inner = [node for node in seen.walk() if node.attributes.get("id") == "inner"]
        frame = by_id(seen, "same")
        button = next(node for node in frame.walk() if node.attributes.get("id") == "press")
        real = await driver.run(
            "(() => { const f = document.getElementById('same'), b = f.contentDocument.getElementById('press')"
            ".getBoundingClientRect(), r = f.getBoundingClientRect(); return [r.x + 12 + b.x, r.y + 12 + b.y] })()"
        )
    assert [node.text for node in inner] == ["Inside", "Inside"]
    assert len({node.frame for node in inner}) == 2
    assert "Inside" in seen.root.text
    assert [button.box.x, button.box.y] == pytest.approx(real, abs=0.5)


async def test_open_and_closed_shadow_roots_are_seen(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/shadows")) as driver:
        names = {node.name for node in (await driver.look()).walk()}
    for kind in ("open", "closed", "plain"):
        assert {f"{kind} field", f"{kind} button"} <= names


async def test_a_giant_page_is_cut(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/many")) as driver:
        nodes = list((await driver.look()).walk())
    assert 4_000 < len(nodes) <= 5_000


async def test_a_page_cannot_fool_the_look(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/liar")) as driver:
        seen = await driver.look()
        assert by_id(seen, "truth").text == "The truth"
        assert "FORGED" not in str(seen)
        assert by_id(seen, "true").name == "True"
        field = next(node for node in seen.walk() if node.attributes.get("name") == "children")
        await driver.do(Type(field.ref, "typed"))
        result = await driver.do(Click(by_id(seen, "true").ref))
        after = await driver.look()
    assert result.target is not None
    assert result.target.css == "#true"
    assert by_id(after, "truth").text == "clicked"
    assert next(node for node in after.walk() if node.attributes.get("name") == "children").value == "typed"


async def test_the_selection_and_the_scroll_are_told(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/scrolls")) as driver:
        await driver.run("scrollTo(0, 500); getSelection().selectAllChildren(document.getElementById('end'))")
        seen = await driver.look()
    assert seen.selection == "End"
    assert seen.scroll == (0, 500)
    assert seen.extent[1] > 4000
    assert by_id(seen, "pane").scrolls
    assert "bottom" in ids(seen)
