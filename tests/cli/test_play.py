"""``quincunx play``: whole games from a pipe, commands, and a real terminal."""

import random
import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest

from quincunx import GAMES, Board, Game
from quincunx.cli.session import effects, typed_move
from quincunx.testing import random_game
from tests.cli.runs import Terminal, invoke, output, process
from tests.marks import each_game

# White to move; Black's men stand on the last row with two dots on the marker and cannot move.
BLACK_STUCK = "11/11/11/11/11/11/WWWWWWWWW2/11/11/11/BBBBBB1BBB1 w 0 2"

HUMANS = ("--against", "human")
RANDOM = ("--against", "random")


def a_game(game: str, size: int, seed: int) -> Board:
    """A random game, played to its end."""
    return random_game(Board(game, size=size), random.Random(seed))


def lines(*words: str) -> str:
    return "".join(f"{word}\n" for word in words)


def last_fen(text: str) -> str:
    """The answer to a `fen` that came last."""
    fens: list[str] = re.findall(r"^\S+/\S+ [a-z].*$", text, re.MULTILINE)
    return fens[-1]


# --- Whole games ---------------------------------------------------------------------------------


@each_game
def test_whole_game__two_people_on_a_pipe(game: Game) -> None:
    board = a_game(game.id, game.sizes[0], seed=5)
    moves = [move.text for move in board.move_stack]
    text = output("play", board.game.id, "--size", str(board.size), *HUMANS, typed=lines(*moves))
    outcome = board.outcome()
    assert outcome
    if outcome.winner is None:
        assert "A draw: " in text
    else:
        assert f"{board.side_name(outcome.winner)} has won: " in text
    assert f"({board.game.name}, {outcome.termination.section})" in text
    assert board.game.credit in text
    assert re.findall(r"^(?:Red|Blue|White|Black): (\S+)", text, re.MULTILINE) == moves


def test_whole_game__in_a_real_process_against_the_random_mover() -> None:
    # Whatever Blue does, one of these is a legal move of Red's until the game ends.
    cells = [f"{column}{row}" for column in "abc" for row in "123"]
    done = process("play", "hadron", "--size", "3", *RANDOM, typed=lines(*(cells * 5)))
    assert done.returncode == 0 and done.stderr == ""
    assert "> " not in done.stdout  # no prompts
    assert re.search(r"^(Red \(you\)|Blue \(random\)) has won: no placement", done.stdout, re.M)


def test_whole_game__what_follows_the_end_is_not_read() -> None:
    moves = ["b2", "c1", "a1", "c3", "b3", "a3", "nonsense"]
    text = output("play", "hadron", "--size", "3", *HUMANS, typed=lines(*moves))
    assert "nonsense" not in text and text.rstrip().endswith("(Hadron, OBJECT OF THE GAME).")


def test_finished_start__is_announced_at_once() -> None:
    text = output("play", "hadron", "--size", "3", "--moves", "b2 c1 a1 c3 b3")
    assert "Red (you) has won: no placement (Hadron, OBJECT OF THE GAME)." in text


# --- Moves ---------------------------------------------------------------------------------------


def test_illegal_move__is_explained_and_the_turn_stays() -> None:
    text = output("play", "hadron", *HUMANS, typed=lines("c3", "c4", "d4", "fen"))
    assert "c4 touches 1 red and 0 blue; Hadron's PLACEMENT RULE" in text
    assert last_fen(text) == "5/3B1/2R2/5/5 r"


def test_no_move__is_explained() -> None:
    text = output("play", "hadron", *HUMANS, typed=lines("hello", "c3"))
    assert "hello: not a move of Hadron" in text and "Red: c3" in text


@pytest.mark.parametrize("typed", ["c3-d4", "C3-D4", "c3 d4", "c3d4", " c3 - d4 ", "c3>d4"])
def test_step__may_be_typed_in_many_ways(typed: str) -> None:
    assert typed_move(typed) == "c3-d4"
    assert "White: c3-d4" in output("play", "quadrature", *HUMANS, typed=f"{typed}\n")


def test_swap__says_what_changed() -> None:
    words = ("play", "square-grid-hex", "--size", "3", *HUMANS)
    assert "White: swap – now White: b2" in output(*words, typed=lines("b2", "Swap"))


def test_effects__name_what_went_and_what_turned() -> None:
    board = Board("blast-radius", size=3)
    for text in ("a2", "b4", "c1", "d3", "e1"):
        board.push_text(text)
    before, move = board.pieces(), board.push_text("d3")
    assert effects(before, board.pieces(), move, board) == "off the board: b4, e1"


