"""quincunx.rl without its extras: VectorEnv works, and the rest says what to install."""

import subprocess
import sys

import pytest


def run(code: str, *, without: str) -> tuple[int, str]:
    """What a process that cannot import these modules returns, and the last line that it says."""
    hide = f"import sys; sys.modules.update(dict.fromkeys({without.split()!r}))"
    done = subprocess.run(
        [sys.executable, "-c", f"{hide}\n{code}"], capture_output=True, text=True, check=False
    )
    return done.returncode, (done.stdout + done.stderr).strip().splitlines()[-1]


def test_vector__needs_numpy_alone() -> None:
    code = (
        "from quincunx.rl import VectorEnv; env = VectorEnv('cordon', 5, 8)\n"
        "print(env.step(env.sample(1)).observations.sum(), 'matplotlib' in sys.modules)"
    )
    others = "gymnasium pettingzoo pyspiel torch jax PIL resvg_py"
    assert run(code, without=others) == (0, f"{8 * (1 + 61 + 81)} False")


@pytest.mark.parametrize("without", ["pettingzoo", "gymnasium", "pettingzoo gymnasium"])
def test_pettingzoo__says_what_to_install(without: str) -> None:
    code = "from quincunx.rl import blast_radius_v0; blast_radius_v0.env()"
    failed, said = run(code, without=without)
    assert failed and said.startswith(
        "ImportError: Blast Radius for PettingZoo needs more libraries"
    )
    assert said.endswith("pip install 'quincunx[rl]'")


def test_pixels__say_what_to_install() -> None:
    code = (
        "from quincunx.rl import hadron_v0\n"
        "env = hadron_v0.env(render_mode='rgb_array'); env.reset(); env.render()"
    )
    failed, said = run(code, without="PIL resvg_py")
    assert failed and said.endswith("pip install 'quincunx[pictures]'")
