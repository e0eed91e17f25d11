"""Steps as a Python script for Playwright.

What comes from a page or a prompt gets into the script as a literal, never as its text.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from gossamer.core import interaction as done
from gossamer.features.sessions.exporting.javascript import function
from gossamer.features.sessions.exporting.sequence import Doing, doings

# Consecutive equal statements are a loop from this many.
_REPEATED: Final = 3
_GOING: Final = done.GoTo | done.Back | done.Forward | done.Reload | done.SwitchTab | done.CloseTab
# Roles that only say that there is none.
_ROLELESS: Final = frozenset({"", "generic", "none", "presentation", "text"})
_HEAD: Final = '''"""What was done in a browser session.

Needs Playwright and a browser: pip install playwright && playwright install chromium
"""

from playwright.sync_api import Error, Locator, Page, TimeoutError, sync_playwright

QUIET = """{quiet}"""


def rest(page: Page) -> None:
    """Wait until the page has stopped changing, as the session did after every step."""
    try:
        page.evaluate(QUIET)
    except Error:  # It was left for another page meanwhile.
        page.wait_for_load_state()
'''
_EITHER: Final = '''

def either(usual: Locator, other: Locator) -> Locator:
    """Return the element where it was; when it is not there any more, the one that is called the same."""
    try:
        usual.wait_for(state="attached", timeout=5000)
    except TimeoutError:
        return other
    return usual
'''
_WAIT: Final = '''

def wait_for_text(page: Page, text: str, *, gone: bool = False) -> None:
    """Wait until the page or a frame in it shows a text, or shows it no longer; half a minute at most."""
    for _ in range(300):
        if any(frame.get_by_text(text).first.is_visible() for frame in page.frames) != gone:
            return
        page.wait_for_timeout(100)
    raise TimeoutError(f"Waited in vain for {text!r}")
'''
_STEPS: Final = '''

def steps(page: Page) -> Page:
    """Do it all, and return the page it ends on."""
'''
_TAIL: Final = """    return page


if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch()
        page = steps(browser.new_page())
        print(page.url)
        print(page.locator("body").inner_text())
        browser.close()
