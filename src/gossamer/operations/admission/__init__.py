"""Admission of scrapes and maps: concurrency slots by process, by team and by key.

Who finds no place free waits in line, in order of arrival and within its own time.
When the line is full it is refused at once, so that a burst costs little more than its answers.
A key waits for a place of its own first, and a team for one of its own: their lines never stand
before others.

Bounds that a team or a key has of its own are kept over all processes, together with pages of jobs.
"""

from gossamer.operations.admission.admission import Admission, Presence
from gossamer.operations.admission.slots import Places
