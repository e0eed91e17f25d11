"""Whether running jobs and open sessions may go on: the gate is checked again with the key as it is now."""

from gossamer.core.access import AccessRequest, Group, Permits
from gossamer.core.errors import NotAllowed, Unauthenticated, UnsafeDomain
from gossamer.core.jobs import Job
from gossamer.core.sessions import Session
from gossamer.core.urls import host_of
from gossamer.features import sessions
from gossamer.features.accounts import Accounts
from gossamer.features.crawl import JobAuthorization
from gossamer.operations.gate import ask_of_job, may_ask_model, refusals
from gossamer.operations.threats import ThreatWatch

# Between two looks.
_GONE = "The API key that started this was revoked."


class JobAuthorizations:
    """Asks for jobs; a key is remembered for as long as for requests."""

    def __init__(self, accounts: Accounts, threats: ThreatWatch) -> None:
        self._accounts = accounts
        self._threats = threats

    async def of(self, job: Job) -> JobAuthorization:
        """Return the permissions of *job*. Raises RestrictionsUnverified when they cannot be read now."""
        if (why := await self._accounts.why_not(job.key_id)) is not None:
            return JobAuthorization(why_not=why)
        try:
            caller = await self._accounts.principal_of(job.key_id)
        except Unauthenticated:
            return JobAuthorization(why_not=_GONE)
        ask = ask_of_job(job)
        if reasons := refusals(caller, ask):
            return JobAuthorization(why_not=f"The restrictions of its API key ended this job. {' '.join(reasons)}")
        watch = await self._threats.of(caller, job.spec.scrape.threat_protection)
        return JobAuthorization(
            permits=_shorten_reasons(watch.permits), model=may_ask_model(caller, ask), identity=caller.identity
        )


class SessionAuthorizations:
    """Asks for browser sessions."""

    def __init__(self, accounts: Accounts, threats: ThreatWatch) -> None:
        self._accounts = accounts
        self._threats = threats

    async def of(self, session: Session) -> sessions.SessionAuthorization:
        """Return whether *session* may go on, and where it may not go. Raises RestrictionsUnverified."""
        if (why := await self._accounts.why_not(session.key_id)) is not None:
            return sessions.SessionAuthorization(why_not=why)
        try:
            caller = await self._accounts.principal_of(session.key_id)
        except Unauthenticated:
            return sessions.SessionAuthorization(why_not=_GONE)
        reasons = refusals(caller, AccessRequest(Group.BROWSER, live=True))
        watch = await self._threats.of(caller, None)
        return sessions.SessionAuthorization(" ".join(reasons) or None, watch.permits)


def _shorten_reasons(permits: Permits | None) -> Permits | None:
    """Return *permits* with short reasons: a crawl keeps one for each link that it meets."""
    if permits is None:
        return None

    def refusal(url: str) -> NotAllowed | None:
        denial = permits(url)
        if denial is None or isinstance(denial, UnsafeDomain):
            return denial
        return NotAllowed(f"The API key may not visit {host_of(url)}.")

    return refusal
