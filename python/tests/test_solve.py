"""One cube per call."""

import threading
import time

import pytest

import cubegod
from cubegod import Alg, Cube, CubeError, optimal, solve


def test_pocket_cubes_are_solved_in_the_fewest_moves() -> None:
    for seed in range(50):
        cube = Cube.random("2x2", seed=seed)
        solution = solve(cube)
        assert (cube @ solution.alg).is_solved and solution.optimal and solution.length <= 11
        exact = solve(cube, exact=True)
        assert cube @ exact.alg == Cube.solved("2x2") and exact.length >= solution.length
        quarters = solve(cube, metric="qtm")
        assert solution.length <= quarters.length <= 14 and quarters.length == quarters.alg.length("qtm")


def test_large_cubes_are_solved_in_few_moves() -> None:
    for seed in range(5):
        cube = Cube.random(seed=seed) @ "x y2"
        solution = solve(cube, max_length=22)
        assert (cube @ solution.alg).is_solved and len(solution) == solution.length <= 22
        assert (solution.method, solution.metric, solution.stages) == ("two-phase", "htm", None)


def test_a_budget_is_used_and_not_exceeded_by_much() -> None:
    start = time.monotonic()
    solution = solve(Cube.random(seed=8), budget=0.3)
    assert 0.2 < time.monotonic() - start < 3 and 0.25 < solution.seconds < 3


def test_a_node_budget_gives_the_same_solution_each_time() -> None:
    cube = Cube.random(seed=8)
    first, again = solve(cube, nodes=20_000), solve(cube, nodes=20_000)
    assert (cube @ first.alg).is_solved and first.alg == again.alg
    assert solve(cube, nodes=2_000_000).length <= first.length
    proof = solve(cube, method="optimal", nodes=1_000_000)
    assert (cube @ proof.alg).is_solved and not proof.optimal
    many = cubegod.solve_many([cube, cube], nodes=20_000)
    assert [solution.alg for solution in many] == [first.alg, first.alg]


def test_text_is_read_in_the_given_layout_and_size(refused) -> None:  # type: ignore[no-untyped-def]
    assert solve("R U", puzzle="2x2").cube == Cube("R U", puzzle="2x2")
    assert [solution.method for solution in cubegod.solve_many(["R U", "F"], format="moves", puzzle="2x2")] == ["pocket"] * 2
    assert refused(solve, "R U", format="facelets").startswith("2 stickers found; ")
    assert len(solve("R U", puzzle="2x2", each=True)) == 1
    assert refused(solve, "R U", format="x").startswith("`x` is not a layout; expected one of facelets, ")


def test_human_methods_have_stages() -> None:
    cube = Cube.random(seed=6)
    solution = solve(cube, method="layers")
    assert (cube @ solution.alg).is_solved and solution.length < 110 and solution.stages is not None
    assert len(solution.stages) == 7 and solution.stages[0].name == "cross"
    assert (cube @ Alg(stage.alg for stage in solution.stages)).is_solved
    solution = solve(cube, method="cfop")
    assert (cube @ solution.alg).is_solved and solution.length < 60 and solution.stages is not None
    assert [stage.name for stage in solution.stages] == ["cross", "pairs", "orient", "permute"]
    assert (cube @ Alg(stage.alg for stage in solution.stages)).is_solved and solution.method == "cfop"
    pocket = Cube.random("2x2", seed=6)
    solution = solve(pocket, method="three-step")
    assert (pocket @ solution.alg).is_solved and solution.stages is not None and len(solution.stages) == 3
    assert (pocket @ Alg(stage.alg for stage in solution.stages)).is_solved and solution.method == "three-step"


def test_the_name_of_a_method_may_be_in_letters_of_any_case() -> None:
    cube = Cube.random(seed=6)
    assert solve(cube, method="CFOP").alg == solve(cube, method="cfop").alg  # type: ignore[call-overload]
    assert solve("R U", method="Optimal").method == "optimal"  # type: ignore[call-overload]


@pytest.mark.parametrize("puzzle", ["2x2", "3x3"])
def test_a_cube_is_turned_into_another(puzzle: str) -> None:
    cube, target = Cube.random(puzzle, seed=1), Cube.random(puzzle, seed=2)
    end = cube @ solve(cube, target=target, max_length=None if puzzle == "2x2" else 23).alg
    # A 2x2 has no centres: it may be held otherwise in the end.
    holds = [Alg(f"{a} {b}") for a in ("", "x", "x2", "x'", "z", "z'") for b in ("", "y", "y2", "y'")]
    assert end == target if puzzle == "3x3" else any(end @ hold == target for hold in holds)


def test_only_some_faces_are_turned() -> None:
    solution = solve("R U2 R' U F", faces="URF", exact=False)
    assert set("".join(solution)) <= set("URF2'")
    cube = Cube.random(seed=3)
    five = solve(cube, faces="URFDL", max_length=26)
    assert (cube @ five.alg).is_solved and "B" not in str(five)


def test_several_solutions_differ() -> None:
    cube = Cube.random(seed=4)
    solution = solve(cube, solutions=3, budget=0.2)
    algs = {solution.alg, *solution.others}
    assert len(algs) == 3 and all((cube @ alg).is_solved for alg in algs)


def test_several_threads_search_for_one_solution() -> None:
    cube = Cube.random(seed=11)
    assert (cube @ solve(cube, max_length=21, threads=2).alg).is_solved


