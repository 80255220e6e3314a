"""Joining a Ray cluster that runs, or saying why that cannot be done."""

from __future__ import annotations

import importlib
import logging
import os
import re
import socket
import threading
from contextlib import suppress
from typing import Any

from quincunx.errors import JobError

__all__ = ["join"]

#: Seconds for something to answer at the address of a cluster, and for that to be Ray.
_PATIENCE = 10.0

#: Ray would print what happens to nodes and processes, on stdout, where results go. It looks at
#: this variable when it is imported; whoever has set it keeps what it says.
_QUIET = ("RAY_DEDUP_LOGS_SKIP_REGEX", ".")

#: The address of the cluster that this process has joined.
_joined: str | None = None


def join(cluster: str) -> Any:
    """Connect this process with a Ray cluster, and give the module ``ray``.

    The connection stays for as long as the process runs, for the next work. One that the caller
    has made before is used as it is.

    :param cluster: ``"auto"`` or the address of its head, ``"HOST:PORT"``.
    :raises JobError: if Ray is not installed, no cluster runs, or this machine is no part of it.
    """
    global _joined
    os.environ.setdefault(*_QUIET)
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise JobError("", "a cluster needs Ray: pip install 'quincunx[cluster]'") from None
    if ray.is_initialized() and _joined in (None, cluster):
        return ray
    address = _address(cluster)
    if ray.is_initialized():
        ray.shutdown()
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.CRITICAL)
    except Exception as error:
        reason = str(error).strip().partition("\n")[0]
        raise JobError("", f"cannot join the Ray cluster at {address}: {reason}") from None
    _joined = cluster
    return ray


def _address(cluster: str) -> str:
    """Where the head of a cluster listens.

    :raises JobError: if it does not. Ray itself would wait there for very long.
    """
    address = _found() if cluster == "auto" else cluster
    host, _, port = address.rpartition(":")
    if not re.fullmatch(r"[^:/]+|\[[0-9a-fA-F:]+\]", host) or not re.fullmatch("[0-9]{1,5}", port):
        raise JobError("", f"{address!r} is no address of a cluster: say auto, or HOST:PORT")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE).close()
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise JobError("", f"no Ray cluster answers at {address}: {reason}") from None
    answered = threading.Event()
    asking = threading.Thread(target=_ask, args=(address, answered), daemon=True)
    asking.start()
    asking.join(_PATIENCE)
    if not answered.is_set():
        raise JobError("", f"what listens at {address} is not the head of a Ray cluster")
    return address


def _found() -> str:
    """The address of the cluster that this machine is part of, or that RAY_ADDRESS names."""
    services: Any = importlib.import_module("ray._private.services")
    try:
        return str(services.canonicalize_bootstrap_address("auto"))
    except ConnectionError:
        raise JobError(
            "", "no Ray cluster runs on this machine: join one by ray start, or give its address"
        ) from None


def _ask(address: str, answered: threading.Event) -> None:
    """Speak to the head of a cluster, which takes Ray very long if it is none."""
    raylet: Any = importlib.import_module("ray._raylet")
    with suppress(Exception):
        raylet.GcsClient(address=address)
        answered.set()
