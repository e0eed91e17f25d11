"""Every setting, read from the environment once.

Beside this, `core.environment` alone reads it, to choose what other processes are given.
"""

import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, Literal, LiteralString
from urllib.parse import SplitResult, urlsplit

from platformdirs import user_data_path
from pydantic import AfterValidator, AliasChoices, BeforeValidator, Field, SecretStr
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from gossamer.core.access import Mode
from gossamer.core.prices import PriceTable
from gossamer.ports.models import Purpose

_PREFIX: Final = "GOSSAMER_"
_LISTENING: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\s:/@\[\]]+):(?P<port>[0-9]{1,5})")
_HOME_FOLDER: Final = re.compile(r"(?P<scheme>sqlite:///)?(?P<path>~.*)", re.DOTALL)
_HOSTS: Final = re.compile(r"\s*(([\w.-]+|[0-9a-fA-F]*:[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)\s*(,\s*|$))*", re.ASCII)
_LANGUAGES: Final = re.compile(r"[A-Za-z0-9_/]{1,30}(\+[A-Za-z0-9_/]{1,30}){0,9}")
_MAIL_ADDRESS: Final = re.compile(r"[^@\s]+@[^@\s]+")
_HIGHEST_PORT: Final = 65_535
# Short enough to type, too long to guess.
_SECRET_CHARACTERS = 16
# People bring the keys that their programs send already. Every wrong one costs a request.
_KEY_CHARACTERS = 8


def _unguessable(least: int) -> Callable[[SecretStr], SecretStr]:
    """Return a validator for secrets of at least so many characters that a header can carry."""

    def check(secret: SecretStr) -> SecretStr:
        text = secret.get_secret_value()
        if len(text) < least or not (text.isascii() and text.isprintable()) or " " in text:
            raise PydanticCustomError(
                "secret",
                "It must have at least {least} characters, letters, digits and signs without spaces; "
                "`openssl rand -hex 32` makes one",
                {"least": least},
            )
        return secret

    return check


def _expand_home(path: object) -> object:
    """Return *path*, or the file of a SQLite address, with the folder that a `~` at its beginning stands for."""
    match = _HOME_FOLDER.fullmatch(path) if isinstance(path, str) else None
    if match is None:
        return path
    expanded = os.path.expanduser(match["path"])  # noqa: PTH111 - it does not raise
    if expanded.startswith("~"):
        raise PydanticCustomError("home", "It begins with `~`, and nobody knows that home folder; write the whole path")
    return f"{match['scheme'] or ''}{expanded}"


def _none_if_empty(text: object) -> object:
    """Return None for an empty text: a line in a file of settings that was left blank."""
    return text or None


_Secret = Annotated[
    Annotated[SecretStr, AfterValidator(_unguessable(_SECRET_CHARACTERS))] | None, BeforeValidator(_none_if_empty)
]
_Key = Annotated[
    Annotated[SecretStr, AfterValidator(_unguessable(_KEY_CHARACTERS))] | None, BeforeValidator(_none_if_empty)
]


def _parts(text: str) -> SplitResult | None:
    """Return the parts of a web address with a host and a port that can be; None for anything else."""
    try:
        parts = urlsplit(text)
        is_one = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return None
    return parts if is_one and not any(sign.isspace() for sign in text) else None


def _is_origin(text: str) -> bool:
    parts = _parts(text)
    return parts is not None and parts.path in {"", "/"} and not {"?", "#", "@"} & set(text)


def _is_listening_address(text: str) -> bool:
    match = _LISTENING.fullmatch(text)
    return match is not None and int(match["port"]) <= _HIGHEST_PORT


def _only(is_valid: Callable[[str], object], sentence: LiteralString) -> AfterValidator:
    """Return a validator that accepts valid texts, and says *sentence* of others."""

    def check(text: str) -> str:
        if not is_valid(text):
            raise PydanticCustomError("form", sentence)
        return text

    return AfterValidator(check)


