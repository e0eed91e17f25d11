"""The rules that follow from a key's restrictions; each asks one question of an `Ask`.

A refusal is a sentence about the key: its restriction, and the part of the request that is
not in that. Rules only narrow, so their order decides nothing but the order of the sentences.
"""

from dataclasses import dataclass
from typing import Final

from gossamer.core.access import AccessRequest, Group
from gossamer.core.urls import host_of

# An action that nobody has classified returns content until somebody says that it does not.
_HARMLESS: Final = frozenset({"wait", "click", "write", "press", "scroll"})
# The format that gives the same content as an action; None when there is no such format.
_RETURNED: Final = {"screenshot": "screenshot", "scrape": None, "executeJavascript": None, "pdf": None}
# They cannot do anything without a model, whatever they are asked.
_BY_MODEL: Final = frozenset({Group.AGENT, Group.DEEP_RESEARCH})
# The limit on refused names in a message; a batch may have thousands.
_TOLD: Final = 20


@dataclass(frozen=True, slots=True)
class OnlyEndpoints:
    """Allow these groups; what belongs to no group is refused, what tells about the account never.

    Version 0 is in no group; why it is refused is for `NoLegacy` to say.
    """

    groups: tuple[Group, ...]

    def refusal(self, ask: AccessRequest) -> str | None:
        """Return the message that refuses *ask*, None when it is allowed."""
        if ask.group in {Group.ACCOUNT, Group.LEGACY} or ask.group in self.groups:
            return None
        return (
            f"This API key is restricted to the following endpoints: {', '.join(self.groups)}. "
            f"Endpoint not allowed: {ask.group}."
        )


@dataclass(frozen=True, slots=True)
class NoLegacy:
    """Refuse version 0 of the API, which came before there were restrictions."""

    def refusal(self, ask: AccessRequest) -> str | None:
        """Return the message that refuses *ask*, None when it is allowed."""
        if ask.group is not Group.LEGACY:
            return None
        return "This API key is restricted and cannot use the legacy v0 API; use v2."


@dataclass(frozen=True, slots=True)
class OnlyFormats:
    """Allow these formats, and no action that returns the content of a page in another way.

    Extract and agent, whose asks have no formats, are governed by their own groups alone.
    """

    formats: tuple[str, ...]

    def refusal(self, ask: AccessRequest) -> str | None:
        """Return the message that refuses *ask*, None when it is allowed."""
        formats = sorted(ask.formats.difference(self.formats))
        actions = sorted(kind for kind in ask.actions if not self._is_allowed(kind))
        if not formats and not actions:
            return None
        sentences = [f"This API key is restricted to the following formats: {', '.join(self.formats)}."]
        if formats:
            sentences.append(f"Requested formats not allowed: {', '.join(formats)}.")
        if actions:
            sentences.append(f"Requested actions not allowed: {', '.join(actions)}.")
        return " ".join(sentences)

    def _is_allowed(self, action: str) -> bool:
        return action in _HARMLESS or _RETURNED.get(action) in self.formats


@dataclass(frozen=True, slots=True)
class OnlyDomains:
    """Allow these domains and everything below them.

    Code beside a session's page, and DevTools clients, are refused: an allowed page can be made to load what others
    have, and they can read what was loaded.
    """

    domains: frozenset[str]

    def refusal(self, ask: AccessRequest) -> str | None:
        """Return the message that refuses *ask*, None when it is allowed."""
        if ask.group is Group.BROWSER and "executeJavascript" in ask.actions:
            return (
                f"This API key is restricted to the following domains: {', '.join(sorted(self.domains))}. "
                "Code and DevTools clients in a browser session could read from others and are not allowed."
            )
        refused = sorted({host or "(none)" for host in map(host_of, ask.urls) if not self.allows(host)})
        if not refused:
            return None
        more = f" and {len(refused) - _TOLD} more" if len(refused) > _TOLD else ""
        return (
            f"This API key is restricted to the following domains: {', '.join(sorted(self.domains))}. "
            f"Requested domains not allowed: {', '.join(refused[:_TOLD])}{more}."
        )

    def allows(self, host: str) -> bool:
        """Return whether *host* is one of the domains or lies below one."""
        name = host.removesuffix(".")
        while name not in self.domains:
            _, dot, name = name.partition(".")
            if not dot:
                return False
        return True


@dataclass(frozen=True, slots=True)
class NoModel:
    """Refuse whatever needs a language model."""

    def refusal(self, ask: AccessRequest) -> str | None:
        """Return the message that refuses *ask*, None when it is allowed."""
        if not ask.model and ask.group not in _BY_MODEL:
            return None
        return "This API key may not use language models, and the request needs one."


@dataclass(frozen=True, slots=True)
class OnlyStored:
    """Refuse whatever would visit a site."""

    def refusal(self, ask: AccessRequest) -> str | None:
        """Return the message that refuses *ask*, None when it is allowed."""
        if not ask.live:
            return None
        return "This API key may only read stored pages, and the request would visit a site; use `lockdown`."
