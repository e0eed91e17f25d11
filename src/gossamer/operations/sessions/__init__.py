"""Browser sessions, as the ways in see them."""

from gossamer.features.sessions import HeldByReplica
from gossamer.operations.sessions.results import EndedSession, OpenedSession, PromptResult, SessionSteps, Shown
from gossamer.operations.sessions.sessions import SessionOperations
from gossamer.operations.sessions.tokens import Tokens
from gossamer.ports.live_pages import DevtoolsChannel, Frame, KeyInput, MouseInput, NavigationInput, UserInput