_WebAddress = Annotated[str, _only(_parts, "It must be a web address, such as `http://host:8000/v1`")]
_Origin = Annotated[
    str,
    _only(
        _is_origin, "It must be `http://` or `https://` with a host, and a port if needed; no path, name or password"
    ),
]
_ListeningAddress = Annotated[
    str, _only(_is_listening_address, "It must be a host and a port up to 65535, such as `127.0.0.1:9102`")
]
_Languages = Annotated[
    str, _only(_LANGUAGES.fullmatch, "It must be up to ten languages as tesseract names them, like `eng+deu`")
]
_Hosts = Annotated[
    str, _only(_HOSTS.fullmatch, "It must be host names separated by commas, without scheme, port and path")
]
_MailAddress = Annotated[str, _only(_MAIL_ADDRESS.fullmatch, "It must be a mail address, such as `me@example.org`")]
_MaybeWebAddress = Annotated[_WebAddress | None, BeforeValidator(_none_if_empty)]
_MaybeOrigin = Annotated[_Origin | None, BeforeValidator(_none_if_empty)]
_Contact = Annotated[
    str,
    _only(
        lambda text: (_parts(text) or _MAIL_ADDRESS.fullmatch(text)) and not set(text) & set("()<>;"),
        "It must be a web address or a mail address, such as `https://example.org/bot`",
    ),
]
_MaybeContact = Annotated[_Contact | None, BeforeValidator(_none_if_empty)]
_MaybeMail = Annotated[_MailAddress | None, BeforeValidator(_none_if_empty)]
_MaybeListening = Annotated[_ListeningAddress | None, BeforeValidator(_none_if_empty)]
_MaybeText = Annotated[str | None, BeforeValidator(_none_if_empty)]
_MaybePath = Annotated[str | None, BeforeValidator(_expand_home)]
_MaybeSecret = Annotated[SecretStr | None, BeforeValidator(_none_if_empty)]


def _reads_pairs(allowed_names: Collection[str], value: str, sentence: LiteralString) -> Callable[[object], object]:
    """Return a reader of "a=1,b=2": names of *allowed_names*, in any case, with texts that match *value*.

    What is no text stays as it is; *sentence* says what a text must be.
    """
    names = {name.lower(): name for name in allowed_names}

    def read(text: object) -> object:
        if not isinstance(text, str):
            return text
        pairs = [pair.partition("=") for pair in text.split(",") if pair.strip()]
        values = {names.get(name.strip().lower()): each.strip() for name, _, each in pairs}
        if None in values or not all(re.fullmatch(value, each) for each in values.values()):
            raise PydanticCustomError("pairs", sentence, {"known": ", ".join(allowed_names)})
        return values

    return read


_read_rates: Final = _reads_pairs(
    tuple(Mode), "[0-9]+", "It must be like `scrape=100,crawl=15`: requests a minute by kind, which is one of {known}"
)


def _read_paths(text: object) -> object:
    """Return paths from "/a, /b"; what is no text is returned as it is."""
    if not isinstance(text, str):
        return text
    return tuple(_expand_home(path.strip()) for path in text.split(",") if path.strip())


SEARCH_PROVIDERS: Final = (
    "searxng",
    "brave",
    "serper",
    "searchapi",
    "serpapi",
    "tavily",
    "exa",
    "mojeek",
    "kagi",
    "marginalia",
    "google",
    "upstream",
    "custom",
    "duckduckgo",
)


PAPER_SERVICES: Final = ("openalex", "semanticscholar", "europepmc", "crossref", "arxiv")
DEVELOPER_SERVICES: Final = (
    "github",
    "stackexchange",
    "mdn",
    "gitlab",
    "codeberg",
    "npm",
    "crates",
    "packagist",
    "maven",
)
_PUBLIC: Final = (*PAPER_SERVICES, *DEVELOPER_SERVICES)


def _reads_names(allowed_names: tuple[str, ...]) -> Callable[[object], object]:
    """Return a reader of "searxng, brave" as names of *allowed_names*, "none" as no name; other types stay."""

    def read(text: object) -> object:
        if not isinstance(text, str):
            return text
        names = tuple(dict.fromkeys(name.strip().lower() for name in text.split(",") if name.strip()))
        if names == ("none",):
            return ()
        if not set(names) <= set(allowed_names):
            raise PydanticCustomError(
                "names", "It must be names separated by commas, of {known}", {"known": ", ".join(allowed_names)}
            )
        return names

    return read


def _reads_services(allowed_names: tuple[str, ...]) -> Callable[[object], object]:
    """Return a reader of names of *allowed_names* as `_reads_names` does, and of an empty text as all of them."""
    read = _reads_names(allowed_names)
    return lambda text: allowed_names if isinstance(text, str) and not text.strip() else read(text)


