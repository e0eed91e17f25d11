"""Commands carried out on the page."""

import base64
import binascii
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from gossamer.core import interaction
from gossamer.core.deadlines import Deadline
from gossamer.ports.live_pages import LivePage
from gossamer.sandbox.commands.outlines import find, find_named, outline
from gossamer.sandbox.commands.replies import USAGE, Misused, Reply


@dataclass(frozen=True, slots=True)
class _Page:
    """The page, and how long there is for it."""

    live: LivePage
    deadline: Deadline
    file: str | None

    async def node(self, called: str) -> interaction.Node:
        """Return the element that is called so, in a fresh snapshot."""
        return find(await self.live.snapshot(deadline=self.deadline), called)

    async def perform(self, step: interaction.Step) -> Reply:
        """Do a step and tell what is worth telling."""
        result = await self.live.perform(step, deadline=self.deadline)
        lines = [f"now at {result.after}"] if result.navigated or result.after != result.before else []
        return Reply(text="; ".join([*lines, *([result.note] if result.note else [])]))


Words = Sequence[str]
Command = Callable[[_Page, Words], Awaitable[Reply]]


async def do(words: Words, file: str | None, page: LivePage, deadline: Deadline) -> Reply:
    """Do one command. Raises what steps on a page raise; *file* is what `upload` was given, in base64."""
    if not words or words[0] in {"help", "-h", "--help"}:
        return Reply(text=USAGE)
    command = _COMMANDS.get(words[0])
    if command is None:
        return Reply(error=f"browser: there is no command {words[0]!r}.\n{USAGE}")
    try:
        return await command(_Page(page, deadline, file), words[1:])
    except Misused as misused:
        return Reply(error=f"browser: {misused}")


def _at_least(words: Words, count: int, form: str) -> Words:
    if len(words) < count:
        raise Misused(f"it goes `browser {form}`.")
    return words


def _of_element(name: str, step: Callable[[str], interaction.Step]) -> Command:
    async def command(page: _Page, words: Words) -> Reply:
        called = " ".join(_at_least(words, 1, f"{name} ELEMENT"))
        return await page.perform(step((await page.node(called)).ref))

    return command


def _alone(step: interaction.Step) -> Command:
    async def command(page: _Page, _: Words) -> Reply:
        return await page.perform(step)

    return command


async def _open(page: _Page, words: Words) -> Reply:
    url = _at_least(words, 1, "open URL")[0]
    return await page.perform(interaction.GoTo(url if ":" in url.partition("/")[0] else f"https://{url}"))


async def _snapshot(page: _Page, words: Words) -> Reply:
    snapshot = await page.live.snapshot(deadline=page.deadline)
    return Reply(text=outline(snapshot, usable="-i" in words))


def _typing(name: str, *, clear: bool) -> Command:
    async def command(page: _Page, words: Words) -> Reply:
        called, *text = _at_least(words, 2, f"{name} ELEMENT TEXT")
        return await page.perform(interaction.Type((await page.node(called)).ref, " ".join(text), clear=clear))

    return command


async def _select(page: _Page, words: Words) -> Reply:
    called, *labels = _at_least(words, 2, "select ELEMENT OPTION...")
    return await page.perform(interaction.Select((await page.node(called)).ref, tuple(labels)))


async def _press(page: _Page, words: Words) -> Reply:
    key = _at_least(words, 1, "press KEY [ELEMENT]")[0]
    node = await page.node(words[1]) if words[1:] else None
    return await page.perform(interaction.Press(key, node.ref if node else None))


async def _drag(page: _Page, words: Words) -> Reply:
    source, target = _at_least(words, 2, "drag ELEMENT ELEMENT")[:2]
    snapshot = await page.live.snapshot(deadline=page.deadline)
    return await page.perform(interaction.Drag(find(snapshot, source).ref, find(snapshot, target).ref))


async def _upload(page: _Page, words: Words) -> Reply:
    called, path = _at_least(words, 2, "upload ELEMENT FILE")[:2]
    try:
        content = base64.b64decode(page.file or "", validate=True)
    except binascii.Error:
        raise Misused("the file came broken.") from None
    return await page.perform(interaction.Upload((await page.node(called)).ref, path.rpartition("/")[2], content))


