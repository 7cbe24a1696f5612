"""Many cubes per call."""

import subprocess
import sys
import threading
import time
from typing import Any, Literal

import numpy as np
import pytest

import cubegod
from cubegod import Cube, CubeError, IllegalCubeError, Solution, moves_to_algs, random_cubes, solve_many


@pytest.mark.parametrize("options", [{}, {"threads": 1}, {"threads": 3}])
@pytest.mark.parametrize("puzzle", ["2x2", "3x3"])
def test_arrays_return_arrays(puzzle: str, options: dict[str, int]) -> None:
    cubes = random_cubes(300 if puzzle == "2x2" else 20, puzzle, seed=1)
    limit = {} if puzzle == "2x2" else {"max_length": 23}
    moves, lengths = solve_many(cubes, **limit, **options)  # type: ignore[arg-type]
    assert moves.dtype == np.uint8 and lengths.dtype == np.int16 and moves.shape == (len(cubes), lengths.max())
    assert (lengths == (moves != 255).sum(axis=1)).all()
    for row, alg in zip(cubes, moves_to_algs(moves)):
        assert (Cube.from_array(row) @ alg).is_solved


@pytest.mark.parametrize("method", ["layers", "cfop"])
def test_the_stages_of_a_row_are_those_of_the_cube(method: Literal["layers", "cfop"]) -> None:
    cubes = random_cubes(10, seed=2)
    moves, lengths = solve_many(cubes, method=method)
    for row, alg in zip(cubes, moves_to_algs(moves)):
        assert cubegod.solve(Cube.from_array(row), method=method).alg == alg
    turned = np.stack([(Cube.from_array(row) @ "x y").to_array() for row in cubes])
    for row, alg in zip(turned, moves_to_algs(solve_many(turned, method=method)[0])):
        assert cubegod.solve(Cube.from_array(row), method=method).alg == alg


def test_rows_may_be_letters_and_lie_anywhere_in_memory() -> None:
    cubes = random_cubes(6, "2x2", seed=3)
    letters = np.frombuffer("".join(Cube.from_array(row).facelets for row in cubes).encode(), np.uint8).reshape(-1, 24)
    expected = solve_many(cubes)
    for other in (letters, np.asfortranarray(cubes), np.repeat(cubes, 2, axis=0)[::2]):
        moves, lengths = solve_many(other)
        assert (moves == expected[0]).all() and (lengths == expected[1]).all()
    assert (cubes == random_cubes(6, "2x2", seed=3)).all(), "what is given is not changed"


def test_rows_are_read_by_the_layout_and_the_size_that_are_given(refused) -> None:  # type: ignore[no-untyped-def]
    cubes = random_cubes(4, seed=3)
    written = np.frombuffer("".join(Cube.from_array(row).to("net-string") for row in cubes).encode(), np.uint8).reshape(-1, 54)
    assert (solve_many(written, format="net-string")[0] == solve_many(cubes)[0]).all()
    assert (solve_many(cubes, puzzle="3x3")[0] == solve_many(cubes)[0]).all()
    assert refused(solve_many, cubes, format="kpattern").startswith("cube 0: ")
    assert refused(solve_many, cubes, puzzle="2x2").startswith("cube 0: ")
    assert refused(solve_many, random_cubes(2, "2x2"), puzzle="3x3").startswith("cube 0: ")


def test_pocket_cubes_may_have_hidden_stickers() -> None:
    cubes = random_cubes(50, "2x2", seed=4)
    hidden = cubes.copy()
    hidden[:, 20:] = 255
    assert (solve_many(hidden)[0] == solve_many(cubes)[0]).all()


def test_any_cube_that_fits_is_solved_on_request() -> None:
    hidden = ["UUUU????FFFF????????????", "R U"]
    with pytest.raises(CubeError, match="^cube 0: 24 legal cubes fit: "):
        solve_many(hidden)
    first = solve_many(hidden, any=True)[0]
    assert (first.cube @ first.alg).is_solved
    rows = np.full((2, 24), 255, np.uint8)
    rows[:, :4] = 0
    moves, lengths = solve_many(rows, any=True)
    assert (lengths >= 0).all() and (solve_many(rows, strict=False)[1] == -1).all()


@pytest.mark.parametrize("method", ["optimal", "three-step"])
def test_rows_are_solved_by_every_method(method: Literal["optimal", "three-step"]) -> None:
    cubes = random_cubes(20, "2x2", seed=8)
    for row, alg in zip(cubes, moves_to_algs(solve_many(cubes, method=method)[0])):
        assert (Cube.from_array(row) @ alg).is_solved


def test_lists_of_cubes_and_text_return_lists() -> None:
    cubes = ["R U F", Cube("D2", puzzle="2x2"), cubegod.View("DBFRDULUUFFBLDDBLRBU????")]
    solutions = solve_many(cubes)
    assert [str(solution) for solution in solutions] == ["F' U' R'", "U2", "L' U B U2 L2 B2 U B' L'"]
    assert all(isinstance(solution, Solution) for solution in solutions) and solve_many([]) == []
    assert [str(solution) for solution in solve_many(cube for cube in ["R"] * 3)] == ["R'"] * 3


def test_a_target_applies_to_all_cubes() -> None:
    target = Cube("R U F")
    cubes = random_cubes(5, seed=5)
    for row, alg in zip(cubes, moves_to_algs(solve_many(cubes, target=target, max_length=23)[0])):
        assert Cube.from_array(row) @ alg == target


