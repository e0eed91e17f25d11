"""Text in editors: selecting, giving it a style or a colour; copying what stands somewhere."""

from typing import Final

from gossamer.core.interaction import Click, Press, SelectText
from gossamer.features.interact.planner.grounding.finding import Description, Finder
from gossamer.features.interact.planner.grounding.likeness import folded, related, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.colors import NAMED, is_color, rgb
from gossamer.features.interact.planner.page.elements import FIELDS, Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills.setting import set_field
from gossamer.features.interact.planner.skills.values import look_up, value_of
from gossamer.features.interact.planner.wordsets import word_set

STYLES: Final = {
    "bold": "bold", "bolded": "bold", "strong": "bold", "boldface": "bold", "italic": "italic", "italics": "italic",
    "italicized": "italic", "italicised": "italic", "emphasized": "italic",
    "underline": "underline", "underlined": "underline", "strikethrough": "strike", "bolden": "bold",
    "slanted": "italic", "embolden": "bold", "italicize": "italic", "italicise": "italic", "emboldened": "bold",
}  # fmt: skip
_OWN: Final = word_set(
    "the style font text word words letters everything all color colour in editor make give formatting format apply "
    "to be it a an of entire whole content contents part only with using as set into document your this that is are "
    "turned should have phrase typed inside its and tool so style: typeface formatted string"
)


def style_in(phrase: Phrase) -> str | None:
    """Return the style of text, or "color:<name>", that the phrase names outside quotes."""
    for token in phrase.tokens:
        if token.kind == "word" and token.norm in STYLES:
            return STYLES[token.norm]
    for token in phrase.tokens:
        if token.kind == "word" and token.norm in NAMED:
            return f"color:{token.norm}"
    return None


def editor_of(page: PageModel) -> Element | None:
    """Return the editor of the page."""
    return next((e for e in page.elements if e.kind == "editor" and e.node.role != "text"), None)


async def style(run: Run, command: Command) -> bool:
    """Give text in an editor a style; False when the command or the page is not about that."""
    page = await run.see()
    editor = editor_of(page)
    whole = Phrase(command.object.source, tuple(t for t in (*Phrase.of(command.verb).tokens, *command.whole().tokens)))
    wanted = style_in(whole)
    if editor is None or wanted is None:
        return False
    text = command.whole().quotes[0] if command.whole().quotes else _unquoted(command, editor)
    if text is None:
        await run.do(Click(editor.ref))
        await run.do(Press("Control+a"))
    else:
        await run.do(SelectText(editor.ref, text))
    page = await run.see()
    control = _control(page, wanted)
    if control is None:
        raise Stuck(f"The editor has no control for {wanted.removeprefix('color:')}.")
    await run.do(Click(control.ref))
    if wanted in {"bold", "italic", "underline"} and not _has_style(await run.look(), wanted):
        # The selection was not taken up by the editor before its control was clicked.
        await run.do(SelectText(editor.ref, text))
        await run.do(Click(control.ref))
    if wanted.startswith("color:"):
        color = wanted.removeprefix("color:")
        await _take_color(run, color)
        if text is not None and not _has_color(await run.look(), color):
            await run.do(SelectText(editor.ref, text))
            await run.do(Click(control.ref))
            await _take_color(run, color)
    run.finished_form = True
    return True


async def _take_color(run: Run, color: str) -> None:
    swatch = _swatch(await run.look(), color)
    if swatch is None:
        raise Stuck(f"The editor offers no {color}.")
    await run.do(Click(swatch.ref))


def _has_color(page: PageModel, color: str) -> bool:
    editor = editor_of(page)
    return editor is None or any(is_color(e.node.color, color) for e in editor.walk())


def _has_style(page: PageModel, wanted: str) -> bool:
    editor = editor_of(page)
    if editor is None:
        return True
    nodes = [e.node for e in editor.walk()]
    return any({"bold": n.bold, "italic": n.italic, "underline": n.underlined}[wanted] for n in nodes)


def _unquoted(command: Command, editor: Element) -> str | None:
    said = _introduced(command) or [
        t
        for t in command.whole().tokens
        if t.kind != "mark" and t.norm not in _OWN and t.norm not in STYLES and t.norm not in NAMED
    ]
    if not said:
        return None
    source = command.object.source
    text = Phrase(source, tuple(said[:1])).raw if len(said) == 1 else source[said[0].start : said[-1].end]
    # "the text magna. the style bold": the stop is part of the text when it stands there too.
    end = said[-1].end
    closing = source[end : end + 1] if source[end : end + 1] in _STOPS and end + 1 < len(source) else ""
    return _standing(editor.text, text + closing) or _standing(editor.text, text)


_STOPS: Final = frozenset({".", "!", "?", ",", ";"})


