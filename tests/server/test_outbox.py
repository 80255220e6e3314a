"""What waits to be sent to somebody who reads slowly."""

import asyncio

from quincunx.server import outbox
from quincunx.server.outbox import Goodbye, Outbox


def taken(box: Outbox) -> list[str | Goodbye]:
    """All that is taken from a box, up to the goodbye."""

    async def run() -> list[str | Goodbye]:
        out = [await box.take()]
        while not isinstance(out[-1], Goodbye):
            out.append(await box.take())
        return out

    return asyncio.run(run())


def test_close__comes_after_what_waits() -> None:
    box = Outbox()
    box.send("one")
    box.close(1012, "restart")
    box.close(4400, "twice")
    box.send("two")
    assert taken(box) == ["one", Goodbye(1012, "restart")]


def test_slow_reader__is_let_go_without_a_gap_in_what_came_before() -> None:
    """Had only some of it been left out, the last number would tell that all of it has come."""
    box = Outbox()
    for number in range(outbox.MOST + 3):
        box.send(str(number))
    assert taken(box) == [Goodbye(4429, "you read too slowly")]
