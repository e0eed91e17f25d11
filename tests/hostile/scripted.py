"""Cases that only a browser feels: the page's scripts are the attack."""

from tests.hostile.case import Answer, HostileCase, in_browser, page_of
from tests.hostile.exchange import Exchange


def _script(code: str) -> Answer:
    return page_of(
        f"<html><title>Hostile</title><body><h1>Hostile</h1><p>HOSTILE-MARKER</p><script>{code}</script>".encode()
    )


async def _navigation_loop(exchange: Exchange) -> None:
    await _script("location.href = '/navigation-loop?' + Math.random()")(exchange)


async def _download(exchange: Exchange) -> None:
    await exchange.page(
        b"not a page",
        content_type="application/octet-stream",
        headers=['Content-Disposition: attachment; filename="../../../tmp/gossamer-download"'],
    )


BROWSER_CASES: tuple[HostileCase, ...] = (
    in_browser("script-loop", "ORG-030", "loops for ever", _script("while (true) {}")),
    in_browser(
        "script-loop-later", "ORG-030", "loops for ever after load", _script("setTimeout(() => { for (;;); }, 50)")
    ),
    in_browser("alert-flood", "ORG-030", "opens dialogs without end", _script("while (true) alert('again')")),
    in_browser(
        "unload-dialog",
        "ORG-030",
        "does not want to be left",
        _script("onbeforeunload = e => { e.preventDefault(); return 'stay' }"),
    ),
    in_browser("print-flood", "ORG-030", "prints without end", _script("setInterval(() => print(), 1)")),
    in_browser(
        "popup-flood", "ORG-030", "opens windows without end", _script("setInterval(() => open('/popup-flood'), 5)")
    ),
    in_browser("navigation-loop", "ORG-030", "navigates without end", _navigation_loop),
    in_browser("reload-loop", "ORG-030", "reloads itself", _script("location.reload()")),
    in_browser(
        "growing-dom",
        "ORG-030",
        "grows without end",
        _script(
            "setInterval(() => { for (let i = 0; i < 1000; i++) document.body.append(document.createElement('p')) }, 1)"
        ),
    ),
    in_browser(
        "growing-memory",
        "ORG-030",
        "takes memory without end",
        _script("const kept = []; setInterval(() => kept.push(new Uint8Array(8e6).fill(1)), 10)"),
    ),
    in_browser(
        "overridden-builtins",
        "ORG-032",
        "replaces what a reader may call",
        _script(
            "JSON.stringify = () => 'FORGED'; Document.prototype.querySelectorAll = () => [];"
            "Object.defineProperty(document, 'documentElement', {get() { throw new Error('no') }});"
            "XMLSerializer.prototype.serializeToString = () => 'FORGED'"
        ),
    ),
    in_browser("forced-download", "ORG-032", "downloads a file with a path for a name", _download),
)