def test_sitting_out__is_announced_for_the_random_mover() -> None:
    words = ("play", "quadrature", "--fen", BLACK_STUCK, *RANDOM)
    text = output(*words, typed=lines("a5-a6", "b5-b6"))
    assert text.count("Black (random) has no move and sits out.") == 2
    assert "White (you): b5-b6" in text


def test_sitting_out__is_announced_for_a_person() -> None:
    words = ("play", "quadrature", "--fen", BLACK_STUCK, "--as", "second", "--seed", "1")
    text = output(*words, *RANDOM)
    assert "Black (you) has no move and sits out." in text


# --- The random mover ----------------------------------------------------------------------------


def test_random_mover__repeats_itself_with_a_seed() -> None:
    words = ("play", "cordon", "--size", "3", "--as", "second", *RANDOM)
    typed = lines("a1", "a2", "a3", "b1", "b2", "b3", "fen")
    games = {output(*words, "--seed", seed, typed=typed) for seed in "111"}
    assert len(games) == 1
    assert len({output(*words, "--seed", str(seed), typed=typed) for seed in range(8)}) > 1


def test_random_mover__moves_first_if_you_are_second() -> None:
    text = output("play", "hadron", "--as", "second", *RANDOM, typed=lines("fen"))
    assert "You are Blue and move second; Red moves at random." in text
    assert re.search(r"^Red \(random\): [a-e][1-5]$", text, re.MULTILINE)
    assert last_fen(text).endswith(" b")


# --- Commands ------------------------------------------------------------------------------------


def test_undo__against_the_random_mover_goes_back_to_your_own_turn() -> None:
    text = output("play", "hadron", "--seed", "3", *RANDOM, typed=lines("c3", "undo", "fen"))
    assert last_fen(text) == Board("hadron").fen()
    assert re.search(r"^Taken back: c3, [a-e][1-5]$", text, re.MULTILINE)


def test_undo__between_people_takes_one_move_back() -> None:
    text = output("play", "hadron", *HUMANS, typed=lines("c3", "d4", "undo", "fen"))
    assert last_fen(text) == "5/5/2R2/5/5 b"


def test_undo__leaves_the_random_movers_opening_alone() -> None:
    words = ("play", "hadron", "--as", "second", "--seed", "3", *RANDOM)
    text = output(*words, typed=lines("undo", "fen"))
    assert "There is no move of yours to take back." in text
    assert last_fen(text).endswith(" b")


def test_undo__goes_back_over_a_turn_that_was_sat_out() -> None:
    typed = lines("a5-a6", "b5-b6", "undo", "fen")
    text = output("play", "quadrature", "--fen", BLACK_STUCK, *RANDOM, typed=typed)
    assert "Taken back: b5-b6\n" in text
    assert last_fen(text) == "11/11/11/11/11/W10/1WWWWWWWW2/11/11/11/BBBBBB1BBB1 w 0 2"


def test_moves__lists_the_legal_ones() -> None:
    board = Board("hadron")
    board.push_text("c3")
    legal = " ".join(str(move) for move in board.legal_moves)
    text = output("play", "hadron", *HUMANS, typed=lines("c3", "moves"))
    assert f"{len(board.legal_moves)} legal moves:\n{legal}\n" in text


def test_why__explains_without_playing() -> None:
    text = output("play", "hadron", *HUMANS, typed=lines("c3", "why c4", "why a1", "why zz", "why"))
    assert "c4 touches 1 red" in text and "a1 is legal." in text
    assert "zz: not a move of Hadron" in text and "Why which move?" in text
    assert "Blue: " not in text


def test_try__draws_without_playing() -> None:
    text = output("play", "hadron", *HUMANS, typed=lines("try c3", "fen", "try 99"))
    assert "would stand here" in text and last_fen(text) == Board("hadron").fen()
    assert "99: not a move of Hadron" in text


def test_overlay__lists_and_switches() -> None:
    words = ("play", "hadron", *HUMANS, "--moves", "c3")
    assert re.search(r"off neighbours +how many", output(*words, typed=lines("overlay")))
    assert "1:0" in output(*words, typed=lines("overlay neighbours"))
    twice = output(*words, typed=lines("overlay neighbours", "overlay neighbours", "overlay"))
    assert re.search(r"off neighbours +how many", twice)
    assert "no overlay 'rez'" in output(*words, typed=lines("overlay rez"))