async def _scroll(page: _Page, words: Words) -> Reply:
    match words:
        case ["up" | "down" | "left" | "right" as direction]:
            return await page.perform(interaction.ScrollBy(direction))
        case ["up" | "down" | "left" | "right" as direction, amount] if _number(amount) is not None:
            return await page.perform(interaction.ScrollBy(direction, views=_number(amount) or 0))
        case ["top"]:
            return await page.perform(interaction.ScrollBy("up", to_end=True))
        case ["bottom"]:
            return await page.perform(interaction.ScrollBy("down", to_end=True))
    raise Misused("it goes `browser scroll up|down|left|right [VIEWS]`, or `scroll top|bottom`.")


def _number(word: str) -> float | None:
    try:
        return float(word)
    except ValueError:
        return None


async def _wait(page: _Page, words: Words) -> Reply:
    match words:
        case []:
            return await page.perform(interaction.WaitFor())
        case ["--gone", *text] if text:
            return await page.perform(interaction.WaitFor(text=" ".join(text), gone=True))
        case [milliseconds] if milliseconds.isdecimal():
            return await page.perform(interaction.WaitFor(seconds=int(milliseconds) / 1000))
    return await page.perform(interaction.WaitFor(text=" ".join(words)))


async def _get(page: _Page, words: Words) -> Reply:
    form = "get title|url|text [ELEMENT]|value ELEMENT|attr ELEMENT NAME|count NAME"
    snapshot = await page.live.snapshot(deadline=page.deadline)
    match list(_at_least(words, 1, form)):
        case ["title"]:
            text = snapshot.title
        case ["url"]:
            text = snapshot.url
        case ["text"]:
            text = snapshot.root.text
        case ["text", *called]:
            text = find(snapshot, " ".join(called)).text
        case ["value", *called] if called:
            text = find(snapshot, " ".join(called)).value or ""
        case ["attr", called, name]:
            text = find(snapshot, called).attributes.get(name, "")
        case ["count", *wanted] if wanted:
            text = str(len(find_named(snapshot, " ".join(wanted))))
        case _:
            raise Misused(f"it goes `browser {form}`.")
    return Reply(text=text)


async def _eval(page: _Page, words: Words) -> Reply:
    script = " ".join(_at_least(words, 1, "eval SCRIPT"))
    value = await page.live.evaluate(script, deadline=page.deadline)
    return Reply(text=value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


async def _screenshot(page: _Page, words: Words) -> Reply:
    full = "--full" in words
    path = next((word for word in words if not word.startswith("-")), "screenshot.png")
    shot = await page.live.screenshot(deadline=page.deadline, full_page=full)
    return Reply(text=path, picture=base64.b64encode(shot.data).decode(), path=path)


async def _tab(page: _Page, words: Words) -> Reply:
    match words:
        case [] | ["list"]:
            snapshot = await page.live.snapshot(deadline=page.deadline)
            return Reply(
                text="\n".join(f"{'*' if t.active else ' '} {t.index} {t.title} ({t.url})" for t in snapshot.tabs)
            )
        case ["close"]:
            return await page.perform(interaction.CloseTab())
        case [index] if index.isdecimal():
            return await page.perform(interaction.SwitchTab(int(index)))
    raise Misused("it goes `browser tab [list|NUMBER|close]`.")


async def _dialog(page: _Page, words: Words) -> Reply:
    match words:
        case ["accept", *text]:
            return await page.perform(interaction.AnswerDialog(accept=True, text=" ".join(text) if text else None))
        case ["dismiss"]:
            return await page.perform(interaction.AnswerDialog(accept=False))
    raise Misused("it goes `browser dialog accept [TEXT]`, or `dialog dismiss`.")


_COMMANDS: Mapping[str, Command] = {
    "open": _open,
    "goto": _open,
    "navigate": _open,
    "back": _alone(interaction.Back()),
    "forward": _alone(interaction.Forward()),
    "reload": _alone(interaction.Reload()),
    "snapshot": _snapshot,
    "click": _of_element("click", interaction.Click),
    "dblclick": _of_element("dblclick", interaction.DoubleClick),
    "focus": _of_element("focus", interaction.Click),
    "hover": _of_element("hover", interaction.Hover),
    "check": _of_element("check", interaction.Check),
    "uncheck": _of_element("uncheck", lambda ref: interaction.Check(ref, on=False)),
    "scrollintoview": _of_element("scrollintoview", interaction.ScrollTo),
    "fill": _typing("fill", clear=True),
    "type": _typing("type", clear=False),
    "select": _select,
    "press": _press,
    "drag": _drag,
    "upload": _upload,
    "scroll": _scroll,
    "wait": _wait,
    "get": _get,
    "eval": _eval,
    "screenshot": _screenshot,
    "tab": _tab,
    "dialog": _dialog,
}
