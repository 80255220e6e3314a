"""Nothing happens twice, and of two who are quick one is quicker: keys, plies, branches."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from quincunx.server.app import create_app
from quincunx.server.settings import Settings
from tests.server.client import Answer, Site, race
from tests.server.databases import events_of
from tests.server.serving import serving


def moved(site: Site, id: str) -> list[str]:
    """What the events say that was played."""
    return [row["event"] for row in events_of(site.database, id)]


def test_key__sent_again_gets_the_same_answer(site: Site) -> None:
    id, first, _ = site.pair()
    with site.live(id, first) as live, site.live(id, first) as again:
        ack = live.move("c3", 0, key="k")
        assert (ack["type"], ack["repeat"]) == ("ack", False)
        # By the same line, by another, and by HTTP.
        for other in (live, again):
            assert other.move("c3", 0, key="k") == {**ack, "repeat": True}
        answer = site.move(id, first, "c3", 0, key="k").must(201)
        assert answer == {"v": ack["v"], "ply": 1, "branch": 0, "repeat": True}
    assert moved(site, id) == ["joined", "moved"]


def test_key__is_known_long_after_its_move(site: Site) -> None:
    id, first, second = site.pair("hadron", size=5)
    answer = site.move(id, first, "c3", 0, key="k").must(201)
    site.move(id, second, "b1", 1).must(201)
    site.post(f"/api/games/{id}/offers", {"kind": "takeback"}, token=first)
    site.post(f"/api/games/{id}/offers/takeback/answer", {"accept": True}, token=second)
    site.move(id, first, "a1", 0).must(201)
    assert site.move(id, first, "c3", 0, key="k").must(201) == {**answer, "repeat": True}
    assert site.state(id)["moves"] == ["a1"]


def test_key__belongs_to_a_seat(site: Site) -> None:
    id, first, second = site.pair("hadron", size=5)
    site.move(id, first, "c3", 0, key="k").must(201)
    assert site.move(id, second, "b1", 1, key="k").must(201)["repeat"] is False
    assert site.state(id)["moves"] == ["c3", "b1"]


def test_key__of_both_sides_at_the_same_screen(site: Site) -> None:
    """The move has passed the turn on, but it is the same person who sends it again."""
    made = site.new("hadron", opponent="same-screen")
    id, token = made["id"], made["token"]
    answer = site.move(id, token, "c3", 0, key="k").must(201)
    assert site.move(id, token, "c3", 0, key="k").must(201) == {**answer, "repeat": True}
    with site.live(id, token) as live:
        assert live.move("c3", 0, key="k")["repeat"] is True


@pytest.mark.parametrize(
    ("path", "body"),
    [("resign", None), ("offers", {"kind": "takeback"}), ("chat", {"text": "hello"})],
)
def test_key__is_for_all_that_can_be_done(site: Site, path: str, body: object) -> None:
    id, first, _ = site.pair(moves=["c3"])
    done = site.post(f"/api/games/{id}/{path}", body, token=first, key="k")
    again = site.post(f"/api/games/{id}/{path}", body, token=first, key="k")
    assert again == {**done, "repeat": True}
    assert len(events_of(site.database, id)) == done["v"]


def test_key__of_a_rematch_makes_one_game(site: Site) -> None:
    made = site.new(level=1)
    path = f"/api/games/{made['id']}"
    site.post(f"{path}/resign", token=made["token"])
    for repeat in (False, True):
        done = site.post(f"{path}/offers", {"kind": "rematch"}, token=made["token"], key="k")
        assert done["repeat"] is repeat
    assert site.state(made["id"])["rematch"]


def test_key__of_a_refusal_gets_the_same_refusal(site: Site) -> None:
    """A late copy of a message must not do what the message did not."""
    id, first, second = site.pair("hadron", size=5)
    with site.live(id, second) as live:
        refused = live.move("b1", 0, key="early")
        assert refused["code"] == "turn"
        site.move(id, first, "c3", 0).must(201)
        assert live.move("b1", 1, key="early")["code"] == "turn"
    assert site.state(id)["moves"] == ["c3"]


def test_key__survives_a_restart(database: str) -> None:
    settings = Settings(database=database, engines=1)
    with serving(create_app(settings)) as served:
        site = Site(f"http://{served.host}", database)
        id, first, second = site.pair("cordon")
        answer = site.move(id, first, "a1", 0, key="k").must(201)
        offer = site.post(f"/api/games/{id}/offers", {"kind": "draw"}, token=second, key="k")
    with serving(create_app(settings)) as served:
        site = Site(f"http://{served.host}", database)
        assert site.move(id, first, "a1", 0, key="k").must(201) == {**answer, "repeat": True}
        again = site.post(f"/api/games/{id}/offers", {"kind": "draw"}, token=second, key="k")
        assert again == {**offer, "repeat": True}
        state = site.state(id)
        assert (state["moves"], state["v"]) == (["a1"], offer["v"])
        assert state["offers"] == [{"kind": "draw", "side": "second"}]
        site.move(id, second, "b2", 1).must(201)


@pytest.mark.parametrize(("ply", "branch"), [(0, 0), (2, 0), (1, 1), (99, 99)])
def test_stale__is_refused_with_the_state(site: Site, ply: int, branch: int) -> None:
    id, first, second = site.pair("hadron", size=5)
    site.move(id, first, "c3", 0).must(201)
    with site.live(id, second) as live:
        refused = live.move("b1", ply, branch)
        assert (refused["type"], refused["code"], refused["v"]) == ("refused", "stale", live.v)
        state = live.next()
        assert (state["type"], state["ply"], state["branch"]) == ("state", 1, 0)
    body = {"move": "b1", "ply": ply, "branch": branch}
    answer = site.call("POST", f"/api/games/{id}/moves", body, token=second)
    assert answer.must(409)["code"] == "stale"
    assert site.state(id)["moves"] == ["c3"]


def test_turn__of_the_other_is_refused(site: Site) -> None:
    id, first, second = site.pair("hadron", size=5)
    assert site.move(id, second, "c3", 0).must(409)["code"] == "turn"
    site.move(id, first, "c3", 0).must(201)
    assert site.move(id, first, "b1", 1).must(409)["code"] == "turn"
    assert site.state(id)["moves"] == ["c3"]


# --- Races ---------------------------------------------------------------------------------------


def test_race__of_two_sockets_of_a_seat_for_one_ply(site: Site) -> None:
    cells = ["a1", "e5"]
    for _ in range(8):
        id, first, _ = site.pair("hadron", size=5)
        with ExitStack() as stack:
            tabs = [stack.enter_context(site.live(id, first)) for _ in cells]
            answers = race(tabs, cells)
            assert sorted(answers) == ["ack", "refused"]
            won = cells[answers.index("ack")]
            # Both see the move that was played; the other one is corrected by a state.
            loser = tabs[answers.index("refused")]
            corrected = loser.until(lambda message: message["type"] == "state")
            assert corrected["moves"] == [won] == site.state(id)["moves"]
        assert moved(site, id) == ["joined", "moved"]


def test_race__of_many_copies_of_a_call(site: Site) -> None:
    id, first, _ = site.pair()

    def play(_: int) -> Answer:
        return site.move(id, first, "c3", 0, key="k")

    with ThreadPoolExecutor(8) as pool:
        answers = [answer.must(201) for answer in pool.map(play, range(16))]
    assert [answer["repeat"] for answer in answers].count(False) == 1
    assert len({answer["v"] for answer in answers}) == 1
    assert moved(site, id) == ["joined", "moved"]


def test_race__for_a_free_seat(site: Site) -> None:
    made = site.new(opponent="friend")

    def sit(_: int) -> int:
        return site.call("POST", f"/api/games/{made['id']}/seats/second", {}).status

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(sit, range(8))) == [201] + [409] * 7
    assert moved(site, made["id"]) == ["joined"]
