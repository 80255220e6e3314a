"""The notebook docs/guide/learning.ipynb, in a short version, in a real kernel."""

from pathlib import Path
from typing import Any

import nbformat
import pytest

NOTEBOOK = Path(__file__).parents[2] / "docs" / "guide" / "learning.ipynb"

#: The cell of this tag becomes this one: the smallest board, and a moment for everything.
SHORT = """
SIZE = 2
MINUTES = 0.0001
PLAYOUTS = 4
GAMES = 2
SNAPSHOTS = 2
FOLDER = Path("cordon-net")
SETTINGS = Settings.make(
    "cordon", size=SIZE, seed=1, channels=8, blocks=1, jobs=1, games_per_job=8, simulations=4
)
"""


def read() -> Any:
    return nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]


def short() -> Any:
    """The notebook with other parameters, and moves that there are on the smaller board."""
    notebook = read()
    (cell,) = [cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", ())]
    cell.source = SHORT.strip()
    for cell in notebook.cells:
        cell.source = cell.source.replace('("b2", "c3", "c2")', '("b2", "c1", "a1")')
    return notebook


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_notebook__runs_in_a_kernel(tmp_path: Path) -> None:
    import nbclient

    client = nbclient.NotebookClient(
        short(), timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    notebook = client.execute()
    printed = "".join(
        output.text
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if output.output_type == "stream" and output.name == "stdout"
    )
    assert "1 iterations, 8 games" in printed and "iteration   1:" in printed and "Elo" in printed
    pictures = [
        output.data["image/svg+xml"]
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if "image/svg+xml" in output.get("data", {})
    ]
    assert len(pictures) == 3 and all(picture.startswith("<svg") for picture in pictures)
    assert (tmp_path / "cordon-net" / "net-001.onnx").exists()


def test_notebook__what_is_kept_of_it_is_small_and_without_errors() -> None:
    assert NOTEBOOK.stat().st_size < 100_000
    notebook = read()
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            assert output.output_type != "error"
            assert output.get("name") != "stderr"
