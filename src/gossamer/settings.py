"""Every setting, read from the environment once. Nothing else in the package reads it."""

from pathlib import Path
from typing import Annotated, Literal

from platformdirs import user_data_path
from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from gossamer.core.prices import PriceTable


class Settings(BaseSettings):
    """Settings of one process; names and meanings are part of the product (docs/settings.md)."""

    model_config = SettingsConfigDict(env_prefix="GOSSAMER_", frozen=True, extra="ignore", populate_by_name=True)

    host: str = Field("127.0.0.1", description="Address `gossamer serve` listens on.")
    port: int = Field(3002, ge=0, le=65535, description="Port `gossamer serve` listens on; 0 picks a free one.")
    home: Path = Field(
        default_factory=lambda: user_data_path("gossamer", appauthor=False),
        description="Data folder: database, blobs, browser profiles.",
    )
    database_url: str | None = Field(
        None, description="`postgresql://…` for many machines; a SQLite file in the data folder when unset."
    )
    blobs_url: str | None = Field(
        None, description="Where screenshots and PDFs go: a folder, `s3://…`, `gs://…`; in the data folder when unset."
    )
    api_key: SecretStr | None = Field(
        None, description="The first team's key at first start; generated and printed once when unset."
    )
    auth: Literal["on", "off"] = Field(
        "on", description="`off` is open mode: every caller is the first team. For a trusted network only."
    )
    egress_allow: Annotated[str, NoDecode] = Field(
        "", description="Hosts, `host:port` or CIDRs that may be reached although private, separated by commas."
    )
    chromium: str | None = Field(None, description="Path of a Chromium, or a CDP address; found by itself when unset.")
    browser_pages: int | None = Field(None, ge=1, description="Pages rendered at once; four a core when unset.")
    browser_idle_seconds: float = Field(120, gt=0, description="An idle browser is closed after this time.")
    proxy_basic: str = Field("", description="Proxies for the basic tier, separated by commas; direct when unset.")
    proxy_stealth: str = Field("", description="Proxies for the stealth tier, separated by commas.")
    page_retention_days: int = Field(30, ge=0, description="Stored pages older than this are forgotten.")
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="What is logged.")
    log_format: Literal["auto", "json", "console"] = Field(
        "auto", description="`json` for machines, `console` for people; `auto` looks at the terminal."
    )
    credits_scrape: int = Field(1, ge=0, description="Credits of one scraped page.")
    credits_pdf_page: int = Field(1, ge=0, description="Credits of each PDF page after the first.")
    credits_lockdown: int = Field(4, ge=0, description="Additional credits of a `lockdown` scrape.")
    credits_lockdown_miss: int = Field(1, ge=0, description="Credits of a `lockdown` scrape without a stored copy.")

    @property
    def open_mode(self) -> bool:
        """Return whether callers need no key."""
        return self.auth == "off"

    @property
    def prices(self) -> PriceTable:
        """Return the price table."""
        return PriceTable(
            scrape=self.credits_scrape,
            pdf_page=self.credits_pdf_page,
            lockdown=self.credits_lockdown,
            lockdown_miss=self.credits_lockdown_miss,
        )
