"""Two people, two browsers, one game: seats, offers, chat, and somebody who only watches."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.app.servers import Line, Server
from tests.app.visitors import Visit, Visitor, played, shot


def two(visit: Visit, game: str, moves: str = "", **wanted: Any) -> tuple[Visitor, Visitor]:
    """Two who have found each other, before the same game."""
    first, second = visit(), visit()
    created = first.begin(game, moves, opponent="friend", **wanted)
    second.watch(created["invite"])
    expect(first.page.get_by_text("The game can begin.")).to_be_visible()
    return first, second


# --- Seats ---------------------------------------------------------------------------------------


def test_scenario_13__one_friend_joins_by_the_link_and_the_next_only_watches(
    visit: Visit, server: Server
) -> None:
    first = visit()
    created = first.begin("hadron", opponent="friend", name="Ada")
    # Nobody is there yet: the link is shown to be sent.
    link = first.page.get_by_role("textbox", name="Link for your friend")
    expect(link).to_have_value(f"{first.address}{created['invite']}")
    shot(first.page, "invite")
    first.click("c3")
    expect(first.alert).to_contain_text("Nobody has joined yet")

    # Two browsers at once: whoever comes second finds the seat taken.
    second, third = visit(), visit()
    second.watch(created["invite"])
    expect(second.page).to_have_url(re.compile(rf"/g/{created['id']}$"))
    expect(link).to_have_count(0)
    third.watch(created["invite"])
    first.play("c3")
    board = played("hadron", "c3")
    for visitor in (second, third):
        visitor.shows(board)
    second.await_turn()
    third.click("a1")
    expect(third.alert).to_contain_text("You are watching this game.")
    expect(third.button("Resign")).to_have_count(0)
    second.play("b1")
    board.push_text("b1")
    for visitor in (first, third):
        visitor.shows(board)
    assert server.state(created["id"])["players"]["first"]["name"] == "Ada"
    shot(first.page, "friends")
    shot(third.page, "watching")


def test_seats__the_address_alone_watches_and_offers_the_free_seat(visit: Visit) -> None:
    first, second = visit(), visit()
    created = first.begin("cordon", opponent="friend", size=3)
    second.watch(created["url"])
    first.click("a1")
    expect(first.alert).to_be_visible()
    shot(second.page, "join")
    second.button("Join as Blue").click()
    first.play("a1")
    second.await_turn()
    second.play("b2")


def test_seats__whoever_comes_back_has_the_seat_still(visit: Visit) -> None:
    first, second = two(visit, "hadron")
    second.page.reload()
    second.await_board()
    first.play("c3")
    second.await_turn()
    second.page.close()
    away = first.page.locator("#far .presence")
    expect(away).to_have_attribute("aria-label", "not here")


def test_scenario_14__a_watchers_forged_move_is_refused(visit: Visit, server: Server) -> None:
    first, _ = two(visit, "hadron")
    watcher = visit()
    watcher.watch(f"/g/{first.id}")
    before = server.state(first.id)
    answers = watcher.page.evaluate(
        """async id => {
          const socket = new WebSocket(`ws://${location.host}/ws/games/${id}`);
          const heard = [];
          await new Promise(done => {
            socket.onopen = () => {
              socket.send(JSON.stringify({type: "hello", proto: 1, seen: 0}));
              socket.send(JSON.stringify(
                {type: "move", key: "forged", branch: 0, ply: 0, move: "c3"}));
            };
            socket.onmessage = ({data}) => {
              heard.push(JSON.parse(data));
              if (heard.at(-1).key === "forged") done();
            };
          });
          socket.close();
          return heard;
        }""",
        first.id,
    )
    assert answers[-1]["type"] == "refused" and answers[-1]["code"] == "watcher"
    # Nor over HTTP, with the cookie or with a token from nowhere.
    moves = f"{watcher.address}/api/games/{first.id}/moves"
    body = {"move": "c3", "ply": 0}
    assert watcher.context.request.post(moves, data=body).status in (401, 403)
    forged = {"Authorization": "Bearer forged"}
    assert watcher.context.request.post(moves, data=body, headers=forged).status in (401, 403)
    after = server.state(first.id)
    assert (after["moves"], after["v"]) == (before["moves"], before["v"])
    first.play("d4")  # the first move still is Red's
    watcher.shows(played("hadron", "d4"))


def test_scenario_18__two_tabs_of_one_seat_play_one_move(
    visit: Visit, own_server: Server, line: Line
) -> None:
    """The second tab has not heard of the first one's move: its line is held up."""
    visitor, friend = (visit(own_server.address, outages=True) for _ in range(2))
    created = visitor.begin("hadron", opponent="friend")
    friend.watch(created["invite"])
    late = visitor.beside(line.address)
    late.watch(created["url"])
    late.await_turn()
    line.hold()
    visitor.play("c3")
    board = played("hadron", "c3")
    friend.shows(board)
    late.play("a1")
    late.shows(played("hadron", "a1"))  # as if it were played, for as long as nobody contradicts
    line.release()
    late.shows(board)
    expect(late.alert.or_(late.page.locator("#banner[data-shown]")).first).to_be_visible()
    friend.shows(board)
    assert own_server.state(created["id"])["moves"] == ["c3"]


