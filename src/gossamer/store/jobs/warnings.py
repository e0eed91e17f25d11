"""Sentences about a job for its owner. Called with the job locked."""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, insert, select

from gossamer.store.jobs.arrays import storable
from gossamer.store.jobs.tally import Tally
from gossamer.store.schema import job_warnings

_MOST = 100
_SENTENCES = (
    select(job_warnings.c.sentence).where(job_warnings.c.job == bindparam("of")).order_by(job_warnings.c.position)
)


def add_warnings(connection: Connection, tally: Tally, sentences: Sequence[str]) -> None:
    """Keep sentences that were not said before; a job has a bounded number of them."""
    if not sentences:
        return
    known_sentences = sentences_of(connection, tally.number)
    new = [sentence for sentence in dict.fromkeys(map(storable, sentences)) if sentence not in known_sentences][
        : _MOST - len(known_sentences)
    ]
    if new:
        rows = [
            {"job": tally.number, "position": at, "sentence": sentence}
            for at, sentence in enumerate(new, len(known_sentences) + 1)
        ]
        connection.execute(insert(job_warnings), rows)


def sentences_of(connection: Connection, number: int) -> Sequence[str]:
    """Return the warnings, in order."""
    return connection.execute(_SENTENCES, {"of": number}).scalars().all()
