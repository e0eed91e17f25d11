import pytest
from pydantic import ValidationError

from gossamer.bootstrap.models import build_models
from gossamer.cli.problems import parse_settings, setting_problems
from gossamer.core.access import Mode
from gossamer.core.interaction import TokenUsage
from gossamer.ports.models import Purpose
from gossamer.settings import Settings, unknown_settings
from gossamer.testing.clock import ManualClock


def test_rate_limits_are_read_by_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOSSAMER_RATE_LIMITS", "scrape=100, crawl = 15,")
    assert Settings().rates == {Mode.SCRAPE: 100, Mode.CRAWL: 15}


@pytest.mark.parametrize("unset", [None, "", " "])
def test_nothing_is_bounded_unless_it_is_said(monkeypatch: pytest.MonkeyPatch, unset: str | None) -> None:
    if unset is not None:
        monkeypatch.setenv("GOSSAMER_RATE_LIMITS", unset)
    assert Settings().rates == {}


@pytest.mark.parametrize(
    "wrong", ["100", "scrape", "scrape=", "scrape=-1", "scrape=1.5", "scrapes=1", "scrape=1=2", "=1"]
)
def test_rate_limits_that_cannot_be_read_are_refused_with_an_example(
    monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    monkeypatch.setenv("GOSSAMER_RATE_LIMITS", wrong)
    with pytest.raises(ValidationError, match="scrape=100,crawl=15"):
        Settings()


@pytest.mark.parametrize("name", ["GOSSAMER_API_KEY", "GOSSAMER_ADMIN_TOKEN", "GOSSAMER_METRICS_TOKEN"])
@pytest.mark.parametrize(
    "value", ["Q!", "short-7", "with a space in it", "umlaut-schlüssel-ist-lang", "a-tab\tis-no-sign-of-a-key"]
)
def test_a_secret_that_can_be_guessed_or_not_be_sent_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError, match=r"at least \d+ characters, .* without spaces") as refused:
        Settings()
    assert value not in str(refused.value)


def test_a_key_that_programs_have_already_may_be_shorter_than_other_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOSSAMER_API_KEY", "fc-12345")
    assert Settings().api_key is not None


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("GOSSAMER_PUBLIC_URL", "data.example.org", "`http://` or `https://` with a host"),
        ("GOSSAMER_PUBLIC_URL", "https://data.example.org/path", "no path"),
        ("GOSSAMER_ADVERTISE_URL", "https://me@10.0.0.5", "no path, name or password"),
        ("GOSSAMER_METRICS_LISTEN", "9102", "a host and a port"),
        ("GOSSAMER_METRICS_LISTEN", "127.0.0.1:99999", "up to 65535"),
        ("GOSSAMER_FILTERING_PROXY", "10.0.0.5", "a host and a port"),
        ("GOSSAMER_LLM_BASE_URL", "localhost:8000", "a web address"),
        ("GOSSAMER_LLM_BASE_URL", "http://", "a web address"),
        ("OPENAI_BASE_URL", "http://h:port", "a web address"),
        ("GOSSAMER_OCR_LANGUAGES", "eng, deu", "like `eng+deu`"),
        ("GOSSAMER_PUBLIC_SERVICE_CONTACT", "me", "a mail address"),
    ],
)
def test_an_address_that_cannot_be_one_is_refused_by_its_name_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, value: str, told: str
) -> None:
    monkeypatch.setenv(name, value)
    assert parse_settings() is None
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith(f"gossamer: {name}: It must be ")
    assert told in line
    assert "pattern" not in line


@pytest.mark.parametrize("url", ["http://10.0.0.5:3002", "https://data.example.org/", "http://[::1]:3002"])
def test_where_a_service_is_reached_is_an_origin(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("GOSSAMER_PUBLIC_URL", url)
    assert Settings().public_url == url


@pytest.mark.parametrize("url", ["postgresql://", "postgres://me@db", "postgresql://db/?sslmode=require"])
def test_a_database_server_needs_the_name_of_a_database(url: str) -> None:
    [problem] = setting_problems(Settings(database_url=url))
    assert (problem.setting, "name a database" in problem.text) == ("GOSSAMER_DATABASE_URL", True)
    assert list(setting_problems(Settings(database_url="postgresql:///?host=/run/db&dbname=pages"))) == []


def test_a_misspelled_setting_is_named_with_the_one_that_may_be_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOSSAMER_EGRES_ALLOW", "10.0.0.0/8")
    monkeypatch.setenv("GOSSAMER_QQQ", "1")
    monkeypatch.setenv("GOSSAMER_PORT", "3002")
    assert unknown_settings() == {"GOSSAMER_EGRES_ALLOW": "GOSSAMER_EGRESS_ALLOW", "GOSSAMER_QQQ": None}


def test_names_of_models_that_other_products_use_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "MODEL_NAME": "small",
        "OPENAI_API_KEY": "sk-key",
        "OPENAI_BASE_URL": "http://127.0.0.1:8000/v1",
        "OLLAMA_BASE_URL": "",
    }.items():
        monkeypatch.setenv(name, value)
    read = Settings()
    assert (read.llm_model, read.openai_base_url, read.ollama_base_url) == ("small", "http://127.0.0.1:8000/v1", None)
    assert "sk-key" not in repr(read)