# --- While it is somebody's turn -----------------------------------------------------------------


def test_scenario_20__the_title_says_when_it_is_your_turn(visit: Visit) -> None:
    first, second = two(visit, "hadron")
    expect(first.page).to_have_title(re.compile(r"^\(1\) "))
    assert "(1)" not in second.page.title()
    first.play("c3")
    expect(first.page).not_to_have_title(re.compile(r"\(1\)"))
    expect(second.page).to_have_title(re.compile(r"^\(1\) "))


def test_stepping_back__is_not_disturbed_by_the_opponents_move(visit: Visit) -> None:
    first, second = two(visit, "cordon", "a1 b2 c3", size=3)
    second.await_turn()
    first.button("One move back").click()
    first.button("One move back").click()
    earlier = played("cordon", "a1", 3)
    first.shows(earlier)
    expect(first.status).to_contain_text("Move 1 of 3.")
    second.play("e1")
    expect(first.status).to_contain_text("Move 1 of 4.")
    first.shows(earlier)
    first.click("d1")
    expect(first.alert).to_contain_text("This is move 1 of 4")
    shot(first.page, "stepping-back")
    first.button("Back to the game").click()
    first.shows(played("cordon", "a1 b2 c3 e1", 3))
    first.play("d1")


# --- Offers --------------------------------------------------------------------------------------


def cards(visitor: Visitor) -> Locator:
    """What is to be answered, and the result."""
    return visitor.page.locator("#cards")


def test_scenario_21__a_takeback_and_another_move_instead(visit: Visit, server: Server) -> None:
    first, second = two(visit, "hadron")
    first.play("c3")
    second.shows(played("hadron", "c3"))
    first.button("Takeback").click()
    expect(cards(second)).to_contain_text("asks to take a move back")
    shot(second.page, "takeback")
    second.button("Decline").click()
    expect(first.page.get_by_text("has declined")).to_be_visible()
    first.shows(played("hadron", "c3"))
    first.button("Takeback").click()
    second.button("Accept").click()
    for player in (first, second):
        player.shows(played("hadron"))
    first.play("d4")
    second.shows(played("hadron", "d4"))
    second.play("b1")
    state = server.state(first.id)
    assert state["branch"] == 1
    first.shows(played("hadron", "d4 b1"))


def test_scenario_21__against_the_engine_a_takeback_is_done_at_once(
    visit: Visit, server: Server
) -> None:
    visitor = visit()
    visitor.begin("hadron", level=1)
    visitor.play("c3")
    visitor.await_turn()
    assert server.state(visitor.id)["ply"] == 2
    visitor.button("Takeback").click()
    visitor.shows(played("hadron"))
    visitor.play("d4")
    visitor.await_turn()
    assert server.state(visitor.id)["moves"][0] == "d4"


def test_scenario_21__a_draw_is_offered_in_quadrature_and_only_there(
    visit: Visit, server: Server
) -> None:
    first, second = two(visit, "quadrature", "b3-b4 b9-b8")
    first.button("Offer draw").click()
    expect(cards(second)).to_contain_text("offers a draw")
    second.button("Accept").click()
    for player in (first, second):
        expect(player.result).to_contain_text("Draw: both agreed")
    outcome = server.state(first.id)["outcome"]
    assert (outcome["winner"], outcome["termination"]) == (None, "agreement")
    other, _ = two(visit, "hadron", "c3 b1")
    expect(other.button("Resign")).to_be_visible()
    expect(other.button("Offer draw")).to_have_count(0)


