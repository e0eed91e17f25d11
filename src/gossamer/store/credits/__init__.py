"""The ledger in SQL, and what follows from it: sums of days, accounts with a bound, reservations.

An account is there only for who has a bound. Two numbers in it are kept beside what they are sums of, and
agree with it whenever nobody holds the account's lock: `used` is the sum of the owner's days in the
account's month, `reserved` that of the owner's reservations and of the pages that its jobs have in flight.

Locks are taken in one order: a job, days, reservations, accounts; of a kind, by key.
"""

from gossamer.store.credits.charges import Charge, Charges
from gossamer.store.credits.credits import SqlCreditStore, set_allowance
from gossamer.store.credits.purses import Purse
