"""Ctrl-C stops every long call."""

import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")

CALLS = [
    "cubegod.solve(cube, budget=300)",
    "cubegod.optimal(cube)",
    "cubegod.solve_many([cube] * 8, budget=300)",
    "cubegod.solve_many(cubegod.random_cubes(8), budget=300)",
    "cubegod.solve(cube, each=True, budget=300)",
    "cubegod.solve_many(itertools.repeat('R U'))",
    "cubegod.random_cubes(50_000_000)",
    "cubegod.scramble(n=10**9)",
    "list(cubegod.View('?' * 54))",
    "cubegod.Alg(itertools.repeat(''))",
    "optimize_moves(['X', 'R', 'Y', 'U'] * 300_000)",
]


def interrupt(call: str, imports: str = "") -> str:
    """Runs a call in another process, sends SIGINT to it, and returns what it prints."""
    script = f"""if True:
        import itertools
        import signal
        import cubegod
        from cubegod.rubik.optimize import optimize_moves
        {imports}
        signal.signal(signal.SIGINT, signal.default_int_handler)  # the parent process may ignore it
        cube = cubegod.Cube.random(seed=1)
        cubegod.solve(cube)
        print("ready", flush=True)
        try:
            {call}
        except KeyboardInterrupt:
            print("stopped")
    """
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            # Without a check for signals, each call takes longer than this.
            return process.communicate(timeout=30)[0]
        finally:
            process.kill()


@pytest.mark.parametrize("call", CALLS)
def test_control_c_stops_a_long_call(call: str) -> None:
    assert interrupt(call) == "stopped\n"


def test_control_c_stops_a_batch_of_arrow() -> None:
    pytest.importorskip("pyarrow")
    imports = "import cubegod.arrow, pyarrow"
    call = "cubegod.arrow.solve_batch(pyarrow.table({'cube': [cube.facelets] * 8}), budget=300, tables='small')"
    assert interrupt(call, imports) == "stopped\n"
