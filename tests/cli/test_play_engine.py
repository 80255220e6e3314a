"""``quincunx play`` against the engine: levels, hints, long games."""

import random
import re
import shlex

import pytest

from quincunx import Board, Game, Side
from quincunx.cli.opponents import EngineMover, Mind
from quincunx.cli.session import Screen, Session
from tests.cli.runs import Terminal, output, process, refusal
from tests.marks import each_game


def lines(*words: str) -> str:
    return "".join(f"{word}\n" for word in words)


def answers(text: str) -> list[str]:
    """The engine's moves."""
    return re.findall(r"^\w+ \(level \w+\): (\S+)", text, re.MULTILINE)


# --- The opponent --------------------------------------------------------------------------------


def test_engine__is_the_opponent_unless_told_otherwise() -> None:
    text = output("play", "hadron", typed=lines("c3"))
    assert "You are Red and move first; Blue is the engine, level 4 (casual player)." in text
    assert re.search(r"^Blue \(level 4\): [a-e][1-5]$", text, re.MULTILINE)


@each_game
@pytest.mark.parametrize("level", ["1", "10", "max", "plain"])
def test_engine__opens_in_every_game_at_any_level(game: Game, level: str) -> None:
    size = str(game.sizes[min(1, len(game.sizes) - 1)])
    words = ("--size", size, "--as", "second", "--level", level, "--time", "0.1")
    text = output("play", game.id, *words, typed="")
    assert f"is the engine, level {level} (" in text
    (move,) = answers(text)
    assert Board(game, size=int(size)).is_legal(Board(game, size=int(size)).parse_text(move))


def test_engine__takes_a_win_with_one_move() -> None:
    words = ("play", "square-grid-hex", "--size", "4", "--no-pie", "--as", "second")
    for level in ("1", "5", "max"):
        text = output(*words, "--level", level, "--moves", "b1 a1 b2 a2 b3 a3", typed="")
        assert f"Black (level {level}) has won: connection" in text


def test_engine__repeats_itself_with_a_seed() -> None:
    words = ("play", "cordon", "--size", "3", "--as", "second", "--level", "2")
    typed = lines("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2")
    games = [output(*words, "--seed", seed, typed=typed) for seed in "112345"]
    assert games[0] == games[1]
    assert len(set(games)) > 1


def test_level__may_be_changed_during_a_game_and_is_kept() -> None:
    typed = lines("level", "level 2", "c3", "level 99")
    text = output("play", "hadron", "--seed", "1", typed=typed)
    assert "The engine plays at level 4.\nThe engine plays at level 2.\n" in text
    assert re.search(r"^Blue \(level 2\): ", text, re.MULTILINE)
    assert "there is no level '99'; the levels are 1 to 10, max and plain" in text
    assert "--level 2" in text.rpartition("To go on from here:")[2]


def test_level__is_nothing_to_people_among_themselves() -> None:
    for against in ("human", "random"):
        text = output("play", "hadron", "--against", against, typed=lines("level 3"))
        assert "The engine does not play here; it only gives hints." in text


def test_undo__goes_back_to_your_own_turn() -> None:
    text = output("play", "hadron", "--seed", "3", typed=lines("c3", "undo", "fen"))
    assert re.search(r"^Taken back: c3, [a-e][1-5]$", text, re.MULTILINE)
    assert Board("hadron").fen() in text


def test_leaving__says_how_to_go_on_against_the_same_opponent() -> None:
    words = ("play", "cordon", "--level", "3", "--time", "0.5", "--as", "second")
    text = output(*words, typed="")
    command = shlex.split(text.rpartition("To go on from here:")[2])
    assert command[-6:] == ["--level", "3", "--time", "0.5", "--as", "second"]


# --- Hints ---------------------------------------------------------------------------------------


def test_hint__has_a_legal_move_and_what_it_is_worth() -> None:
    text = output("play", "cordon", "--against", "human", typed=lines("hint", "c3"))
    hint = re.search(r"^(\w\d): [\d.]+ % for Red; it may go on (.*)$", text, re.MULTILINE)
    assert hint
    board = Board("cordon")
    for move in (hint[1], *hint[2].split()):
        board.push_text(move)
    assert "Red: c3" in text


