"""What a server counts, for Prometheus.

The rest of the server tells a :class:`Metrics` what happens. Unless ``/metrics`` is wanted that is
the class itself, whose methods do nothing; :class:`Prometheus` keeps the counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

__all__ = ["Metrics", "Prometheus", "make_metrics"]


class Metrics:
    """Hears what happens and forgets it."""

    #: Is there something to be read at ``/metrics``?
    enabled = False

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """An HTTP call was answered. ``route`` is the route's template, never the path."""

    def socket_opened(self) -> None:
        """A WebSocket was accepted."""

    def socket_closed(self, code: int) -> None:
        """A WebSocket that was accepted is closed."""

    def rooms(self, number: int) -> None:
        """So many games are held in memory now."""

    def event(self, kind: str) -> None:
        """An event was accepted and stored: "moved", "ended", …"""

    def refused(self, code: str) -> None:
        """Something was refused: "illegal", "stale", "origin", …"""

    def engines(self, queued: int, running: int, restarts: int) -> None:
        """So many searches wait now, and so many are at work; how often a process was replaced."""

    def batch(self, size: int, seconds: float) -> None:
        """The database has done so many writes in one transaction."""

    async def page(self, request: Request) -> Response:
        """The answer of ``/metrics``."""
        from starlette.responses import PlainTextResponse

        return PlainTextResponse("nothing is counted here", 404)


class Prometheus(Metrics):
    """Keeps counts in a registry of its own, so that several apps in one process do not mix."""

    enabled = True

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
        from prometheus_client.gc_collector import GCCollector
        from prometheus_client.platform_collector import PlatformCollector
        from prometheus_client.process_collector import ProcessCollector

        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)
        self._requests = Counter(
            "quincunx_http_requests",
            "HTTP calls answered.",
            ("method", "route", "status"),
            registry=registry,
        )
        self._latency = Histogram(
            "quincunx_http_request_seconds",
            "Time to the end of an answer.",
            ("route",),
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
            registry=registry,
        )
        self._sockets = Gauge("quincunx_sockets_open", "WebSockets open now.", registry=registry)
        self._closes = Counter(
            "quincunx_socket_closes", "WebSockets closed.", ("code",), registry=registry
        )
        self._rooms = Gauge("quincunx_rooms", "Games held in memory now.", registry=registry)
        self._events = Counter(
            "quincunx_events", "Events accepted and stored.", ("event",), registry=registry
        )
        self._refusals = Counter(
            "quincunx_refusals", "What was refused.", ("code",), registry=registry
        )
        self._queued = Gauge("quincunx_engine_queued", "Searches that wait.", registry=registry)
        self._running = Gauge("quincunx_engine_running", "Searches at work.", registry=registry)
        self._restarts = Gauge(
            "quincunx_engine_restarts",
            "Engine processes started again since the server started.",
            registry=registry,
        )
        self._batch_size = Histogram(
            "quincunx_database_batch_writes",
            "Writes done in one transaction.",
            buckets=(1, 2, 5, 10, 20, 50, 100, 200),
            registry=registry,
        )
        self._batch_time = Histogram(
            "quincunx_database_batch_seconds",
            "Time that such a transaction took, commit included.",
            buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
            registry=registry,
        )

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._latency.labels(route).observe(seconds)

    def socket_opened(self) -> None:
        self._sockets.inc()

    def socket_closed(self, code: int) -> None:
        self._sockets.dec()
        # A client may choose its code: what is not ours or the standard's shares one label.
        known = 1000 <= code <= 1015 or code in (4400, 4401, 4403, 4404, 4413, 4429)
        self._closes.labels(str(code) if known else "other").inc()

    def rooms(self, number: int) -> None:
        self._rooms.set(number)

    def event(self, kind: str) -> None:
        self._events.labels(kind).inc()

    def refused(self, code: str) -> None:
        self._refusals.labels(code).inc()

    def engines(self, queued: int, running: int, restarts: int) -> None:
        self._queued.set(queued)
        self._running.set(running)
        self._restarts.set(restarts)

    def batch(self, size: int, seconds: float) -> None:
        self._batch_size.observe(size)
        self._batch_time.observe(seconds)

    async def page(self, request: Request) -> Response:
        """Everything counted so far, in Prometheus's text form."""
        from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
        from starlette.responses import Response

        # The text has a charset of its own; a media type would get a second one.
        return Response(
            generate_latest(self._registry), headers={"content-type": CONTENT_TYPE_LATEST}
        )


def make_metrics(enabled: bool) -> Metrics:
    """Counts if they are wanted, and else something that takes no time."""
    return Prometheus() if enabled else Metrics()
