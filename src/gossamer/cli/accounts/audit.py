"""The command `gossamer audit`."""

import json

from gossamer.cli.accounts.database_access import OPERATOR, team_named, with_accounts
from gossamer.cli.accounts.tables import tell_json, tell_table
from gossamer.core.accounts import AuditEntry
from gossamer.operations.accounts import AccountOperations
from gossamer.wire import admin


@with_accounts
async def show(accounts: AccountOperations, team: str | None, *, limit: int, before: int | None, as_json: bool) -> None:
    """List what was changed, newest first: of a team, or of organizations with None."""
    team_id = "" if team is None else (await team_named(accounts, team)).team_id
    entries = await accounts.audit(OPERATOR, team_id, before=before, limit=limit)
    if as_json:
        tell_json([admin.entry_json(entry) for entry in entries])
    else:
        tell_table(("NUMBER", "AT (UTC)", "WHO", "WHAT", "TO", "DETAIL"), map(_row, entries))


def _row(entry: AuditEntry) -> tuple[str, ...]:
    detail = json.dumps(admin.detail_json(entry), ensure_ascii=False) if entry.detail else ""
    at = entry.at.strftime("%Y-%m-%d %H:%M:%S")
    return str(entry.number), at, entry.actor, entry.action, entry.target, detail
