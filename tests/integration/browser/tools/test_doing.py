"""Steps, each seen from the page's side."""

import pytest

from gossamer.browser.running_browser import RunningBrowser
from gossamer.core.errors import StepFailed
from gossamer.core.interaction import (
    Check,
    Clear,
    Click,
    ClickAt,
    DoubleClick,
    Drag,
    DragBy,
    Hover,
    Press,
    ScrollBy,
    ScrollTo,
    Select,
    SelectText,
    SetValue,
    Type,
    Upload,
    WaitFor,
)
from tests.integration.browser.tools.driver import by_id, driving
from tests.integration.browser.tools.site import ToolSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]


async def test_clicks_of_all_kinds_reach_their_element(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/clicks")) as driver:
        await driver.do(Click(await driver.ref("plain")))
        await driver.do(DoubleClick(await driver.ref("double")))
        await driver.do(Click(await driver.ref("right"), button="right"))
        await driver.do(Hover(await driver.ref("hover")))
        await driver.do(Click(await driver.ref("far")))
        await driver.do(ClickAt(5, 5, await driver.ref("plain")))
        assert await driver.log() == ["plain", "double", "right", "hover", "far", "plain"]


async def test_a_click_waits_until_the_element_can_be_used(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/clicks")) as driver:
        await driver.run(
            "document.getElementById('later').disabled = true;"
            "setTimeout(() => { document.getElementById('later').disabled = false }, 200)"
        )
        await driver.do(Click(await driver.ref("later")))
        await driver.do(Click(await driver.ref("fading")))
        assert await driver.log() == ["later", "fading"]


async def test_a_covered_element_is_not_clicked_and_the_cover_is_named(
    chromium: RunningBrowser, pages: ToolSite
) -> None:
    async with driving(chromium, pages.url("/clicks")) as driver:
        with pytest.raises(StepFailed, match="covered by div#veil “A veil”"):
            await driver.do(Click(await driver.ref("under")))
        assert await driver.log() == []


async def test_an_element_under_a_bar_is_brought_out_from_it(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/bars")) as driver:
        seen = await driver.look()
        await driver.run("scrollTo(0, document.getElementById('low').offsetTop - 50)")
        await driver.do(Click(by_id(seen, "low").ref))
        assert (await driver.node("low")).text == "pressed"
        with pytest.raises(StepFailed, match="cannot be seen at the same time"):
            await driver.do(Drag(by_id(seen, "item").ref, by_id(seen, "end").ref))


async def test_a_disabled_element_and_one_that_is_gone_are_refused(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/clicks")) as driver:
        seen = await driver.look()
        with pytest.raises(StepFailed, match="disabled"):
            await driver.do(Click(by_id(seen, "never").ref))
        await driver.do(Click(by_id(seen, "vanish").ref))
        with pytest.raises(StepFailed, match="not on the page any more"):
            await driver.do(Click(by_id(seen, "vanish").ref))
        with pytest.raises(StepFailed, match="no element 'button'"):
            await driver.do(Click("button"))


async def test_boxes_are_checked_by_what_can_be_seen_of_them(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/clicks")) as driver:
        seen = await driver.look()
        for element_id in ("box", "styled", "switch"):
            await driver.do(Check(by_id(seen, element_id).ref))
            await driver.do(Check(by_id(seen, element_id).ref))
        assert (await driver.node("switch")).checked is True
        await driver.do(Check(by_id(seen, "box").ref, on=False))
        assert [line for line in await driver.log() if line != "hover"] == ["box true", "styled true", "box false"]
        with pytest.raises(StepFailed, match="cannot be checked"):
            await driver.do(Check(by_id(seen, "plain").ref))


async def test_a_step_waits_for_what_it_set_off(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/clicks")) as driver:
        await driver.do(Click(await driver.ref("soon")))
        assert await driver.log() == ["soon came"]
        result = await driver.do(Click(await driver.ref("away")))
        assert (result.navigated, result.after) == (True, pages.url("/names"))
        assert (await driver.look()).title == "names"


async def test_typing_is_heard_key_by_key_and_replaces(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/fields")) as driver:
        seen = await driver.look()
        await driver.do(Type(by_id(seen, "name").ref, "Jo"))
        log = await driver.log()
        assert [line for line in log if "keydown" in line] == [
            "name keydown Delete",
            "name keydown J",
            "name keydown o",
        ]
        await driver.do(Type(by_id(seen, "name").ref, "e é", clear=False))
        await driver.do(Type(by_id(seen, "story").ref, "two\nlines"))
        await driver.do(Type(by_id(seen, "rich").ref, "plain"))
        seen = await driver.look()
        assert [by_id(seen, key).value for key in ("name", "story", "rich")] == ["Joe é", "two\nlines", "plain"]
        await driver.do(Clear(by_id(seen, "rich").ref))
        await driver.do(Clear(by_id(seen, "name").ref))
        seen = await driver.look()
        assert [by_id(seen, key).value for key in ("name", "rich")] == ["", ""]


async def test_enter_submits(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/fields")) as driver:
        result = await driver.do(Type(await driver.ref("query"), "find this", submit=True))
        assert result.after == pages.url("/names?q=find+this")


async def test_keys_are_pressed_where_the_focus_is(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/fields")) as driver:
        await driver.do(Press("Control+a", ref=await driver.ref("name")))
        await driver.do(Press("x", times=3))
        assert (await driver.node("name")).value == "xxx"
        with pytest.raises(StepFailed, match="no key named"):
            await driver.do(Press("NoSuchKey"))


async def test_values_that_are_picked_are_set(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/fields")) as driver:
        seen = await driver.look()
        wanted = {
            "date": "2026-02-03",
            "time": "14:05",
            "color": "#ff8800",
            "range": "7",
            "number": "42",
            "slider": "24",
        }
        for element_id, value in wanted.items():
            await driver.do(SetValue(by_id(seen, element_id).ref, value))
        seen = await driver.look()
        assert {key: by_id(seen, key).value for key in wanted} == wanted
        log = await driver.log()
        assert {"date input", "date change", "range change"} <= set(log)
        with pytest.raises(StepFailed, match="2026-01-31"):
            await driver.do(SetValue(by_id(seen, "date").ref, "tomorrow"))
        assert (await driver.node("date")).value == "2026-02-03"
        await driver.do(Clear(by_id(seen, "date").ref))
        assert (await driver.node("date")).value == ""
        with pytest.raises(StepFailed, match="cannot be emptied"):
            await driver.do(Clear(by_id(seen, "color").ref))
        with pytest.raises(StepFailed, match="does not go to 25"):
            await driver.do(SetValue(by_id(seen, "slider").ref, "25"))


async def test_widgets_are_moved_by_keys_until_the_number_beside_them_is_right(
    chromium: RunningBrowser, pages: ToolSite
) -> None:
    async with driving(chromium, pages.url("/fields")) as driver:
        seen = await driver.look()
        await driver.do(SetValue(by_id(seen, "low").ref, "1"))
        await driver.do(SetValue(by_id(seen, "high").ref, "9"))
        await driver.do(SetValue(by_id(seen, "spin").ref, "-4"))
        seen = await driver.look()
        assert (by_id(seen, "shown").text, by_id(seen, "spin").value) == ("1 - 9", "-4")
        with pytest.raises(StepFailed, match="did not accept the typed text"):
            await driver.do(Type(by_id(seen, "spin").ref, "5"))
        with pytest.raises(StepFailed, match="a number, not 'high'"):
            await driver.do(SetValue(by_id(seen, "high").ref, "high"))


async def test_options_are_chosen_by_label(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/fields")) as driver:
        seen = await driver.look()
        await driver.do(Select(by_id(seen, "one").ref, ("green",)))
        await driver.do(Select(by_id(seen, "many").ref, ("A", "C")))
        again = await driver.look()
        assert (by_id(again, "one").value, by_id(again, "many").value) == ("Green", "A, C")
        assert {"one input", "one change", "many change"} <= set(await driver.log())
        with pytest.raises(StepFailed, match="no option 'Blue'; it has: Red, Green, Black"):
            await driver.do(Select(by_id(seen, "one").ref, ("Blue",)))
        with pytest.raises(StepFailed, match="disabled"):
            await driver.do(Select(by_id(seen, "one").ref, ("Black",)))


async def test_what_cannot_be_typed_into_is_refused(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/fields")) as driver:
        seen = await driver.look()
        with pytest.raises(StepFailed, match="read-only"):
            await driver.do(Type(by_id(seen, "readonly").ref, "x"))
        with pytest.raises(StepFailed, match="not a field"):
            await driver.do(Type(by_id(seen, "words").ref, "x"))


async def test_a_file_is_handed_over_without_a_path(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/fields")) as driver:
        ref = await driver.ref("file")
        await driver.do(Upload(ref, "../../etc/note.txt", b"content"))
        assert await driver.log() == ["note.txt content C:\\fakepath\\note.txt"]
        assert (await driver.node("file")).value == "note.txt"
        assert chromium.profile_dir is not None
        kept = list(chromium.profile_dir.folder.glob("uploads-*/*/*"))
        assert [path.name for path in kept] == ["note.txt"]
        with pytest.raises(StepFailed, match="not a file field"):
            await driver.do(Upload(await driver.ref("name"), "a", b""))
    assert list(chromium.profile_dir.folder.glob("uploads-*")) == []


async def test_html_drag_and_drop_carries_its_data(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/drags")) as driver:
        seen = await driver.look()
        result = await driver.do(Drag(by_id(seen, "item").ref, by_id(seen, "bin").ref))
        assert await driver.log() == ["dropped payload trusted true", "ended"]
        assert result.onto is not None
        assert (result.target and result.target.css, result.onto.css) == ("#item", "#bin")


async def test_what_follows_the_mouse_is_dragged_by_it(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/drags")) as driver:
        await driver.do(DragBy(await driver.ref("mouse"), 60, -30))
        assert await driver.log() == ["moved to 360 170"]


async def test_pages_panes_and_elements_are_scrolled(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/scrolls")) as driver:
        await driver.do(ScrollBy("down"))
        assert (await driver.look()).scroll[1] == pytest.approx(720, abs=1)
        await driver.do(ScrollBy("down", ref=await driver.ref("pane"), to_end=True))
        assert await driver.run("pane.scrollTop > 1900") is True
        await driver.do(ScrollBy("up", to_end=True))
        assert (await driver.look()).scroll[1] == 0
        await driver.do(ScrollTo(await driver.ref("end")))
        await driver.do(WaitFor("More 1"))
        await driver.do(ScrollBy("down", to_end=True))
        assert "More 1" in (await driver.look()).root.text


async def test_text_is_selected(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/fields")) as driver:
        ref = await driver.ref("words")
        await driver.do(SelectText(ref, "me bold wo"))
        assert (await driver.look()).selection == "me bold wo"
        assert await driver.log() == ["let go true me bold wo"]
        await driver.do(SelectText(ref))
        assert (await driver.look()).selection == "Some bold words to select"
        with pytest.raises(StepFailed, match="has no text"):
            await driver.do(SelectText(ref, "not there"))


async def test_shadow_roots_and_frames_are_used_like_the_rest(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/shadows")) as driver:
        for kind in ("open", "closed", "plain"):
            await driver.do(Type((await driver.named(f"{kind} field")).ref, "hello"))
            await driver.do(Click((await driver.named(f"{kind} button")).ref))
        assert await driver.log() == ["open hello", "closed hello", "plain hello"]


@pytest.mark.parametrize("frame", ["same", "other"])
async def test_frames_are_used_like_the_rest(chromium: RunningBrowser, pages: ToolSite, frame: str) -> None:
    async with driving(chromium, pages.url("/frames")) as driver:
        inner = {n.attributes.get("id"): n for n in (await driver.node(frame)).walk()}
        await driver.do(Type(inner["say"].ref, "hello"))
        result = await driver.do(Click(inner["press"].ref))
        assert result.target is not None
        assert (result.target.css, result.target.frames) == ("#press", (f"#{frame}",))
        assert "pressed hello" in (await driver.node(frame)).text
        await driver.do(Click(inner["low"].ref))
        assert "low" in (await driver.node(frame)).text


async def test_waiting_for_a_text_and_for_its_end(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/clicks")) as driver:
        await driver.run(
            "setTimeout(() => note('arrived'), 100);"
            "setTimeout(() => { document.getElementById('log').remove(); note = () => 0 }, 2000)"
        )
        await driver.do(WaitFor("Arrived"))
        await driver.do(WaitFor("arrived", gone=True))
        with pytest.raises(StepFailed, match="did not appear"):
            await driver.do(WaitFor("no such text", seconds=0.2))
