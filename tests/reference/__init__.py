"""Plain reference implementations of the five games, to check the fast ones against.

Each module is to be read beside its rule sheet, section by section: sets, dictionaries and loops,
no cleverness. ``REFERENCES`` maps a game's id to its class. It is built when first asked for, so
that importing one module of this package does not need all the others.
"""

from .position import Position

REFERENCES: dict[str, type[Position]]

__all__ = ["REFERENCES", "Position"]


def __getattr__(name: str) -> dict[str, type[Position]]:
    if name != "REFERENCES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .blast_radius import Reference as BlastRadius
    from .cordon import Reference as Cordon
    from .hadron import Reference as Hadron
    from .quadrature import Reference as Quadrature
    from .square_grid_hex import Reference as SquareGridHex

    references: dict[str, type[Position]] = {
        "hadron": Hadron,
        "quadrature": Quadrature,
        "square-grid-hex": SquareGridHex,
        "cordon": Cordon,
        "blast-radius": BlastRadius,
    }
    globals()["REFERENCES"] = references
    return references
