"""Every failure the service can report, as one tree.

    ServiceError
    ├── CallerError              the request cannot be honoured as asked
    │   ├── InvalidTarget            the URL cannot be read
    │   ├── UnstorableText           a text holds the character U+0000
    │   ├── ForbiddenTarget          the URL points where this service may not go
    │   ├── NotAllowed               the key, team or deployment does not permit it
    │   │   ├── NotSafe                  safe mode rules out what the request asks for
    │   │   ├── UnsafeDomain             threat protection blocks the domain
    │   │   └── ForeignOrigin            a web page that is not ours, or a host that is not
    │   ├── Unauthenticated          no key, or one we do not know
    │   │   └── SignInRefused            wrong address or password
    │   ├── OutOfCredits             the team or the key has none left
    │   ├── RateLimited              more requests a minute than it may
    │   │   └── TooManySignIns           failed sign-ins of an account or from an address
    │   ├── AlreadyThere             what was to be made exists
    │   ├── NotFound                 no such job, or not yours
    │   ├── AlreadyUsed              the idempotency key was used before
    │   ├── ThreadNotFound           no such thread of agent runs, or not yours
    │   ├── ThreadBusy               a run of the thread is under way
    │   ├── ThreadExpired            what the thread found is not kept any more
    │   ├── ExchangeDisabled         paid data providers are asked for, and there are none
    │   ├── AlreadyEnded             the job cannot be cancelled or added to any more
    │   ├── MonitorPaused            a paused monitor runs no checks
    │   ├── AlreadyRunning           the monitor's last check has not ended
    │   ├── QueueFull                the team has as many waiting pages as it may have
    │   ├── SessionEnded             the browser session was ended, or its time was over
    │   ├── SessionLost              its browser, or the process that had it, is gone
    │   ├── SessionBusy              somebody else drives it
    │   ├── TooManyMonitors          the team has as many as it may have
    │   ├── TooManySessions          the team, or this process, has as many as it may have
    │   ├── ProfileBusy              another session writes the same profile
    │   ├── ReplayUnavailable        how the page was visited is not kept (any more)
    │   ├── FeedbackTooLate          the answer is too old to say anything about it
    │   ├── FeedbackOnFailure        what failed has no answer to say anything about
    │   ├── NotInStore               a stored copy was demanded and there is none
    │   ├── ActionsUnsupported       page actions were asked and no browser can be had
    │   ├── NotAvailable             a documented capability this deployment does not have
    │   ├── UnsupportedFile          an upload of a type that is not read, or that cannot be read
    │   ├── UnsupportedOptions       an option that means nothing for an upload
    │   └── TooManyUploads           the team has as many unparsed uploads as it may have
    ├── SiteError                the site did not give us the page
    │   ├── PageRefused              it is not returned for what it, or its site, says
    │   │   ├── InjectionDetected        `checkPromptInjection` found orders to language models
    │   │   ├── SafeModeBlocked          `safeMode` leaves no page with such orders through
    │   │   ├── TermsRefused             the site does not allow the purpose, and that is obeyed
    │   │   └── PaymentRequired          the site wants to be paid for it
    │   ├── NameNotResolved          DNS has no address
    │   ├── TlsFailed                certificate or handshake
    │   ├── Unreachable              connect refused, reset, protocol error
    │   ├── NoWebPage                it leads to an address that is not of the web
    │   ├── Refused                  every fetcher met a block, a shell or an error
    │   ├── TooLarge                 a byte or decompression limit was reached
    │   │   └── TooManyRedirects         it redirects in a loop
    │   ├── Unsupported              a file type nobody here can read
    │   │   ├── OcrRequired              a scan, and only its text was wanted
    │   │   └── TooLittleTime            more pages than can be read in time
    │   ├── ActionFailed             a page action could not be done
    │   ├── StepFailed               a step on an open page could not be done
    │   ├── MapFailed                nothing could be found out about a site
    │   └── TimedOut                 the deadline passed first
    │       ├── StillReading             the same, and a document goes on being read
    │       ├── MapTimedOut              the same for a map
    │       └── NoPlaceFree              it passed while waiting for a place
    │           └── BrowserBusy              the same for a place in the browser
    ├── MessageRefused           a mail server or another service did not take a message
    ├── ModelFailed              the language model gave no usable answer
    ├── SearchFailed             nobody who was asked answered the search
    └── OwnError                 our side failed; worth an alert
        ├── Overloaded               this process is at its limit
        ├── Stopping                 this process is about to end
        ├── RestrictionsUnverified   what the key may do could not be read
        ├── UsageUnreadable          what was used could not be read
        ├── SecretUnreadable         a stored secret is sealed under another key
        ├── DatabaseUnavailable      the database did not answer; nothing was recorded
        ├── DatabaseRefused          the database did not take a statement; nothing was recorded
        ├── EngineUnavailable        what works on jobs has not come up; nothing was recorded
        ├── BlobsUnavailable         what a visit left could not be stored or read
        └── ProxyFailed              no proxy that the operator configured could be used

``code`` is part of the HTTP contract: it may be added to, never renamed. The class says
whose fault it is; retries, status, alerts and billing follow from it.
"""

