"""Shapes of answers to searches and feedback, for the API reference."""

from typing import Any

from pydantic import Field

from gossamer.wire.agent_hints import AgentHints
from gossamer.wire.answers import AnswerShape, OpenAnswerShape, Success


class WebResult(OpenAnswerShape):
    """A page that was found; when it was scraped, with all that a scrape gives."""

    url: str
    title: str
    description: str
    position: int | None = Field(default=None, description="From 1; version 2 only.")
    category: str | None = None
    metadata: dict[str, Any] | None = Field(default=None, description="With `error` when it could not be scraped.")


class NewsResult(OpenAnswerShape):
    """A piece of news; when it was scraped, with all that a scrape gives."""

    url: str
    title: str
    snippet: str
    date: str | None = None
    image_url: str | None = None
    position: int
    category: str | None = None


class ImageResult(AnswerShape):
    """A picture, and the page it is on."""

    title: str
    image_url: str
    image_width: int | None = None
    image_height: int | None = None
    url: str
    position: int


class SearchGroups(AnswerShape):
    """Results by source; one that was not asked for, or has none, is absent."""

    web: list[WebResult] | None = None
    news: list[NewsResult] | None = None
    images: list[ImageResult] | None = None


class Searched(Success):
    """The answer to a search."""

    data: SearchGroups
    id: str = Field(description="For feedback.")
    credits_used: int
    warning: str | None = Field(default=None, description="Providers that failed, options without effect.")
    agent_hints: AgentHints = None


class SearchedFlat(Success):
    """The answer to a search of the web."""

    data: list[WebResult]
    id: str | None = None
    warning: str | None = None


class FeedbackTaken(Success):
    """The outcome of feedback."""

    feedback_id: str
    credits_refunded: int
    credits_refunded_today: int | None = None
    daily_refund_cap: int | None = None
    daily_cap_reached: bool | None = None
    already_submitted: bool | None = None
    warning: str | None = None
