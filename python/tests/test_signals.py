"""Ctrl-C stops every long call, and no thread goes on."""

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
    "cubegod.solve_many(['U' * 54] * 10**7, strict=False)",
    "cubegod.solve_many(numpy.full((10**7, 54), 1, numpy.uint8), strict=False)",
    "[cubegod.Alg('R U' * 500_000) for _ in range(10**4)]",
    "[cubegod.Cube(' ' * 2_000_000 + 'R U') for _ in range(10**4)]",
    "optimize_moves(['X', 'R', 'Y', 'U'] * 300_000)",
    "apply_repeat_three_optimization(['R', 'U'] * 10 + ['R'] * 3_000_000)",
    "apply_do_undo_optimization(['R'] * 1_000_000 + ['Ri'] * 1_000_000)",
]

# The first proof builds its table, which cannot be cancelled.
LEAVES_THREADS = "cubegod.optimal(cube)"


def interrupt(call: str, imports: str = "") -> str:
    """Runs a call in another process, sends SIGINT to it, and returns what it prints."""
    script = f"""if True:
        import itertools
        import os
        import signal
        import time
        import numpy
        import cubegod
        from cubegod.rubik.optimize import *
        {imports}

        def count_threads(most):
            # A thread that ends is listed for a moment.
            for _ in range(100):
                count = len(os.listdir("/proc/self/task")) if os.path.exists("/proc/self/task") else 0
                if count <= most:
                    break
                time.sleep(0.01)
            return count

        signal.signal(signal.SIGINT, signal.default_int_handler)  # the parent process may ignore it
        cube = cubegod.Cube.random(seed=1)
        cubegod.solve(cube)
        before = count_threads(0)
        print("ready", flush=True)
        try:
            {call}
        except KeyboardInterrupt:
            print("stopped", count_threads(before) - before)
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
    output = interrupt(call)
    assert output.startswith("stopped ") and (output == "stopped 0\n" or call == LEAVES_THREADS), output


def test_control_c_stops_a_batch_of_arrow() -> None:
    pytest.importorskip("pyarrow")
    imports = "import cubegod.arrow, pyarrow"
    call = "cubegod.arrow.solve_batch(pyarrow.table({'cube': [cube.facelets] * 8}), budget=300, tables='small')"
    assert interrupt(call, imports) == "stopped 0\n"
