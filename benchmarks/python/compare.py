"""Compares cubegod with `rubik-cube` on the same random cubes: CPU time per solve, solves per second, and moves.

Every round measures all of them in turn, so that a busy moment of the machine affects all equally; the medians of the rounds, and
of their ratios, are printed.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

from rubik import cube as their_cube
from rubik.optimize import optimize_moves
from rubik.solve import Solver as TheirSolver

import cubegod
from cubegod.rubik.cube import Cube
from cubegod.rubik.solve import Solver

ROTATIONS = {"X", "Xi", "Y", "Yi", "Z", "Zi"}


def quarter_turns(moves: list[str]) -> int:
    """Returns the number of moves, rotations of the whole cube not counted."""
    return sum(move not in ROTATIONS for move in moves)


def solve_with_rubik_cube(text: str) -> int:
    c = their_cube.Cube(text)
    solver = TheirSolver(c)
    solver.solve()
    moves = optimize_moves(solver.moves)
    assert c.is_solved()
    return quarter_turns(moves)


def solve_with_replacement(text: str) -> int:
    c = Cube(text)
    solver = Solver(c)
    solver.solve()
    assert c.is_solved()
    return quarter_turns(solver.moves)


def seconds(action: Callable[[], object]) -> tuple[float, float]:
    """Returns the CPU time of all threads and the wall time."""
    start = time.process_time(), time.perf_counter()
    action()
    return time.process_time() - start[0], time.perf_counter() - start[1]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--theirs", type=int, default=50, help="cubes per round for rubik-cube")
    options.add_argument("--ours", type=int, default=2000, help="cubes per round for cubegod")
    options.add_argument("--tables", choices=["small", "large"], default="large", help="tables of the short solutions")
    given = options.parse_args()

    array = cubegod.random_cubes(given.ours, seed=1)
    cubes = [cubegod.Cube.from_array(row) for row in array]
    facelets = [cube.facelets for cube in cubes]
    nets = [cube.to("net-string") for cube in cubes]
    short = {"max_length": 22, "tables": given.tables}
    cubegod.solve(facelets[0], **short)
    cubegod.solve(facelets[0], method="layers")

    contestants: dict[str, tuple[int, Callable[[], object]]] = {
        "rubik-cube": (given.theirs, lambda: [solve_with_rubik_cube(net) for net in nets[: given.theirs]]),
        "cubegod.rubik, one cube per call": (given.ours, lambda: [solve_with_replacement(net) for net in nets]),
        "solve(method=layers), one cube per call": (
            given.ours,
            lambda: [cubegod.solve(text, method="layers") for text in facelets],
        ),
        "solve_many(method=layers)": (given.ours, lambda: cubegod.solve_many(array, method="layers")),
        "solve(max_length=22), one cube per call": (
            given.ours,
            lambda: [cubegod.solve(text, **short) for text in facelets],
        ),
        "solve_many(max_length=22)": (given.ours, lambda: cubegod.solve_many(array, **short)),
    }
    cpu: dict[str, list[float]] = {name: [] for name in contestants}
    wall: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(given.rounds):
        for name, (count, action) in contestants.items():
            used, passed = seconds(action)
            cpu[name].append(used / count)
            wall[name].append(passed / count)

    rubik_cube_moves = statistics.mean(solve_with_rubik_cube(net) for net in nets[: given.theirs])
    ours = cubegod.solve_many(array[: given.theirs], method="layers")[0]
    fast = cubegod.solve_many(array[: given.theirs], **short)[0]
    in_quarters = [
        statistics.mean(alg.length("qtm") for alg in cubegod.moves_to_algs(moves)) for moves in (ours, fast)
    ]
    moves = {name: in_quarters["22" in name] for name in contestants}
    moves["rubik-cube"] = rubik_cube_moves
    moves["cubegod.rubik, one cube per call"] = statistics.mean(solve_with_replacement(net) for net in nets[: given.theirs])

    def speedup(measured: dict[str, list[float]], name: str) -> float:
        return statistics.median(base / mine for base, mine in zip(measured["rubik-cube"], measured[name]))

    print(f"{given.rounds} rounds of {given.theirs} and {given.ours} random cubes; medians; moves are quarter turns\n")
    print(f"{'':<40}{'CPU per solve':>13}{'times':>8}{'solves/s':>11}{'times':>8}{'moves':>8}{'share':>7}")
    for name in contestants:
        used, passed = statistics.median(cpu[name]) * 1e6, statistics.median(wall[name])
        print(
            f"{name:<40}{used:>10.1f} µs{speedup(cpu, name):>8,.0f}{1 / passed:>11,.0f}"
            f"{speedup(wall, name):>8,.0f}{moves[name]:>8.1f}{moves[name] / rubik_cube_moves:>7.2f}"
        )


if __name__ == "__main__":
    main()
