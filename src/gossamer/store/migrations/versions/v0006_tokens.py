"""Tokens of language models, beside the credits that were charged for them."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Let charges tell their tokens; earlier ones took none that anybody counted."""
    op.add_column("ledger", sa.Column("tokens", sa.BigInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    """Forget the tokens."""
    op.drop_column("ledger", "tokens")
