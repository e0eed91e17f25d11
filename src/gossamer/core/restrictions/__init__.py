"""Restrictions of a key, and the rules that follow from them.

A `Restrictions` value is what people set and what is stored; its rules are what the gate asks. Whatever
stored text is not exactly such a value is `RestrictionsUnverified`: a restriction that cannot be
read must never count as none.
"""

from gossamer.core.domains import domain
from gossamer.core.restrictions.addresses import Address, address, holds, network, parse_networks
from gossamer.core.restrictions.encoding import networks, pack, pack_networks, unpack
from gossamer.core.restrictions.values import FORMATS, GROUPS, NONE, Restrictions
