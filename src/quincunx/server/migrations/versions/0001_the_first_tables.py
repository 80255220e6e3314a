"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=10), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("size", sa.SmallInteger(), nullable=False),
        sa.Column("opponent", sa.String(length=20), nullable=False),
        sa.Column("takebacks", sa.Boolean(), nullable=False),
        sa.Column("engine_side", sa.SmallInteger(), nullable=True),
        sa.Column("level", sa.SmallInteger(), nullable=True),
        sa.Column("clock_initial", sa.Double(), nullable=True),
        sa.Column("clock_increment", sa.Double(), nullable=True),
        sa.Column("clock_days", sa.SmallInteger(), nullable=True),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("updated", sa.Double(), nullable=False),
        sa.Column("v", sa.Integer(), nullable=False),
        sa.Column("branch", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("turn", sa.SmallInteger(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("offers", sa.Text(), nullable=False),
        sa.Column("rematch", sa.String(length=10), nullable=True),
        sa.Column("remaining_first", sa.Double(), nullable=True),
        sa.Column("remaining_second", sa.Double(), nullable=True),
        sa.Column("turn_started", sa.Double(), nullable=True),
        sa.Column("bank_first", sa.Double(), nullable=True),
        sa.Column("bank_second", sa.Double(), nullable=True),
        sa.Column("lag_first", sa.Double(), nullable=True),
        sa.Column("lag_second", sa.Double(), nullable=True),
        sa.Column("deadline", sa.Double(), nullable=True),
        sa.Column("engine_lease", sa.Double(), nullable=True),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.create_index(
            "games_deadline",
            ["deadline"],
            unique=False,
            postgresql_where=sa.text("deadline IS NOT NULL"),
        )
        batch_op.create_index(
            "games_engine_lease",
            ["engine_lease"],
            unique=False,
            postgresql_where=sa.text("engine_lease IS NOT NULL"),
        )
        batch_op.create_index("games_updated", ["updated"], unique=False)

    op.create_table(
        "servers",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("started", sa.Double(), nullable=False),
        sa.Column("beat", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "events",
        sa.Column("game", sa.String(length=10), nullable=False),
        sa.Column("v", sa.Integer(), nullable=False),
        sa.Column("event", sa.String(length=10), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("branch", sa.Integer(), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=True),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("key", sa.String(length=64), nullable=True),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sa.PrimaryKeyConstraint("game", "v"),
        sa.UniqueConstraint("game", "branch", "ply", name="events_place"),
        sa.UniqueConstraint("game", "seat", "key", name="events_key"),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(length=10), nullable=False),
        sa.Column("side", sa.SmallInteger(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=True),
        sa.Column("visitor", sa.String(length=64), nullable=True),
        sa.Column("joined", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"],
            ["games.id"],
        ),
        sa.PrimaryKeyConstraint("game", "side"),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index("seats_visitor", ["visitor"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index("seats_visitor")

    op.drop_table("seats")
    op.drop_table("events")
    op.drop_table("servers")
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.drop_index("games_updated")
        batch_op.drop_index(
            "games_engine_lease", postgresql_where=sa.text("engine_lease IS NOT NULL")
        )
        batch_op.drop_index("games_deadline", postgresql_where=sa.text("deadline IS NOT NULL"))

    op.drop_table("games")
