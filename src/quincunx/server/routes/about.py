"""``/docs``: the API on a page to be read, made from the same source as ``/openapi.json``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup, escape

from quincunx.server.page import Page

__all__ = ["Call", "Row", "calls_of", "models_of", "router"]

router = APIRouter(include_in_schema=False)

Schema = Mapping[str, Any]

#: What FastAPI says of an answer of which nobody has said anything.
_NO_NEWS = "Successful Response"

_METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True)
class Row:
    """A parameter or a field: a line in a table."""

    name: str
    type: Markup
    required: bool
    default: str  # as JSON; empty if there is none
    range: str
    text: str
    where: str = ""  # of a parameter: path, query, header


@dataclass(frozen=True)
class Reply:
    """What a call may answer with."""

    status: str
    text: str
    type: Markup


@dataclass(frozen=True)
class Call:
    """A method of an address."""

    method: str
    path: str
    summary: str
    text: str
    anchor: str
    rows: list[Row] = field(default_factory=list)
    body: Markup | None = None
    replies: list[Reply] = field(default_factory=list)


@dataclass(frozen=True)
class Described:
    """A model, which types of rows refer to."""

    name: str
    text: str
    rows: list[Row]


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    """The page."""
    spec = request.app.openapi()
    return Page(request, "docs").answer(
        version=spec["info"]["version"], calls=list(calls_of(spec)), models=list(models_of(spec))
    )


def calls_of(spec: Schema) -> Iterator[Call]:
    """The calls, in the order of the file."""
    for path, methods in spec["paths"].items():
        for method in _METHODS:
            if method in methods:
                yield _call(path, method, methods[method])


def _call(path: str, method: str, told: Schema) -> Call:
    summary, _, rest = told.get("description", told.get("summary", "")).partition("\n")
    body = told.get("requestBody")
    return Call(
        method=method.upper(),
        path=path,
        summary=summary.strip(),
        text=" ".join(rest.split()),
        anchor=f"{method}-" + re.sub(r"[^a-z0-9]+", "-", path.lower()).strip("-"),
        rows=[
            _row(
                each["name"],
                each["schema"],
                required=each.get("required", False),
                text=each.get("description", ""),
                where=each["in"],
            )
            for each in told.get("parameters", ())
        ],
        body=None if body is None else _content_type(body),
        replies=[
            Reply(status, reply["description"].replace(_NO_NEWS, ""), _content_type(reply))
            for status, reply in sorted(told["responses"].items())
        ],
    )


def models_of(spec: Schema) -> Iterator[Described]:
    """The models, by name."""
    schemas: Schema = spec.get("components", {}).get("schemas", {})
    for name in sorted(schemas, key=str.lower):
        schema = schemas[name]
        rows = [
            _row(key, value, required=key in schema.get("required", ()))
            for key, value in schema.get("properties", {}).items()
        ]
        yield Described(name, " ".join(schema.get("description", "").split()), rows)


def _content_type(told: Schema) -> Markup:
    """The type of a body; empty if it has none, its media type if that is all there is to say."""
    for media, content in told.get("content", {}).items():
        schema = content.get("schema")
        return type_text(schema) if schema else Markup("<code>{}</code>").format(media)
    return Markup("")


def _row(name: str, schema: Schema, *, required: bool, text: str = "", where: str = "") -> Row:
    default = schema.get("default")
    return Row(
        name=name,
        type=type_text(schema),
        required=required,
        default="" if required or default is None else json.dumps(default, ensure_ascii=False),
        range=range_text(schema),
        text=" ".join((text or schema.get("description", "")).split()),
        where=where,
    )


def type_text(schema: Schema) -> Markup:
    """A type in words, with links to models.

    >>> print(type_text({"anyOf": [{"type": "integer"}, {"type": "null"}]}))
    whole number or null
    >>> print(type_text({"type": "array", "items": {"enum": ["a", "b"]}}))
    list of <code>&#34;a&#34;</code> or <code>&#34;b&#34;</code>
    >>> print(type_text({"$ref": "#/components/schemas/Problem"}))
    <a href="#Problem">Problem</a>
    """
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return Markup('<a href="#{0}">{0}</a>').format(name)
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return Markup(" or ").join(map(type_text, schema[several]))
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    if values:
        return Markup(" or ").join(
            Markup("<code>{}</code>").format(json.dumps(value)) for value in values
        )
    kind = schema.get("type", "anything")
    if kind == "array":
        return Markup("list of {}").format(type_text(schema.get("items", {})))
    words = {"integer": "whole number", "string": "text", "boolean": "true or false"}
    return escape(words.get(kind, kind))


def range_text(schema: Schema) -> str:
    """What of a type may be given.

    >>> range_text({"anyOf": [{"type": "integer", "minimum": 1, "maximum": 9}, {"type": "null"}]})
    '1 to 9'
    >>> range_text({"type": "string", "maxLength": 30})
    'at most 30 characters'
    """
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return ", or ".join(filter(None, map(range_text, schema[several])))
    found = []
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        found.append(f"{low:g} to {high:g}")
    elif low is not None or high is not None:
        found.append(f"{low:g} or more" if high is None else f"at most {high:g}")
    for least, most, what in (
        ("minLength", "maxLength", "characters"),
        ("minItems", "maxItems", "items"),
    ):
        if least in schema and most in schema:
            found.append(f"{schema[least]} to {schema[most]} {what}")
        elif most in schema:
            found.append(f"at most {schema[most]} {what}")
    if "pattern" in schema:
        found.append(f"like {schema['pattern']}")
    return ", ".join(found)
