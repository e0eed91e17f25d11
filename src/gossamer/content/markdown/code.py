"""Code blocks: to the letter, in one block, with their language.

Sites draw code with a table of line numbers, an element per line, buttons and empty spans, and
name the language on whichever element their highlighter fancied.
"""

import re
from typing import Final

import turbohtml

from gossamer.content.markdown.survey import Survey
from gossamer.content.occurrence import has_any

_LANGUAGE: Final = re.compile(
    r"(?:^|\s)(?:(?:language|lang|highlight-source|highlight|brush)-|(?:brush|language):\s*)([\w+#.-]+)"
    r"|(?:^|\s)(?:sourceCode|hljs|chroma|codehilite|prettyprint)\s+(?:lang-)?([a-z][a-z0-9+#]{0,15})(?:\s|$)"
)
_NO_LANGUAGE: Final = frozenset(
    {"", "default", "none", "plain", "plaintext", "text", "txt", "source", "highlight", "block", "nohighlight",
    "no-highlight", "wrap", "auto",
     "code", "line", "lines", "copy",
        "undefined", "null", "notranslate", "linenums", "js-copy", "dark", "light", "unknown"}
)  # fmt: skip
_ATTRIBUTES: Final = (
    "data-lang",
    "data-language",
    "data-code-language",
    "data-code-lang",
    "data-highlight-language",
    "data-syntax",
    "data-enlighter-language",
)
# Two letters in `lang` are a human language, but for these.
_SHORT: Final = frozenset({"go", "js", "py", "sh", "ts", "rb", "rs", "c", "r", "kt", "hs", "md", "cs"})
_REACH: Final = 3
_GUTTERS: Final = (
    ".gutter,.lineno,.linenos,.linenodiv,.line-numbers-rows,.line-numbers-wrapper,.line-number,.line-numbers,.lnt,.ln,.hljs-ln-numbers,.hljs-ln-n,"
    ".crayon-nums,.blob-num,.react-line-number,.CodeMirror-gutter-wrapper,.CodeMirror-linenumber,.cm-gutters,.rouge-gutter,"
    "[data-line-number]:empty,[class*='lineNumber']"
)
_CONTROLS: Final = (
    "button,.copy-button,.copybtn,.btn-clipboard,.clipboard-copy,clipboard-copy,.code-toolbar>.toolbar,.copy-code,.copyButton,select,"
    "[role='button'],.visually-hidden,.sr-only"
)
_EXTRAS: Final = f"{_GUTTERS},{_CONTROLS}"
# Spans that may be more than coloured words; what is in `_EXTRAS` and `_LINES` has one of these in its classes.
_DRAWING: Final = "[role],[data-line],[data-line-number]"
_DRAWN: Final = (
    "gutter", "line", "ln", "crayon-nums", "blob-num", "copy", "clipboard", "toolbar", "visually-hidden", "sr-only",
)  # fmt: skip
_LINES: Final = (
    ":scope>.line,:scope>[data-line],:scope>.code-line,:scope>.token-line,:scope>.view-line,:scope>.CodeMirror-line,"
    ":scope>.cm-line,:scope>li,:scope>ol>li,:scope>.ec-line,:scope>div"
)
# What is drawn around code: how deep, with how much beside it, how long a label is, and what is none.
_FRAMES: Final = frozenset({"div", "figure", "section"})
_FRAME_DEPTH: Final = 2
_MOST_BESIDE: Final = 3
_LABEL: Final = 80
_NO_LABELS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "pre", "table", "ul", "ol", "dl", "img", "figure"})
_NO_LABEL: Final = ",".join(sorted(_NO_LABELS))
_VIEWS: Final = ".cm-content,.CodeMirror-code,.view-lines,.ace_text-layer,.crayon-pre"
_VIEW_LINES: Final = ".cm-line,.CodeMirror-line,.view-line,.ace_line,.crayon-line"
_CODE_TABLE: Final = re.compile(r"highlight|rouge|code|crayon|syntax|lntable|blob|hljs|diff|line", re.IGNORECASE)
_NUMBERS: Final = re.compile(r"[\s\d]*")
_MAX_ROWS: Final = 20_000


def settle(survey: Survey) -> None:
    """Make every code view one `<pre>` whose `<code>` names the language."""
    if survey.has("table"):
        _settle_tables(survey)
    _settle_views(survey)
    for pre in survey.each("pre", "listing", "xmp"):
        if pre.tag != "pre":
            pre.tag = "pre"
        _settle_block(pre)


