"""The command line of a Chromium we start. What is here is what the security of rendering rests on.

`--single-process` and `--disable-web-security` must never be here; `--no-sandbox` only when
the sandbox cannot work, which the launcher says loudly.
"""

import os
import sys
from pathlib import Path

from gossamer.browser.executable import Installed

# Frames of other sites share the page's process. A context holds one caller's page only, so the
# boundary that counts (contexts never share a process) stays, and a page with ten embeds does not
# start ten processes at 90 ms of CPU each. It also lets one session see every frame.
_DISABLED_FEATURES = (
    "IsolateOrigins",
    "site-per-process",
    "IsolateSandboxedIframes",
    # Tabs show one page after another and never go back; it would keep each of them in memory.
    "BackForwardCache",
    "Translate",
    "MediaRouter",
    "DialMediaRouteProvider",
    "OptimizationHints",
    "AcceptCHFrame",
    "AutofillServerCommunication",
    "CertificateTransparencyComponentUpdater",
    "InterestFeedContentSuggestions",
    "HttpsUpgrades",
)

_QUIET = (
    "--no-first-run",
    "--no-default-browser-check",
    "--no-pings",
    "--no-service-autorun",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-component-extensions-with-background-pages",
    "--disable-crash-reporter",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-field-trial-config",
    "--disable-hang-monitor",
    "--disable-prompt-on-repost",
    "--disable-search-engine-choice-screen",
    "--disable-sync",
    "--log-level=3",
    "--metrics-recording-only",
    "--mute-audio",
    "--password-store=basic",
    "--use-mock-keychain",
)

_BEHAVIOUR = (
    "--disable-site-isolation-trials",
    "--disable-blink-features=AutomationControlled",
    # Pages are never in front of anybody; throttling their timers would only make them slower.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-gpu",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--lang=en-US",
    "--window-size=1280,800",
)

_CONFINED = (
    "--deny-permission-prompts",
    "--disable-notifications",
    # QUIC and WebRTC use UDP, which no HTTP proxy sees. The headless shell reads the first
    # spelling of the policy, the full browser the second.
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
)

_SHM = Path("/dev/shm")  # noqa: S108 - the kernel's shared memory, only measured
_SHM_ENOUGH = 512 * 1024 * 1024


def command_line(chromium: Installed, profile: Path, *, proxy: str | None, sandbox: bool) -> list[str]:
    """Return program and flags; *proxy* is the address of the filtering proxy, None for direct connections."""
    return [
        str(chromium.path),
        "--headless" if chromium.kind == "shell" else "--headless=new",
        "--remote-debugging-pipe",
        f"--user-data-dir={profile}",
        *_QUIET,
        *_BEHAVIOUR,
        *_CONFINED,
        "--disable-features=" + ",".join(_DISABLED_FEATURES),
        *(() if sandbox else ("--no-sandbox",)),
        *(() if _has_enough_shared_memory() else ("--disable-dev-shm-usage",)),
        *_list_proxy_flags(proxy),
    ]


def _list_proxy_flags(proxy: str | None) -> tuple[str, ...]:
    if proxy is None:
        return ()
    # Without <-loopback> Chromium sends loopback around the proxy, and every private port is open to every page.
    return (f"--proxy-server={proxy}", "--proxy-bypass-list=<-loopback>")


def _has_enough_shared_memory() -> bool:
    """Return whether /dev/shm can hold the browser's buffers; containers often give it 64 MB."""
    if not sys.platform.startswith("linux"):
        return True
    try:
        stat = os.statvfs(_SHM)
    except OSError:
        return False
    return stat.f_bavail * stat.f_frsize >= _SHM_ENOUGH
