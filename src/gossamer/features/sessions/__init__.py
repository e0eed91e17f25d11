"""Browser sessions: pages that stay open, on their own or after a scrape."""

from gossamer.features.sessions.housekeeping import KEPT, Keeper
from gossamer.features.sessions.local_session import LocalSession
from gossamer.features.sessions.metering import Meter
from gossamer.features.sessions.pages import OpenPages
from gossamer.features.sessions.profile_scraping import ProfileScraping
from gossamer.features.sessions.requests import (
    HeldByReplica,
    Here,
    NewSession,
    SessionAuthorization,
    SessionLimits,
    gone,
    lost,
)
from gossamer.features.sessions.sessions import Sessions
