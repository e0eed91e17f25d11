"""The caller of commands that run without a server, and what it may reach."""

from gossamer.core.access import Principal
from gossamer.core.accounts import OPEN_TEAM
from gossamer.net.egress import EgressPolicy
from gossamer.settings import Settings

SELF = Principal(team_id=OPEN_TEAM, key_id="cli")


def open_hosts(settings: Settings, allow: tuple[str, ...]) -> Settings:
    """Return *settings* with the hosts of `--allow` opened too; ValueError when one cannot be read."""
    allowed = ",".join(allow)
    try:
        EgressPolicy.parse(allowed)
    except ValueError as error:
        raise ValueError(str(error).replace("GOSSAMER_EGRESS_ALLOW", "--allow")) from error
    both = ",".join(filter(None, [settings.egress_allow, allowed]))
    return settings.model_copy(update={"egress_allow": both})