def _introduced(command: Command) -> list[Token]:
    """Return the words between "the text" and "the style": they are the text, whatever words they are."""
    said = command.whole().tokens
    norms = [t.norm for t in said]
    for end in range(2, len(norms) - 1):
        if norms[end] == "the" and norms[end + 1] in _FORMATS:
            begin = next((i + 1 for i in range(end - 2, -1, -1) if norms[i] in _TEXTS), end)
            return [t for t in said[begin:end] if t.kind != "mark"]
    return []


_TEXTS: Final = word_set("text word words phrase string")
_FORMATS: Final = word_set("style color colour font")


def _standing(whole: str, text: str) -> str | None:
    """Return *text* as it stands in *whole*: written so, or else in other letters; None when it does not."""
    if text in whole:
        return text
    at = whole.casefold().find(text.casefold())
    return whole[at : at + len(text)] if at >= 0 else None


def _control(page: PageModel, wanted: str) -> Element | None:
    name = "color" if wanted.startswith("color:") else wanted
    for element in page.elements:
        if element.node.role == "text" or not element.seen or element.kind in FIELDS - {"combobox"}:
            continue
        held = element.actionable or element.kind == "icon" or element.node.tag == "button"
        # A picker is often a box with a class, and what is clicked is inside it.
        held = held or ("picker" in element.classes and any(e.actionable for e in element.walk()))
        if (
            held
            and (
                name in element.classes
                or any(related(name, w) for w in words(element.name))
                or folded(element.name) == name[0]
            )
            and (name != "color" or "background" not in element.classes)
        ):
            return next((e for e in element.walk() if "label" in e.classes and e.node.role != "text"), element)
    return None


def _swatch(page: PageModel, color: str) -> Element | None:
    target = rgb(color)
    swatches = [
        e
        for e in page.elements
        if e.node.role != "text"
        and e.seen
        and (e.node.background or e.node.attributes.get("data-value"))
        and e.node.box.width <= 40  # noqa: PLR2004
        and e.classes & {"item", "swatch", "color", "option", "picker"}
    ]
    best: tuple[float, Element] | None = None
    for element in swatches:
        value = rgb(element.node.attributes.get("data-value", "")) or rgb(element.node.background or "")
        if value is None or target is None:
            continue
        distance = sum((a - b) ** 2 for a, b in zip(value, target, strict=True))
        if best is None or distance < best[0]:
            best = (distance, element)
    return best[1] if best else None


async def copy(run: Run, command: Command) -> None:
    """Take over text: of a field, a place on the page or what is selected; a second place said is where it goes."""
    page = await run.see()
    whole = command.whole()
    source: str | None = None
    if whole.quotes:
        source = whole.quotes[0]
    if source is None:
        source = _source(page, command)
    if source is None:
        raise Stuck(f'The page does not show "{whole.raw}".')
    run.clipboard = source
    if command.role("into", "to"):
        await paste(run, command)


def _source(page: PageModel, command: Command) -> str | None:
    phrases = [c.phrase for c in command.chunks if c.role in {"from", "of", "in"}] + (
        [command.object] if command.object else []
    )
    filled = [f for f in page.fields if f.node.value]
    for phrase in phrases:
        if phrase.ordinal is not None:
            pool = [
                f
                for f in page.fields
                if f.kind in {"textarea", "textbox"} and (f.kind in phrase.kinds or not phrase.kinds)
            ]
            pool = (
                [f for f in pool if f.kind == "textarea"]
                if "area" in phrase.norms or "textarea" in phrase.norms
                else pool
            )
            index = phrase.ordinal - 1 if phrase.ordinal > 0 else phrase.ordinal
            if -len(pool) <= index < len(pool):
                return pool[index].node.value
        if phrase.kinds and phrase.kinds[0] in {"textarea", "textbox", "editor"}:
            chosen = [f for f in filled if f.kind in phrase.kinds] or filled
            if chosen:
                return chosen[0].node.value
        if phrase.name and (found := look_up(page, phrase.name.literal)) is not None:
            return found[0]
    if filled:
        return filled[0].node.value
    return value_of(page, command.object, None, None) if command.object else None


async def paste(run: Run, command: Command) -> None:
    """Put what was copied into the field that is named, or the next one that is empty."""
    if run.clipboard is None:
        raise Stuck("Nothing was copied that could be pasted.")
    page = await run.see()
    phrase = command.role("into", "in", "to", "on", "at")
    fields = [f for f in page.fields if f.kind in {"textbox", "textarea", "editor", "search"} and not f.node.readonly]
    free = [f for f in fields if not f.node.value] or fields
    if not free:
        raise Stuck("The page has no field to paste into.")
    target = free[0]
    if phrase is not None:
        finder = Finder(page)
        found = finder.find(Description(phrase), pool=fields)
        if found and (phrase.name or phrase.ordinal is not None):
            target = found[0].element
        elif found:
            target = next((m.element for m in found if not m.element.node.value), found[0].element)
    await set_field(run, target, run.clipboard)
