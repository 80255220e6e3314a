"""``/api/health``: is the server well?"""

from __future__ import annotations

from typing import Literal, cast

from fastapi import APIRouter, Request
from sqlalchemy import select, text

import quincunx
from quincunx.server.routes.games import games_of
from quincunx.server.schema import Health, documented

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["server"])


@router.get("/health", responses=documented())
async def health(request: Request) -> Health:
    """Well, if the database answers; 503 if it does not."""
    store = games_of(request).store
    await store.read(lambda connection: connection.execute(select(text("1"))).scalar_one())
    kind = cast(Literal["sqlite", "postgresql"], store.kind)
    return Health(status="ok", version=quincunx.__version__, database=kind)