def _settle_block(pre: turbohtml.Element) -> None:
    if not isinstance(pre.parent, turbohtml.Element | turbohtml.Document | turbohtml.DocumentFragment):
        return
    code = _plain_code(pre)
    if code is None and len(pre):
        for extra in pre.select(_EXTRAS):
            extra.decompose()
        code = _only_code(pre)
        lines = _lines_of(code or pre)
        if lines is not None:
            (code or pre).set_text("\n".join(lines))
    language = _language_of(pre, code)
    if not pre.text.strip():
        pre.decompose()
    elif language:
        _settle_frame(pre, language)
        _name(pre, code, language)
    else:
        _settle_frame(pre, "")
        _unname(pre, code)


def _settle_frame(pre: turbohtml.Element, language: str) -> None:
    """Take buttons, and a label that says no more than the *language*, out of the frame that is drawn around code."""
    inner = pre
    for _ in range(_FRAME_DEPTH):
        frame = inner.parent
        if not isinstance(frame, turbohtml.Element) or frame.tag not in _FRAMES:
            return
        beside = [child for child in frame if isinstance(child, turbohtml.Element) and child is not inner]
        if len(beside) > _MOST_BESIDE or any(map(_is_content, beside)):
            return
        for child in beside:
            for extra in child.select(_CONTROLS):
                extra.decompose()
            # Some name the lines that are marked behind the language: "js{2}".
            label = child.text.partition("{")[0].strip().casefold()
            if child.tag == "button" or label in {"", language} or child.matches(_GUTTERS):
                child.decompose()
        inner = frame


def _is_content(beside: turbohtml.Element) -> bool:
    return len(beside.text) > _LABEL or beside.tag in _NO_LABELS or beside.select_one(_NO_LABEL) is not None


def _plain_code(pre: turbohtml.Element) -> turbohtml.Element | None:
    """Return the `<code>` of *pre* if nothing is drawn around it: beside it there are only spans that colour words."""
    drawn = pre.select(":not(span)")
    if len(drawn) != 1 or drawn[0].tag != "code" or pre.select_one(_DRAWING) is not None:
        return None
    classes = pre.xpath(".//span/@class")
    named = "\n".join(set(map(str, classes))).lower() if isinstance(classes, list) else ""
    return None if has_any(named, _DRAWN) else drawn[0]


def _only_code(pre: turbohtml.Element) -> turbohtml.Element | None:
    codes = pre.select("code")
    if len(codes) == 1:
        return codes[0]
    if len(codes) > 1 and all(code.parent == pre for code in codes) and "\n" not in pre.text.strip("\n"):
        # One <code> a line.
        pre.set_text("\n".join(code.text for code in codes))
    return None


def _lines_of(block: turbohtml.Element) -> list[str] | None:
    """Return the lines of a block that has an element for each and no line feeds between them."""
    lines = block.select(_LINES)
    if len(lines) < 2 or len(lines) > _MAX_ROWS:  # noqa: PLR2004 - one line needs no feed
        return None
    texts = [line.text for line in lines]
    if any(text.endswith("\n") for text in texts[:-1]):
        return None
    parent = lines[0].parent
    if parent is None or any(not isinstance(node, turbohtml.Element) and node.text for node in parent.children):
        # Something stands between the lines: their own feeds, or text that is no line.
        return None
    return [text.rstrip("\n") for text in texts]


def _language_of(pre: turbohtml.Element, code: turbohtml.Element | None) -> str:
    near = [element for element in (code, pre) if element is not None]
    for ancestor in pre.ancestors:
        if not isinstance(ancestor, turbohtml.Element) or len(near) > _REACH:
            break
        near.append(ancestor)
    for element in near:
        if language := _stated(element):
            return language
    return ""


def _stated(element: turbohtml.Element) -> str:
    for name in _ATTRIBUTES:
        if (value := element.attr(name)) and (language := _accepted(value)):
            return language
    if element.tag == "pre" and (lang := element.attr("lang")) and (len(lang) > 2 or lang in _SHORT):  # noqa: PLR2004
        return _accepted(lang)
    classes = element.attr("class")
    if not classes:
        return ""
    for match in _LANGUAGE.finditer(classes):
        if language := _accepted(match.group(1) or match.group(2)):
            return language
    return ""


def _accepted(name: str) -> str:
    language = name.strip().strip(";,").lower()
    return "" if language in _NO_LANGUAGE or len(language) > 24 or " " in language else language  # noqa: PLR2004


