"""Pictures of boards: as data, as SVG, as text, and as pixels.

>>> import quincunx
>>> from quincunx import drawing
>>> board = quincunx.Board("hadron", size=3)
>>> board.push_text("b2")
Move('b2')
>>> picture = drawing.svg.render(board, theme="dark", overlays="default neighbours")
>>> print(drawing.text.render(board, overlays="last"))
Hadron 3×3 - Blue to move
<BLANKLINE>
3  . . .
2  .(R).
1  . . .
   a b c
<BLANKLINE>
( ) last move
R Red, B Blue. Hadron by Mark Steere, 2022, marksteeregames.com

A board becomes a :class:`Scene` (:func:`scene`), which no longer knows any rules; ``svg.render``
and ``text.render`` draw boards and scenes, and ``text.blocks`` gives a text picture in parts.
``svg.board`` is the board alone, for pages; :func:`stylesheet` has its colours. With the libraries
of ``quincunx[pictures]``, ``raster.render_png`` and ``raster.rgb_array`` draw the same in pixels,
and ``raster.render_gif`` a whole game. What a picture shows beyond the pieces are its overlays
(:func:`overlays` says what each is); those with a star are shown unless others are asked for:

==================  ==============================================================================
every game          ``last``* the last move, ``legal`` where a legal move may end (* in Hadron and
                    Blast Radius), ``names`` of empty cells, ``letters`` on pieces
Hadron              ``neighbours`` how many red and blue checkers an empty cell touches
Quadrature          ``score``*, ``markers``*, ``goals``*, ``changes``* what was exchanged,
                    ``squared`` where the opponent may not move
Square Grid Hex     ``edges``*, ``diagonals``*, ``chain``* that has won, ``changes``* after a swap
Cordon              ``score``*, ``cordons``* with their cells, ``void``* cordons
Blast Radius        ``score``*, ``rez``* the zones, ``changes``* what was removed
==================  ==============================================================================

More may be asked of a picture:

==================  ==============================================================================
``preview=move``    what a legal move would do: the piece that comes, what is exchanged, removed or
                    lost; in Hadron the neighbours that count and the cells that it closes, in
                    Square Grid Hex the chain that would win, in Cordon the cordons and the score
                    after it, in Blast Radius the new REZ and the score after it
``clicked=cells``   a move being entered; in Quadrature what the opponent has squared is barred
``lit=cells``       the cells of an explanation (:meth:`quincunx.Board.explain`)
``pointed=cell``    what belongs to the piece there stands out: in Blast Radius its REZ
``rotation=steps``  the board turned clockwise, by 90 degrees a step on squares, by 60 on hexagons
``mirrored=True``   left and right exchanged
==================  ==============================================================================

How a game is drawn is declared in a file of its name, as a :class:`Drawing`, which is plain data;
:func:`export` gives all of it for programs in other languages.
"""

from quincunx.drawing import raster, svg, text
from quincunx.drawing.catalogue import overlays, scene
from quincunx.drawing.declaration import Drawing, Overlay
from quincunx.drawing.export import export
from quincunx.drawing.scene import Scene
from quincunx.drawing.themes import stylesheet

__all__ = [
    "Drawing",
    "Overlay",
    "Scene",
    "export",
    "overlays",
    "raster",
    "scene",
    "stylesheet",
    "svg",
    "text",
]
