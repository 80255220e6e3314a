"""HTP: what HexGui and Hex programs send, their coordinates, and GTP's manners."""

import random
import re
import time

import pytest

from quincunx import Board
from tests.protocol.talk import HtpTalk

Cell = tuple[int, int]

#: What a shared machine may take for itself now and then, in seconds.
BUSY = 0.3


def name(cell: Cell) -> str:
    """A cell as Hex programs name it: (0, 0) is a1, at the top left."""
    return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"


def has_won(stones: set[Cell], size: int, axis: int) -> bool:
    """Do these stones join two edges, by the rules of HexGui and Benzene?

    A cell (x, y), y counted from the top, touches (x±1, y), (x, y±1), (x+1, y-1) and (x-1, y+1).
    Black joins top and bottom (axis 1), White left and right (axis 0).
    """
    seen = {cell for cell in stones if cell[axis] == 0}
    todo = list(seen)
    while todo:
        x, y = todo.pop()
        if (x, y)[axis] == size - 1:
            return True
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
            cell = (x + dx, y + dy)
            if cell in stones and cell not in seen:
                seen.add(cell)
                todo.append(cell)
    return False


# --- The border ----------------------------------------------------------------------------------


def test_border__whole_games_are_won_as_hex_programs_see_it() -> None:
    rng = random.Random(3)
    winners = set()
    with HtpTalk() as talk:
        for size in (3, 4, 5, 5, 6, 7):
            talk.do(f"boardsize {size}", "clear_board")
            cells = [(x, y) for x in range(size) for y in range(size)]
            rng.shuffle(cells)
            stones: tuple[set[Cell], set[Cell]] = (set(), set())
            for ply, cell in enumerate(cells):
                color = ply % 2
                assert talk.refusal("final_score") == "cannot score: the game is not over"
                talk.do(f"play {'bw'[color]} {name(cell)}")
                stones[color].add(cell)
                if has_won(stones[color], size, axis=1 - color):
                    break
            assert talk.do("final_score") == "BW"[color] + "+"
            winners.add(color)
            assert talk.refusal("genmove b") == f"the game is over: {'BW'[color]}+"
    assert winners == {0, 1}


def test_border__a_known_adjacency() -> None:
    with HtpTalk("--size", "3") as talk:
        # The diagonal that rises to the right connects: c1 (top), b2, a3 (bottom).
        talk.do("play b c1", "play w a1", "play b b2", "play w c3", "play b a3")
        assert talk.do("final_score") == "B+"
        # The other one does not: a1, b2, c3.
        talk.do("clear_board", "play b a1", "play w c1", "play b b2", "play w a3", "play b c3")
        assert talk.refusal("final_score").startswith("cannot score")


def test_border__what_is_drawn_is_what_was_played() -> None:
    with HtpTalk("--size", "4") as talk:
        talk.do("play black a1", "play white D1", "play black b4")
        assert talk.do("showboard").split("\n") == [
            "",
            "   a b c d",
            " 1\\B . . W\\1",
            "  2\\. . . .\\2",
            "   3\\. . . .\\3",
            "    4\\. B . .\\4",
            "       a b c d",
        ]
        legal = talk.do("all_legal_moves").split()
        assert len(legal) == 13 and not {"a1", "d1", "b4"} & set(legal)


def test_border__a_forced_win_is_found_where_hex_programs_see_it() -> None:
    with HtpTalk("--size", "5", "--time", "0.3") as talk:
        # Black's column c lacks c3; White threatens nothing.
        talk.do("play b c1", "play w a1", "play b c2", "play w a2", "play b c4", "play w e5")
        talk.do("play b c5", "play w e4")
        assert talk.do("genmove b") in ("c3", "b3")  # b3 touches c2 and b4, not c4: c3 it is
        assert talk.do("final_score") == "B+"


# --- Commands ------------------------------------------------------------------------------------


WANTED = """
    boardsize clear_board play genmove undo showboard final_score time_settings time_left name
    version protocol_version list_commands known_command quit hexgui-analyze_commands
"""


def test_commands__all_are_listed_known_and_only_those() -> None:
    with HtpTalk() as talk:
        listed = talk.do("list_commands").split("\n")
        assert set(WANTED.split()) <= set(listed)
        for command in listed:
            assert talk.do(f"known_command {command}") == "true"
        assert talk.do("known_command fly") == "false"
        assert talk.do("protocol_version") == "2"
        assert talk.do("name") == "Quincunx"
        assert re.fullmatch(r"\d+\.\d+\.\d+.*", talk.do("version"))


