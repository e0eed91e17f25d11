"""The export of a team: a ZIP file with a file of JSON Lines for each kind of data.

It is read in slices, each in a short read of its own, so that it costs others nothing; what changes meanwhile may be
missing or there. Secrets are left out: keys have their hint, headers their names, and what is sealed is not read.
"""

import asyncio
import json
import tempfile
import zipfile
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

import msgspec
from sqlalchemy import RowMapping, Select, Table, select, tuple_

from gossamer.store import schema
from gossamer.store.database import Database
from gossamer.store.row_encoding import encoded, moment, unpacked

_SLICE: Final = 200
_README: Final = """\
Export of one team. Each file has JSON Lines: one JSON object a line. Times are UTC.

team        name, bounds
keys        API keys by name and hint; the keys themselves are not stored
members     people and roles
jobs        crawls, batches and other jobs with what was asked for
job_urls    every URL that a job met, with state and reason
scrapes     results of the last day that were kept, as the API returned them
pages       stored pages: address, time, HTTP status and body (`body` as text, `body_base64` where it is none)
versions    when a page of a history was seen, and with which status
monitors    monitors with what was asked for
checks      checks of monitors
usage       credits by day, key and operation
audit       what was changed by whom

Values of HTTP headers, secrets of webhooks, cookies and stored logins are left out.
"""

_Row: TypeAlias = RowMapping


@dataclass(frozen=True, slots=True)
class _Part:
    """One file: its rows by *query*, in the order of *key*, each shown by *form*."""

    name: str
    query: Callable[[str], Select[Any]]
    key: Sequence[Any]
    form: Callable[[_Row], Mapping[str, Any]]


class TeamExport:
    """Gathers a team's data.

    A ZIP file of JSON Lines, one file a kind of data. Keys are there by name and hint; values of headers, secrets of
    webhooks and what is sealed are left out. Files are made in *folder*, without a name.
    """

    def __init__(self, database: Database, folder: Path) -> None:
        self._database = database
        self._folder = folder

    async def export(self, team_id: str) -> IO[bytes]:
        """Return a file with the data of a team, to be read from its start; it is gone when it is closed.

        Raises DatabaseUnavailable.
        """
        with ExitStack() as stack:
            target = stack.enter_context(tempfile.TemporaryFile(dir=self._folder))
            await self._write(team_id, target)
            target.seek(0)
            stack.pop_all()
        return target

    async def _write(self, team_id: str, target: IO[bytes]) -> None:
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("README.txt", _README)
            for part in _PARTS:
                await self._add(archive, part, team_id)

    async def _add(self, archive: zipfile.ZipFile, part: _Part, team_id: str) -> None:
        after: tuple[Any, ...] | None = None
        with archive.open(f"{part.name}.jsonl", "w", force_zip64=True) as target:
            while rows := await self._slice(part, team_id, after):
                # Unpacking and compressing pages is CPU work.
                await asyncio.to_thread(target.write, _lines(rows, part.form))
                after = tuple(rows[-1][column.name] for column in part.key)

    async def _slice(self, part: _Part, team_id: str, after: tuple[Any, ...] | None) -> Sequence[_Row]:
        query = part.query(team_id).order_by(*part.key).limit(_SLICE)
        if after is not None:
            query = query.where(tuple_(*part.key) > after)
        return await self._database.read(lambda connection: connection.execute(query).mappings().all())


def _lines(rows: Sequence[_Row], form: Callable[[_Row], Mapping[str, Any]]) -> bytes:
    return b"".join(encoded(form(row)) + b"\n" for row in rows)


def _of(table: Table, *more: Any) -> Callable[[str], Select[Any]]:
    return lambda team_id: select(table, *more).where(table.c.team_id == team_id)


def _plain(*names: str, times: Sequence[str] = ()) -> Callable[[_Row], Mapping[str, Any]]:
    """Return a function that shows these columns as they are, and *times* in ISO 8601."""
    return lambda row: {name: row[name] for name in names} | {name: _moment(row[name]) for name in times}


def _moment(millis: int | None) -> str | None:
    return None if millis is None else moment(millis).isoformat()


def _parse_column(text: str | None) -> Any:
    """Return the JSON of a column without the values of headers, None for NULL."""
    return None if text is None else _without_headers(json.loads(text))


def _without_headers(value: Any) -> Any:
    match value:
        case dict():
            return {
                name: sorted(_names(inside)) if name == "headers" else _without_headers(inside)
                for name, inside in value.items()
            }
        case list():
            return [_without_headers(inside) for inside in value]
        case _:
            return value


def _names(headers: Any) -> set[str]:
    """Return the names of headers, as they are packed: a mapping, or a tagged list of pairs."""
    match headers:
        case {"v": inside}:
            return _names(inside)
        case dict():
            return set(headers)
        case list():
            return {str(pair[0]) for pair in headers if isinstance(pair, list) and pair}
        case _:
            return set()


def _job(row: _Row) -> Mapping[str, Any]:
    counts = ("done", "failed", "refused", "queued", "in_flight", "credits")
    times = ("created_at", "finished_at", "deadline")
    shown = _plain("id", "key_id", "kind", "state", "error", *counts, times=times)(row)
    return {**shown, "asked": _parse_column(row["spec"])}


