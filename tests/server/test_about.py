"""``/docs``: every call, every answer and every model of ``/openapi.json``, to be read."""

import re
from types import SimpleNamespace
from typing import Annotated

import pytest
from fastapi import FastAPI, Header, Query
from pydantic import BaseModel, Field

from quincunx.server.routes import about, positions
from quincunx.server.schema import documented
from tests.server.asgi import call


class Sent(BaseModel):
    """What is sent."""

    name: Annotated[str, Field(max_length=30)] = Field("Ada", description="who <it> is")
    level: Annotated[int, Field(ge=1, le=10)]
    words: list[str] | None = None


def make_app() -> FastAPI:
    app = FastAPI(docs_url=None, redoc_url=None)
    app.state.assets = SimpleNamespace(address=lambda name: f"/static/{name}")

    @app.post("/api/things/{number}", status_code=201, responses=documented(404, 422))
    async def things(
        number: int,
        sent: Sent,
        page: Annotated[int, Query(ge=1)] = 1,
        idempotency_key: Annotated[str | None, Header(max_length=64)] = None,
    ) -> Sent:
        """Make a thing.

        And some
        more words.
        """
        return sent

    app.include_router(positions.router)
    app.include_router(about.router)
    return app


@pytest.fixture(scope="module")
def html() -> str:
    answer = call(make_app(), "GET", "/docs")
    assert answer.status == 200 and answer.headers["content-type"].startswith("text/html")
    return answer.body.decode()


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_docs__a_call_has_its_parameters_body_and_answers(html: str) -> None:
    (section,) = re.findall(r'<section[^>]*id="post-api-things-number">.*?</section>', html, re.S)
    text = plain(section)
    assert text.startswith("POST /api/things/{number} Make a thing. And some more words.")
    assert "number path whole number required" in text
    assert "page query whole number 1 1 or more" in text
    assert "idempotency-key header text or null optional at most 64 characters" in text
    assert '<dt>Body</dt><dd><a href="#Sent">Sent</a></dd>' in section
    assert '<dt>201</dt><dd><a href="#Sent">Sent</a></dd>' in section
    assert '<dt>404</dt><dd><a href="#Problem">Problem</a>: there is no such thing</dd>' in section


def test_docs__a_model_has_its_fields(html: str) -> None:
    (section,) = re.findall(r'<section[^>]*id="Sent">.*?</section>', html, re.S)
    text = plain(section)
    assert text.startswith("Sent What is sent.")
    assert "name text &#34;Ada&#34; at most 30 characters who &lt;it&gt; is" in text
    assert "level whole number required 1 to 10" in text
    assert "words list of text or null optional" in text


def test_docs__every_link_on_the_page_has_its_place(html: str) -> None:
    places = set(re.findall(r'id="([^"]+)"', html))
    links = set(re.findall(r'href="#([^"]+)"', html))
    assert {"Problem", "Position", "Outcome", "post-api-positions"} <= links <= places


def test_docs__nothing_is_fetched_from_elsewhere_and_nothing_is_inline(html: str) -> None:
    main = html[html.index("<main") : html.index("</main>")]
    assert "http" not in re.sub(r"openapi.json|<[^>]*>[^<]*http[^<]*<", "", main)
    assert "<script" not in main and "style=" not in main and "on" + "click" not in main