"""


def as_playwright(steps: Sequence[done.Performed], start_url: str) -> str:
    """Return a script that goes to *start_url*, "" for an empty page, and does *steps*."""
    blocks = [f"page.goto({_literal(start_url)})\nrest(page)"] if start_url else []
    blocks += map(_block, doings(steps))
    body = "".join(_indent_block(block) for block in _compress_blocks(blocks))
    needed = [text for call, text in (("either(", _EITHER), ("wait_for_text(", _WAIT)) if call in body]
    return "".join((_HEAD.replace("{quiet}", function("quiet")), *needed, _STEPS, body, _TAIL))


def _compress_blocks(blocks: Sequence[str]) -> Iterator[str]:
    for block, again in groupby(blocks):
        times = len(list(again))
        if times < _REPEATED:
            yield from [block] * times
        else:
            yield f"for _ in range({times}):\n{_indent_block(block)}"


def _indent_block(block: str) -> str:
    return "".join(f"    {line}\n" for line in block.rstrip("\n").split("\n"))


def _block(doing: Doing) -> str:
    """Return the lines that do it; what may have set something off is waited for."""
    [*before, last] = list(_write_step(doing)) or ["pass"]
    if _opens_tab(doing):
        last = f"with page.expect_popup() as opened:\n    {last}\npage = opened.value"
    elif doing.result.navigated and not isinstance(doing.step, _GOING):
        last = f"with page.expect_navigation():\n    {last}"
    waits = () if _is_quiet(doing.step) else ("rest(page)",)
    return "\n".join((*map(_answer, doing.answers), *before, last, *waits))


def _is_quiet(step: done.Step) -> bool:
    return isinstance(step, done.WaitFor | done.Hover | done.ScrollTo | done.Clear) or (
        isinstance(step, done.Type) and not step.submit
    )


def _answer(answer: done.AnswerDialog) -> str:
    if not answer.accept:
        return 'page.once("dialog", lambda dialog: dialog.dismiss())'
    text = "" if answer.text is None else _literal(answer.text)
    return f'page.once("dialog", lambda dialog: dialog.accept({text}))'


def _opens_tab(doing: Doing) -> bool:
    return "new tab" in doing.result.note


def _write_step(doing: Doing) -> Iterator[str]:
    target = doing.result.target
    match doing.step:
        case done.GoTo() | done.Back() | done.Forward() | done.Reload() | done.SwitchTab() | done.CloseTab():
            yield from _going(doing.step)
        case done.WaitFor():
            yield _waiting(doing.step)
        case done.ScrollBy():
            yield _scrolling(doing.step, target)
        case done.Press():
            yield from _pressing(doing.step, target)
        case done.ClickAt(x, y, None):
            yield f"page.mouse.click({x:g}, {y:g})"
        case _ if target is None:
            yield "pass  # A step was left out: it is not known which element it was done on."
        case _:
            yield from _on_element(doing, target)


def _going(step: done.GoTo | done.Back | done.Forward | done.Reload | done.SwitchTab | done.CloseTab) -> Iterator[str]:
    match step:
        case done.GoTo(url):
            yield f"page.goto({_literal(url)})"
        case done.Back():
            yield "page.go_back()"
        case done.Forward():
            yield "page.go_forward()"
        case done.Reload():
            yield "page.reload()"
        case done.SwitchTab(index):
            yield f"page = page.context.pages[{index}]"
        case done.CloseTab(None):
            yield "tabs = page.context.pages\nplace = tabs.index(page)\npage.close()\npage = tabs[max(0, place - 1)]"
        case done.CloseTab(index):
            yield f"page.context.pages[{index}].close()"


def _waiting(step: done.WaitFor) -> str:
    if step.text is not None:
        return f"wait_for_text(page, {_literal(step.text)}{', gone=True' if step.gone else ''})"
    if step.seconds:
        return f"page.wait_for_timeout({step.seconds * 1000:g})"
    return 'page.wait_for_load_state("networkidle")'


def _scrolling(step: done.ScrollBy, target: done.Locator | None) -> str:
    sign = -1 if step.direction in {"up", "left"} else 1
    views = sign * (1e9 if step.to_end else step.views)
    across, down = (views, 0.0) if step.direction in {"left", "right"} else (0.0, views)
    script = _literal(f"(on, [across, down]) => ({function('scroll')})(on, across, down)")
    if target is not None:
        return f"{_write_locator(target)}.evaluate({script}, [{across:g}, {down:g}])"
    page_script = _literal(f"([across, down]) => ({function('scroll')})(null, across, down)")
    return f"page.evaluate({page_script}, [{across:g}, {down:g}])"


def _pressing(step: done.Press, target: done.Locator | None) -> Iterator[str]:
    on = "page.keyboard" if step.ref is None or target is None else _write_locator(target)
    yield from [f"{on}.press({_literal(step.key)})"] * step.times


def _on_element(doing: Doing, target: done.Locator) -> Iterator[str]:
    element = _write_locator(target)
    match doing.step:
        case done.Type():
            yield from _typing(doing.step, element)
        case done.Clear() | done.Select() | done.Check() | done.SetValue() | done.Upload():
            yield f"{element}.{_filling(doing.step)}"
        case done.Drag(_, _, place):
            yield from _dragging(place, element, doing.result.onto)
        case done.DragBy(_, dx, dy):
            yield from _dragging_by(dx, dy, element)
        case done.SelectText(_, None):
            yield f"{element}.select_text()"
        case done.SelectText(_, text):
            yield f"{element}.evaluate({_literal(function('select_text'))}, {_literal(text or '')})"
        case done.Click() | done.ClickAt() | done.DoubleClick() | done.Hover() | done.ScrollTo():
            yield f"{element}.{_pointing(doing.step)}"


def _pointing(step: done.Click | done.ClickAt | done.DoubleClick | done.Hover | done.ScrollTo) -> str:
    match step:
        case done.Click(_, button, modifiers):
            return f"click({_click_options(button, modifiers)})"
        case done.ClickAt(x, y):
            return f'click(position={{"x": {x:g}, "y": {y:g}}})'
        case done.DoubleClick():
            return "dblclick()"
        case done.Hover():
            return "hover()"
        case done.ScrollTo():
            return "scroll_into_view_if_needed()"


def _filling(step: done.Clear | done.Select | done.Check | done.SetValue | done.Upload) -> str:
    match step:
        case done.Clear():
            return "clear()"
        case done.Select(_, labels):
            return f"select_option(label=[{', '.join(map(_literal, labels))}])"
        case done.Check(_, on):
            return f"set_checked({on})"
        case done.SetValue(_, value):
            return f"fill({_literal(value)})"
        case done.Upload(_, name, content):
            file = f'{{"name": {_literal(name)}, "mimeType": "application/octet-stream", "buffer": {content!r}}}'
            return f"set_input_files({file})"


def _click_options(button: str, modifiers: Sequence[str]) -> str:
    options = [] if button == "left" else [f'button="{button}"']
    if modifiers:
        options.append(f"modifiers=[{', '.join(map(_literal, modifiers))}]")
    return ", ".join(options)


def _typing(step: done.Type, element: str) -> Iterator[str]:
    yield f"field = {element}"
    if step.clear:
        yield "field.clear()"
    if step.text:
        yield f"field.press_sequentially({_literal(step.text)})"
    if step.submit:
        yield 'field.press("Enter")'


def _dragging(place: str, element: str, onto: done.Locator | None) -> Iterator[str]:
    if onto is None:
        return
    if place == "middle":
        yield f"{element}.drag_to({_write_locator(onto)})"
        return
    share = "0.1" if place == "before" else "0.9"
    yield f"onto = {_write_locator(onto)}"
    yield "box = onto.bounding_box()"
    yield f'{element}.drag_to(onto, target_position={{"x": box["width"] / 2, "y": box["height"] * {share}}})'


def _dragging_by(dx: float, dy: float, element: str) -> Iterator[str]:
    yield f"dragged = {element}"
    yield "dragged.scroll_into_view_if_needed()"
    yield "box = dragged.bounding_box()"
    yield 'x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2'
    yield "page.mouse.move(x, y)"
    yield "page.mouse.down()"
    yield f"page.mouse.move(x + {dx:g}, y + {dy:g}, steps=10)"
    yield "page.mouse.up()"


def _write_locator(target: done.Locator) -> str:
    """Return an expression for the element: where it was, or by what it is called."""
    place = "page" + "".join(f".frame_locator({_literal(frame)})" for frame in target.frames)
    usual = f"{place}.locator({_literal(target.css)})"
    if target.role in _ROLELESS or not target.name:
        return usual
    return f"either({usual}, {place}.get_by_role({_literal(target.role)}, name={_literal(target.name)}, exact=True))"


def _literal(text: str) -> str:
    """Return *text* as a literal of Python, in double quotes where that can be read."""
    return json.dumps(text, ensure_ascii=False) if text.isprintable() else repr(text)
