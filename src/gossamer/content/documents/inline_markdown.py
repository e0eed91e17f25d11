r"""Inline Markdown, as liteparse writes it, to HTML: escapes, emphasis, code and links; nothing else is markup."""

import re
from typing import Final

from gossamer.content.documents import markup

_TOKEN: Final = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|\[(?P<label>(?:\\.|[^\[\]\\]){1,500})\]\((?P<address>[^()\s<>]{1,2000})\)"
    r"|`(?P<code>[^`\n]{1,500})`"
    r"|(?P<mark>\*{1,3}|~~)"
)
_TAGS: Final = {"*": "em", "**": "strong", "***": "strong", "~~": "s"}


def html(markdown: str) -> str:
    """Return *markdown*, a text without blocks, as HTML; a mark without its partner stays as it is."""
    parts: list[str] = []
    # Marks that opened something, with their place among the parts.
    opened: list[tuple[str, int]] = []
    end = 0
    for token in _TOKEN.finditer(markdown):
        parts.append(markup.text(markdown[end : token.start()]))
        end = token.end()
        if token["mark"]:
            _mark(token["mark"], parts, opened)
        else:
            parts.append(_plain(token))
    parts.append(markup.text(markdown[end:]))
    return "".join(parts)


def plain(markdown: str) -> str:
    """Return the text of *markdown* alone."""
    return re.sub(r"\\([!-/:-@\[-`{-~])|[*`]", r"\1", _TOKEN.sub(lambda t: t["label"] or t[0], markdown))


def _plain(token: re.Match[str]) -> str:
    if token["label"]:
        return markup.link(html(token["label"]), token["address"])
    if token["code"]:
        return markup.element("code", markup.text(token["code"]))
    return markup.text(token["escaped"])


def _mark(mark: str, parts: list[str], opened: list[tuple[str, int]]) -> None:
    if opened and opened[-1][0] == mark:
        _, place = opened.pop()
        tag = _TAGS[mark]
        parts[place] = f"<{tag}>"
        parts.append(f"</{tag}>")
    else:
        opened.append((mark, len(parts)))
        parts.append(mark)
