"""Nets in files: ONNX, with what they were trained for, run by ONNX Runtime."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from quincunx._native import core
from quincunx.board import Board
from quincunx.games import find_game

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Judgement", "Net", "NetInfo"]

#: What the metadata of our files is filed under.
_KEY = "quincunx"


class Judgement(NamedTuple):
    """What a net says of positions, one row for each.

    ``policy`` has a number for each action: e to the power of it, for the legal ones, is how likely
    the action is. ``values`` are the mover's: from 1 for a win to -1 for a loss.
    """

    policy: npt.NDArray[np.float32]
    values: npt.NDArray[np.float32]


@dataclass(frozen=True)
class NetInfo:
    """What a net plays, which planes it reads, and how it was trained."""

    game: str
    size: int
    pie: bool
    planes_version: int = core.PLANES_VERSION
    training: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, board: Board, training: dict[str, Any]) -> NetInfo:
        """For a net that plays from such a board."""
        return cls(board.game.id, board.size, board.pie, training=training)

    def metadata(self) -> dict[str, str]:
        """As an ONNX file keeps it."""
        return {_KEY: json.dumps(asdict(self))}

    @classmethod
    def from_metadata(cls, metadata: dict[str, str]) -> NetInfo:
        """Read what :meth:`metadata` wrote.

        :raises ValueError: if nothing is said, or it makes no sense.
        """
        if _KEY not in metadata:
            raise ValueError("it does not say for which game it is")
        try:
            data = json.loads(metadata[_KEY])
            info = cls(**data)
            # It may say anything.
            if isinstance(info.size, bool) or not isinstance(info.size, int):
                raise TypeError
            info.board()
        except (TypeError, ValueError, AttributeError):
            raise ValueError("what it says about its game makes no sense") from None
        return info

    def board(self) -> Board:
        """The start of the game that it plays."""
        game = find_game(self.game)
        return Board(game, size=self.size, pie=self.pie if game.has_pie_rule else None)

    def __str__(self) -> str:
        game = find_game(self.game)
        pie = "" if self.pie or not game.has_pie_rule else " without the pie rule"
        return f"{game.name} {game.size_text(self.size)}{pie}"


class Net:
    """A policy and value net, ready to be asked. It uses one thread.

    Needs ONNX Runtime, of ``pip install 'quincunx[learn]'``, and nothing of PyTorch.

    :param data: the file's content.
    :param name: what errors call it.
    :raises ImportError: if ONNX Runtime is not installed.
    :raises ValueError: if it is not a net for a game of ours.
    """

    def __init__(self, data: bytes, name: str = "the net") -> None:
        require_runtime()
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4  # what goes wrong is raised
        try:
            self._session = onnxruntime.InferenceSession(
                data, options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:
            kind = type(error).__name__
            raise ValueError(f"{name} is not an ONNX file that can be run ({kind})") from None
        metadata = self._session.get_modelmeta().custom_metadata_map
        try:
            self.info = NetInfo.from_metadata(metadata)
        except ValueError as error:
            raise ValueError(f"{name} is not a net of quincunx learn: {error}") from None
        self.name = name
        self._require_version()
        self._require_form()

    @classmethod
    def load(cls, path: str | Path) -> Net:
        """The net of a file.

        :raises ValueError: if it cannot be read, or is no net for a game of ours.
        """
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise ValueError(f"{path} cannot be read: {error.strerror}") from None
        return cls(data, str(path))

    def _require_version(self) -> None:
        if self.info.planes_version != core.PLANES_VERSION:
            raise ValueError(
                f"{self.name} reads planes of version {self.info.planes_version!r}, which are"
                f" {core.PLANES_VERSION} here: it has to be trained anew"
            )

    def _require_form(self) -> None:
        """What goes in and comes out is what the board has and needs."""
        search = core.NetSearch(self.info.board()._history, 1, seed=0, noise=0.0, memory_mb=1)
        side = search.plane_side
        wanted = {
            "planes": ("tensor(uint8)", ["N", len(search.plane_names), side, side]),
            "policy": ("tensor(float)", ["N", search.action_count]),
            "value": ("tensor(float)", ["N"]),
        }
        nodes = [*self._session.get_inputs(), *self._session.get_outputs()]
        found = {node.name: (node.type, node.shape) for node in nodes}
        if found != wanted:
            raise ValueError(f"{self.name} has {found} for {self.info}, which needs {wanted}")

    def require_fit(self, board: Board) -> None:
        """Raise ValueError unless the net is for such boards: game, size and pie rule."""
        here = NetInfo.of(board, {})
        if (self.info.game, self.info.size, self.info.pie) != (here.game, here.size, here.pie):
            raise ValueError(f"{self.name} plays {self.info}, not {here}")

    def judge(self, planes: npt.NDArray[np.uint8]) -> Judgement:
        """What the net says of positions, given as planes (docs/guide/learning.md)."""
        policy, values = self._session.run(["policy", "value"], {"planes": planes})
        return Judgement(policy, values)

    def policy(self, board: Board) -> dict[str, float]:
        """How likely the net finds each legal move, by its text, without any search.

        :raises ValueError: if the net is for other boards, or the game is over.
        """
        import numpy as np

        self.require_fit(board)
        planes, legal = _seen(board)
        logits = self.judge(planes).policy[0]
        weights = np.where(legal, np.exp(logits - logits[legal].max()), 0.0)
        weights /= weights.sum()
        history = board._history
        return {
            core.move_of_action(history, int(action)).text: float(weights[action])
            for action in np.flatnonzero(legal)
        }

    def value(self, board: Board) -> float:
        """What the net expects for the side to move, without any search: 1 is a win.

        :raises ValueError: if the net is for other boards, or the game is over.
        """
        self.require_fit(board)
        return float(self.judge(_seen(board)[0]).values[0])


def _seen(board: Board) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
    """The planes of a board, as a row, and its legal actions."""
    import numpy as np

    if board.is_game_over():
        raise ValueError("the game is over, and nothing is left to be judged")
    batch = core.Batch(board._history, 1)
    planes = np.empty((1, len(batch.plane_names), batch.plane_side, batch.plane_side), np.uint8)
    legal = np.empty((1, batch.action_count), bool)
    batch.observe(planes, legal, np.empty(1, np.int8), False, 1)
    return planes, legal[0]


def require_runtime() -> None:
    """Raise ImportError, with what to do, unless ONNX Runtime is installed."""
    if importlib.util.find_spec("onnxruntime") is None:
        raise ImportError("nets need more libraries: pip install 'quincunx[learn]'")
