"""What a reader has chosen: it stays, the server paints with it, and both languages are whole."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.app.visitors import Visit, Visitor, shot


def chosen(visitor: Visitor, label: str) -> None:
    """Click a choice by what stands on it: the fields themselves are not to be seen."""
    visitor.page.locator("label").filter(has_text=re.compile(f"^{label}")).click()


def test_settings__are_painted_by_the_server_after_a_reload(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/settings")
    shot(page, "settings")
    chosen(visitor, "Dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    chosen(visitor, "Shapes")
    chosen(visitor, "Coordinates")
    expect(visitor.status).to_contain_text("Kept in this browser.")
    visitor.begin("hadron", "c3 b1", opponent="same-screen")
    expect(visitor.grid.locator('[data-piece="b1"] rect').first).to_be_attached()
    expect(visitor.grid.locator('[data-piece="c3"] rect')).to_have_count(0)
    # The same from the server alone: no script has a hand in it.
    answer = visitor.context.request.get(f"{visitor.address}/g/{visitor.id}")
    html = answer.text()
    assert '<html lang="en" data-theme="dark">' in html
    piece = html[html.index('data-piece="b1"') :]
    assert "<rect" in piece[: piece.index("</g>")]
    visitor.open("/settings")
    for name in ("Dark", "Shapes"):
        expect(page.get_by_label(name).first).to_be_checked()
    expect(page.get_by_label("Coordinates")).not_to_be_checked()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(26, 28, 32)"


def test_settings__of_overlays_are_a_games_own(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/settings")
    page.get_by_text("Hadron", exact=True).click()
    page.locator("details[open] label").filter(has_text=re.compile("legal|may be played")).click()
    expect(visitor.status).to_contain_text("Kept")
    visitor.begin("hadron", opponent="same-screen")
    assert "legal" not in visitor.page.evaluate("document.querySelector('quincunx-board').overlays")
    visitor.begin("blast-radius", opponent="same-screen")
    assert "legal" in visitor.page.evaluate("document.querySelector('quincunx-board').overlays")


def test_settings__without_a_script_there_is_a_button(visit: Visit) -> None:
    visitor = visit(java_script_enabled=False)
    page = visitor.open("/settings")
    chosen(visitor, "High contrast")
    page.locator("noscript button").click()
    page.wait_for_load_state()
    assert page.locator("html").get_attribute("data-theme") == "contrast"
    visitor.open("/")
    assert page.locator("html").get_attribute("data-theme") == "contrast"


def test_settings__animation_can_be_switched_off(visit: Visit) -> None:
    visitor = visit(settings={"animated": False})
    visitor.begin("quadrature", opponent="same-screen")
    visitor.play("e3-e4")
    assert visitor.page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize("how", ["browser", "setting"])
def test_german__everywhere(visit: Visit, how: str) -> None:
    visitor = visit(locale="de-DE") if how == "browser" else visit(settings={"language": "de"})
    page = visitor.open("/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.locator("#hadron").get_by_role("button", name="Jetzt spielen").click()
    page.wait_for_url(re.compile("/g/"))
    visitor.await_turn()
    expect(visitor.status).to_contain_text("Rot")
    visitor.click("c3")
    visitor.await_turn()
    visitor.cell("c3").click()
    expect(visitor.alert).to_be_visible()
    shot(page, "german")
    page.get_by_role("button", name="Aufgeben").click()
    page.wait_for_timeout(60)
    page.get_by_role("dialog").get_by_role("button", name="Aufgeben").click()
    expect(page.get_by_role("region", name="Ergebnis")).to_contain_text("Blau")


def test_german__is_chosen_in_the_settings_and_stays(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/settings")
    chosen(visitor, "Deutsch")
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    visitor.open("/rules/quadrature")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    shot(page, "german-rules")
