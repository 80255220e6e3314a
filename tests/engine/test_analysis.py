"""An analysis that grows: reports, stopping, and what happens afterwards."""

import threading
import time

import pytest

from quincunx import Board, EngineError
from quincunx.engine import Engine, Info, Limit
from tests.engine.test_engine import BOARDS, check_info, each_game, questions

HEX = BOARDS["square-grid-hex"]


@each_game
def test_stream__reports_grow_until_it_is_stopped(game: str) -> None:
    board = BOARDS[game]
    reports: list[Info] = []
    with Engine.for_board(board, seed=1) as engine, engine.analysis(board) as stream:
        for info in stream:
            reports.append(info)
            if len(reports) == 3:
                stream.stop()
    assert len(reports) == 4
    for info in reports[:3]:
        assert info.stopped_by == "" and info.best in board.legal_moves
    playouts = [info.playouts for info in reports]
    assert playouts == sorted(playouts) and playouts[0] < playouts[2]
    check_info(reports[-1], board)
    assert reports[-1].stopped_by == "stop"
    assert stream.info is reports[-1] and stream.wait() is reports[-1]


def test_stream__ends_at_a_limit() -> None:
    with Engine.for_board(HEX, seed=1) as engine:
        with engine.analysis(HEX, Limit(playouts=300)) as stream:
            *_, last = stream
        assert (last.playouts, last.stopped_by) == (300, "playouts")
        assert list(stream) == []


def test_stream__ends_when_the_result_is_proven() -> None:
    board = Board("hadron", size=3)
    with Engine.for_board(board, seed=1) as engine, engine.analysis(board) as stream:
        *_, last = stream
    assert last.stopped_by == "proven" and last.proven


def test_stream__about_ten_reports_a_second() -> None:
    with Engine.for_board(HEX, seed=1) as engine, engine.analysis(HEX, Limit(time=0.55)) as stream:
        reports = list(stream)
    # More slowly on a machine that is busy, but never faster.
    assert 2 <= len(reports) <= 8


def test_stream__lines_as_many_as_wanted() -> None:
    limit = Limit(playouts=100)
    with Engine.for_board(HEX, seed=1) as engine, engine.analysis(HEX, limit, lines=2) as stream:
        assert [len(info.lines) for info in stream][-1] == 2


def test_with__leaving_it_stops_the_search() -> None:
    with Engine.for_board(HEX, seed=1) as engine:
        with engine.analysis(HEX) as stream:
            pass
        assert stream.is_over() and stream.info.stopped_by == "stop"
        assert engine.analyse(HEX, Limit(playouts=50)).playouts == 50
        with pytest.raises(ZeroDivisionError), engine.analysis(HEX) as stream:
            raise ZeroDivisionError
        assert stream.is_over()


def test_close__stops_the_search() -> None:
    engine = Engine.for_board(HEX, seed=1)
    stream = engine.analysis(HEX)
    engine.close()
    assert stream.is_over()
    check_info(stream.info, HEX)


def test_engine__does_one_thing_at_a_time() -> None:
    with Engine.for_board(HEX, seed=1) as engine, engine.analysis(HEX) as stream:
        for ask in questions(engine, HEX):
            with pytest.raises(EngineError, match="is at work; stop it, or wait for its end"):
                ask()
        assert not stream.is_over()


def test_info__stays_what_it_was_when_the_engine_goes_on() -> None:
    """Even if nobody looked at the end of the first analysis before the second began."""
    onward = HEX.copy()
    onward.push_text("e5")
    with Engine.for_board(HEX, seed=1) as engine:
        stream = engine.analysis(HEX, Limit(playouts=64))
        deadline = time.monotonic() + 60
        while True:
            try:
                engine.analyse(onward, Limit(playouts=32))
                break
            except EngineError:
                assert time.monotonic() < deadline
                time.sleep(0.001)
        info = stream.info
    check_info(info, HEX)
    assert info.playouts == 64


def test_board__may_be_played_on_while_it_is_analysed() -> None:
    board = HEX.copy()
    with Engine.for_board(board, seed=1) as engine, engine.analysis(board) as stream:
        board.push_text("a1")
        next(stream)
        board.push_text("b1")
    check_info(stream.info, HEX)


def test_stop__from_another_thread_ends_the_iteration() -> None:
    with Engine.for_board(HEX, seed=1) as engine, engine.analysis(HEX) as stream:
        threading.Timer(0.15, stream.stop).start()
        *_, last = stream
    assert last.stopped_by == "stop"


def test_stop__and_start_again_at_once_many_times() -> None:
    board = BOARDS["quadrature"]
    with Engine.for_board(board, seed=1) as engine:
        for _ in range(50):
            with engine.analysis(board) as stream:
                pass
            check_info(stream.info, board)


def test_stop__several_threads_at_once() -> None:
    with Engine.for_board(HEX, seed=1) as engine:
        stream = engine.analysis(HEX)
        waiting = [threading.Thread(target=stream.wait) for _ in range(3)]
        stopping = [threading.Thread(target=stream.stop) for _ in range(3)]
        for thread in (*waiting, *stopping):
            thread.start()
        for thread in (*waiting, *stopping):
            thread.join(60)
            assert not thread.is_alive()
        check_info(stream.info, HEX)
