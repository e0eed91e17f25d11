"""Plans: the ways in which a clause may be carried out on the page as it is, each with a score.

A frame proposes plans; the planner takes the one that accounts for most words of the clause, then the best score.
"""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from gossamer.core.interaction import Step
from gossamer.features.interact.rules.commands import Command
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.tokens import Token

Carry = Callable[[Run], Awaitable[None]]
Frame = Callable[[Run, Page, Command], "list[Plan]"]


@dataclass(frozen=True)
class Plan:
    """One way to carry out a clause.

    *score* is how well it fits, 0 to about 1.3. *explained* are the tokens it accounts for, by where they start.
    *carry* performs it and raises Stuck unless its result was seen on the page. One that
    *answers_dialog* answers the dialog of a script, before which nothing else can be done.
    """

    score: float
    explained: frozenset[int]
    carry: Carry
    answers_dialog: bool = False

    def left(self, command: Command) -> tuple[Token, ...]:
        """Return the tokens of *command* that name something and are not accounted for."""
        return tuple(t for t in command.content if t.start not in self.explained)

    def coverage(self, command: Command) -> float:
        """Return the share of the tokens of *command* that is accounted for; 1 where none has to be."""
        return 1.0 - len(self.left(command)) / len(command.content) if command.content else 1.0


def starts(tokens: Iterable[Token]) -> frozenset[int]:
    """Return the starts of *tokens*, which name them within their prompt."""
    return frozenset(t.start for t in tokens)


def refusal(score: float, explained: frozenset[int], sentence: str, candidates: tuple[str, ...]) -> Plan:
    """Return the plan that does nothing but ask which of *candidates* is meant."""

    async def carry(_run: Run) -> None:
        raise Stuck(sentence, candidates)

    return Plan(score, explained, carry)


def step_plan(score: float, explained: frozenset[int], step: Step, *, answers_dialog: bool = False) -> Plan:
    """Return the plan that does nothing but *step*."""

    async def carry(run: Run) -> None:
        await run.do(step)
        await run.settled()

    return Plan(score, explained, carry, answers_dialog)