def test_svg__saves_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    typed = lines(f"svg {file}", f"svg {tmp_path}/none/x.svg", "svg", "c3")
    text = output("play", "hadron", *HUMANS, typed=typed)
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    assert f"there is no folder {tmp_path}/none" in text and "Into which file?" in text
    assert "Red: c3" in text


def test_resign__ends_the_game() -> None:
    text = output("play", "hadron", *RANDOM, typed=lines("c3", "resign", "c1"))
    assert "Red (you) resigns. Blue (random) has won." in text
    assert "To go on" not in text


def test_new__starts_again_from_where_it_began() -> None:
    text = output("play", "hadron", *HUMANS, "--moves", "c3", typed=lines("d4", "new", "fen"))
    assert last_fen(text) == "5/5/2R2/5/5 b"


def test_help__lists_every_command() -> None:
    text = output("play", "hadron", typed=lines("help"))
    words = (
        "moves",
        "why",
        "try",
        "hint",
        "level",
        "undo",
        "board",
        "overlay",
        "fen",
        "svg",
        "new",
        "resign",
        "quit",
    )
    for word in words:
        assert re.search(rf"^  {word}\b", text, re.MULTILINE)


@pytest.mark.parametrize("typed", ["", "quit\n", "q\n", "\n\n", "# \n"])
def test_leaving__is_no_failure(typed: str) -> None:
    assert invoke("play", "hadron", typed=typed).exit_code == 0


@pytest.mark.parametrize(
    "words",
    [
        ["hadron", "--size", "7", *HUMANS],
        ["square-grid-hex", "--size", "5", "--no-pie", *HUMANS],
        ["cordon", "--fen", "2/1R1/1B r", *HUMANS],
        ["blast-radius", "--as", "second", "--seed", "2", *RANDOM],
    ],
)
def test_leaving__says_how_to_go_on(words: list[str]) -> None:
    text = output("play", *words, typed=lines("a1", "fen"))
    program, *command = shlex.split(text.rpartition("To go on from here:")[2])
    assert program == "quincunx"
    assert last_fen(output(*command, typed=lines("fen"))) == last_fen(text)


# --- The menu ------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["4", "cordon", "Cordon", "crodon\n4", "0\n9\n\n4"])
def test_menu__offers_the_games(answer: str) -> None:
    text = output("play", "--size", "3", typed=lines(answer, "a1"))
    for number, game in enumerate(GAMES, 1):
        assert f"{number}  {game.name}" in text
    assert "Red (you): a1" in text and "Cordon side 3" in text
    assert ("did you mean cordon?" in text) == answer.startswith("crodon")


@pytest.mark.parametrize("typed", ["", "quit\n"])
def test_menu__may_be_left(typed: str) -> None:
    text = output("play", typed=typed)
    assert "Which game?" in text and "You are" not in text


# --- A terminal ----------------------------------------------------------------------------------


def test_terminal__prompts_draws_and_goes_on_after_the_end() -> None:
    terminal = Terminal("play", "hadron", "--size", "3", *HUMANS)
    for number, move in enumerate(("b2", "c1", "a1", "c3", "b3")):
        terminal.wait_for("Blue> " if number % 2 else "Red> ")
        terminal.type(f"{move}\n")
    terminal.wait_for("Red has won: no placement (Hadron, OBJECT OF THE GAME).")
    terminal.wait_for("new, undo or quit> ")
    terminal.type("undo\n")
    terminal.wait_for("Taken back: b3")
    terminal.wait_for("Red> ")
    terminal.type("a3\n")
    terminal.wait_for("new, undo or quit> ")
    terminal.type("\n")
    assert terminal.close() == 0


def test_terminal__the_tab_key_completes() -> None:
    terminal = Terminal("play", "quadrature")
    terminal.wait_for("White> ")
    terminal.type("res\t")
    terminal.wait_for("resign")
    terminal.type("\n")
    terminal.wait_for("White (you) resigns.")
    terminal.type("q\n")
    assert terminal.close() == 0


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_terminal__keys_that_leave(key: str) -> None:
    terminal = Terminal("play", "hadron", *HUMANS)
    terminal.wait_for("Red> ")
    terminal.type("c3\n")
    terminal.wait_for("Blue> ")
    terminal.type(key)
    assert terminal.close() == 0
    assert "quincunx play hadron --size 5 --moves c3 --against human" in terminal.seen
    assert "Traceback" not in terminal.seen


def test_two_people__no_word_of_an_opponent() -> None:
    text = output("play", "hadron", *HUMANS, typed=lines("c3"))
    assert "random" not in text and "level" not in text and "You are" not in text
