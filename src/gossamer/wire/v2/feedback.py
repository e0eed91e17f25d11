"""`POST /v2/search/{id}/feedback` and `POST /v2/feedback`."""

import json
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from gossamer.core.ids import is_id
from gossamer.core.searches import Feedback, FeedbackTaken, Rating
from gossamer.wire.integrations import Sender
from gossamer.wire.search_answers import FeedbackTaken as TakenAnswer
from gossamer.wire.shapes import StrictShape, Whole, at_most, broken_rule, by_rule, example, typed_url

_MOST_METADATA = 8 * 1024


def _id(value: str) -> str:
    if not is_id(value):
        raise broken_rule("jobId must be the id of an answer, a UUID.")
    return value.lower()


def _address(value: str) -> str:
    by_rule(typed_url)(value)
    return value


def _small(value: dict[str, Any]) -> dict[str, Any]:
    if len(json.dumps(value, ensure_ascii=False).encode()) > _MOST_METADATA:
        raise broken_rule("metadata must not be larger than 8 KB.")
    return value


class ValuableSource(StrictShape):
    """A result that was of use."""

    url: Annotated[str, Field(max_length=4096), AfterValidator(_address)]
    reason: Annotated[str, Field(max_length=1000)] | None = None


class MissingContent(StrictShape):
    """Something that should have been found."""

    topic: Annotated[str, Field(min_length=1, max_length=200)]
    description: Annotated[str, Field(max_length=2000)] | None = None


class _Rated(StrictShape, Sender):
    """Members of any feedback."""

    rating: Literal["good", "bad", "partial"]
    valuable_sources: Annotated[list[ValuableSource], BeforeValidator(at_most(50, "sources"))] | None = None
    missing_content: Annotated[list[MissingContent], BeforeValidator(at_most(50, "topics"))] | None = None
    query_suggestions: Annotated[str, Field(max_length=2000)] | None = None

    def _check_substance(self) -> None:
        check_substance(
            self.rating,
            sources=bool(self.valuable_sources),
            missing=bool(self.missing_content),
            suggestions=bool(self.query_suggestions),
        )


class SearchFeedback(_Rated):
    """Feedback on the results of a search."""

    model_config = example(rating="good", valuableSources=[{"url": "https://example.com", "reason": "up to date"}])

    missing_content: Annotated[list[MissingContent], BeforeValidator(at_most(20, "topics"))] | None = None

    @model_validator(mode="after")
    def _has_substance(self) -> "SearchFeedback":
        self._check_substance()
        return self

    def feedback(self, search_id: str) -> Feedback:
        """Return it as the core knows it."""
        return _feedback(self, "search", search_id)


Tags = Annotated[
    list[Annotated[str, Field(max_length=80, pattern=r"^[a-z0-9][a-z0-9_-]*$")]], BeforeValidator(at_most(20, "tags"))
]


class AnyFeedback(_Rated):
    """Feedback on an answer of any kind."""

    model_config = example(
        endpoint="scrape",
        jobId="5f0d2a52-3f4a-4a5e-9d9b-6f0d2b7c1e11",
        rating="bad",
        issues=["missing_table"],
        note="The second table is missing.",
    )

    endpoint: Literal["search", "scrape", "parse", "map"]
    job_id: Annotated[str, AfterValidator(_id)]
    issues: Tags | None = None
    tags: Tags | None = None
    note: Annotated[str, Field(max_length=4000)] | None = None
    url: Annotated[str, Field(max_length=4096)] | None = None
    page_numbers: (
        Annotated[list[Annotated[Whole, Field(ge=1)]], BeforeValidator(at_most(100, "page numbers"))] | None
    ) = None
    metadata: Annotated[dict[str, Any], AfterValidator(_small)] | None = None

    @model_validator(mode="after")
    def _has_substance(self) -> "AnyFeedback":
        if self.endpoint == "search":
            self._check_substance()
        return self

    def feedback(self) -> Feedback:
        """Return it as the core knows it."""
        return _feedback(self, self.endpoint, self.job_id)


def check_substance(rating: str, *, sources: bool, missing: bool, suggestions: bool) -> None:
    """Raise a broken rule for a rating that says nothing more."""
    if rating == "good" and not sources:
        raise broken_rule("Be substantive: a `good` rating names at least one of `valuableSources`.")
    if rating == "partial" and not (sources or missing):
        raise broken_rule("Be substantive: a `partial` rating names `valuableSources` or `missingContent`.")
    if rating == "bad" and not (missing or suggestions):
        raise broken_rule("Be substantive: a `bad` rating names `missingContent` or `querySuggestions`.")


def _feedback(shape: _Rated, endpoint: str, job_id: str) -> Feedback:
    details = shape.model_dump(by_alias=True, exclude_unset=True, exclude={"rating", "endpoint", "job_id"})
    return Feedback(endpoint, job_id, Rating(shape.rating), details)


def feedback_taken(taken: FeedbackTaken) -> dict[str, Any]:
    """Return the answer to feedback."""
    repeated = "Feedback on this answer was given before; the first feedback counts." if taken.already_given else None
    return TakenAnswer.of(
        feedback_id=taken.feedback_id,
        credits_refunded=taken.refunded,
        credits_refunded_today=taken.refunded_today,
        daily_refund_cap=taken.daily_cap,
        daily_cap_reached=taken.refunded_today >= taken.daily_cap,
        already_submitted=taken.already_given or None,
        warning=repeated,
    )
