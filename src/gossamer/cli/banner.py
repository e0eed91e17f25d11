"""The banner that is printed when the service is ready."""

from gossamer.features.accounts import FirstKey
from gossamer.settings import Settings


def banner(base: str, first_key: FirstKey | None, settings: Settings, *, missing_browser: str = "") -> str:
    """Return what to print: where the service is, which key opens it, and a line to try.

    *missing_browser* says why there is no browser, where one is missed.
    """
    browser = f"\n  Browser    none: {missing_browser}" if missing_browser else ""
    key, shown = _key(first_key, settings)
    return f"""
Gossamer is ready.

  Base URL   {base}
  API key    {shown}
  Dashboard  {base}/dashboard
  API docs   {base}/docs{browser}

Try it:

  curl -s {base}/v2/scrape -H "Authorization: Bearer {key}" \\
    -H 'Content-Type: application/json' -d '{{"url": "https://example.com"}}'
"""


def _key(first_key: FirstKey | None, settings: Settings) -> tuple[str, str]:
    """Return the key's placeholder in the line to try, and a note about the key."""
    if settings.open_mode:
        return "anything", "none needed (GOSSAMER_AUTH=off: every caller is let in)"
    if first_key is not None:
        return first_key.api_key, f"{first_key.api_key}   (made now, shown once; keep it)"
    if settings.api_key:
        # Its owner knows it; logs need not.
        return "$GOSSAMER_API_KEY", "the one in GOSSAMER_API_KEY"
    return "YOUR_KEY", "the one printed at first start (`gossamer new-key` makes another)"