def test_scenario_21__a_rematch_exchanges_the_sides(visit: Visit, server: Server) -> None:
    first, second = two(visit, "hadron")
    first.play("c3")
    first.resign()
    old = first.id
    first.button("Rematch").click()
    expect(cards(second)).to_contain_text("would like a rematch")
    shot(second.page, "rematch")
    second.button("Accept").click()
    for player in (first, second):
        player.page.wait_for_url(lambda url: "/g/" in url and old not in url)
    assert first.id == second.id
    second.play("d4")  # who was second begins
    first.shows(played("hadron", "d4"))
    first.await_turn()
    assert server.state(old)["rematch"] == first.id


def test_rematch__against_the_engine_begins_at_once(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.begin("cordon", size=3, level=1)
    visitor.play("a1")
    visitor.await_turn()
    visitor.resign()
    old = visitor.id
    visitor.button("Rematch").click()
    visitor.page.wait_for_url(lambda url: "/g/" in url and old not in url)
    visitor.await_turn()  # the engine has made the first move
    state = server.state(visitor.id)
    assert state["players"]["first"]["kind"] == "engine" and state["ply"] == 1


# --- Chat ----------------------------------------------------------------------------------------


def test_scenario_22__chat_is_plain_text_and_names_of_cells_light_them(visit: Visit) -> None:
    first, second = two(visit, "hadron")
    box = first.page.get_by_role("textbox", name="Say something")
    box.fill("<b>bold</b> & <script>alert(1)</script>")
    box.press("Enter")
    said = second.page.get_by_role("list", name="What was said")
    expect(said).to_contain_text("<b>bold</b> & <script>alert(1)</script>")
    assert said.locator("b", has_text="bold").count() == 0
    box.fill("why not d4, or z9?")
    box.press("Enter")
    cell = said.get_by_role("button", name="d4")
    cell.hover()
    expect(second.cell("d4")).to_have_attribute("data-lit", "")
    assert second.lit() == {"d4"}
    shot(second.page, "chat")
    second.page.mouse.move(0, 0)
    expect(second.cell("d4")).not_to_have_attribute("data-lit", "")
    cell.click()
    second.page.mouse.move(0, 0)
    expect(second.cell("d4")).to_have_attribute("data-lit", "")
    expect(said.get_by_role("button")).to_have_count(1)  # z9 is no cell
    # What was said is there again after a reload, and for those who come later.
    second.page.reload()
    second.await_board()
    expect(said.get_by_role("listitem")).to_have_count(2)


# --- Several games -------------------------------------------------------------------------------


def test_several__games_side_by_side_do_not_mix(visit: Visit, server: Server) -> None:
    visitor, friend = visit(), visit()
    games = []
    for moves in ("c3", "d4", "a1"):
        created = visitor.begin("hadron", opponent="friend")
        friend.watch(created["invite"])
        games.append((visitor.page, friend.page, visitor.id, moves))
        visitor.page, friend.page = visitor.open_tab(), friend.open_tab()
    for mine, _, _, move in games:
        visitor.page = mine
        visitor.play(move)
    for _, theirs, game, move in games:
        friend.page = theirs
        friend.shows(played("hadron", move))
        friend.await_turn()
        assert server.state(game)["moves"] == [move]
    page = friend.open("/games?mine=1&status=running")
    expect(page.locator(".tile.yours")).to_have_count(3)
    shot(page, "games-mine")


@pytest.mark.parametrize("game", ["hadron", "quadrature"])
def test_sides__the_second_player_sees_the_own_side_below(visit: Visit, game: str) -> None:
    first, second = two(visit, game)
    near, far = ("a1", "a5") if game == "hadron" else ("a1", "a11")
    assert first.middle(near)[1] > first.middle(far)[1]
    assert second.middle(near)[1] < second.middle(far)[1]
    second.button("Flip").click()
    second.page.wait_for_function(
        """names => {
          const [near, far] = names.map(name => document.querySelector(`[data-cell="${name}"]`));
          return near.getBoundingClientRect().top > far.getBoundingClientRect().top;
        }""",
        arg=[near, far],
    )
