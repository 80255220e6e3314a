"""The app: everything put together."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic.json_schema import models_json_schema
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import Lifespan

import quincunx
from quincunx.server import guard, pages
from quincunx.server.assets import Assets
from quincunx.server.engines import Engines
from quincunx.server.games import Games
from quincunx.server.metrics import make_metrics
from quincunx.server.problems import problem
from quincunx.server.routes import about, events, games, health, positions, reading, sockets
from quincunx.server.schema import PAGE_MESSAGES, SERVER_MESSAGES, Model, Refusal
from quincunx.server.settings import Settings
from quincunx.server.store import Store, StoreDown

__all__ = ["create_app", "describe"]


def create_app(settings: Settings) -> FastAPI:
    """A server for these settings, to be run by any ASGI server.

    :raises AssetsMissing: if the page's files have not been built.
    """
    metrics = make_metrics(settings.metrics)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.database, server=secrets.token_hex(8), metrics=metrics)
        engines = Engines(processes=settings.engines, memory_mb=settings.engine_memory_mb)
        app.state.games = app.state.live = Games(store, engines, metrics)
        await app.state.games.start()
        yield
        await app.state.games.stop()

    app = _with_routes(lifespan)
    app.state.settings = settings
    app.state.metrics = metrics
    app.state.assets = Assets.load()
    app.mount("/static", app.state.assets)
    if metrics.enabled:
        app.add_route("/metrics", metrics.page, include_in_schema=False)
    app.add_exception_handler(Refusal, _refusal)
    app.add_exception_handler(StoreDown, _store_down)
    app.add_exception_handler(RequestValidationError, _not_valid)
    app.add_exception_handler(HTTPException, _http)
    # Pages and answers; files are compressed when they are built.
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    app.add_middleware(sockets.Sockets)
    guard.install(app, settings, metrics)
    return app


def describe() -> dict[str, Any]:
    """What ``/openapi.json`` says, without a server: the page's types are made from it."""
    return _with_routes().openapi()


class _App(FastAPI):
    def openapi(self) -> dict[str, Any]:
        """The description of the API, with the messages of the sockets among its models."""
        if self.openapi_schema is None:
            made = super().openapi()
            _, told = models_json_schema(
                [(model, "serialization") for model in (*PAGE_MESSAGES, *SERVER_MESSAGES)],
                ref_template="#/components/schemas/{model}",
            )
            models = made.setdefault("components", {}).setdefault("schemas", {})
            for name, model in told["$defs"].items():
                models.setdefault(name, model)
        return super().openapi()


def _with_routes(lifespan: Lifespan[FastAPI] | None = None) -> FastAPI:
    app = _App(
        title="Quincunx",
        version=quincunx.__version__,
        description="Games, live and finished, and the rules behind them.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    for module in (games, events, reading, positions, health, about, pages):
        app.include_router(module.router)
    return app


# --- Errors --------------------------------------------------------------------------------------


async def _refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return problem(
        request.scope,
        error.status,
        error.code,
        error.error,
        field=error.field,
        cells=error.cells,
        headers=error.headers,
    )


async def _store_down(request: Request, error: Exception) -> Response:
    text = "the database cannot be reached; nothing is lost, try again in a moment"
    return problem(request.scope, 503, "database", text, headers={"Retry-After": "2"})


async def _not_valid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        reason = first.get("ctx", {}).get("error", first["msg"])
        return problem(request.scope, 400, "json", f"the body is not JSON: {reason}")
    # Where one of several models would do, its name stands in the place too.
    models = {model.__name__ for model in Model.__subclasses__()}
    where = [str(part) for part in first["loc"][1:] if part not in models]
    text = f"{'.'.join(where)}: {first['msg']}" if where else first["msg"]
    return problem(request.scope, 422, "invalid", text, field=where[0] if where else None)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {400: "json", 404: "address", 405: "method"}
    code = words.get(error.status_code, "http")
    text = {
        404: "there is nothing at this address",
        405: f"{request.method} is not for this address",
    }.get(error.status_code, str(error.detail))
    return problem(request.scope, error.status_code, code, text, headers=dict(error.headers or {}))