def test_form__ids_comments_tabs_and_control_characters() -> None:
    with HtpTalk() as talk:
        talk.send("# a comment", "", "   ", "\t", "12 name # who are you?", "\x01na\x02me\r")
        assert talk.answer() == "=12 Quincunx" and talk.answer() == "= Quincunx"
        talk.send(b"# caf\xe9", "7\tknown_command\tname", "007 fly", "3", "99999999999999 name")
        assert talk.answer() == "=7 true"
        assert talk.answer() == "?007 unknown command fly"
        assert talk.answer() == "?3 a number, and no command"
        assert talk.answer() == "? unknown command 99999999999999"
        talk.send("1 quit", "2 name")
        assert talk.end() == ["=1 ", ""]


def test_sizes__square_boards_from_3_to_19() -> None:
    with HtpTalk() as talk:
        for size in range(3, 20):
            talk.do(f"boardsize {size} {size}")
            assert len(talk.do("all_legal_moves").split()) == size * size
        for arguments in ("2", "20", "", "big", "5 6", "5 5 5", "-3", "11.0", "1" * 30):
            assert talk.refusal(f"boardsize {arguments}")
        assert talk.refusal("boardsize 11 13") == "unacceptable size: 11 x 13 is not square"
        assert len(talk.do("all_legal_moves").split()) == 19 * 19


def test_default_size__is_that_of_hexgui() -> None:
    with HtpTalk() as talk:
        assert len(talk.do("all_legal_moves").split()) == 121


def test_play__refusals_have_reasons_in_the_programs_own_coordinates() -> None:
    with HtpTalk("--size", "5") as talk:
        talk.do("play b b5")
        for command, reason in {
            "play w b5": "illegal move: b5 is occupied",
            "play b a1": "it is White's turn; turns alternate, and nobody can pass",
            "genmove b": "it is White's turn; turns alternate, and nobody can pass",
            "play w f1": "f1 is not a cell of this board; cells are a1 to e5",
            "play w a6": "a6 is not a cell of this board; cells are a1 to e5",
            "play w a0": "a0 is not a cell",
            "play w a01": "a01 is not a cell",
            "play w aa1": "aa1 is not a cell",
            "play w pass": "pass is not a cell",
            "play green a1": "a color is b, black, w or white, not green",
            "play w": "the form is play COLOR CELL",
            "play w a1 a2": "the form is play COLOR CELL",
            "genmove": "the form is genmove COLOR",
            "undo 2": "the form is undo",
            "quit now": "the form is quit",
            "play w é1": r"\xe91 is not a cell",
        }.items():
            assert talk.refusal(command).startswith(reason), command
        assert talk.do("all_legal_moves").count(" ") == 23
        talk.do("play w resign", "play WHITE A5", "undo", "play W a5", "undo", "undo")
        assert talk.refusal("undo").startswith("cannot undo")


def test_swap__their_mirror_swap_is_refused_and_the_pie_rule_is_off() -> None:
    with HtpTalk("--size", "5") as talk:
        talk.do("play b a2")
        for word in ("swap-pieces", "swap-sides", "SWAP-PIECES"):
            reason = talk.refusal(f"play w {word}")
            assert "refused" in reason and "same point" in reason and "PIE RULE" in reason
        assert talk.refusal("play w swap").startswith("swap is refused: the pie rule is off")
        assert len(talk.do("all_legal_moves").split()) == 24


def test_swap__ours_can_be_switched_on() -> None:
    with HtpTalk("--size", "5", "--pie") as talk:
        talk.do("play b a2")
        assert talk.refusal("play w swap-pieces").startswith("swap-pieces is refused")
        assert "swap" in talk.do("all_legal_moves").split()
        talk.do("play w swap")
        assert talk.do("showboard").split("\n")[3] == "  2\\W . . . .\\2"
        assert talk.refusal("play b swap").startswith("swap is refused")


def test_genmove__plays_a_game_with_itself() -> None:
    with HtpTalk("--size", "5", "--time", "0.02", "--seed", "1") as talk:
        stones: tuple[set[str], set[str]] = (set(), set())
        for ply in range(25):
            move = talk.do(f"genmove {('black', 'white')[ply % 2]}")
            assert re.fullmatch("[a-e][1-5]", move) and move not in stones[0] | stones[1]
            stones[ply % 2].add(move)
            talk.send("final_score")
            if talk.answer().startswith("= "):
                break
        else:
            pytest.fail("a game of Hex has a winner")


