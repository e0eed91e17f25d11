"""Budgets of an agent: how far it may go for the credits that are left."""

from dataclasses import replace

from gossamer.core.interaction import Budget
from gossamer.core.prices import STEPS_TOGETHER, PriceTable
from gossamer.core.specs import ScrapeSpec


def most(prices: PriceTable, spec: ScrapeSpec, budget: Budget) -> int:
    """Return the price of a scrape that uses all of *budget*."""
    return prices.navigated(spec, pages=budget.pages, steps=budget.steps)


def least(prices: PriceTable, spec: ScrapeSpec) -> int:
    """Return the price of a scrape for which an agent does something on one page."""
    return prices.navigated(spec, pages=1, steps=1)


def within(prices: PriceTable, spec: ScrapeSpec, budget: Budget, credits_left: int) -> Budget:
    """Return *budget*, cut so that no more is used than *credits_left*, which must be at least `least`.

    Pages and steps are cut by the same share: neither is of use without the other.
    """
    full_cost = most(prices, spec, budget)
    if credits_left >= full_cost:
        return budget
    page, started_bundles = prices.scraped(spec), -(-budget.steps // STEPS_TOGETHER)
    spare = credits_left - least(prices, spec)
    share = spare / max(1, full_cost - least(prices, spec))
    bundles = 1 + int((started_bundles - 1) * share)
    left_for_pages = credits_left - bundles * prices.agent_step
    pages = budget.pages if page == 0 else min(budget.pages, left_for_pages // page)
    return replace(budget, pages=max(1, pages), steps=min(budget.steps, bundles * STEPS_TOGETHER))
