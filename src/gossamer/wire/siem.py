"""`/v2/team/siem`: where the requests of a team are told."""

from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, model_validator

from gossamer.core.crawls import Webhook
from gossamer.core.headers import basic_authorization
from gossamer.core.siem import SiemStream
from gossamer.core.urls import WebUrl, login_of, without_credentials
from gossamer.wire.answers import AnswerShape, Success
from gossamer.wire.shapes import StrictShape, TargetHeaders, TargetUrl, broken_rule, example
from gossamer.wire.webhooks import check_unsigned


class SiemBody(StrictShape):
    """The whole of the setting; without `url`, or not enabled, nothing is told."""

    model_config = example(url="https://siem.example/collector", headers={"authorization": "Splunk 00000000"})

    enabled: Annotated[bool, Field(description="Whether requests are told.")] = True
    url: Annotated[TargetUrl | None, Field(description="Where batches of requests are posted, as webhooks are.")] = None
    headers: Annotated[TargetHeaders, AfterValidator(check_unsigned)] | None = None

    @model_validator(mode="after")
    def _has_receiver(self) -> "SiemBody":
        if self.enabled and self.url is None:
            raise broken_rule("`url` is required, unless `enabled` is false.")
        return self

    def webhook(self) -> Webhook | None:
        """Return the receiver as the core knows it, None for none."""
        if not self.enabled or self.url is None:
            return None
        # Headers are stored under seal, and an address is not.
        login = login_of(self.url)
        credentials = {"authorization": basic_authorization(*login)} if login else {}
        return Webhook(WebUrl(without_credentials(self.url)), credentials | (self.headers or {}))


class SiemSetting(AnswerShape):
    """Where the requests of a team are told."""

    enabled: bool = Field(description="Whether requests are told.")
    url: str | None = Field(description="The receiver, without a password; a restricted key sees its host alone.")
    header_names: list[str] = Field(description="Headers that are sent along; their values are not shown.")
    trouble: str | None = Field(description="Why the last batch was not taken; null when it was.")
    updated_at: str | None


class SiemAnswer(Success):
    """The answer to reading or setting it."""

    data: SiemSetting


def siem_json(stream: SiemStream, *, is_restricted: bool = False) -> dict[str, Any]:
    """Return the stream of a team, without secrets; with no path, which may hold some, for a restricted key."""
    webhook = stream.webhook
    url: str | None = None if webhook is None else webhook.url
    if url is not None and is_restricted:
        url = urlsplit(url)._replace(path="/", query="", fragment="").geturl()
    names = [] if webhook is None else sorted(webhook.headers)
    trouble = stream.trouble or None
    setting = SiemSetting.of(stream, enabled=webhook is not None, url=url, header_names=names, trouble=trouble)
    return SiemAnswer.of(data=setting)
