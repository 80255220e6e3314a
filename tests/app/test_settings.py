"""What a reader has chosen: it stays, the server paints with it, and both languages are whole."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import quincunx
from tests.app.visitors import Visit, Visitor, played, shot


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


def test_settings__of_another_tab_are_not_overwritten(visit: Visit) -> None:
    visitor = visit()
    visitor.begin("hadron", "c3 b1", opponent="same-screen")
    other = visitor.beside(visitor.address)
    other.open("/settings")
    chosen(other, "Dark")
    chosen(other, "Shapes")
    expect(other.status).to_contain_text("Kept")
    visitor.button("More").click()
    visitor.page.wait_for_timeout(60)  # not with the same click
    visitor.button("Board").click()
    visitor.page.get_by_label("coordinates").uncheck()
    expect(visitor.grid.locator("[data-layer=coordinates] text")).to_have_count(0)
    other.page.reload()
    expect(other.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(other.page.get_by_label("Shapes")).to_be_checked()
    expect(other.page.get_by_label("Coordinates")).not_to_be_checked()


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


#: Counts how often something is done: what, of which class.
COUNT = """([owner, name]) => {
  const {[name]: real} = window[owner].prototype;
  window.counted = 0;
  window[owner].prototype[name] = function (...given) {
    window.counted += 1;
    return real.apply(this, given);
  };
}"""


@pytest.mark.parametrize("animated", [True, False])
def test_settings__animation_can_be_switched_off(visit: Visit, animated: bool) -> None:
    visitor = visit(settings={"animated": animated})
    visitor.begin("quadrature", opponent="same-screen")
    visitor.page.evaluate(COUNT, ["Element", "animate"])
    visitor.play("e3-e4")
    visitor.shows(played("quadrature", "e3-e4"))
    assert (visitor.page.evaluate("counted") > 0) is animated


@pytest.mark.parametrize("sounds", [True, False])
def test_settings__sounds_can_be_switched_off(visit: Visit, sounds: bool) -> None:
    visitor = visit(settings={"sounds": sounds, "animated": False})
    visitor.begin("hadron", opponent="same-screen")
    visitor.page.evaluate(COUNT, ["AudioScheduledSourceNode", "start"])
    # The first gesture wakes them; browsers take a moment for it.
    for move in ("c3", "b1", "e5"):
        visitor.play(move)
        visitor.page.wait_for_timeout(300)
    assert (visitor.page.evaluate("counted") > 0) is sounds


def test_settings__patterns_hatch_what_is_tinted(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/settings")
    chosen(visitor, "Patterns")
    expect(visitor.status).to_contain_text("Kept")
    visitor.begin("blast-radius", "d4", size=4, opponent="same-screen")
    hatched = visitor.grid.locator("[fill^='url(#']")
    expect(hatched.first).to_be_attached()
    painted = visitor.context.request.get(f"{visitor.address}/g/{visitor.id}").text()
    assert 'fill="url(#' in painted
    visitor.keep({"patterns": False})
    page.reload()
    visitor.await_board()
    expect(hatched).to_have_count(0)


@pytest.mark.parametrize("wanted", [True, False])
def test_settings__a_notification_only_if_asked_for(visit: Visit, wanted: bool) -> None:
    first = visit(settings={"notify": wanted}, permissions=["notifications"])
    second = visit()
    created = first.begin("hadron", opponent="friend")
    second.watch(created["invite"])
    first.page.evaluate(
        """() => {
          window.notes = [];
          window.Notification = class {
            static permission = "granted";
            constructor(text) { notes.push(text); }
          };
        }"""
    )
    first.play("c3")
    second.play("b1")
    first.await_turn()
    assert first.page.evaluate("notes") == []  # whoever looks at the page need not be told
    first.play("e5")
    first.page.evaluate("Object.defineProperty(document, 'hidden', {get: () => true})")
    second.play(next(iter(played("hadron", "c3 b1 e5").legal_moves)).text)
    first.await_turn()
    expect(first.page).to_have_title(re.compile(r"^\(1\) "))
    assert first.page.evaluate("notes") == (["(1) Your turn – Hadron"] if wanted else [])


def test_settings__a_browser_that_refuses_notifications_goes_on(visit: Visit) -> None:
    """On phones they are for service workers only: the constructor throws."""
    first, second = visit(settings={"notify": True}, permissions=["notifications"]), visit()
    created = first.begin("hadron", "c3 b1 e5", opponent="friend", side="first")
    second.watch(created["invite"])
    first.page.evaluate(
        """() => {
          window.Notification = class {
            static permission = "granted";
            constructor() { throw new TypeError("Illegal constructor"); }
          };
          Object.defineProperty(document, "hidden", {get: () => true});
        }"""
    )
    second.play(next(iter(played("hadron", "c3 b1 e5").legal_moves)).text)
    expect(first.page).to_have_title(re.compile(r"^\(1\) "))
    expect(first.status).to_contain_text("Your turn")


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


def test_german__the_result_stays_so_while_somebody_looks_back(visit: Visit) -> None:
    board = quincunx.Board("hadron", size=3)
    while not board.is_game_over():
        board.push(next(iter(board.legal_moves)))
    *before, last = (move.text for move in board.move_stack)
    visitor = visit(settings={"language": "de"})
    visitor.begin("hadron", before, size=3, opponent="same-screen")
    visitor.play(last)
    verdict = visitor.page.locator(".verdict")
    expect(verdict).to_contain_text("gewinnt: ")
    said = verdict.inner_text()
    visitor.page.locator("[data-step=start]").click()
    visitor.shows(quincunx.Board("hadron", size=3))
    assert verdict.inner_text() == said


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
