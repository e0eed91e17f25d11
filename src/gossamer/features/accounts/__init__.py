"""Organizations, teams, keys and people, and who a token speaks for."""

from gossamer.features.accounts.accounts import Accounts, FirstKey
from gossamer.features.accounts.deletion import Deletion
from gossamer.features.accounts.keys import Keys
from gossamer.features.accounts.members import TeamMembers
from gossamer.features.accounts.passwords import Passwords
from gossamer.features.accounts.second_factors import SecondFactors
from gossamer.features.accounts.sign_ins import SignIns, already_set_up
from gossamer.features.accounts.teams import Teams
from gossamer.features.accounts.upkeep import Upkeep
