"""What tests of bad input share: bad values, and what must become of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.server.client import Answer, Site
from tests.server.databases import contents

#: Texts that are no text that people write.
CONTROL = [
    "\x00",
    "a\x00b",
    "a\nb",
    "tab\tbed",
    "\x1b[31m",
    "\x7f",
    "a\x85b",
    "a\u2028b",
    "a\u202eb",
]
#: What JSON can say and Unicode cannot.
SURROGATE = "\ud800"
LARGE_NUMBERS = [-1, 2**31, 2**63, 10**30, 10**400]


@contextmanager
def unchanged(site: Site) -> Iterator[None]:
    """Nothing of what is kept about games may change meanwhile."""
    before = contents(site.database)
    yield
    assert contents(site.database) == before


def problem(answer: Answer, *statuses: int) -> Any:
    """The data of an error, which has the form that all of them have."""
    assert answer.status in statuses, answer
    assert answer.headers["content-type"] == "application/json"
    told = answer.json()
    assert set(told) == {"error", "code", "field", "cells"}
    assert isinstance(told["error"], str) and told["error"]
    assert isinstance(told["code"], str) and told["code"]
    assert told["field"] is None or isinstance(told["field"], str)
    assert all(isinstance(cell, str) for cell in told["cells"])
    return told
