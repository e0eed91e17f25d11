"""Lists that a page shows: its links, buttons, titles, prices, a column of its table, the entries of its list."""

from gossamer.features.interact.planner.grounding.finding import Finder
from gossamer.features.interact.planner.grounding.likeness import related, words
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.skills.reading.asking import PRICE, telling
from gossamer.features.interact.planner.skills.rows import own_text


def listed(page: PageModel, phrase: Phrase) -> list[tuple[str, str]]:  # noqa: PLR0911
    """Return what is listed, each with the place it stands at; [] when the page has no such list."""
    norms = {singular(t.norm) for t in phrase.tokens}
    if "link" in norms:
        return [(e.name, e.name) for e in page.elements if e.kind == "link" and e.name]
    if "button" in norms:
        return [(e.name, e.name) for e in page.elements if e.kind == "button" and e.name]
    if "option" in norms or "choice" in norms:
        return [(o, o) for f in page.fields if f.node.options for o in f.node.options] or [
            (e.name, e.name) for e in page.elements if e.kind in {"option", "radio", "checkbox"} and e.name
        ]
    if "image" in norms:
        return [(e.name, e.name) for e in page.elements if e.kind == "image" and e.name]
    column = _column(page, phrase)
    if column:
        return column
    rows = Finder(page).rows()
    if "price" in norms:
        return [(m.group(), e.text) for e in rows if (m := PRICE.search(e.text))] or [
            (p, p) for p in PRICE.findall(page.root.text)
        ]
    if "heading" in norms:
        return [(e.text, e.text) for e in page.elements if e.kind == "heading" and e.text]
    headings = [next((w for w in row.walk() if w.kind in {"heading", "link"} and w.text), None) for row in rows]
    if rows and sum(h is not None for h in headings) * 2 > len(rows):
        return [(h.text, row.text) for h, row in zip(headings, rows, strict=True) if h is not None]
    if norms & {"title", "heading", "name"} and not rows:
        return [(e.text, e.text) for e in page.elements if e.kind == "heading" and e.text]
    return [(own_text(e) or e.text, e.text) for e in rows]


def _column(page: PageModel, phrase: Phrase) -> list[tuple[str, str]]:
    wanted = [singular(w) for w in telling(phrase)] or [singular(w) for w in phrase.words()]
    for table in (e for e in page.elements if e.kind == "table" or e.node.tag == "table"):
        rows = [
            [c for c in r.walk() if c.kind == "cell"]
            for r in table.walk()
            if r.node.tag == "tr" or r.node.role == "row"
        ]
        if len(rows) < 2 or not rows[0]:  # noqa: PLR2004
            continue
        for index, head in enumerate(rows[0]):
            if any(related(w, singular(h)) for w in wanted for h in words(head.text)):
                return [(r[index].text, " ".join(c.text for c in r)) for r in rows[1:] if index < len(r)]
    return []
