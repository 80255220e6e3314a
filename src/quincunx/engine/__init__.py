"""The engine: plays at every level, analyses, and proves.

>>> import quincunx
>>> from quincunx import engine
>>> board = quincunx.Board("square-grid-hex", size=5)
>>> with engine.Engine("square-grid-hex", size=5, seed=1) as e:
...     info = e.analyse(board, engine.Limit(playouts=500))
...     result = e.play(board, level=4)
>>> info.best in board.legal_moves, result.move in board.legal_moves
(True, True)
>>> 0 <= info.value <= 1, round(sum(info.wdl), 9)
(True, 1.0)

The names are those of python-chess's engine module where the things are the same. Values go from 0
to 1 and are for the side to move; ``value_of(side)`` and ``wdl.pov(side)`` give them for a side.
"""

from quincunx.engine.engine import STYLES, Analysis, Engine, Playing
from quincunx.engine.levels import LEVELS, MAX, PLAIN, Level, parse_level
from quincunx.engine.limits import Limit
from quincunx.engine.results import Info, InfoLine, PlayResult, Proven, Wdl
from quincunx.engine.solving import Solution, SolveProgress, solve

__all__ = [
    "LEVELS",
    "MAX",
    "PLAIN",
    "STYLES",
    "Analysis",
    "Engine",
    "Info",
    "InfoLine",
    "Level",
    "Limit",
    "PlayResult",
    "Playing",
    "Proven",
    "Solution",
    "SolveProgress",
    "Wdl",
    "parse_level",
    "solve",
]
