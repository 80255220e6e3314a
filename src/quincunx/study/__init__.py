"""Studies of a game: what engine games, random games and its openings say about it, as a report.

``quincunx study`` is the command for it, and docs/guide/studies.md tells what each figure means.

>>> from quincunx import find_game
>>> from quincunx.study import Settings
>>> Settings(game=find_game("cordon"), size=4).playouts
1000
"""

from quincunx.study.run import Study, settings_in
from quincunx.study.settings import Settings, measured_playouts

__all__ = ["Settings", "Study", "measured_playouts", "settings_in"]