import traceback
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gossamer.core.interaction import TokenUsage


class ServiceError(Exception):
    """A failure with a stable *code* and one sentence that tells the caller what to do."""

    code: ClassVar[str] = "UNKNOWN_ERROR"

    def __init_subclass__(cls, *, code: str = "") -> None:
        super().__init_subclass__()
        cls.code = code or cls.code

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the means to make it again in another process, whatever arguments its class takes."""
        return _restore_error, (type(self), self.args, self.__dict__)


def _restore_error(kind: type[ServiceError], args: tuple[Any, ...], state: Mapping[str, Any]) -> ServiceError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(state)
    return error


class CallerError(ServiceError, code="BAD_REQUEST"):
    """The request cannot be honoured as asked."""


class InvalidTarget(CallerError, code="BAD_REQUEST"):
    """The URL cannot be read or has a scheme other than http and https."""


class UnstorableText(CallerError):
    """A text holds the character U+0000, which databases do not take."""

    def __init__(self) -> None:
        super().__init__("A text of the request holds the character U+0000 (`\\u0000`). Leave it out.")


class ForbiddenReceiver(CallerError, code="unsafe_domain_blocked"):
    """A webhook's address is outside what the egress policy allows; no event could be delivered."""

    def __init__(self) -> None:
        super().__init__(
            "The webhook's address may not be reached from this service. Private, loopback, link-local and reserved "
            "addresses are refused; an operator can open a host with GOSSAMER_EGRESS_ALLOW."
        )


class ForbiddenTarget(CallerError, code="unsafe_domain_blocked"):
    """The URL, or where it leads, is outside what the egress policy allows.

    The message never says what the name resolved to, nor whether anything listens there.
    """

    def __init__(self) -> None:
        super().__init__(
            "This address may not be reached from this service. Private, loopback, link-local and reserved addresses "
            "are refused; an operator can open a host with GOSSAMER_EGRESS_ALLOW."
        )


class NotAllowed(CallerError, code="FORBIDDEN"):
    """The key, the team or this deployment does not permit it."""


class NotSafe(NotAllowed, code="SAFE_MODE_BLOCKED"):
    """The request asks for what safe mode rules out: to pass for somebody, or to type."""


class UnsafeDomain(NotAllowed, code="unsafe_domain_blocked"):
    """Threat protection of the team or of the request blocks the domain."""


class ForeignOrigin(NotAllowed, code="FOREIGN_ORIGIN"):
    """The request is of another site's web page, or for a host that is not ours."""

    def __init__(self, stranger: str) -> None:
        super().__init__(
            f"`{stranger}` is neither a host of this service nor a site whose pages may call it. Add its host name to "
            "GOSSAMER_TRUSTED_HOSTS to allow it."
        )


class Unauthenticated(CallerError, code="UNAUTHORIZED"):
    """No key, or one we do not know."""


class SignInRefused(Unauthenticated, code="SIGN_IN_REFUSED"):
    """The address is unknown or the password is wrong; the two cannot be told apart."""

    def __init__(self) -> None:
        super().__init__("The e-mail address or the password is wrong.")


