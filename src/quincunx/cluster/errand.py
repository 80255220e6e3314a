"""What a job of a cluster does on its node.

Ray is given the function itself and not its name, since it must be able to say that quincunx is
not there.
"""

from __future__ import annotations

from typing import Any

__all__ = ["errand"]


def errand(call: str | None, arguments: dict[str, Any], wanted: dict[str, str]) -> tuple[str, str]:
    """Do a job, if this node is fit for it: where that was, and a line of JSON (``jobs.do``).

    A node that is not fit says why, in ``unfit``. Without a call, that is all it is asked.
    """
    import json
    import socket

    import ray

    node = ray.get_runtime_context().get_node_id()
    where = f"{socket.gethostname()}/{node[:8]}"
    try:
        import quincunx
    except ImportError as error:
        return where, json.dumps({"unfit": f"quincunx is not installed there ({error})"})
    try:
        from quincunx.cluster.jobs import do
        from quincunx.cluster.sameness import differences, sameness
    except ImportError:
        other = f"quincunx {quincunx.__version__} there, {wanted['quincunx']} here"
        return where, json.dumps({"unfit": other})
    if unfit := differences(wanted, sameness()):
        return where, json.dumps({"unfit": unfit})
    return where, "{}" if call is None else do(call, arguments)
