"""The terms of a page's site, and whether they allow what the page is taken for.

Statements about the site are read before the page is asked for, those of the page when it came: the second may be more
specific. Files about the site are fetched when a purpose depends on them, and kept with robots.txt.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from itertools import islice
from typing import Any, Final

from gossamer.content.terms.path_patterns import path_of
from gossamer.content.terms.prices import read_prices
from gossamer.content.terms.readers import (
    FILES,
    LINK,
    RSL,
    Statement,
    Target,
    read_header_statements,
    read_licence_signal,
    read_robots_statements,
    read_signals,
)
from gossamer.core.access import Permits
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import CallerError, PaymentRequired, ProxyFailed, ServiceError, SiteError, TermsRefused
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import Purpose, ScrapeSpec, TermsPolicy, TermsUse
from gossamer.core.terms import ROBOTS, Signal, SiteTerms
from gossamer.core.uploads import UPLOAD_URL
from gossamer.core.urls import WebUrl, resolve, web_url
from gossamer.core.visit_identity import PageCheck, chosen_identity, visiting_as
from gossamer.ports.sites import Robots, RobotsRules

_PAYMENT_REQUIRED: Final = 402
_PRICED: Final = "The site wants to be paid for this page ({price}), and nothing is ever paid."
_OBEYED: Final = "{reason} The policy is `obey`, so the page is not returned."
_NOT_GIVEN: Final = "the server did not give it"
_MOST_STATEMENTS: Final = 50
_MOST_LICENCES: Final = 3
# For the terms of a page that a browser goes to.
_PATIENCE: Final = timedelta(seconds=20)
_UNREAD: Final = (CallerError, SiteError, ProxyFailed)


class TermsReader:
    """Reads terms. *policy* is the least strict one here; *of_key* returns that of a key, None where there are none."""

    def __init__(self, robots: Robots, policy: TermsPolicy = TermsPolicy.IGNORE) -> None:
        self._robots = robots
        self._policy = policy
        self.of_key: Callable[[str], Awaitable[TermsUse]] | None = None

    async def find_use(self, spec: ScrapeSpec, key_id: str) -> TermsUse:
        """Return the use that request, key and instance name together."""
        if spec.url.startswith(UPLOAD_URL):
            return TermsUse()
        return spec.terms.stricter(await self._find_least(key_id))

    async def find_check(self, key_id: str, permits: Permits | None) -> PageCheck | None:
        """Return the check of pages that are opened for a key and for no request; None where no terms are obeyed."""
        return self.build_check(await self._find_least(key_id), permits)

    async def _find_least(self, key_id: str) -> TermsUse:
        use = TermsUse((), self._policy)
        return use if self.of_key is None else use.stricter(await self.of_key(key_id))

    def build_check(self, use: TermsUse, permits: Permits | None) -> PageCheck | None:
        """Return the check of pages opened for *use* where *permits* allows, None where no terms are obeyed."""
        if use.policy is not TermsPolicy.OBEY:
            return None
        # A browser asks outside of the work for which it does.
        identity = chosen_identity()

        async def check(url: str) -> ServiceError | None:
            try:
                page = ScrapeSpec(url=web_url(url), terms=use)
                with visiting_as(identity):
                    check_terms(await self.read(page.url, page, Deadline.after(_PATIENCE), permits), use)
            except ServiceError as error:
                return error
            return None

        return check

    async def read(
        self,
        url: WebUrl,
        spec: ScrapeSpec,
        deadline: Deadline,
        permits: Permits | None,
        *,
        page: FetchedPage | None = None,
        markup: Sequence[Statement] = (),
    ) -> SiteTerms:
        """Return the terms of *url*, with those of its *page* once it came; nothing is fetched for a stored copy."""
        statements = [*markup, *(read_header_statements(page) if page else ())]
        signals: list[Signal] = []
        line = None
        if not spec.cache.only_stored:
            rules = await self._find_rules(url, deadline)
            is_allowed = rules is not None and rules.allows(url)
            if rules is not None:
                line = rules.deciding_line(url, allowed=is_allowed)
                statements += read_robots_statements(rules.lines, path_of(url))
            if not is_allowed:
                unsaid = _NOT_GIVEN if rules is None or rules.unreachable else "Disallow"
                place, text = (ROBOTS, unsaid) if line is None else (f"line {line.number}", line.text)
                signals.append(Signal(ROBOTS, place, text, dict.fromkeys(Purpose, False)))
            statements += await self._find_files(url, spec.terms.purposes, deadline)
        statements = list(islice(statements, _MOST_STATEMENTS))
        signals += read_signals(statements, Target(path_of(url), page.media_type if page else ""))
        if not spec.cache.only_stored:
            signals += await self._find_licences(url, statements, deadline, permits)
        named = (
            statement.text for statement in statements if statement.name in {RSL, LINK} and statement.source != "inline"
        )
        return SiteTerms(tuple(signals), line, tuple(dict.fromkeys(named)))

    async def _find_rules(self, url: WebUrl, deadline: Deadline) -> RobotsRules | None:
        try:
            return await self._robots.rules(url, agent=None, deadline=deadline)
        except _UNREAD:
            deadline.check()
            return None

    async def _find_file(self, url: WebUrl, deadline: Deadline) -> bytes:
        try:
            return await self._robots.file(url, deadline=deadline) or b""
        except _UNREAD:
            deadline.check()
            return b""

    async def _find_files(self, url: WebUrl, purposes: Sequence[Purpose], deadline: Deadline) -> list[Statement]:
        paths = [path for path, about in FILES.items() if about.intersection(purposes or Purpose)]
        bodies = await asyncio.gather(*(self._find_file(resolve(url, path), deadline) for path in paths))
        files = zip(paths, bodies, strict=True)
        return [Statement("file", path, body.decode("utf-8", "replace"), path) for path, body in files if body]

    async def _find_licences(
        self, url: WebUrl, statements: Sequence[Statement], deadline: Deadline, permits: Permits | None
    ) -> list[Signal]:
        named = [statement for statement in statements if statement.name == RSL][:_MOST_LICENCES]
        bodies = await asyncio.gather(*(self._find_licence(url, each, deadline, permits) for each in named))
        signals = (read_licence_signal(each, body, url) for each, body in zip(named, bodies, strict=True))
        return [signal for signal in signals if signal is not None]

    async def _find_licence(
        self, url: WebUrl, statement: Statement, deadline: Deadline, permits: Permits | None
    ) -> bytes:
        if statement.source == "inline":
            return statement.text.encode()
        try:
            address = resolve(url, statement.text)
        except CallerError:
            return b""
        return b"" if permits is not None and permits(address) else await self._find_file(address, deadline)


def check_terms(terms: SiteTerms, use: TermsUse) -> None:
    """Raise TermsRefused when *terms* deny *use*, and that is obeyed."""
    if use.policy is TermsPolicy.OBEY and (denial := terms.find_denial(use)) is not None:
        raise TermsRefused(_OBEYED.format(reason=denial.explain()), [denial.signal.as_json()])


def check_price(page: FetchedPage) -> None:
    """Raise PaymentRequired when the site answered 402 in place of *page*, and named a price."""
    if page.status == _PAYMENT_REQUIRED and (prices := read_prices(page)):
        raise PaymentRequired(_PRICED.format(price=_describe_price(prices[0])), prices)


def _describe_price(price: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in price.items() if value)