def test_shortest_solutions_are_proven() -> None:
    assert optimal("R U F2 D' L").length == 5
    cube = Cube("R U F' D2 L B U' R2 F L D R2 B'")
    solution = optimal(cube)
    assert solution.optimal and solution.method == "optimal" and solution.length <= 13 and (cube @ solution.alg).is_solved
    assert solution.alg == solve(cube, method="optimal", threads=1).alg
    quarters = solve("R2 U F2", method="optimal", metric="qtm")
    assert quarters.optimal and quarters.length == 5
    with pytest.raises(CubeError, match="faces= cannot be combined with method=\"optimal\" for a 3x3x3"):
        optimal("R U", faces="RU")
    assert optimal(Cube.random("2x2", seed=3)).optimal


def test_a_proof_that_runs_out_of_time_returns_the_best_solution() -> None:
    cube = Cube.random(seed=3)
    solution = solve(cube, method="optimal", budget=0.1)
    fields = solution.as_dict()
    assert (cube @ solution.alg).is_solved and not solution.optimal and fields["at_least"] <= solution.length


def test_one_or_each_of_several_cubes_is_solved() -> None:
    view = cubegod.View("UUUU????FFFF????????????")
    with pytest.raises(cubegod.AmbiguousCubeError, match="24 legal cubes fit: each=True solves them all, any=True solves one of them") as caught:
        solve(view)
    assert caught.value.count == 24 and len(caught.value.completions) == 8
    guess = solve(view, any=True)
    assert guess.cube == view[0] and guess.as_dict()["guess_of"] == 24
    solutions = solve(view, each=True)
    assert [solution.cube for solution in solutions] == list(view)
    assert all((solution.cube @ solution.alg).is_solved for solution in solutions)
    assert [str(solution) for solution in solve("R U F", each=True)] == ["F' U' R'"]
    assert "guess_of" not in solve("R U F", any=True).as_dict()


def test_each_is_bounded(refused) -> None:  # type: ignore[no-untyped-def]
    assert refused(solve, "?" * 54, each=True) == "1038048078587756544000 legal cubes fit; each=True solves 1000 at most"
    assert refused(solve, "R U", each=True, any=True) == "each=True cannot be combined with any=True; leave one of them out"


def test_a_solution_has_the_text_and_fields_of_the_command_line() -> None:
    solution = solve("R U F2 D' L B'")
    assert str(solution) == "B L' D F2 U' R'" and list(solution)[:2] == ["B", "L'"] and bool(solve("UUUURRRRFFFFDDDDLLLLBBBB"))
    fields = solution.as_dict()
    assert list(fields) == ["puzzle", "cube", "solution", "length", "metric", "method", "optimal", "seconds"]
    assert (fields["cube"], fields["length"]) == (solution.cube.facelets, 6)
    assert repr(solution) == "<Solution \"B L' D F2 U' R'\": 6 htm, optimal>"
    assert [stage["stage"] for stage in solve("R U", method="layers").as_dict()["stages"]][-1] == "last-corners-turned"


def test_conflicting_options_are_refused(refused) -> None:  # type: ignore[no-untyped-def]
    cube = Cube.random(seed=1)
    assert refused(solve, cube, method="magic").startswith("unknown method `magic`; expected one of fast, optimal, layers, cfop, three-step")
    assert refused(solve, cube, method="layers", budget=1) == (
        'budget= cannot be combined with method="layers"; leave one of them out'
    )
    assert refused(solve, cube, method="cfop", solutions=2) == (
        'solutions= cannot be combined with method="cfop"; leave one of them out'
    )
    assert refused(solve, cube, exact=True) == "exact=True works for 2x2x2 cubes only; leave it out for a 3x3x3"
    assert refused(solve, "R U", target="UUUURRRRFFFFDDDDLLLLBBBB") == "a 3x3x3 cube can't be turned into a 2x2x2 target"
    assert refused(solve, cube, budget=1, nodes=5) == "budget= cannot be combined with nodes=; leave one of them out"
    assert refused(solve, cube, max_length=0) == "max_length= is 0; expected 1 or more"
    assert refused(solve, cube, tables="huge").startswith("unknown tables `huge`; expected auto, small or large")
    assert refused(solve, cube, faces="UX").startswith("`X` is not a face")
    assert refused(solve, cube, budget=-1).startswith("a budget of -1 seconds")
    assert refused(solve, cube, threads=0).startswith("threads= is 0; expected a whole number from 1 to 1024")
    assert refused(solve, cube, solutions=10_001) == "solutions= is 10001; expected a whole number from 1 to 10000"
    pocket = Cube("R U", puzzle="2x2")
    assert refused(solve, pocket, solutions=2) == "solutions= works for 3x3x3 cubes only; leave it out for a 2x2x2"
    assert refused(solve, pocket, method="layers").startswith('method="layers" works for 3x3x3 cubes only')
    assert refused(solve, pocket, method="cfop").startswith('method="cfop" works for 3x3x3 cubes only')
    with pytest.raises(CubeError) as caught:
        solve(Cube("F", puzzle="2x2"), faces="U")
    assert (caught.value.kind, str(caught.value)) == ("unsolvable", "turning U alone does not solve this cube")


def test_invalid_times_are_refused() -> None:
    for budget in (float("nan"), -1.0):
        with pytest.raises(ValueError, match="expected a number from 0 on"):
            solve("R U", budget=budget)


def test_other_threads_run_while_a_cube_is_solved() -> None:
    steps = 0
    thread = threading.Thread(target=lambda: solve(Cube.random(seed=5), budget=0.5))
    thread.start()
    while thread.is_alive():
        steps += 1
        time.sleep(0.005)
    assert steps > 20
