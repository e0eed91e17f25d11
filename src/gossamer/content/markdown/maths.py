r"""Formulas as LaTeX between dollar signs, whatever drew them: KaTeX, MathJax, MathML, or a script waiting for either.

LaTeX is what authors wrote and what readers of Markdown know; the markup that displays it says
every symbol twice. MathML without its source is written as LaTeX as far as it is arithmetic.
"""

import re
from typing import Final

import turbohtml

from gossamer.content.markdown import mathml
from gossamer.content.markdown.survey import Survey

TAG: Final = "gossamer-math"
_DONE: Final = "data-gossamer-done"
_DRAWN: Final = (
    ".katex-display,.katex,.katex-mathml,mjx-container,.MathJax,.MathJax_Display,.MathJax_Preview,.MathJax_SVG,.MathJax_CHTML,"
    'script[type^="math/tex" i],.mwe-math-element,img.mwe-math-fallback-image-inline,'
    "img.mwe-math-fallback-image-display,img.tex,img.latex,math"
)
_PICTURED: Final = frozenset({"mwe-math-fallback-image-inline", "mwe-math-fallback-image-display", "tex", "latex"})
# What a script that draws formulas looks for in texts.
_WRITTEN_IN: Final = r".//*[text()[contains(., '\(') or contains(., '\[') or contains(., '$')]]"
_LATEX: Final = re.compile(
    r"\\\((?P<line>.+?)\\\)|\\\[(?P<block>.+?)\\\]|\$\$(?P<dollars>[^$]+)\$\$|\$(?P<dollar>[^$\s][^$]*)(?<!\s)\$(?!\d)",
    re.DOTALL,
)
# One letter, or a sign that prose does not have: brackets with a backslash are also written of regular expressions.
_IS_LATEX: Final = re.compile(r"^\s*\w\s*$|\\[A-Za-z]|[\^_=<>|]")
_CODE: Final = "code,pre,kbd,samp,tt,textarea,script,style"
_SOURCE: Final = 'annotation[encoding*="tex" i]'


def settle(survey: Survey) -> None:
    """Replace every formula by an element that holds its LaTeX; copies of a formula go."""
    _settle_written(survey)
    if not (survey.has("math", "mjx-container", "script") or any(_is_formula(image) for image in survey.each("img"))):
        return
    for element in survey.node.select(_DRAWN):
        if element.closest(f"[{_DONE}]") is not None:
            continue
        element.attrs[_DONE] = ""
        source = _source(element)
        if source is None:
            if _is_copy(element):
                element.decompose()
            continue
        element.replace_with(
            turbohtml.Element(TAG, None, [survey.literal(_written(element, source, display=_is_display(element)))])
        )


def _settle_written(survey: Survey) -> None:
    """Hold what authors have written as LaTeX for a script to draw, so that none of its signs is escaped."""
    text = survey.node.text
    if "\\" not in text and "$$" not in text:
        return
    found = survey.node.xpath(_WRITTEN_IN)
    for element in found if isinstance(found, list) else ():
        if not isinstance(element, turbohtml.Element) or element.closest(_CODE) is not None:
            continue
        for child in element.children:
            if isinstance(child, turbohtml.Text) and _LATEX.search(child.data) is not None:
                _hold(child, element, survey)


def _hold(text: turbohtml.Text, element: turbohtml.Element, survey: Survey) -> None:
    """Put literals in the place of the LaTeX in *text*, which stands in *element*."""
    at = 0
    for match in _LATEX.finditer(text.data):
        source = match["line"] or match["block"] or match["dollars"] or match["dollar"]
        if _IS_LATEX.search(source):
            display = match["block"] is not None or match["dollars"] is not None
            text.insert_before(turbohtml.Text(text.data[at : match.start()]))
            text.insert_before(survey.literal(_written(element, source, display=display)))
            at = match.end()
    text.data = text.data[at:]


def _is_formula(image: turbohtml.Element) -> bool:
    names = image.attr("class")
    return names is not None and not _PICTURED.isdisjoint(names.split())


def _written(element: turbohtml.Element, source: str, *, display: bool) -> str:
    """Return a formula as it stands in Markdown; in a pipe table its bars are escaped."""
    text = " ".join(source.split())
    if "|" in text and element.closest("td,th") is not None:
        text = text.replace("|", "\\|")
    return f"$${text}$$" if display else f"${text}$"


def _source(element: turbohtml.Element) -> str | None:
    """Return the LaTeX of a formula, or None when the element is only its picture."""
    if element.tag == "script":
        return element.text.strip() or None
    if element.tag == "img":
        return _unwrapped(element.attr("alt") or "") or None
    annotation = element.select_one(_SOURCE)
    if annotation is not None:
        return _unwrapped(annotation.text)
    stated = element.attr("alttext") or element.attr("data-latex") or element.attr("data-tex")
    if stated:
        return _unwrapped(stated)
    math = element if element.tag == "math" else element.select_one("math")
    return mathml.latex(math) or None if math is not None else None


def _unwrapped(source: str) -> str:
    text = source.strip().strip("$").strip()
    if text.startswith("{\\displaystyle") and text.endswith("}"):
        text = text[len("{\\displaystyle") : -1].strip()
    return text


def _is_display(element: turbohtml.Element) -> bool:
    if element.tag == "script":
        return "mode=display" in (element.attr("type") or "")
    if (
        element.attr("display") in {"block", "true"}
        or element.has_class("katex-display")
        or element.has_class("MathJax_Display")
    ):
        return True
    math = element.select_one("math")
    return math is not None and math.attr("display") == "block"


def _is_copy(element: turbohtml.Element) -> bool:
    """Return whether a script or annotation elsewhere holds the source of this drawing."""
    return any(
        element.has_class(name)
        for name in ("MathJax", "MathJax_Display", "MathJax_Preview", "MathJax_SVG", "MathJax_CHTML")
    )
