"""Model answers about a page of a job, stored before they are used.

A model is slow and paid for by the token. Whoever takes over a page from a process that died finds what the model had
answered already, and asks only what it had not. Who scrapes a page says whose page it is with `remembering`, and the
questions beneath need not know.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

import structlog

from gossamer.core.errors import DatabaseUnavailable
from gossamer.ports.answers import AnswerStore
from gossamer.ports.models import Written

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class PageOfJob:
    """The page at *position* of a job, and where its answers are kept."""

    answers: AnswerStore
    job_id: str
    position: int

    async def known(self, key: str) -> Written | None:
        """Return the earlier answer; None when there is none, or the database is away."""
        try:
            return await self.answers.known(self.job_id, self.position, key)
        except DatabaseUnavailable:
            return None

    async def keep(self, key: str, written: Written) -> None:
        """Make the answer durable. Without a database the page has it all the same, and is recorded later."""
        try:
            await self.answers.keep(self.job_id, self.position, key, written)
        except DatabaseUnavailable:
            _log.warning("model_answer_not_kept", job_id=self.job_id, position=self.position)


_page: Final[ContextVar[PageOfJob | None]] = ContextVar("page_of_job", default=None)


@contextmanager
def remembering(page: PageOfJob | None) -> Iterator[None]:
    """Have what models answer within be remembered for *page*; None for nobody."""
    token = _page.set(page)
    try:
        yield
    finally:
        _page.reset(token)


def page_of_job() -> PageOfJob | None:
    """Return whose page is being understood; None when that is nobody's who would come back to it."""
    return _page.get()


def question(model: str, schema: Mapping[str, Any], *texts: str) -> str:
    """Return the digest of a question: model, schema and *texts*."""
    question_json = json.dumps([model, schema, *texts], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(question_json.encode("utf-8", "surrogatepass")).hexdigest()
