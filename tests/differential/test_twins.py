"""The comparison itself: it notices what is wrong, and says how to see it again."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from queue import Queue
from random import Random
from typing import Any

import pytest

from quincunx import GAMES, find_game
from quincunx.reference import REFERENCES
from quincunx.reference.blast_radius import Reference as BlastRadius
from quincunx.reference.position import Contents, Outcome
from tests import soak
from tests.differential import campaigns, starts, steer
from tests.differential.campaigns import Campaign
from tests.differential.invariants import INVARIANTS
from tests.differential.twins import Mismatch, Twins, play_out
from tests.games.facts import size_with

LIES: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "legal moves": ("legal_moves", lambda truth: set(sorted(truth)[1:])),
    "outcome": ("outcome", lambda truth: (0, "early victory")),
    "score": ("score", lambda truth: (truth[0] + 1, truth[1])),
    "contents": ("contents", lambda truth: {}),
    "not candidates": ("candidates", lambda truth: truth[:-1]),
}


@pytest.mark.parametrize("what", LIES)
def test_twins__notice_a_reference_that_says_something_else(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, lie = LIES[what]
    twins = Twins("cordon", REFERENCES["cordon"].start(3), usual=True)
    twins.push("c3")
    truth = getattr(twins.position, name)
    monkeypatch.setattr(twins.position, name, lambda: lie(truth()))
    with pytest.raises(Mismatch, match=what) as caught:
        twins.compare()
    assert "moves:     c3" in str(caught.value)
    assert "start:     3/4/5/4/3 r" in str(caught.value)


def test_twins__notice_a_board_that_went_its_own_way() -> None:
    twins = Twins("cordon", REFERENCES["cordon"].start(3), usual=True)
    twins.board.push_text("c3")
    with pytest.raises(Mismatch, match="legal moves differs"):
        twins.compare()


def test_twins__notice_a_turn_that_was_not_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    twins = Twins("cordon", REFERENCES["cordon"].start(3), usual=True)
    monkeypatch.setattr(twins.position, "turn", 1)
    with pytest.raises(Mismatch, match="turn differs"):
        twins.compare()


def test_twins__notice_a_move_that_the_core_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    twins = Twins("hadron", REFERENCES["hadron"].start(3), usual=True)
    monkeypatch.setattr(twins.position, "play", lambda text: twins.position)
    twins.board.push_text("b2")
    with pytest.raises(Mismatch, match=re.escape("IllegalMoveError")):
        twins.push("b2")


def test_twins__a_reproduction_can_be_played_again() -> None:
    campaign = campaigns.BLAST_RADIUS[0]
    one, again = (campaign.play(4, "some seed") for _ in range(2))
    assert one.moves == again.moves and one.moves
    assert one.moves != campaign.play(4, "another seed").moves


def test_invariants__are_of_games_with_a_reference_and_none_is_always_broken() -> None:
    assert INVARIANTS.keys() <= REFERENCES.keys() <= {game.id for game in GAMES}
    for game, reference in REFERENCES.items():
        twins = Twins(game, reference.start(size_with(find_game(game), 37)), usual=True)
        play_out(twins, steer.uniform, Random(1))
        assert twins.positions == len(twins.moves) + 1


def test_invariants__notice_what_is_broken() -> None:
    """A position before the move that the move cannot have come from."""
    for game, broken in (("cordon", "gone"), ("hadron", "gone")):
        reference = REFERENCES[game]
        contents: Contents = {"a1": (0, 1), "a3": (1, 1)}
        twins = Twins(game, reference.start(3), usual=True)
        twins.push("b2")
        before = reference.from_contents(3, contents, 0)
        found = [check(before, twins.position, twins.board) for check in INVARIANTS[game]]
        assert any(why is not None and broken in why for why in found), found


def test_soak__ends_well_with_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """About two seconds, most of it for two new processes to begin."""
    assert soak.main(["1.5", "--seed", "smoke"]) == 0
    shown = capsys.readouterr().out
    assert "no mismatch (seed smoke)" in shown
    for game in REFERENCES:
        assert game in shown


def test_soak__reports_a_mismatch_with_all_it_takes_to_see_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lying(self: BlastRadius) -> Outcome | None:
        return (None, "tea break") if len(self.contents()) == 5 else truth(self)

    truth = BlastRadius.outcome
    monkeypatch.setattr(BlastRadius, "outcome", lying)
    monkeypatch.setattr(
        soak, "CAMPAIGNS", [Campaign("blast-radius", "broken", {3: 1}, start=starts.usual)]
    )
    reports: Queue[soak.Report] = Queue()
    soak.work(0, "seed", time.monotonic() + 60, reports)  # type: ignore[arg-type]
    last = reports.get_nowait()
    assert last.failure is not None
    for part in ("blast-radius, size 3", "start:", "moves:", "core's fen:", 'play(3, "seed.0.1")'):
        assert part in last.failure
