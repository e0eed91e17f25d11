"""Shares of the pages that a team or a key may have under way at once.

A bound is kept exactly: taking pages, for a job or for a waiting caller, locks the team's
row and counts what all have under way. Callers and jobs that want more than there is get half each, and
what one side cannot use goes to the other. Among each other callers come in order of arrival; jobs get
equal parts, and take turns of a few seconds when there are more jobs than pages.
"""

from gossamer.store.sharing.bounds import bound_of_key, bounds_of, hold
from gossamer.store.sharing.shares import BoundUsers, Demand, part_of_callers, share
from gossamer.store.sharing.usage import CallerPlace, UnderWay, demand, under_way
