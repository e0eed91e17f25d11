"""Mapping sites."""

from gossamer.core.access import Ask, Group, Principal
from gossamer.core.crawling import MapSpec, SiteMap
from gossamer.core.deadlines import Deadline
from gossamer.features.map import PATIENCE, Maps
from gossamer.operations.admission import Admission
from gossamer.operations.gate import admit, check_map


class SiteMaps:
    """Maps are admitted by the site they are of, and take a place as scrapes do: they visit pages and hold much."""

    def __init__(self, maps: Maps, admission: Admission) -> None:
        self._maps = maps
        self._admission = admission

    async def map(self, caller: Principal, group: Group, spec: MapSpec) -> SiteMap:
        """Return the URLs of a site, recorded and charged; waiting for a place counts as time of the map."""
        admit(caller, Ask(group, urls=(spec.url,)))
        check_map(spec)
        deadline = Deadline.after(spec.timeout or PATIENCE)
        async with self._admission.place(caller.team_id, deadline):
            return await self._maps.map(spec, team_id=caller.team_id, key_id=caller.key_id, deadline=deadline)
