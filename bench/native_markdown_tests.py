"""A plugin that runs tests with the native Markdown writer: `pytest -p bench.native_markdown_tests tests/unit/content`."""

import turbohtml

from gossamer.content import fragments, page_view, plain
from gossamer.content.addresses import Base
from gossamer.content.page.markdown import write_markdown
from gossamer.content.page.scan import Scan


def markdown(node: turbohtml.Node, base: Base | None, *, remove_base64_images: bool) -> str:
    """Return *node* as Markdown, by way of its HTML."""
    html = node.html
    scan = Scan(html if isinstance(node, turbohtml.Element) else f"<div>{html}</div>")
    return write_markdown(scan, None, 0, scan.last(0), base.url if base else None, remove_base64_images)


for module in (fragments, page_view, plain):
    module.markdown = markdown
