"""Mapping sites."""

from gossamer.core.access import Ask, Group, Principal
from gossamer.core.crawling import MapSpec, SiteMap
from gossamer.features.map import Maps
from gossamer.operations.gate import admit, check_map


class SiteMaps:
    """Maps are admitted by the site they are of."""

    def __init__(self, maps: Maps) -> None:
        self._maps = maps

    async def map(self, caller: Principal, group: Group, spec: MapSpec) -> SiteMap:
        """Return the URLs of a site, recorded and charged."""
        admit(caller, Ask(group, urls=(spec.url,)))
        check_map(spec)
        return await self._maps.map(spec, team_id=caller.team_id, key_id=caller.key_id)