_read_addresses: Final = _reads_pairs(
    _PUBLIC,
    "https?://.*",
    "It must be like `arxiv=https://mirror.example.org`: an address by service, which is one of {known}",
)
_read_budgets: Final = _reads_pairs(
    (*SEARCH_PROVIDERS, *_PUBLIC),
    "[0-9]+",
    "It must be like `brave=1000,serper=500`: requests a day by provider, which is one of {known}",
)


def _provider_key(name: str, *others: str) -> Any:
    """Return the field of a search provider's key, which is read under the provider's own names too."""
    names = (f"{name}_API_KEY", *others)
    return Field(
        None,
        validation_alias=AliasChoices(f"{_PREFIX}{names[0]}", *names),
        description="A key of that search provider; with it the provider is asked.",
    )


def _service_key(name: str) -> Any:
    """Return the field of a public service's key, which is read under the service's own name too."""
    return Field(
        None,
        validation_alias=AliasChoices(f"{_PREFIX}{name}_API_KEY", f"{name}_API_KEY"),
        description="A key of that public service, which answers more requests with one.",
    )


class Settings(BaseSettings):
    """Settings of one process; names and meanings are part of the product (docs/settings.md)."""

    # A value that is refused may be a secret: errors must not show it.
    model_config = SettingsConfigDict(
        env_prefix=_PREFIX, frozen=True, extra="ignore", populate_by_name=True, hide_input_in_errors=True
    )

    host: str = Field("127.0.0.1", description="Address `gossamer serve` listens on.")
    port: int = Field(3002, ge=0, le=65535, description="Port `gossamer serve` listens on; 0 picks a free one.")
    home: Annotated[Path, BeforeValidator(_expand_home)] = Field(
        default_factory=lambda: user_data_path("gossamer", appauthor=False),
        description="Data folder: database, blobs, browser profiles.",
    )
    database_url: _MaybePath = Field(
        None, description="`postgresql://…` for many machines; a SQLite file in the data folder when unset."
    )
    blobs_url: _MaybePath = Field(
        None, description="Where screenshots and PDFs go: a folder, `s3://…`, `gs://…`; in the data folder when unset."
    )
    api_key: _Key = Field(
        None, description="A key of the first team, added at start; one is made and printed at first start when unset."
    )
    auth: Literal["on", "off"] = Field(
        "on", description="`off` is open mode: every caller is the first team. For a trusted network only."
    )
    admin_token: _Secret = Field(
        None, description="Opens the `/admin` API to callers that send it; without it there is no such API."
    )
    secret_key: _Secret = Field(
        None, description="Seals what the database gives back, as webhook secrets; a file in the data folder if unset."
    )
    secret_key_previous: _Secret = Field(
        None, description="The key before that one, until `gossamer reseal` has sealed anew what it sealed."
    )
    metrics_token: _Secret = Field(
        None,
        description="Opens `/metrics`; when unset it is open to this machine itself, and to the admin token from "
        "anywhere.",
    )
    metrics_listen: _MaybeListening = Field(
        None,
        description="Address where `gossamer worker` shows `/metrics` and `/health/live`, as `127.0.0.1:9102`; nowhere "
        "when unset.",
    )
    otel_traces_exporter: Annotated[Literal["otlp", "console", "none"] | None, BeforeValidator(_none_if_empty)] = Field(
        None,
        validation_alias=AliasChoices("GOSSAMER_OTEL_TRACES_EXPORTER", "OTEL_TRACES_EXPORTER"),
        description="Where traces go: `otlp` (a collector), `console`, `none`; `otlp` when there is an endpoint.",
    )
    otel_exporter_otlp_endpoint: _MaybeWebAddress = Field(
        None,
        validation_alias=AliasChoices("GOSSAMER_OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"),
        description="Address of an OpenTelemetry collector that takes OTLP over HTTP; turns traces on.",
    )
    otel_exporter_otlp_traces_endpoint: _MaybeWebAddress = Field(
        None,
        validation_alias=AliasChoices(
            "GOSSAMER_OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
        ),
        description="The whole address for traces, where it is not the endpoint and `/v1/traces`.",
    )
    otel_service_name: str = Field(
        "gossamer",
        validation_alias=AliasChoices("GOSSAMER_OTEL_SERVICE_NAME", "OTEL_SERVICE_NAME"),
        description="Name of the service in traces.",
    )
    otel_sdk_disabled: bool = Field(
        default=False,
        validation_alias=AliasChoices("GOSSAMER_OTEL_SDK_DISABLED", "OTEL_SDK_DISABLED"),
        description="Whether traces are off whatever else is set.",
    )
    deletion_grace_days: int = Field(
        30, ge=0, description="Days in which a deleted team, user or organization can be restored."
    )
    public_url: _MaybeOrigin = Field(
        None,
        description="Where callers reach this service, for addresses in answers and invitations; as called when unset.",
    )
    smtp_url: _MaybeSecret = Field(
        None, description="Server for e-mail, `smtp://user:password@host:587` or `smtps://…`; without it none is sent."
    )
    smtp_from: str = Field("Gossamer <gossamer@localhost>", description="Address that e-mail is sent from.")
    oidc_issuer: _MaybeWebAddress = Field(
        None, description="OpenID Connect provider by which people sign in to the dashboard, as it names itself."
    )
    oidc_client_id: str = Field("", description="How that provider knows this service.")
    oidc_client_secret: _MaybeSecret = Field(None, description="The secret that it gave this service.")
    oidc_name: str = Field("single sign-on", description="What the provider is called on the sign-in page.")
    oidc_team: _MaybeText = Field(
        None, description="Id or name of the team that people join who are new; only those with an account when unset."
    )
    oidc_only: bool = Field(default=False, description="Whether passwords open nothing where there is a provider.")
    trusted_hosts: _Hosts = Field(
        "", description="Hosts whose web pages may call open mode and `/mcp`, and names of this service, by commas."
    )
    mcp_tools: str = Field(
        "", description="Tools of MCP that are offered, separated by commas, such as `scrape,search`; all when empty."
    )
    trusted_proxies: Annotated[str, NoDecode] = Field(
        "", description="Proxies in front of this service, addresses or CIDRs, that say whom they speak for."
    )
    identity: Literal["browser", "honest"] = Field(
        "browser",
        description="How sites are visited: `browser` as an ordinary Chrome, `honest` under this service's own name.",
    )
    identity_contact: _MaybeContact = Field(
        None, description="Web or mail address for owners of sites, part of the own name; `honest` needs one."
    )
    identity_signatures: Literal["always", "asked", "never"] = Field(
        "always",
        description="Which requests under the own name are signed (Web Bot Auth); it takes GOSSAMER_PUBLIC_URL.",
    )
    prefer_markdown: Literal["auto", "always", "never"] = Field(
        "auto",
        description="Whether sites are asked for Markdown of their own; `auto`: by the identity `honest` alone.",
    )
    egress_allow: Annotated[str, NoDecode] = Field(
        "", description="Hosts, `host:port` or CIDRs that may be reached although private, separated by commas."
    )
    threat_lists: Annotated[tuple[Path, ...], NoDecode, BeforeValidator(_read_paths)] = Field(
        (), description="Files with domains that threat protection blocks in the mode `normal`, separated by commas."
    )
    chromium: _MaybePath = Field(
        None, description="Path of a Chromium, or a CDP address; found by itself when unset, `none` to do without."
    )
    tesseract: Annotated[_MaybePath, BeforeValidator(_none_if_empty)] = Field(
        None,
        description="Path of the tesseract that recognises text of images and scans; found by itself when unset, "
        "`none` to do without.",
    )
    ocr_languages: _Languages = Field(
        "eng",
        description="Languages of that text as tesseract names them, like `eng+deu`; each makes it slower.",
    )
    yt_dlp: Annotated[_MaybePath, BeforeValidator(_none_if_empty)] = Field(
        None,
        description="Path of the yt-dlp that fetches recordings from players of other sites; found on the search path "
        "when unset, `none` to do without.",
    )
    recording_megabytes: int = Field(100, ge=1, le=2000, description="Largest recording that is fetched with it.")
    render: Literal["auto", "always", "never"] = Field(
        "auto",
        description="Pages rendered unasked: `auto` takes those whose content a script brings in; `always`; `never`.",
    )
    filtering_proxy: _ListeningAddress = Field(
        "127.0.0.1:0",
        description="Address of this machine where Chromium, and nobody else, finds its way out; port 0 is a free one.",
    )
    browser_pages: int | None = Field(None, ge=1, description="Pages rendered at once; four a core when unset.")
    browser_idle_seconds: float = Field(120, gt=0, description="An idle browser is closed after this time.")
    warm_pages: int = Field(4, ge=0, description="Rendered pages kept open for a minute, for `interact`; 0 for none.")
    proxy_basic: str = Field("", description="Proxies for the basic tier, separated by commas; direct when unset.")
    proxy_stealth: str = Field("", description="Proxies for the stealth tier; those of the basic tier when unset.")
    sessions: int = Field(50, ge=0, description="Browser sessions open at once in this process.")
    team_sessions: int = Field(20, ge=0, description="Browser sessions of one team open at once, over all processes.")
    strict_tls: bool = Field(
        default=False,
        description="Whether a page must have a valid certificate unless a request sends `skipTlsVerification: true`.",
    )
    unsandboxed_code: bool = Field(
        default=False, description="Whether callers' code runs without a sandbox where the host has none; not advised."
    )
    advertise_url: _MaybeOrigin = Field(
        None,
        description="Where other processes on this database reach this one; `http://host:port` when unset.",
    )
    page_retention_days: int = Field(30, ge=0, description="Stored pages older than this are forgotten.")
    history_retention_days: int = Field(
        0, ge=0, description="Versions of pages older than this are forgotten, but for the last one. 0 keeps them all."
    )
    index_pages: int = Field(
        200_000, ge=0, description="Pages of one team in the search index; the oldest leave it first. 0 for no index."
    )
    index_unlisted: bool = Field(
        default=False, description="Whether pages that ask search engines not to list them are in the index too."
    )
    scrapes_at_once: int = Field(
        200, ge=1, description="Scrapes and maps under way at once in this process; four times as many wait in line."
    )
    team_scrapes_at_once: int = Field(
        100, ge=1, description="Scrapes and maps of one team under way at once; four times as many wait in line."
    )
    stop_grace_seconds: float = Field(
        8,
        ge=0,
        description="How long the service may take to stop; requests under way may go on until 3 seconds before.",
    )
    workers: int | None = Field(
        None, ge=0, description="Worker processes beside the first, started when needed; cores less one when unset."
    )
    lanes_per_process: int = Field(
        4, ge=1, description="Lanes of one team that a process works on at once; twice as many of all teams."
    )
    team_concurrency: int = Field(
        50, ge=1, description="Pages of one crawl or batch under way at once, over all processes."
    )
    team_queue: int = Field(100_000, ge=1, description="Pages of one team that may wait over all its jobs.")
    team_monitors: int = Field(200, ge=0, description="Monitors of one team, paused ones too.")
    agents_at_once: int = Field(
        8, ge=1, description="Scrapes with an `agent` under way at once in this process; more wait in line."
    )
    agent_steps: int = Field(100, ge=1, description="Steps that an `agent` may do for one scrape.")
    agent_pages: int = Field(20, ge=1, description="Pages that an `agent` may bring back for one scrape.")
    job_hours: float = Field(48, gt=0, description="A crawl or batch ends after this time, finished or not.")
    terms_policy: Literal["ignore", "report", "obey"] = Field(
        "ignore",
        description="The least strict policy about what sites say on the use of their pages; keys and requests may "
        "name a stricter one, and a `purpose`.",
    )
    ignore_robots_allowed: bool = Field(
        default=False, description="Whether crawls may ask for `ignoreRobotsTxt` and `robotsUserAgent`."
    )
    rate_limits: Annotated[Mapping[Mode, int], NoDecode, BeforeValidator(_read_rates)] = Field(
        default_factory=dict,
        description="Requests a minute of each team without rate limits of its own, as `scrape=100,crawl=15`; none.",
    )
    llm_model: _MaybeText = Field(
        None,
        validation_alias=AliasChoices("GOSSAMER_LLM_MODEL", "MODEL_NAME"),
        description="The language model, `provider:name` or a plain name; prompts are carried out by rules when unset.",
    )
    llm_model_agent: _MaybeText = Field(None, description="The model of prompts and agents, where it is another one.")
    llm_model_extract: _MaybeText = Field(None, description="The model of structured data, where it is another one.")
    llm_model_summary: _MaybeText = Field(None, description="The model of summaries, where it is another one.")
    llm_model_answer: _MaybeText = Field(None, description="The model of answers, where it is another one.")
    llm_base_url: _MaybeWebAddress = Field(
        None, description="Where the model is, a server that speaks the OpenAI protocol."
    )
    llm_api_key: _MaybeSecret = Field(None, description="What opens the model's server.")
    openai_base_url: _MaybeWebAddress = Field(
        None,
        validation_alias=AliasChoices("GOSSAMER_OPENAI_BASE_URL", "OPENAI_BASE_URL"),
        description="As `GOSSAMER_LLM_BASE_URL`, for models without another provider.",
    )
    openai_api_key: _MaybeSecret = Field(
        None,
        validation_alias=AliasChoices("GOSSAMER_OPENAI_API_KEY", "OPENAI_API_KEY"),
        description="As `GOSSAMER_LLM_API_KEY`, for models without another provider.",
    )
    ollama_base_url: _MaybeWebAddress = Field(
        None,
        validation_alias=AliasChoices("GOSSAMER_OLLAMA_BASE_URL", "OLLAMA_BASE_URL"),
        description="Where an Ollama is.",
    )
    llm_timeout_seconds: float = Field(30, gt=0, description="How long the model may think about one answer.")
    llm_page_tokens: int = Field(
        24_000, ge=1_000, description="How much of a page a model is shown at once, in tokens; longer ones in pieces."
    )
    llm_at_once: int = Field(8, ge=1, description="Requests to models under way at once in this process.")
    llm_price_input: float | None = Field(None, ge=0, description="Price of a million tokens that are sent to models.")
    llm_price_output: float | None = Field(None, ge=0, description="Price of a million tokens that models say.")
    search_providers: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_reads_names(SEARCH_PROVIDERS))] = Field(
        (), description="Search providers to ask, in this order; all that are opened by other settings when unset."
    )
    search_budgets: Annotated[Mapping[str, int], NoDecode, BeforeValidator(_read_budgets)] = Field(
        default_factory=dict,
        description="Requests a day that each process may send to a provider, as `brave=1000,serper=500`; no bound.",
    )
    search_timeout_seconds: float = Field(15, gt=0, description="How long a search provider may take for one answer.")
    searxng_endpoint: _MaybeWebAddress = Field(
        None,
        validation_alias=AliasChoices("GOSSAMER_SEARXNG_ENDPOINT", "SEARXNG_ENDPOINT"),
        description="Where a SearXNG is.",
    )
    searxng_engines: str = Field(
        "",
        validation_alias=AliasChoices("GOSSAMER_SEARXNG_ENGINES", "SEARXNG_ENGINES"),
        description="Its engines for web results, separated by commas; those of the categories when unset.",
    )
    searxng_categories: str = Field(
        "",
        validation_alias=AliasChoices("GOSSAMER_SEARXNG_CATEGORIES", "SEARXNG_CATEGORIES"),
        description="Its categories for web results, separated by commas; `general` when unset.",
    )
    brave_api_key: _MaybeSecret = _provider_key("BRAVE", "BRAVE_SEARCH_API_KEY")
    serper_api_key: _MaybeSecret = _provider_key("SERPER")
    searchapi_api_key: _MaybeSecret = _provider_key("SEARCHAPI")
    serpapi_api_key: _MaybeSecret = _provider_key("SERPAPI")
    tavily_api_key: _MaybeSecret = _provider_key("TAVILY")
    exa_api_key: _MaybeSecret = _provider_key("EXA")
    mojeek_api_key: _MaybeSecret = _provider_key("MOJEEK")
    kagi_api_key: _MaybeSecret = _provider_key("KAGI")
    marginalia_api_key: _MaybeSecret = _provider_key("MARGINALIA")
    # GOOGLE_API_KEY is not read: as a rule it opens a language model.
    google_search_api_key: _MaybeSecret = _provider_key("GOOGLE_SEARCH")
    google_search_engine: _MaybeText = Field(
        None,
        validation_alias=AliasChoices("GOSSAMER_GOOGLE_SEARCH_ENGINE", "GOOGLE_CSE_ID"),
        description="The Google Programmable Search engine (`cx`) that goes with the key.",
    )
    duckduckgo: bool = Field(
        default=False, description="Whether DuckDuckGo is asked, by reading its page: it has no API."
    )
    search_upstream_url: _MaybeWebAddress = Field(
        None, description="Another service with this API whose `/v2/search` is asked."
    )
    search_upstream_key: _MaybeSecret = Field(None, description="A key of that service.")
    search_custom_url: _MaybeSecret = Field(
        None, description="A search of one's own: its address, in which `{query}` stands for what is looked for."
    )
    search_custom_headers: _MaybeSecret = Field(None, description="Headers for it, a JSON object.")
    search_custom_body: _MaybeSecret = Field(None, description="JSON that is posted to it; it is a GET when unset.")
    search_custom_results: str = Field("results", description="Path of the list of results in its answer.")
    search_custom_fields: str = Field(
        "", description="What it calls the parts of a result, as `url=link,title=name,description=snippet`."
    )
    paper_services: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_reads_services(PAPER_SERVICES))] = Field(
        PAPER_SERVICES,
        description="Registers that searches of papers ask, in this order; all when unset, `none` for none.",
    )
    developer_services: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_reads_services(DEVELOPER_SERVICES))] = (
        Field(
            DEVELOPER_SERVICES,
            description="Services that searches for developers ask, in this order; all when unset, `none` for none.",
        )
    )
    public_service_urls: Annotated[Mapping[str, str], NoDecode, BeforeValidator(_read_addresses)] = Field(
        default_factory=dict,
        description="Other addresses of these services, as `gitlab=https://gitlab.example.org`.",
    )
    public_service_contact: _MaybeMail = Field(
        None,
        description="Your mail address for these services: Crossref, OpenAlex and others serve who names one better.",
    )
    openalex_api_key: _MaybeSecret = _service_key("OPENALEX")
    semantic_scholar_api_key: _MaybeSecret = _service_key("SEMANTIC_SCHOLAR")
    stackexchange_api_key: _MaybeSecret = _service_key("STACKEXCHANGE")
    github_token: _MaybeSecret = Field(
        None, description="A token of GitHub for searches for developers: it answers more of them. It needs no rights."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="What is logged.")
    log_format: Literal["auto", "json", "console"] = Field(
        "auto", description="`json` for machines, `console` for people; `auto` looks at the terminal."
    )
    access_log: bool = Field(
        default=False, description="Whether each request is a line of the log: who asked, and what came of it."
    )
    credits_scrape: int = Field(1, ge=0, description="Credits of one scraped page.")
    credits_pdf_page: int = Field(1, ge=0, description="Credits of each PDF page after the first.")
    credits_lockdown: int = Field(4, ge=0, description="Additional credits of a `lockdown` scrape.")
    credits_lockdown_miss: int = Field(1, ge=0, description="Credits of a `lockdown` scrape without a stored copy.")
    credits_zero_data_retention: int = Field(1, ge=0, description="Additional credits of a page that must not be kept.")
    credits_json: int = Field(5, ge=0, description="Credits of a page with structured data, in place of a scraped one.")
    credits_deterministic_json: int = Field(
        3, ge=0, description="Credits of a page with `deterministicJson`, in place of a scraped one."
    )
    credits_redaction: int = Field(
        4, ge=0, description="Additional credits of `redactPII`, for each page of a PDF once more."
    )
    credits_injection_check: int = Field(4, ge=0, description="Additional credits of `checkPromptInjection`.")
    credits_question: int = Field(4, ge=0, description="Additional credits of an answered question.")
    credits_highlights: int = Field(4, ge=0, description="Additional credits of highlights.")
    credits_media: int = Field(4, ge=0, description="Additional credits of audio, and of video.")
    credits_map: int = Field(1, ge=0, description="Credits of a map.")
    credits_session_minute: int = Field(2, ge=0, description="Credits a minute of a browser session.")
    credits_prompted_session_minute: int = Field(
        7, ge=0, description="Credits a minute of a browser session in which a prompt was carried out."
    )
    credits_search: int = Field(2, ge=0, description="Credits of every ten results of a search that were begun.")
    credits_zero_retention_search: int = Field(
        10, ge=0, description="The same of a search of which nothing may be kept."
    )
    credits_feedback: int = Field(1, ge=0, description="Credits that the first feedback on an answer gives back.")
    credits_feedback_daily: int = Field(
        100, ge=0, description="Credits that feedback gives back to one team in a day (UTC) at most."
    )
    credits_agent_step: int = Field(
        1, ge=0, description="Credits of every five steps that an `agent` began, beside the pages it brings back."
    )

    credits_extract: int = Field(
        20, ge=0, description="Credits that have to be left when an extraction begins; its pages are charged."
    )
    extract_urls: int = Field(100, ge=1, description="Most `urls` of one extraction.")
    extract_found_pages: int = Field(
        50, ge=1, description="Most pages that sites and web search lead an extraction to, without a `limit`."
    )
    extract_search_pages: int = Field(
        5, ge=1, description="Pages of a web search that an extraction without a `limit` reads before any others."
    )

    @property
    def rates(self) -> Mapping[str, int]:
        """Return requests a minute by mode; a mode that is not there has no bound."""
        return {mode.value: limit for mode, limit in self.rate_limits.items()}

    @property
    def models(self) -> Mapping[Purpose, str]:
        """Return the names of the models by purpose; a purpose that is not there has none."""
        purpose_models = {
            Purpose.AGENT: self.llm_model_agent,
            Purpose.EXTRACT: self.llm_model_extract,
            Purpose.SUMMARY: self.llm_model_summary,
            Purpose.ANSWER: self.llm_model_answer,
        }
        return {purpose: name for purpose in Purpose if (name := purpose_models[purpose] or self.llm_model) is not None}

    @property
    def traces(self) -> Literal["otlp", "console"] | None:
        """Return the destination of traces, None when they are off."""
        exporter = self.otel_traces_exporter or ("otlp" if self.traces_endpoint else "none")
        return None if self.otel_sdk_disabled or exporter == "none" else exporter

    @property
    def traces_endpoint(self) -> str | None:
        """Return the endpoint for traces, None for the exporter's own default."""
        base = self.otel_exporter_otlp_endpoint
        return self.otel_exporter_otlp_traces_endpoint or (None if base is None else f"{base.rstrip('/')}/v1/traces")

    @property
    def open_mode(self) -> bool:
        """Return whether callers need no key."""
        return self.auth == "off"

    @property
    def worker_processes(self) -> int:
        """Return the number of worker processes that may start beside this one."""
        return _usable_cores() - 1 if self.workers is None else self.workers

    @property
    def prices(self) -> PriceTable:
        """Return the price table."""
        return PriceTable(
            scrape=self.credits_scrape,
            pdf_page=self.credits_pdf_page,
            lockdown=self.credits_lockdown,
            lockdown_miss=self.credits_lockdown_miss,
            zero_data_retention=self.credits_zero_data_retention,
            json=self.credits_json,
            deterministic_json=self.credits_deterministic_json,
            redaction=self.credits_redaction,
            injection_check=self.credits_injection_check,
            question=self.credits_question,
            highlights=self.credits_highlights,
            media=self.credits_media,
            map=self.credits_map,
            session_minute=self.credits_session_minute,
            prompted_session_minute=self.credits_prompted_session_minute,
            agent_step=self.credits_agent_step,
            search=self.credits_search,
            zero_retention_search=self.credits_zero_retention_search,
            extract=self.credits_extract,
        )


