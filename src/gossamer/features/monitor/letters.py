"""Letters: alerts as e-mail and as plain text. They hold what triggered them, the rule that fired, and nothing else."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from gossamer.core.monitoring import Check, CheckPage, Monitor, Recipient
from gossamer.ports.monitors import Letter

_CONFIRM: Final = "/v2/monitor/email/confirm"
_UNSUBSCRIBE: Final = "/v2/monitor/email/unsubscribe"
_PICTURES: Final = "/blobs/"
# Lines of one difference.
_LINES: Final = 60
_LINE: Final = 400
_WORDS: Final = {"new": "new", "changed": "changed", "removed": "removed", "error": "cannot be read", "same": "back"}
_COLOURS: Final = {"+": "#e6f4ea", "-": "#fce8e6"}
_STYLE: Final = "font-family:system-ui,sans-serif;font-size:15px;line-height:1.45;color:#1f2328;max-width:680px"


@dataclass(frozen=True, slots=True)
class Alert:
    """A page of an alert, and the check that found it."""

    check: Check
    page: CheckPage


def letter(monitor: Monitor, recipient: Recipient, alerts: Sequence[Alert], message_id: str) -> Letter:
    """Return the e-mail about *alerts*."""
    email = monitor.spec.notification.email
    diffs = email is not None and email.include_diffs
    title, text = plain_text(monitor, alerts, diffs=diffs)
    leave = _link(monitor, _UNSUBSCRIBE, recipient)
    blocks = "".join(_html(monitor, alert.page, diffs=diffs) for alert in alerts)
    foot = (
        f'<p style="color:#656d76;font-size:13px"><a href="{escape(_dashboard(monitor))}">Open the monitor</a> · '
        f'<a href="{escape(leave)}">Unsubscribe</a></p>'
    )
    return Letter(
        to=recipient.email,
        subject=title,
        text=f"{text}\nMonitor: {_dashboard(monitor)}\nUnsubscribe: {leave}\n",
        html=_document(f'<h1 style="font-size:18px">{escape(title)}</h1>{blocks}{foot}'),
        message_id=message_id,
        headers=_one_click(leave),
    )


def plain_text(monitor: Monitor, alerts: Sequence[Alert], *, diffs: bool = True) -> tuple[str, str]:
    """Return title and text of a message about *alerts*."""
    counts = Counter(_WORDS[alert.page.status.value] for alert in alerts)
    shown = ", ".join(f"{count} {word}" for word, count in counts.items())
    blocks = ["\n".join(_lines(monitor, alert.page, diffs=diffs)) for alert in alerts]
    return f"{monitor.spec.name}: {shown}", "\n\n".join(blocks) + "\n"


def confirmation_letter(monitor: Monitor, recipient: Recipient, message_id: str) -> Letter:
    """Return the question whether *recipient* wants alerts of this team."""
    yes, leave = _link(monitor, _CONFIRM, recipient), _link(monitor, _UNSUBSCRIBE, recipient)
    text = (
        f"Somebody asked to send you alerts of the monitor “{monitor.spec.name}”.\n"
        f"To get them, confirm your address: {yes}\n"
        f"If you do not want them, do nothing, or refuse: {leave}\n"
    )
    html = (
        f"<p>Somebody asked to send you alerts of the monitor “{escape(monitor.spec.name)}”.</p>"
        f'<p><a href="{escape(yes)}">Confirm your address</a></p>'
        f'<p>If you do not want them, do nothing, or <a href="{escape(leave)}">refuse</a>.</p>'
    )
    return Letter(
        recipient.email, "Confirm alerts by e-mail", text, _document(html), message_id, headers=_one_click(leave)
    )


def test_letter(monitor: Monitor, recipient: Recipient, message_id: str) -> Letter:
    """Return a test message."""
    leave = _link(monitor, _UNSUBSCRIBE, recipient)
    text = f"This is a test message of the monitor “{monitor.spec.name}”.\nUnsubscribe: {leave}\n"
    html = f"<p>{escape(text)}</p>"
    return Letter(
        recipient.email,
        f"Test: {monitor.spec.name}",
        text,
        _document(html),
        message_id,
        headers=_one_click(leave),
    )


def _lines(monitor: Monitor, page: CheckPage, *, diffs: bool) -> Iterator[str]:
    yield f"{page.url}"
    yield f"  {_WORDS[page.status.value]}: {page.rule or ''}".rstrip(": ")
    if diffs:
        for line in difference(page):
            yield f"  {line}"
        for name, address in _pictures(monitor, page):
            yield f"  {name}: {address}"


def _html(monitor: Monitor, page: CheckPage, *, diffs: bool) -> str:
    head = (
        f'<p style="margin:18px 0 4px"><a href="{escape(page.url)}">{escape(page.url)}</a><br>'
        f"<b>{escape(_WORDS[page.status.value])}</b> {escape(page.rule or '')}</p>"
    )
    lines = list(difference(page)) if diffs else []
    for name, address in _pictures(monitor, page) if diffs else ():
        head += f'<p>{name}<br><img src="{escape(address)}" alt="{name}" style="max-width:100%"></p>'
    if not lines:
        return head
    shown = "".join(
        f'<div style="background:{_COLOURS.get(line[0], "transparent")};white-space:pre-wrap">{escape(line)}</div>'
        for line in lines
    )
    return f'{head}<div style="font-family:monospace;font-size:13px">{shown}</div>'


def difference(page: CheckPage) -> Iterator[str]:
    """Yield lines of what triggered the alert: the parts that a judge counted, or else all that differs."""
    if page.judgment is not None and page.judgment.changes:
        for change in page.judgment.changes:
            yield from _mark_lines("-", change.before)
            yield from _mark_lines("+", change.after)
        return
    text = (page.diff or {}).get("text")
    if isinstance(text, str):
        changed = [line for line in text.splitlines() if line[:1] in {"+", "-"} and line[:3] not in {"+++", "---"}]
        lines = [line[:_LINE] for line in changed if line[1:].strip()]
        yield from lines[:_LINES]
        if len(lines) > _LINES:
            yield f"… {len(lines) - _LINES} more lines"
        return
    fields = (page.diff or {}).get("json")
    for path, field_change in fields.items() if isinstance(fields, Mapping) else ():
        if isinstance(field_change, Mapping):
            yield f"- {path}: {field_change.get('previous')}"[:_LINE]
            yield f"+ {path}: {field_change.get('current')}"[:_LINE]


def _mark_lines(sign: str, text: str | None) -> Iterator[str]:
    if text:
        yield f"{sign} {' '.join(text.split())}"[:_LINE]


def _pictures(monitor: Monitor, page: CheckPage) -> Iterator[tuple[str, str]]:
    """Yield name and address of the pictures of what changed."""
    picture = (page.diff or {}).get("picture")
    if picture is not None:
        yield "Before", f"{monitor.called_at}{_PICTURES}{picture['before']}"
        yield "After", f"{monitor.called_at}{_PICTURES}{picture['after']}"


def _document(body: str) -> str:
    return f'<!doctype html><html><body style="{_STYLE}">{body}</body></html>'


def _link(monitor: Monitor, path: str, recipient: Recipient) -> str:
    return f"{monitor.called_at}{path}?token={recipient.token}"


def _dashboard(monitor: Monitor) -> str:
    return f"{monitor.called_at}/dashboard/monitors/{monitor.monitor_id}"


def _one_click(address: str) -> dict[str, str]:
    """Return the headers by which a mail program unsubscribes with one click (RFC 8058)."""
    return {"List-Unsubscribe": f"<{address}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
