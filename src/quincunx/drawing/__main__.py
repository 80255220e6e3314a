"""Writes what :func:`quincunx.drawing.export` gives, as JSON."""

from __future__ import annotations

import json
import sys

from quincunx.drawing import export

if __name__ == "__main__":
    json.dump(export(), sys.stdout, ensure_ascii=False, sort_keys=True, indent=1)
    sys.stdout.write("\n")