def test_the_error_about_a_bad_cube_has_its_number() -> None:
    with pytest.raises(IllegalCubeError, match="^cube 1: not a legal cube: ") as caught:
        solve_many(["R", "UUUURRRRFFFFDDDDLLLLBBUB"])
    assert caught.value.index == 1
    cubes = random_cubes(3, seed=6)
    cubes[2, 0] = 5 - cubes[2, 0]
    with pytest.raises(CubeError, match="^cube 2: ") as error:
        solve_many(cubes)
    assert error.value.index == 2


def test_the_first_of_several_bad_cubes_is_the_error_on_any_number_of_threads() -> None:
    cubes = random_cubes(4000, "2x2", seed=7)
    cubes[1234:] = 7
    for threads in (1, 4):
        with pytest.raises(CubeError) as caught:
            solve_many(cubes, threads=threads)
        assert caught.value.index == 1234


def test_without_strict_all_other_cubes_are_solved() -> None:
    answers = solve_many(["R", "Q", "U"], strict=False)
    assert [str(answer) for answer in (answers[0], answers[2])] == ["R'", "U'"]
    assert isinstance(answers[1], CubeError) and answers[1].index == 1
    cubes = random_cubes(3, "2x2", seed=6)
    cubes[1] = 7
    moves, lengths = solve_many(cubes, strict=False)
    assert lengths[1] == -1 and (moves[1] == 255).all() and (lengths[[0, 2]] > 0).all()


def test_no_cubes_give_no_moves() -> None:
    moves, lengths = solve_many(np.empty((0, 54), np.uint8))
    assert moves.shape == (0, 0) and lengths.shape == (0,)


def test_invalid_batches_are_refused(refused) -> None:  # type: ignore[no-untyped-def]
    assert "one string is one cube" in refused(solve_many, "R U")
    assert "expected 54 stickers or 24" in refused(solve_many, np.zeros((2, 53), np.uint8))
    for array, message in (
        (np.zeros(54, np.uint8), "the type uint8 and the shape (54,); expected uint8 and a row for each cube"),
        (np.zeros((2, 54), np.int64), "the type int64 and the shape (2, 54); expected uint8"),
    ):
        assert message in refused(solve_many, array)
    odd = cubegod.random_cubes(4, seed=1)
    odd[3, 7] = 9
    assert "cube 3: byte 7 is 9, which is not a colour; expected 0 to 5" in refused(solve_many, odd)
    assert refused(solve_many, ["R"], threads=0).startswith("threads= is 0; expected")


@pytest.mark.parametrize("solve", [lambda **options: cubegod.solve("R", **options), lambda **options: solve_many(["R"], **options)])
def test_errors_name_options_of_a_wrong_type(solve, refused) -> None:  # type: ignore[no-untyped-def]
    assert refused(solve, max_length=-1) == "max_length=-1; expected a whole number from 1 on, or None"
    assert refused(solve, threads=-1).startswith("threads=-1; expected a whole number from 1 on")
    for name, value in {"max_length": "a", "budget": "x", "method": None, "metric": 5, "exact": "x", "faces": 5, "threads": "x"}.items():
        with pytest.raises(TypeError, match=f"^{name}={value!r}; expected "):
            solve(**{name: value})


def test_the_error_about_an_unsolvable_cube_has_its_number() -> None:
    cubes = random_cubes(3, "2x2", seed=1)
    cubes[0] = Cube.solved("2x2").to_array()
    with pytest.raises(CubeError) as caught:
        solve_many(cubes, faces="U")
    assert caught.value.index == 1


@pytest.mark.parametrize("count", [10**15, 2**62])
def test_more_cubes_than_fit_into_memory_are_refused(count: int) -> None:
    with pytest.raises(MemoryError, match=f"there is no room for {count} cubes; use fewer at a time"):
        cubegod.random_cubes(count)


def test_a_view_with_more_rows_than_fit_into_memory_is_refused() -> None:
    # In another process, as running out of memory may end it.
    script = """if True:
        import cubegod
        import numpy as np
        rows = np.broadcast_to(np.zeros((1, 54), np.uint8), (2**50, 54))
        try:
            cubegod.solve_many(rows)
        except MemoryError as error:
            print(error)
    """
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.stdout == f"there is no room for {2**50} cubes; use fewer at a time\n", run


def test_an_array_may_change_while_it_is_solved() -> None:
    cubes = random_cubes(40, seed=1)
    before = cubes.copy()
    answers: list[Any] = []
    thread = threading.Thread(target=lambda: answers.extend(solve_many(cubes, threads=1, budget=0.05)))
    thread.start()
    # The call takes two seconds; it reads the array at once.
    time.sleep(0.5)
    cubes[:] = 7
    thread.join()
    moves, _ = answers
    assert all((Cube.from_array(row) @ alg).is_solved for row, alg in zip(before, moves_to_algs(moves), strict=True))


def test_a_number_of_cubes_is_checked(refused) -> None:  # type: ignore[no-untyped-def]
    assert refused(random_cubes, -1) == "n=-1; expected a whole number from 0 on"
    assert refused(cubegod.scramble, n=-1) == "n=-1; expected a whole number from 0 on"
    assert refused(random_cubes, 1, seed=-1).startswith("seed=-1; expected a whole number from 0 to ")
    with pytest.raises(TypeError, match="^n=1.5; expected a whole number from 0 on"):
        random_cubes(1.5)  # type: ignore[call-overload]


def test_the_same_seed_gives_the_same_array() -> None:
    assert (random_cubes(5, seed=1) == random_cubes(5, seed=1)).all()
    assert (random_cubes(5) != random_cubes(5)).any()
    assert Cube.from_array(random_cubes(1, seed=1)[0]) == Cube.random(seed=1)
