"""The extension module for tests, ``quincunx_checks`` (bindings/checks), which is never installed.

``make test`` builds it; ``QUINCUNX_CHECKS`` names its folder where that is another one.
"""

import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(os.environ.get("QUINCUNX_CHECKS", ROOT / "build" / "dev" / "checks"))


def _load() -> Any:
    found = sorted(FOLDER.glob("quincunx_checks.*"))
    if not found:
        raise ImportError(f"quincunx_checks is not in {FOLDER}: run `make build-checks`")
    spec = importlib.util.spec_from_file_location("quincunx_checks", found[0])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["quincunx_checks"] = module
    spec.loader.exec_module(module)
    return module


checks: Any = _load()
