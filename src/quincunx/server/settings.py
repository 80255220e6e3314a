"""What a server is told when it starts."""

from __future__ import annotations

import os
from dataclasses import dataclass

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    """How a server runs. ``database`` is an address as SQLAlchemy writes it."""

    database: str = "sqlite:///quincunx.sqlite"
    host: str = "127.0.0.1"
    port: int = 8000
    #: Engine processes; one is left to the people, if there are several processors.
    engines: int = max(1, (os.cpu_count() or 2) - 1)
    engine_memory_mb: int = 128
    #: Serve ``/metrics``.
    metrics: bool = False
    log_format: str = "text"
    log_level: str = "info"
    #: Addresses of proxies whose ``X-Forwarded-`` headers are believed, with commas between.
    trusted_proxy: str = ""
    #: Origins besides the server's own from which pages may call.
    origins: tuple[str, ...] = ()
    #: HTTP calls a second and address, and how many may come at once.
    call_rate: float = 100.0
    call_burst: int = 200
    #: Sockets that one address may have open.
    sockets_per_address: int = 12_000
