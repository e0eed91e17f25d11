"""Text of the page that is open which speaks to an assistant; what protects from it is elsewhere (`guarding`)."""

from collections.abc import Iterator

from gossamer.content.suspicion import orders_in
from gossamer.core.interaction import Snapshot


def instructions_in(snapshot: Snapshot) -> tuple[str, ...]:
    """Return quotes of what in *snapshot* reads like an order to an assistant, in the order they are found."""
    return orders_in("\n".join(dict.fromkeys(_texts(snapshot))))


def _texts(snapshot: Snapshot) -> Iterator[str]:
    yield snapshot.title
    if snapshot.dialog is not None:
        yield snapshot.dialog.message
    for node in snapshot.walk():
        yield from (node.name, node.described, node.value or "", "" if node.children else node.text)
        yield from (node.attributes.get(key, "") for key in ("alt", "title", "placeholder"))
    # What stands in several elements is a sentence here only.
    yield snapshot.root.text
