"""Who calls: seats by their tokens, people by a cookie. Secrets are stored as hashes only."""

from __future__ import annotations

import hashlib
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

__all__ = ["COOKIE", "bearer", "hashed", "is_id", "new_id", "new_secret", "remember", "visitor_of"]

COOKIE = "visitor"
_YEAR = 365 * 86_400
_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SECRET_LENGTH = 32


def new_id() -> str:
    """The id of a new game: ten letters and digits, too many to be guessed."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def is_id(text: str) -> bool:
    """Could it be the id of a game? Not every text can be looked for in every database."""
    return len(text) == 10 and text.isascii() and text.isalnum()


def new_secret() -> str:
    """A token, or a visitor's secret: 192 random bits."""
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def secret_of(connection: HTTPConnection) -> str | None:
    """The visitor's secret, if the cookie has one of the right form."""
    secret = connection.cookies.get(COOKIE)
    if secret is None or len(secret) != _SECRET_LENGTH or not secret.isascii():
        return None
    return secret


def visitor_of(connection: HTTPConnection) -> str | None:
    """By what the visitor is known here: the hash of the cookie's secret."""
    secret = secret_of(connection)
    return None if secret is None else hashed(secret)


def remember(connection: HTTPConnection, response: Response) -> str:
    """Give the visitor a cookie if there is none yet; by what the visitor is known."""
    secret = secret_of(connection) or new_secret()
    response.set_cookie(
        COOKIE,
        secret,
        max_age=_YEAR,
        httponly=True,
        samesite="lax",
        secure=connection.url.scheme in ("https", "wss"),
    )
    return hashed(secret)


def bearer(connection: HTTPConnection) -> str | None:
    """The token of the header ``Authorization: Bearer TOKEN``, if there is one."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None
