"""A tree to GitHub-flavoured Markdown.

turbohtml writes Markdown that other parsers read back as the same document. What the web does
to HTML is settled before, on the tree: code views, formulas, footnotes, headings inside links,
lists inside lists, layout tables, tabs, lazy pictures. What only shows in the text is repaired after.
"""

from typing import Final

import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.markdown import (
    blocks,
    cents,
    code,
    definitions,
    emphasis,
    headings,
    inline,
    maths,
    notes,
    pictures,
    repairs,
    tables,
    tabs,
)
from gossamer.content.markdown.survey import Survey

_OPTIONS: Final = turbohtml.Markdown(document=turbohtml.Markdown.Document(line_break="backslash"))


def markdown(node: turbohtml.Node, base: Base | None, *, remove_base64_images: bool) -> str:
    """Return *node* as Markdown; the tree is used up.

    Addresses become absolute; without a *base* they stay as they are written.
    The text has no blank edges, at most one blank line between blocks, and no trailing spaces
    outside code.
    """
    survey = Survey(node)
    tabs.settle(survey)
    maths.settle(survey)
    code.settle(survey)
    tables.settle(survey)
    notes.settle(survey)
    cents.settle(survey)
    headings.settle(survey)
    inline.label_links(survey)
    survey.drop("svg")
    blocks.settle(survey)
    definitions.settle(survey)
    pictures.settle(survey, base, remove_base64_images=remove_base64_images)
    inline.settle(survey, base)
    emphasis.mark(survey)
    notes.write(survey, _OPTIONS)
    return repairs.repair(survey.restored(node.to_markdown(_OPTIONS)))
