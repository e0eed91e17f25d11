"""Opening an earlier scrape's page again for a session."""

from typing import Final, Literal

from gossamer.core.sessions import Opening
from gossamer.core.specs import ProxyTier, ScrapeSpec

_STRONG: Final = frozenset({ProxyTier.STEALTH, ProxyTier.ENHANCED})


def opening_of(spec: ScrapeSpec, tier: Literal["basic", "stealth"] | None = None) -> Opening:
    """Return the visit that *spec* asks for, by the proxies of *tier*; None takes the first that *spec* asks for."""
    return Opening(
        url=spec.url,
        headers=spec.headers,
        wait_for=spec.wait_for,
        actions=spec.actions or (),
        mobile=spec.mobile,
        location=spec.location,
        skip_tls_verification=spec.skip_tls_verification is True,
        block_ads=spec.block_ads,
        tier=tier or ("stealth" if spec.proxy in _STRONG else "basic"),
        profile=spec.profile,
    )