def _url(row: _Row) -> Mapping[str, Any]:
    shown = _plain("url", "depth", "tries", "code", "reason", "scrape_id", times=("at",))(row)
    return {"job": row["job_id"], "state": _STATES[row["state"]], **shown}


def _scrape(row: _Row) -> Mapping[str, Any]:
    shown = _plain("id", "key_id", "url", "error_code", times=("finished_at", "expires_at"))(row)
    document = row["document"]
    return {**shown, "document": None if document is None else msgspec.Raw(unpacked(document))}


def _page(row: _Row) -> Mapping[str, Any]:
    head = json.loads(row["head"])
    body = unpacked(row["body"])
    try:
        shown = {"body": body.decode(head.get("charset") or "utf-8")}
    except (UnicodeDecodeError, LookupError):
        shown = {"body_base64": b64encode(body).decode()}
    return {"url": row["url"], "fetched_at": _moment(row["fetched_at"]), "status": head.get("status"), **shown}


def _monitor(row: _Row) -> Mapping[str, Any]:
    shown = _plain("id", "key_id", "status", times=("created_at", "updated_at", "last_run_at", "next_run_at"))(row)
    return {**shown, "asked": _parse_column(row["spec"])}


def _check(row: _Row) -> Mapping[str, Any]:
    times = ("created_at", "started_at", "finished_at")
    shown = _plain("id", "monitor_id", "state", "caused_by", "pages", "actual", "error", times=times)(row)
    return {**shown, "summary": json.loads(row["summary"])}


def _audit(row: _Row) -> Mapping[str, Any]:
    shown = _plain("actor", "action", "target", times=("at",))(row)
    return {**shown, "detail": json.loads(row["detail"])}


def _key(row: _Row) -> Mapping[str, Any]:
    times = ("created_at", "last_used_at", "expires_at", "revoked_at")
    shown = _plain("id", "name", "hint", "created_by", times=times)(row)
    return {**shown, "restrictions": _parse_column(row["restrictions"]), "addresses": _parse_column(row["addresses"])}


def _team(row: _Row) -> Mapping[str, Any]:
    shown = _plain("id", "name", "organization_id", "credits", "concurrency", "identity", times=("created_at",))(row)
    return {**shown, "rate_limits": json.loads(row["rate_limits"])}


_STATES: Final = ("queued", "queued", "running", "done", "failed", "refused")
_PARTS: Final = (
    _Part(
        "team", lambda team_id: select(schema.teams).where(schema.teams.c.id == team_id), (schema.teams.c.id,), _team
    ),
    _Part("keys", _of(schema.api_keys), (schema.api_keys.c.id,), _key),
    _Part(
        "members",
        lambda team_id: (
            select(schema.memberships, schema.users.c.email, schema.users.c.name)
            .join(schema.users, schema.users.c.id == schema.memberships.c.user_id)
            .where(schema.memberships.c.team_id == team_id)
        ),
        (schema.memberships.c.user_id,),
        _plain("email", "name", "role", times=("since",)),
    ),
    _Part(
        "jobs",
        lambda team_id: (
            select(schema.jobs, schema.job_specs.c.spec)
            .join(schema.job_specs, schema.job_specs.c.job == schema.jobs.c.number)
            .where(_is(schema.jobs, team_id))
        ),
        (schema.jobs.c.number,),
        _job,
    ),
    _Part(
        "job_urls",
        lambda team_id: (
            select(schema.frontier, schema.jobs.c.id.label("job_id"))
            .join(schema.jobs, schema.jobs.c.number == schema.frontier.c.job)
            .where(_is(schema.jobs, team_id))
        ),
        (schema.frontier.c.job, schema.frontier.c.position),
        _url,
    ),
    _Part("scrapes", _of(schema.scrapes), (schema.scrapes.c.id,), _scrape),
    _Part("pages", _of(schema.pages), (schema.pages.c.fingerprint,), _page),
    _Part(
        "versions",
        lambda team_id: (
            select(schema.page_versions, schema.histories.c.url, schema.histories.c.tag)
            .join(schema.histories, schema.histories.c.id == schema.page_versions.c.history)
            .where(_is(schema.histories, team_id))
        ),
        (schema.page_versions.c.history, schema.page_versions.c.at, schema.page_versions.c.id),
        _plain("url", "tag", "status", "http_status", times=("at",)),
    ),
    _Part("monitors", _of(schema.monitors), (schema.monitors.c.id,), _monitor),
    _Part("checks", _of(schema.monitor_checks), (schema.monitor_checks.c.id,), _check),
    _Part(
        "usage",
        _of(schema.usage_days),
        (schema.usage_days.c.day, schema.usage_days.c.key_id, schema.usage_days.c.operation),
        lambda row: {
            "day": moment(row["day"] * 86_400_000).date().isoformat(),
            **_plain("key_id", "operation", "credits", "charges")(row),
        },
    ),
    _Part("audit", _of(schema.audit_log), (schema.audit_log.c.number,), _audit),
)


def _is(table: Table, team_id: str) -> Any:
    return table.c.team_id == team_id