def test_genmove__at_a_level() -> None:
    with HtpTalk("--size", "7", "--level", "1") as talk:
        assert re.fullmatch("[a-g][1-7]", talk.do("genmove b"))


# --- Time ----------------------------------------------------------------------------------------


def test_time__is_kept() -> None:
    with HtpTalk("--time", "0.05") as talk:
        for settings, color, longest in (
            ("time_settings 1 0 0", "b", 0.2),
            ("time_settings 0 0.3 1", "w", 0.3),
            ("time_settings 0 2 10", "b", 0.3),
            ("time_left w 0 0", "w", 0.3),  # the main time is over; ten moves in two seconds now
            ("time_left w 0.1 1", "b", 0.3),
            ("time_left w 0.1 1", "w", 0.1),
            ("time_settings 0 1 0", "b", 0.1),  # no limit but our own
            ("time_settings 0 0 0", "w", 0.1),
            ("time_left b 0.1", "b", 0.1),
        ):
            talk.do(settings)
            began = time.monotonic()
            talk.do(f"genmove {color}")
            assert time.monotonic() - began < longest + BUSY, settings


def test_time__a_whole_game_in_two_seconds_does_not_lose_on_time() -> None:
    with HtpTalk("--size", "7") as talk:
        talk.do("time_settings 2 0 0", "clear_board")
        left = [2.0, 2.0]
        for ply in range(49):
            color = ply % 2
            talk.do(f"time_left {'bw'[color]} {left[color]:.3f} 0")
            began = time.monotonic()
            talk.do(f"genmove {'bw'[color]}")
            left[color] -= time.monotonic() - began
            assert left[color] > 0
            talk.send("final_score")
            if talk.answer().startswith("= "):
                break


def test_time__refusals() -> None:
    with HtpTalk() as talk:
        for command in (
            "time_settings",
            "time_settings 1 2",
            "time_settings a b c",
            "time_settings -1 0 0",
            "time_settings 1e9 0 0",
            "time_settings 1 1 1.5",
            "time_settings 99999999999 0 0",
            "time_left",
            "time_left b",
            "time_left green 3 0",
            "time_left b x 0",
            "time_left b 3 -1",
        ):
            assert talk.refusal(command)


def test_interrupt__ends_a_search_with_its_move() -> None:
    with HtpTalk("--time", "1000") as talk:
        talk.do("gogui-interrupt")
        talk.send("genmove b")
        time.sleep(0.3)
        began = time.monotonic()
        talk.send("# interrupt")
        assert re.fullmatch("= [a-k][0-9]+", talk.answer())
        assert time.monotonic() - began < BUSY + 0.2
        talk.send("# interrupt", "name")
        assert talk.answer() == "= Quincunx"


def test_interrupt__right_behind_a_command_is_not_lost() -> None:
    # In one write, so that the search has not begun yet when the interrupt is read.
    with HtpTalk("--time", "1000") as talk:
        for colors in ("b", "w", "bw"):
            began = time.monotonic()
            talk.send("\n".join([*(f"genmove {color}" for color in colors), "# interrupt"]))
            for _ in colors:
                assert re.fullmatch("= [a-k][0-9]+", talk.answer())
            assert time.monotonic() - began < 2 + BUSY


# --- HexGui --------------------------------------------------------------------------------------


def test_hexgui__its_greeting_and_the_analysis_menu() -> None:
    with HtpTalk("--time", "0.05", "--seed", "1") as talk:
        talk.do("name", "version", "hexgui-analyze_commands", "boardsize 5 5", "showboard")
        menu = talk.do("hexgui-analyze_commands").split("\n")
        assert all(re.fullmatch("(string|pspairs|var)/[^/]+/[a-z-]+", line) for line in menu)
        listed = talk.do("list_commands").split("\n")
        assert all(line.split("/")[2] in listed for line in menu)
        talk.do("play b c3")
        assert talk.do("quincunx-eval").startswith("White 0.")
        values = talk.do("quincunx-values").split()
        assert len(values) == 48 and all(0 <= float(value) <= 1 for value in values[1::2])
        board = Board("square-grid-hex", size=5, pie=False)
        board.push_text("c3")
        for cell in talk.do("quincunx-pv").split():
            board.push_text(f"{cell[0]}{6 - int(cell[1])}")


def test_end_of_input__what_was_asked_is_done_first() -> None:
    with HtpTalk("--size", "5", "--time", "0.1") as talk:
        talk.send("genmove b", "genmove w", "showboard")
        assert sum(line.startswith("= ") for line in talk.end()) == 3