def setting_name(place: str) -> str:
    """Return the name of the variable at *place* of a validation error: of several, the one that is set."""
    for field in Settings.model_fields.values():
        alias = field.validation_alias
        names = [name for name in alias.choices if isinstance(name, str)] if isinstance(alias, AliasChoices) else []
        if place in names:
            environment_names = {name.upper() for name in os.environ}
            return next((name for name in names if name.upper() in environment_names), place)
    return f"{_PREFIX}{place}".upper()


def unknown_settings() -> Mapping[str, str | None]:
    """Return names in the environment that look like settings and are none, each with the one that may be meant."""
    all_names = [f"{_PREFIX}{name}".upper() for name in Settings.model_fields]
    strange = sorted(name for name in os.environ if name.upper().startswith(_PREFIX) and name.upper() not in all_names)
    return {name: next(iter(get_close_matches(name.upper(), all_names, n=1, cutoff=0.8)), None) for name in strange}


def check_names(names: Iterable[str]) -> None:
    """Raise ValueError for the first of *names* that no setting has, with the nearest one."""
    for name in names:
        if name not in Settings.model_fields:
            nearest = get_close_matches(name.lower(), Settings.model_fields, n=1)
            hint = f" Did you mean `{nearest[0]}`?" if nearest else " The settings are listed in docs/settings.md."
            raise ValueError(f"`{name}` is no option of Gossamer.{hint}")


def _usable_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
