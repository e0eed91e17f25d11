from dataclasses import dataclass, replace

import pytest

from gossamer.core.access import Ask, Group, Principal
from gossamer.core.actions import PrintPdf, WaitFor
from gossamer.core.errors import NotAllowed, NotAvailable
from gossamer.core.formats import Html, Markdown, Understanding
from gossamer.core.specs import AgentOption, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.operations.gate import admit, ask_of, check_available

SPEC = ScrapeSpec(url=web_url("https://e.org/"))


@dataclass(frozen=True, slots=True)
class OnlyFormats:
    allowed: frozenset[str]

    def refusal(self, ask: Ask) -> str | None:
        refused = ask.formats - self.allowed
        return f"not {sorted(refused)}" if refused else None


CALLER = Principal("t", "k", (OnlyFormats(frozenset({"markdown"})),))


def test_an_ask_names_formats_actions_and_targets_of_the_spec() -> None:
    spec = replace(SPEC, formats=(Markdown(), Html()), actions=(WaitFor("p"), PrintPdf()))
    assert ask_of(Group.SCRAPE, spec) == Ask(
        Group.SCRAPE, frozenset({"markdown", "html"}), frozenset({"wait", "pdf"}), ("https://e.org/",)
    )


def test_the_default_format_is_asked_for_too() -> None:
    assert ask_of(Group.SCRAPE, SPEC).formats == {"markdown"}


def test_every_restriction_must_agree() -> None:
    admit(CALLER, ask_of(Group.SCRAPE, SPEC))
    with pytest.raises(NotAllowed, match="html"):
        admit(CALLER, ask_of(Group.SCRAPE, replace(SPEC, formats=(Html(),))))


@pytest.mark.parametrize(
    "spec",
    [
        replace(SPEC, formats=(Markdown(), Understanding("summary", {}))),
        replace(SPEC, agent=AgentOption(prompt="click around")),
    ],
)
def test_what_is_not_there_yet_is_named(spec: ScrapeSpec) -> None:
    with pytest.raises(NotAvailable, match=r"`summary`|`agent`"):
        check_available(spec)


def test_zero_retention_must_be_enabled_first() -> None:
    with pytest.raises(NotAllowed, match="not enabled"):
        check_available(replace(SPEC, zero_data_retention=True))