class SecondFactorNeeded(SignInRefused):
    """The password is right, and a code of the second factor is missing; *ticket* stands for the password."""

    def __init__(self, ticket: str) -> None:
        super().__init__()
        self.ticket = ticket


class OutOfCredits(CallerError, code="INSUFFICIENT_CREDITS"):
    """The team, or the key, has not enough credits left for what was asked; nothing was done."""


class RateLimited(CallerError, code="RATE_LIMITED"):
    """More requests a minute than the team or the key may make; *retry_after* is in seconds."""

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class TooManySignIns(RateLimited, code="RATE_LIMITED"):
    """Too many sign-ins failed for this account or from this address."""


class AlreadyThere(CallerError, code="ALREADY_EXISTS"):
    """The object exists already."""


class NotFound(CallerError, code="NOT_FOUND"):
    """No such job, or it belongs to another team; the two cannot be told apart."""


class AlreadyUsed(CallerError, code="IDEMPOTENCY_KEY_USED"):
    """The team used this idempotency key before."""

    def __init__(self) -> None:
        super().__init__("Idempotency key already used")


class ThreadNotFound(CallerError, code="thread_not_found"):
    """The team has no such thread of agent runs."""


class ThreadBusy(CallerError, code="thread_busy"):
    """A run of the thread is under way; *run_id* is its id."""

    def __init__(self, run_id: str) -> None:
        super().__init__("A run of this thread is still under way. Wait for it or cancel it, then continue the thread.")
        self.run_id = run_id


class ThreadExpired(CallerError, code="thread_expired"):
    """What the runs of the thread found is no longer kept."""


class ExchangeDisabled(CallerError, code="exchange_not_enabled"):
    """Paid data providers are asked for, and this service has none."""


class AlreadyEnded(CallerError, code="JOB_ENDED"):
    """The job has ended, so it cannot be cancelled, and nothing can be added to it."""


class MonitorPaused(CallerError, code="MONITOR_PAUSED"):
    """A paused monitor runs no checks."""

    def __init__(self) -> None:
        super().__init__("The monitor is paused. Set its `status` to `active` to run it.")


class AlreadyRunning(CallerError, code="MONITOR_RUNNING"):
    """The last check of a monitor has not ended; *check_id* is that check."""

    def __init__(self, check_id: str) -> None:
        super().__init__("A check of this monitor is running already.")
        self.check_id = check_id


class QueueFull(CallerError, code="QUEUE_FULL"):
    """The team has as many waiting pages as it may have."""


class SessionEnded(CallerError, code="SESSION_ENDED"):
    """The browser session was ended, or its time was over."""


class SessionLost(CallerError, code="SESSION_LOST"):
    """Its browser, or the process that had it, is gone, and with it what was done in it."""


class SessionBusy(CallerError, code="SESSION_BUSY"):
    """Somebody else drives it, and did not end in time."""


class TooManySessions(CallerError, code="TOO_MANY_SESSIONS"):
    """The team, or this process, has as many sessions open as it may have."""


class TooManyMonitors(CallerError, code="TOO_MANY_MONITORS"):
    """The team has as many monitors as it may have."""


class ProfileBusy(CallerError, code="PROFILE_BUSY"):
    """Another session writes the same profile."""


class ReplayUnavailable(CallerError, code="REPLAY_UNAVAILABLE"):
    """The visit of the scrape's page is not kept, or has expired."""


class NotInStore(CallerError, code="SCRAPE_NO_CACHED_DATA"):
    """`min_age` was given and no stored copy is old enough and young enough."""


class LockdownMiss(NotInStore, code="SCRAPE_LOCKDOWN_CACHE_MISS"):
    """`lockdown` was given and there is no stored copy."""


class ActionsUnsupported(CallerError, code="SCRAPE_ACTIONS_NOT_SUPPORTED"):
    """Page actions or captures were asked and this deployment has no browser."""


class NotAvailable(CallerError, code="NOT_AVAILABLE"):
    """A documented capability that this deployment does not have (yet)."""