def test_our_own_names_of_models_go_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MODEL_NAME", "theirs")
    monkeypatch.setenv("GOSSAMER_LLM_MODEL", "ours")
    assert Settings().llm_model == "ours"


def test_a_key_alone_chooses_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-key")
    models = build_models(Settings(), ManualClock())
    assert {models.chat(purpose) for purpose in Purpose} | {models.objects(purpose) for purpose in Purpose} == {None}


def test_the_model_s_address_is_handed_on_and_no_key_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOSSAMER_LLM_MODEL", "small")
    monkeypatch.setenv("GOSSAMER_LLM_BASE_URL", "http://10.0.0.5/v1")
    monkeypatch.setenv("GOSSAMER_LLM_API_KEY", "k")
    [(model, purposes)] = build_models(Settings(), ManualClock()).each()
    assert (model.described, purposes) == ("small (compatible) at 10.0.0.5", tuple(Purpose))


def test_a_purpose_may_have_a_model_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOSSAMER_LLM_MODEL", "small")
    monkeypatch.setenv("GOSSAMER_LLM_MODEL_EXTRACT", "ollama:large")
    monkeypatch.setenv("GOSSAMER_LLM_MODEL_ANSWER", "small")
    models = build_models(Settings(), ManualClock())
    chosen = {purpose: objects.name for purpose in Purpose if (objects := models.objects(purpose)) is not None}
    assert chosen == {"agent": "small", "extract": "large", "summary": "small", "answer": "small"}
    assert models.chat(Purpose.AGENT) is models.chat(Purpose.ANSWER)


def test_a_purpose_may_be_the_only_one_with_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOSSAMER_LLM_MODEL_SUMMARY", "small")
    models = build_models(Settings(), ManualClock())
    assert models.chat(Purpose.AGENT) is None
    assert models.objects(Purpose.SUMMARY) is not None


def test_tokens_cost_what_the_operator_says(monkeypatch: pytest.MonkeyPatch) -> None:
    used = TokenUsage(3, prompt_tokens=2_000_000, completion_tokens=500_000)
    assert build_models(Settings(), ManualClock()).cost(used) is None
    monkeypatch.setenv("GOSSAMER_LLM_PRICE_INPUT", "0.5")
    monkeypatch.setenv("GOSSAMER_LLM_PRICE_OUTPUT", "2")
    assert build_models(Settings(), ManualClock()).cost(used) == 2.0


def test_trusted_hosts_are_names_without_scheme_and_port(monkeypatch: pytest.MonkeyPatch) -> None:
    for names in ("App.example.org, gossamer, ::1,", "localhost", " ", "fe80::1,a"):
        monkeypatch.setenv("GOSSAMER_TRUSTED_HOSTS", names)
        assert Settings().trusted_hosts == names
    for wrong in ("https://app.example.org", "app.example.org:443", "app.example.org/x", "*", "a b"):
        monkeypatch.setenv("GOSSAMER_TRUSTED_HOSTS", wrong)
        with pytest.raises(ValidationError, match="host names separated by commas"):
            Settings()


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("HOME", "~/x", "/home/me/x"),
        ("HOME", "~", "/home/me"),
        ("BLOBS_URL", "~/blobs", "/home/me/blobs"),
        ("BLOBS_URL", "s3://bucket/~/x", "s3://bucket/~/x"),
        ("DATABASE_URL", "sqlite:///~/x.db", "sqlite:////home/me/x.db"),
        ("CHROMIUM", "~/bin/chromium", "/home/me/bin/chromium"),
        ("TESSERACT", "~/bin/tesseract", "/home/me/bin/tesseract"),
        ("YT_DLP", "~/bin/yt-dlp", "/home/me/bin/yt-dlp"),
        ("HOME", "/srv/~x", "/srv/~x"),
    ],
)
def test_a_tilde_stands_for_the_home_folder_in_every_path(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, expected: str
) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.setenv(f"GOSSAMER_{name}", value)
    assert str(getattr(Settings(), name.lower())) == expected


@pytest.mark.parametrize(
    "name", ["HOME", "BLOBS_URL", "DATABASE_URL", "CHROMIUM", "TESSERACT", "YT_DLP", "THREAT_LISTS"]
)
def test_the_home_folder_of_an_unknown_user_is_refused_at_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.setenv(f"GOSSAMER_{name}", f"{'sqlite:///' if name == 'DATABASE_URL' else ''}~no-such-user/x")
    assert parse_settings() is None
    assert capsys.readouterr().err.startswith(f"gossamer: GOSSAMER_{name}: It begins with `~`")


def test_names_of_rates_are_read_in_any_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOSSAMER_RATE_LIMITS", "browserExecute=3,Scrape=4")
    assert Settings().rates == {Mode.BROWSER_EXECUTE: 3, Mode.SCRAPE: 4}
