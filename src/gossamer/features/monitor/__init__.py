"""Monitors: targets that are checked on a schedule, compared with their baselines, judged, and reported."""

from gossamer.features.monitor.check_turn import MonitorAuthorization, Services
from gossamer.features.monitor.checks import Checks
from gossamer.features.monitor.deliveries import EventShapes, MonitorDeliveries
from gossamer.features.monitor.goals import read_goal
from gossamer.features.monitor.letters import difference
from gossamer.features.monitor.model_judge import ModelJudge
from gossamer.features.monitor.monitors import Monitors
from gossamer.features.monitor.results import CheckedPage, Question, Seen, answer, differs
from gossamer.features.monitor.targets import crawl_spec, page_spec
from gossamer.features.monitor.ticker import Ticker
from gossamer.features.monitor.visits import CheckVisits, see_document
