"""A wrong proof is refused, with the place: whatever was changed, and whoever changed it."""

from __future__ import annotations

import re

import pytest

from quincunx import Board
from tests.proof.proofs import checked, proof_of, refused, sealed, texts


def small_proof(board: Board, moves: str, factory: pytest.TempPathFactory) -> bytes:
    for move in moves.split():
        board.push_text(move)
    return proof_of(board, factory.mktemp("proof"), openings=False)


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A proof by steps."""
    return small_proof(Board("hadron", size=3), "a1", tmp_path_factory)


@pytest.fixture(scope="module")
def claims(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A proof by claims about links."""
    return small_proof(Board("square-grid-hex", size=3, pie=False), "b2", tmp_path_factory)


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A proof by claims about full boards."""
    return small_proof(Board("cordon", size=2), "b2", tmp_path_factory)


@pytest.fixture(params=["steps", "claims", "boards"])
def proof(request: pytest.FixtureRequest) -> bytes:
    found: bytes = request.getfixturevalue(request.param)
    return found


def line_of(proof: bytes, place: int) -> int:
    """The line of a byte."""
    return proof.count(b"\n", 0, place) + 1


def test_proofs__hold_as_they_are(proof: bytes) -> None:
    assert checked(proof).lines == proof.count(b"\n")
    assert sealed(texts(proof)) == proof


def test_byte__changed_anywhere_is_refused_in_its_line(proof: bytes) -> None:
    for place in range(len(proof)):
        other = proof[place] ^ (1 if place % 2 else 128)
        why = refused(proof[:place] + bytes([other]) + proof[place + 1 :])
        assert why is not None and why.line == line_of(proof, place), place


def test_byte__left_out_or_put_in_is_refused_in_its_line(proof: bytes) -> None:
    for place in range(len(proof)):
        why = refused(proof[:place] + proof[place + 1 :])
        assert why is not None and why.line == line_of(proof, place), place
        why = refused(proof[:place] + b"a" + proof[place:])
        assert why is not None and why.line == line_of(proof, place), place
    assert refused(proof + b"\n") is not None and refused(proof + b"a") is not None


def test_proof__cut_short_anywhere_is_refused(proof: bytes) -> None:
    for place in range(0, len(proof), 3):
        why = refused(proof[:place])
        assert why is not None and why.line in (line_of(proof, place), line_of(proof, place) + 1)


def test_line__left_out_doubled_or_moved_is_refused(proof: bytes) -> None:
    lines = proof.splitlines(keepends=True)
    for number in range(len(lines)):
        for changed in (
            lines[:number] + lines[number + 1 :],
            lines[: number + 1] + lines[number:],
            lines[:number] + lines[number + 1 : number + 2] + [lines[number]] + lines[number + 2 :],
        ):
            why = refused(b"".join(changed))
            assert changed == lines or (why is not None and abs(why.line - number - 1) <= 1)


# --- With checks that agree ----------------------------------------------------------------------


def resealed(lines: list[str]) -> bytes:
    """With the right checks, and the right number at the end."""
    if lines and lines[-1].startswith("end "):
        lines = [*lines[:-1], f"end {len(lines) - 1}"]
    return sealed(lines)


def test_line__left_out_is_missed_by_the_lines_that_need_it(proof: bytes) -> None:
    lines = texts(proof)
    for number in range(len(lines)):
        if not lines[number].startswith("proves"):  # one less is proven, and the rest holds
            why = refused(resealed(lines[:number] + lines[number + 1 :]))
            assert why is not None and why.line >= min(number + 1, len(lines) - 1), lines[number]


def test_line__doubled_is_refused(proof: bytes) -> None:
    lines = texts(proof)
    for number in range(len(lines)):
        why = refused(resealed(lines[: number + 1] + lines[number:]))
        assert why is not None, lines[number]


def test_move__another_one_is_refused_unless_it_wins_too(steps: bytes) -> None:
    lines = texts(steps)
    refusals = 0
    for number, line in enumerate(lines):
        if not line.startswith("step "):
            continue
        where, _, move = line.rpartition(" = ")
        for other in {f"{column}{row}" for column in "abc" for row in "123"} - {move}:
            why = refused(resealed([*lines[:number], f"{where} = {other}", *lines[number + 1 :]]))
            if why is not None:
                refusals += 1
                # Here, or where a line above is no longer of use.
                assert why.line <= number + 1 or "no line above" in why.why, why
    assert refusals > len(lines)


def test_claim__another_number_is_refused_unless_it_does_as_well(claims: bytes) -> None:
    lines = texts(claims)
    whole = checked(claims)
    for number, line in enumerate(lines):
        if line.startswith(("and ", "or ", "covered ")):
            for found in re.finditer(r"(?<= )\d+(?= |$)", line):
                for other in (0, 1, int(found[0]) + 1, 10**6):
                    new = f"{line[: found.start()]}{other}{line[found.end() :]}"
                    if new == line:
                        continue
                    wrong = resealed([*lines[:number], new, *lines[number + 1 :]])
                    why = refused(wrong)
                    # If it holds it is a proof of the same.
                    assert why is not None or checked(wrong).facts == whole.facts


def changed(proof: bytes, old: str, new: str) -> bytes:
    lines = texts(proof)
    assert any(re.search(old, line) for line in lines), old
    number = next(place for place, line in enumerate(lines) if re.search(old, line))
    return resealed([*lines[:number], re.sub(old, new, lines[number]), *lines[number + 1 :]])


@pytest.mark.parametrize(
    ("kind", "old", "new", "why"),
    [
        ("steps", "^quincunx proof 1$", "quincunx proof 2", "not a quincunx proof 1"),
        ("steps", "^game hadron$", "game chess", "there is no game 'chess'"),
        ("steps", "^game hadron$", "game quadrature", "not understood"),
        ("steps", "^size 3$", "size 5", "the size is '5'"),
        ("steps", "^start 3/3/3 r$", "start 3/3/3 b", "no game comes to the start '3/3/3 b'"),
        ("steps", "^start 3/3/3 r$", "start 2/2 r", r"not understood: 'start 2/2 r'"),
        ("steps", "^start 3/3/3 r$", "start 12/3/3 r", "not understood|not as a position"),
        ("steps", "^moves a1$", "moves c9", "'c9' is not a legal move"),
        ("steps", "^goal first wins$", "goal second wins", "not the turn"),
        ("steps", "^goal first wins$", "goal first loses", "there is no goal 'loses'"),
        ("steps", "^goal first wins$", "goal nobody wins", "not understood"),
        ("steps", "^step (.*) = .*$", r"step \1 = d4", "'d4' is not a legal move"),
        ("steps", "^step (.*) r = ", r"step \1 b = ", "not the turn"),
        ("steps", "^proves$", "proves after a1 a1", "not a legal move"),
        ("steps", "^proves$", "proves because", "not understood"),
        ("steps", "^proves$", "claims", "there is no line 'claims'"),
        ("claims", "^start (.*) no-pie$", r"start \1 pie", "not of this board"),
        ("claims", "^size 3$", "size 4", "the size is '4'"),
        ("claims", "^touch .*$", "touch a1 b1 a2", "not understood"),
        ("claims", "^touch .*$", "touch a1 c3", "does not touch"),
        ("claims", "^touch .*$", "touch a1 north", "does not touch"),
        ("claims", "^or (..) (.*)$", r"or \1 \2 \1", "not understood"),
        ("claims", r"^or (\w+ \d+) .*$", r"or \1", "there is no answer to"),
        ("claims", "^covered (.*) by .*$", r"covered \1 by 1", "not about the goal|needs"),
        ("boards", "^full .*$", "full a1", "the goal is not reached"),
        ("boards", "^full (..) .*$", r"full \1 \1", "different cells"),
        ("boards", "^covered ./", "covered R/", "not understood|not as a position"),
    ],
)
def test_lie__is_found_out(
    kind: str, old: str, new: str, why: str, request: pytest.FixtureRequest
) -> None:
    found = refused(changed(request.getfixturevalue(kind), old, new))
    assert found is not None and re.search(why, found.why), found


def test_proof__needs_something_to_prove(steps: bytes) -> None:
    head = texts(steps)[:5]
    why = refused(resealed([*head, "end 5"]))
    assert why is not None and why.why == "nothing is proven"


def test_line__that_nothing_makes_use_of_is_refused(claims: bytes) -> None:
    lines = texts(claims)
    place = next(number for number, line in enumerate(lines) if line.startswith("proves"))
    why = refused(resealed([*lines[:place], "full a1 a2 a3", *lines[place:]]))
    assert why is not None and why.line == place + 1 and "makes use" in why.why


def test_proof__of_another_start_is_refused(steps: bytes, claims: bytes, boards: bytes) -> None:
    for proof in (steps, claims, boards):
        lines = texts(proof)
        for other in ("start R2/3/3 b", "start 3/3/3 b no-pie", "start 2/3/R1 b"):
            if lines[3] != other:
                assert refused(resealed([*lines[:3], other, *lines[4:]])) is not None