class UnsupportedFile(CallerError, code="UNSUPPORTED_FILE_TYPE"):
    """The uploaded file is of a type that is not read, or its content cannot be read."""


class UnsupportedOptions(CallerError, code="PARSE_UNSUPPORTED_OPTIONS"):
    """An option that visits a page was sent with an uploaded file."""


class TooManyUploads(CallerError, code="PARSE_UPLOAD_UNPARSED_LIMIT_REACHED"):
    """The team has asked for as many uploads in a day as may be left unparsed."""


class FeedbackTooLate(CallerError, code="FEEDBACK_WINDOW_EXPIRED"):
    """The answer is too old for feedback."""


class FeedbackOnFailure(CallerError, code="FEEDBACK_ON_FAILURE"):
    """The request failed, so it has no answer to give feedback on."""


class SiteError(ServiceError, code="SCRAPE_SITE_ERROR"):
    """The site did not give us the page."""


class PageRefused(SiteError):
    """The page is not returned for what it, or its site, says; *findings* say what and where, as answers have them."""

    def __init__(self, message: str, findings: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(message)
        self.findings = findings


class InjectionDetected(PageRefused, code="SCRAPE_PROMPT_INJECTION_DETECTED"):
    """The page gives orders to language models."""


class SafeModeBlocked(PageRefused, code="SAFE_MODE_BLOCKED"):
    """The page may give orders to language models, and safe mode was asked for."""


class TermsRefused(PageRefused, code="SCRAPE_TERMS_REFUSED"):
    """The site does not allow the purpose that the page is taken for, and the policy is to obey."""


class PaymentRequired(PageRefused, code="SCRAPE_PAYMENT_REQUIRED"):
    """The site answered 402 with a price. Nothing is ever paid."""


class NameNotResolved(SiteError, code="SCRAPE_DNS_RESOLUTION_ERROR"):
    """DNS has no address for the host."""


class TlsFailed(SiteError, code="SCRAPE_SSL_ERROR"):
    """The certificate was not accepted or the handshake failed."""


class Unreachable(SiteError, code="SCRAPE_SITE_ERROR"):
    """The connection was reset, stayed silent or did not speak HTTP."""


class NoWebPage(SiteError, code="SCRAPE_SITE_ERROR"):
    """The page leads to an address that is not of the web, such as mailto: or ftp:; no other fetcher will help."""


class NotConnected(Unreachable, code="SCRAPE_SITE_ERROR"):
    """Nobody answers at the address and port; no other way of asking will help."""


class Refused(SiteError, code="SCRAPE_ALL_ENGINES_FAILED"):
    """Every fetcher that could have served the page met a block, an empty shell or an error.

    *verdict* is the kind of page that came in its place, "" when that is not known.
    """

    def __init__(self, message: str, verdict: str = "") -> None:
        super().__init__(message)
        self.verdict = verdict


class TooLarge(SiteError, code="SCRAPE_SITE_ERROR"):
    """A limit on bytes, redirects, headers or decompression was reached."""


class TooManyRedirects(TooLarge):
    """The page redirects in a loop, or more often than *limit*; a fetcher with other cookies may get it."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"The page redirects in a loop, or more than {limit} times.")


class Unsupported(SiteError, code="SCRAPE_UNSUPPORTED_FILE_ERROR"):
    """The file type cannot be read."""


class OcrRequired(Unsupported, code="SCRAPE_PDF_OCR_REQUIRED"):
    """The PDF is a scan without text, and its pictures were not to be read."""


class TooLittleTime(Unsupported, code="SCRAPE_PDF_INSUFFICIENT_TIME_ERROR"):
    """The PDF has more pages than can be read in the time that was given."""


class ActionFailed(SiteError, code="SCRAPE_ACTION_ERROR"):
    """A page action could not be done.

    *index* counts from 0 in the order given.
    """

    def __init__(self, index: int, kind: str, reason: str) -> None:
        super().__init__(f"Action {index} ({kind}) failed: {reason}")
        self.index = index


class StepFailed(SiteError, code="STEP_FAILED"):
    """A step on an open page could not be done; the sentence says why."""


class MessageRefused(ServiceError, code="MESSAGE_REFUSED"):
    """A mail server or another service did not take a message."""


class ModelFailed(ServiceError, code="MODEL_FAILED"):
    """The language model gave no usable answer; the sentence says what it did. *usage* is what it took until then."""

    def __init__(self, message: str, usage: TokenUsage | None = None) -> None:
        super().__init__(message)
        self.usage = usage or TokenUsage()


class SearchFailed(ServiceError, code="SEARCH_FAILED"):
    """None of those who were asked answered the search, or none but our own index, which has nothing for it.

    The sentence names each and why.
    """


class TimedOut(SiteError, code="SCRAPE_TIMEOUT"):
    """The deadline passed before the page was there."""


class StillReading(TimedOut, code="SCRAPE_TIMEOUT"):
    """The deadline passed before the document was read; it goes on being read, for the same request to be sent again.

    *seconds* is how long that takes as far as is known, *retry_after* when to ask again; *pages* how many the document
    has, None while that is not known. *is_long* says that it may not be done before the reading ends unfinished.
    """

    def __init__(
        self,
        message: str,
        *,
        is_running: bool,
        seconds: int,
        retry_after: int,
        pages: int | None = None,
        is_long: bool = False,
    ) -> None:
        super().__init__(message)
        self.is_running = is_running
        self.seconds = seconds
        self.retry_after = retry_after
        self.pages = pages
        self.is_long = is_long


class MapTimedOut(TimedOut, code="MAP_TIMEOUT"):
    """The map was not ready in time."""


class NoPlaceFree(TimedOut, code="CONCURRENCY_QUEUE_TIMEOUT"):
    """As many scrapes, or pages, as may be under way at once were so for too long; nothing was begun."""


class BrowserBusy(NoPlaceFree, code="BROWSER_QUEUE_TIMEOUT"):
    """As many pages as may be rendered at once were so for too long; the page was not visited by a browser."""


class MapFailed(SiteError, code="MAP_FAILED"):
    """Nothing could be found out about the site."""


class OwnError(ServiceError, code="UNKNOWN_ERROR"):
    """Our side failed.

    Worth an alert; the message must not carry internals.
    """


class Overloaded(OwnError, code="OVERLOADED"):
    """The process is at its limit; the caller may retry."""


class Stopping(OwnError, code="STOPPING"):
    """The process is about to end; the caller may retry elsewhere or in a moment."""


class RestrictionsUnverified(OwnError, code="RESTRICTIONS_UNVERIFIED"):
    """The key's restrictions could not be read, so nothing is permitted."""

    def __init__(self) -> None:
        super().__init__("Internal error while verifying this API key's restrictions. Please try again shortly.")


class UsageUnreadable(OwnError, code="USAGE_UNREADABLE"):
    """The team's usage could not be read."""


class SecretUnreadable(OwnError, code="SECRET_UNREADABLE"):
    """A stored secret was sealed under another key than this process has, or is damaged."""

    def __init__(self) -> None:
        super().__init__(
            "A stored secret cannot be read: it was sealed under another key, or is damaged. Give all processes the "
            "same GOSSAMER_SECRET_KEY, or make a new secret."
        )


class DatabaseUnavailable(OwnError, code="DATABASE_UNAVAILABLE"):
    """The database did not answer or could not take it; nothing was recorded."""


class DatabaseRefused(OwnError, code="DATABASE_REFUSED"):
    """The database did not take a statement, for a reason that does not pass; nothing was recorded."""


class EngineUnavailable(OwnError, code="ENGINE_UNAVAILABLE"):
    """The engine that works on jobs has not come up, so none can be started; nothing was recorded."""


class BlobsUnavailable(OwnError, code="BLOBS_UNAVAILABLE"):
    """The folder or object store of screenshots and PDFs did not take or give them."""


class ProxyFailed(OwnError, code="PROXY_FAILED"):
    """No upstream proxy of the tier could be used; the sentence names the last one and never its password."""


def locate_failure(error: Exception) -> str:
    """Return the place where *error* was raised and its kind, without its message, which may quote a page."""
    return "".join(traceback.format_tb(error.__traceback__)) + type(error).__name__
