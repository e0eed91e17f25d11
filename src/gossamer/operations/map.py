"""Mapping sites."""

from dataclasses import replace

from gossamer.core.access import Group, Principal
from gossamer.core.crawls import MapSpec, SiteMap
from gossamer.core.deadlines import Deadline
from gossamer.core.visit_identity import visiting_as
from gossamer.features.map import PATIENCE, Maps
from gossamer.operations.admission import Admission
from gossamer.operations.credit_reservations import Spending
from gossamer.operations.gate import admit, ask_of_map, check_map
from gossamer.operations.threats import ThreatWatch


class SiteMaps:
    """Maps are admitted by the site they are of, and take a place as scrapes do: they visit pages and hold much."""

    def __init__(self, maps: Maps, admission: Admission, spending: Spending, threats: ThreatWatch) -> None:
        self._maps = maps
        self._admission = admission
        self._spending = spending
        self._threats = threats

    async def map(self, caller: Principal, group: Group, spec: MapSpec, dialect: str = "") -> SiteMap:
        """Return the URLs of a site, recorded and charged; waiting for a place counts as time of the map.

        *dialect* is the API version that asks. Raises OutOfCredits.
        """
        admit(caller, ask_of_map(group, spec))
        check_map(caller, spec)
        watch = await self._threats.of(caller, spec.threat_protection)
        watch.check(spec.url)
        spec = replace(spec, notices=(*spec.notices, *watch.warnings))
        deadline = Deadline.after(spec.timeout or PATIENCE)
        async with (
            self._spending.reserved(caller, self._spending.prices.map, deadline) as reservation,
            self._admission.place(caller, deadline),
        ):
            with visiting_as(caller.identity):
                return await self._maps.map(
                    spec,
                    team_id=caller.team_id,
                    key_id=caller.key_id,
                    deadline=deadline,
                    permits=watch.permits,
                    dialect=dialect,
                    reservation=reservation,
                )
