"""Tool definitions for the model: the page's steps under short names, reading, and ending."""

from collections.abc import Mapping
from typing import Any, Final

from gossamer.ports.models import Tool


def _tool(name: str, description: str, needed: str = "", /, **properties: Mapping[str, Any]) -> Tool:
    schema = {"type": "object", "properties": properties, "required": needed.split(), "additionalProperties": False}
    return Tool(name, description, schema)


def _text(description: str) -> Mapping[str, Any]:
    return {"type": "string", "description": description}


_REF: Final = _text("Reference of an element of the page, as in [ref=…].")
_ON: Final = {"type": "boolean"}
_NUMBER: Final = {"type": "number"}

_ALL: Final = (
    _tool(
        "click",
        "Click an element; or a point in it, by x and y from its top left corner.",
        "ref",
        ref=_REF,
        double=_ON,
        button={"type": "string", "enum": ["left", "right"]},
        x=_NUMBER,
        y=_NUMBER,
    ),
    _tool(
        "type",
        "Type into a field. What it holds is removed first, unless clear is false; submit presses Enter at the end.",
        "ref text",
        ref=_REF,
        text=_text("What to type."),
        clear=_ON,
        submit=_ON,
    ),
    _tool(
        "select",
        "Choose options of a list by their labels.",
        "ref labels",
        ref=_REF,
        labels={"type": "array", "items": {"type": "string"}},
    ),
    _tool("check", "See to it that a checkbox, radio button or switch is on, or off.", "ref", ref=_REF, on=_ON),
    _tool(
        "set_value",
        "Give a slider, a number, or a date, time or colour field a value, in the notation of HTML.",
        "ref value",
        ref=_REF,
        value=_text("The value."),
    ),
    _tool(
        "press",
        'Press a key, as "Enter", "Escape", "ArrowDown" or "Control+a".',
        "key",
        key=_text("The key."),
        ref=_REF,
        times={"type": "integer"},
    ),
    _tool("hover", "Move the mouse onto an element.", "ref", ref=_REF),
    _tool(
        "drag",
        "Drag an element onto another (to), or by dx and dy pixels.",
        "ref",
        ref=_REF,
        to=_REF,
        place={"type": "string", "enum": ["middle", "before", "after"]},
        dx=_NUMBER,
        dy=_NUMBER,
    ),
    _tool(
        "scroll",
        'Scroll the page, or an element; direction "to" brings the element into view.',
        "",
        direction={"type": "string", "enum": ["up", "down", "left", "right", "to"]},
        ref=_REF,
        to_end=_ON,
    ),
    _tool(
        "select_text", "Select text in an element, all of it without text.", "ref", ref=_REF, text=_text("The text.")
    ),
    _tool(
        "wait",
        "Wait until a text is shown (or gone), or for some seconds.",
        "",
        text=_text("The text."),
        gone=_ON,
        seconds=_NUMBER,
    ),
    _tool("go_to", "Go to an address of this site, or of one that the task names.", "url", url=_text("The address.")),
    _tool("back", "Go back in the history."),
    _tool("switch_tab", "Make another tab the active one.", "index", index={"type": "integer"}),
    _tool("close_tab", "Close a tab, the active one without index.", "", index={"type": "integer"}),
    _tool("answer_dialog", "Answer the dialog that is open.", "accept", accept=_ON, text=_text("For prompts.")),
    _tool(
        "upload",
        "Give a file field a text file of this name and content.",
        "ref name content",
        ref=_REF,
        name=_text("The file's name."),
        content=_text("The file's text."),
    ),
    _tool(
        "read",
        "Read text that was left out: of an element, or of the page; only lines about something if you say what.",
        "",
        ref=_REF,
        about=_text("Words to look for."),
    ),
    _tool(
        "finish",
        "End the task with your answer. done is false when it could not be done; then the answer says why.",
        "answer done",
        answer=_text("What was asked for, or one sentence on what was done. Only from what the page says."),
        done=_ON,
        data={"description": "The answer as JSON, when a list, a table or a number was asked for."},
    ),
)
_KEEP_PAGE: Final = _tool(
    "keep_page", "Keep the page that is open now as one of the results. Do it before you leave each page of a series."
)


def tools(*, collecting: bool) -> Mapping[str, Tool]:
    """Return the tools by name; with one to keep pages when pages are collected."""
    return {tool.name: tool for tool in ((*_ALL, _KEEP_PAGE) if collecting else _ALL)}