def test_hint__says_what_is_proven() -> None:
    text = output("play", "hadron", "--size", "3", "--against", "human", typed=lines("hint"))
    assert re.search(r"^[abc][123]: proven: Red wins within \d plies", text, re.MULTILINE)


def test_hint__is_not_given_after_the_end() -> None:
    words = ("play", "hadron", "--size", "3", "--against", "human", "--moves", "b2 c1 a1 c3")
    terminal = Terminal(*words)
    terminal.wait_for("Red> ")
    terminal.type("b3\n")
    terminal.wait_for("new, undo or quit> ")
    terminal.type("hint\n")
    terminal.wait_for("The game is over.")
    terminal.type("q\n")
    assert terminal.close() == 0


# --- Whole games ---------------------------------------------------------------------------------


class Player(Screen):
    """Somebody who types random legal moves, and now and then something else."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.interactive = False
        self.said: list[str] = []
        self.session: Session | None = None
        self._rng = random.Random(seed)

    def say(self, text: str = "") -> None:
        self.said.append(text)

    def draw(self, board: Board, overlays: list[str], preview: str | None = None) -> None:
        self.said.append(str(board))

    def ask(self, prompt: str) -> str | None:
        assert self.session
        if self._rng.random() < 0.1:
            return self._rng.choice(["undo", "fen", "moves", "nonsense", "level 1", "help", ""])
        return self._rng.choice(list(self.session.board.legal_moves)).text


@each_game
@pytest.mark.parametrize("person", Side, ids=str)
def test_whole_game__against_a_person_who_moves_at_random(game: Game, person: Side) -> None:
    """Two hundred plies and more, where the game is so long."""
    player = Player(seed=1)
    board = Board(game)
    with Mind(board, seed=1) as mind:
        session = Session(board, frozenset({person}), player, EngineMover(mind, "1", None), mind)
        player.session = session
        session.run()
    outcome = session.board.outcome()
    assert outcome
    assert any("has won" in text or "A draw" in text for text in player.said[-3:])


def test_whole_game__two_hundred_plies_of_quadrature() -> None:
    """The engine sits on both sides of the board, as somebody who asks it for each move."""
    board = Board("quadrature")
    rng = random.Random(5)
    plies = 0
    with Mind(board, seed=2) as mind:
        mover = EngineMover(mind, "1", None)
        while plies < 200:
            if board.is_game_over():
                board = Board("quadrature")
            board.push(mover.choose(board) if plies % 2 else rng.choice(list(board.legal_moves)))
            plies += 1
    assert plies == 200


def test_whole_game__in_a_real_process() -> None:
    # Whatever Blue does, one of these is a legal move of Red's until the game ends.
    cells = [f"{column}{row}" for column in "abc" for row in "123"]
    done = process("play", "hadron", "--size", "3", "--level", "2", typed=lines(*(cells * 5)))
    assert done.returncode == 0 and done.stderr == ""
    assert re.search(r"^(Red \(you\)|Blue \(level 2\)) has won: no placement", done.stdout, re.M)


def test_terminal__ctrl_c_while_the_engine_thinks_leaves() -> None:
    terminal = Terminal("play", "square-grid-hex", "--level", "max", "--time", "600")
    terminal.wait_for("Black> ")
    terminal.type("a2\n")
    terminal.wait_for("a2\r\n")
    terminal.type("\x03")
    assert terminal.close() == 0
    assert "quincunx play square-grid-hex --size 13 --moves a2" in terminal.seen
    assert "Traceback" not in terminal.seen


# --- Mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--level", "11"], "--level"),
        (["--level", "strong"], "--level"),
        (["--time", "0"], "--time"),
        (["--against", "random", "--level", "3"], "--level is for playing the engine"),
        (["--against", "human", "--time", "3"], "--time is for playing the engine"),
    ],
)
def test_mistake__is_one_clear_line(words: list[str], said: str) -> None:
    assert said in refusal("play", "hadron", *words)
