"""The API does what ``/openapi.json`` says of it, whatever is sent to it: schemathesis tries."""

from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import checks
from schemathesis.schemas import BaseSchema

from quincunx.server.app import create_app
from quincunx.server.settings import Settings
from tests.server.client import Site

#: Stands for a game that has just begun; each call gets one of its own.
FRESH = "freshgame0"
#: Chance finds no game, no move and no cell: something of each kind that succeeds.
BODIES: dict[str, Any] = {
    "/api/games": {"game": "hadron", "size": 5, "opponent": "friend", "clock": {"days": 2}},
    "/api/games/{id}/seats/{side}": {"name": "Ada"},
    "/api/games/{id}/moves": {"move": "a1", "ply": 0},
    "/api/games/{id}/offers": {"kind": "draw"},
    "/api/games/{id}/offers/{kind}/answer": {"accept": True},
    "/api/games/{id}/chat": {"text": "hello"},
    "/api/positions": {"game": "cordon", "size": 3, "moves": ["a1", "b2"]},
}
PARAMETERS = {"id": FRESH, "side": "second", "kind": "draw", "cells": "a1", "ext": "qgn"}
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.unsupported_method,
]


def api() -> BaseSchema:
    """The document, in which the ids of games are such that games can be found."""
    document = create_app(Settings()).openapi()
    # A stream does not end by itself; tests/server/test_resume.py has it.
    del document["paths"]["/api/games/{id}/events"]
    for path, operations in document["paths"].items():
        for operation in operations.values():
            if "requestBody" in operation:
                operation["requestBody"]["content"]["application/json"]["example"] = BODIES[path]
            for parameter in operation.get("parameters", ()):
                if parameter["name"] == "id":
                    parameter["schema"] = {"type": "string", "enum": [FRESH, "0000000000"]}
                if parameter["name"] in PARAMETERS:
                    parameter["example"] = PARAMETERS[parameter["name"]]
    return schemathesis.openapi.from_dict(document)


schema = api()


def fresh(site: Site, path: str) -> tuple[str, str]:
    """A game in which what the path is for can be done, and the token of the first side."""
    made = site.new("cordon", size=3, opponent="friend")
    if "/seats/" not in path:
        other = site.post(f"/api/games/{made['id']}/seats/second", {})["token"]
        site.post(f"/api/games/{made['id']}/offers", {"kind": "draw"}, token=other)
    return made["id"], made["token"]


@schema.parametrize()
@settings(
    max_examples=40,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_api__is_as_documented(case: schemathesis.Case[Any], site: Site) -> None:
    headers = {}
    if case.path_parameters.get("id") == FRESH:
        case.path_parameters["id"], token = fresh(site, case.path)
        headers["Authorization"] = f"Bearer {token}"
    case.call_and_validate(base_url=site.address, headers=headers, checks=CHECKS)
