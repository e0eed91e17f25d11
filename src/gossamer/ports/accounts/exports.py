"""Export of everything that a team has."""

from typing import IO, Protocol


class TeamExport(Protocol):
    """Gathers a team's data.

    A ZIP file of JSON Lines, one file a kind of data. Keys are there by name and hint; values of headers, secrets of
    webhooks and what is sealed are left out.
    """

    async def export(self, team_id: str) -> IO[bytes]:
        """Return a file with the data of a team, to be read from its start; it is gone when it is closed.

        Raises DatabaseUnavailable.
        """
