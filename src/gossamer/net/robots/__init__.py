"""robots.txt by RFC 9309: fetched, kept for a day, shared by all workers."""

from gossamer.net.robots.files import HttpRobots
