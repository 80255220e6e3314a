"""Errors in one form: a Problem for programs, and for people a page that looks like the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from quincunx.server.page import problem_page

if TYPE_CHECKING:
    from starlette.types import Scope

__all__ = ["problem"]


def problem(
    scope: Scope,
    status: int,
    code: str,
    text: str,
    field: str | None = None,
    cells: Sequence[str] = (),
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The answer to a call that went wrong; programs call what is below /api.

    What they get has the form of ``schema.Problem``.
    """
    path: str = scope["path"]
    answer: Response
    if path == "/api" or path.startswith("/api/"):
        body = {"error": text, "code": code, "field": field, "cells": list(cells)}
        answer = JSONResponse(body, status)
    else:
        answer = problem_page(Request(scope), status)
    answer.headers.update(headers or {})
    return answer