def _name(pre: turbohtml.Element, code: turbohtml.Element | None, language: str) -> None:
    if code is None:
        code = turbohtml.Element("code")
        pre.wrap_children(code)
    for beside in list(pre):
        # Highlighters leave empty elements before the code, which then would not be the first.
        if isinstance(beside, turbohtml.Element) and beside is not code and not beside.text:
            beside.decompose()
    code.attrs["class"] = f"language-{language}"
    if pre.attr("class") is not None:
        del pre.attrs["class"]


def _unname(pre: turbohtml.Element, code: turbohtml.Element | None) -> None:
    """Drop classes that would be taken for a language and are none."""
    for element in (pre, code):
        if element is not None and element.attr("class") is not None:
            del element.attrs["class"]


def _settle_tables(survey: Survey) -> None:
    for table in survey.each("table"):
        if not _may_be_code(table):
            continue
        rows = table.select("tr")[: _MAX_ROWS + 1]
        if not rows or len(rows) > _MAX_ROWS:
            continue
        title = _title_of(rows)
        rows = rows[1:] if title else rows
        code = _beside_numbers(rows) if len(rows) == 1 else _row_a_line(rows)
        if code is None:
            continue
        outer = table.closest("pre")
        if outer is not None:
            outer.set_text(code)
            continue
        language = _stated(table) or next((s for p in table.select("pre,code") if (s := _stated(p))), "")
        inner = turbohtml.Element(
            "code", {"class": f"language-{language}"} if language else None, [turbohtml.Text(code)]
        )
        pre = turbohtml.Element("pre", None, [inner])
        if title:
            table.insert_before(turbohtml.Element("p", None, [turbohtml.Text(title)]))
        table.replace_with(pre)
        survey.add(pre)


def _title_of(rows: list[turbohtml.Element]) -> str:
    """Return the name of the file in a head above lines of code; "" without one."""
    cells = [cell for cell in rows[0].children if isinstance(cell, turbohtml.Element)]
    return cells[0].text.strip() if len(rows) > 1 and len(cells) == 1 and cells[0].tag == "th" else ""


def _may_be_code(table: turbohtml.Element) -> bool:
    names = table.attr("class") or ""
    parent = table.parent
    if isinstance(parent, turbohtml.Element):
        names += " " + (parent.attr("class") or "")
    return _CODE_TABLE.search(names) is not None or table.closest("pre") is not None


def _beside_numbers(rows: list[turbohtml.Element]) -> str | None:
    cells = [cell for cell in rows[0].children if isinstance(cell, turbohtml.Element)]
    if len(cells) != 2 or not _NUMBERS.fullmatch(cells[0].text):  # noqa: PLR2004 - numbers and code
        return None
    code = cells[1].select_one("pre") or cells[1].select_one("code") or cells[1]
    for extra in code.select(_CONTROLS):
        extra.decompose()
    for line_break in code.select("br"):
        line_break.replace_with(turbohtml.Text("\n"))
    lines = code.select(":scope>.line,:scope>div")
    text = (
        "\n".join(line.text.rstrip("\n") for line in lines)
        if len(lines) > 1 and "\n" not in code.text.strip()
        else code.text
    )
    return text.strip("\n")


def _row_a_line(rows: list[turbohtml.Element]) -> str | None:
    lines = []
    for row in rows:
        cells = [cell for cell in row.children if isinstance(cell, turbohtml.Element)]
        if not cells or len(cells) > 3 or not all(_is_number(cell) for cell in cells[:-1]):  # noqa: PLR2004 - a diff has two gutters
            return None
        if len(cells) == 1 and not cells[0].attr("class"):
            return None
        lines.append(cells[-1].text.strip("\n\r"))
    return "\n".join(lines)


def _is_number(cell: turbohtml.Element) -> bool:
    return _NUMBERS.fullmatch(cell.text) is not None


def _settle_views(survey: Survey) -> None:
    for view in survey.node.select(_VIEWS):
        lines = view.select(_VIEW_LINES)
        if view.parent is None or not lines:
            continue
        for extra in view.select(_GUTTERS):
            extra.decompose()
        text = "\n".join(line.text.replace("\xa0", " ").replace("\u200b", "") for line in lines[:_MAX_ROWS])
        pre = turbohtml.Element("pre", None, [turbohtml.Text(text)])
        view.replace_with(pre)
        survey.add(pre)
