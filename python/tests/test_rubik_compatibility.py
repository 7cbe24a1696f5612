"""Differential tests of `cubegod.rubik` against the original packages."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

import cubegod.rubik.cube
import cubegod.rubik.maths
import cubegod.rubik.optimize
import cubegod.rubik.solve

OURS = cubegod.rubik
SOLVED = "OOOOOOOOOYYYWWWGGGBBBYYYWWWGGGBBBYYYWWWGGGBBBRRRRRRRRR"
MOVES = "L Li R Ri U Ui D Di F Fi B Bi M Mi E Ei S Si X Xi Y Yi Z Zi".split()
DATA = "{LOLS_SLWCS_A?REBLE}RAOPGNKKØGFEP__URSAAUIUO_PLLDOEXB_"


def sequence(chance: random.Random, most: int) -> str:
    return " ".join(chance.choices(MOVES, k=chance.randint(0, most)))


def cubes(original: SimpleNamespace, text: str = SOLVED, data: Any = DATA) -> tuple[Any, Any]:
    options = (text, data) if original.has_data else (text,)
    return OURS.cube.Cube(text, data), original.cube.Cube(*options)


def look(c: Any, has_data: bool) -> list[Any]:
    """Returns everything that a cube shows."""
    seen: list[Any] = [str(c), c.flat_str(), c.is_solved(), c.colors(), c._color_list()]
    seen += [getattr(c, f"{side}_color")() for side in ("left", "right", "up", "down", "front", "back")]
    for pieces in (c.faces, c.edges, c.corners, c.pieces):
        seen += [type(pieces), [(tuple(piece.pos), list(piece.colors), piece.type) for piece in pieces]]
    if has_data:
        seen += [c.str_data(), [piece.datas for piece in c.pieces], [str(piece) for piece in c.pieces]]
    return seen


def test_random_sequences_look_the_same(original: SimpleNamespace) -> None:
    chance = random.Random(1)
    for _ in range(60):
        ours, other = cubes(original)
        for _ in range(4):
            moves = sequence(chance, 20)
            action = chance.choice(["sequence", "inverse_sequence"]) if original.has_data else "sequence"
            getattr(ours, action)(moves)
            getattr(other, action)(moves)
            assert look(ours, original.has_data) == look(other, original.has_data)


def test_single_moves_are_methods_on_both(original: SimpleNamespace) -> None:
    for move in MOVES:
        ours, other = cubes(original)
        getattr(ours, move)()
        getattr(other, move)()
        assert look(ours, original.has_data) == look(other, original.has_data)


def test_copies_look_the_same(original: SimpleNamespace) -> None:
    ours, other = cubes(original)
    for c in (ours, other):
        c.sequence("R U M Z")
    ours, other = OURS.cube.Cube(ours), original.cube.Cube(other)
    assert look(ours, original.has_data) == look(other, original.has_data)
    for c in (ours, other):
        c.sequence("F Xi E")
    assert look(ours, original.has_data) == look(other, original.has_data)


def test_pieces_are_found_alike(original: SimpleNamespace) -> None:
    chance = random.Random(2)
    colors = [*"OYWGBR", "?", None]

    def described(piece: Any) -> Any:
        return None if piece is None else (tuple(piece.pos), list(piece.colors), piece.type)

    for _ in range(10):
        ours, other = cubes(original)
        moves = sequence(chance, 30)
        ours.sequence(moves)
        other.sequence(moves)
        for _ in range(60):
            some = chance.choices(colors, k=chance.randint(0, 4))
            assert described(ours.find_piece(*some)) == described(other.find_piece(*some)), some
            point = tuple(chance.choices([-1, 0, 1, 2], k=3))
            assert described(ours.get_piece(*point)) == described(other.get_piece(*point)) == described(ours[point])
            assert described(ours[OURS.maths.Point(point)]) == described(other[original.maths.Point(point)])


def test_data_moves_with_the_stickers(original: SimpleNamespace) -> None:
    if not original.has_data:
        pytest.skip("its stickers carry no data")
    for data in (list(range(54)), [" "] * 54, [None] * 54, " x" * 27, [(1, "a")] * 54, None):
        ours, other = cubes(original, data=data)
        for c in (ours, other):
            c.sequence("R U Fi M")
        assert ours.str_data() == other.str_data()
        assert [piece.datas for piece in ours.pieces] == [piece.datas for piece in other.pieces]


def test_solved_cubes_have_the_same_orientation(original: SimpleNamespace) -> None:
    chance = random.Random(3)
    for number in range(40):
        ours, other = cubes(original)
        moves = sequence(chance, 60) if number else ""
        for c in (ours, other):
            c.sequence(moves)
        start = OURS.cube.Cube(ours)
        solvers = OURS.solve.Solver(ours), original.solve.Solver(other)
        for solver in solvers:
            solver.solve()
        assert look(ours, original.has_data) == look(other, original.has_data)
        assert len(solvers[0].moves) <= 0.9 * len(solvers[1].moves)
        for solver in solvers:
            again = OURS.cube.Cube(start)
            again.sequence(" ".join(solver.moves))
            assert again == ours
        centres = [tuple(getattr(solver, f"{side}_piece").pos) for solver in solvers for side in ("left", "up")]
        assert centres[:2] == centres[2:]


def test_sequences_are_shortened_alike(original: SimpleNamespace) -> None:
    chance = random.Random(4)
    names = [name for name in dir(original.optimize) if name.startswith("apply_")]
    for number in range(300):
        # With few different moves the rules apply often.
        some = chance.sample(MOVES, 3) + chance.choices(["X", "Xi", "Y", "Yi", "Z", "Zi"], k=3)
        moves = chance.choices(some if number % 2 else MOVES, k=chance.randint(0, 60))
        before = list(moves)
        assert OURS.optimize.optimize_moves(moves) == original.optimize.optimize_moves(moves)
        assert moves == before
        for name in names:
            ours, other = list(moves), list(moves)
            assert getattr(OURS.optimize, name)(ours) is None
            getattr(original.optimize, name)(other)
            assert ours == other, name


def test_names_that_scripts_import_are_there(original: SimpleNamespace) -> None:
    for name in "RIGHT LEFT UP DOWN FRONT BACK X_AXIS Y_AXIS Z_AXIS FACE EDGE CORNER".split():
        ours, other = getattr(OURS.cube, name), getattr(original.cube, name)
        assert (ours if isinstance(ours, str) else tuple(ours)) == (other if isinstance(other, str) else tuple(other))
    for name in (name for name in dir(original.cube) if name.startswith("ROT_")):
        assert getattr(OURS.cube, name).vals == getattr(original.cube, name).vals, name
    for x, y, z in [(1, 0, 0), (0, -1, 0), (0, 0, -1), (1, 1, 0)]:
        ours = OURS.cube.get_rot_from_face(OURS.maths.Point(x, y, z))
        assert ours == original.cube.get_rot_from_face(original.maths.Point(x, y, z))
    for one, other in ((OURS.cube.Cube, original.cube.Cube), (OURS.cube.Piece, original.cube.Piece)):
        public = {name for name in dir(other) if not name.startswith("_")} - {"rotate"}
        assert public <= set(dir(one))


def test_pieces_of_their_own_turn_alike(original: SimpleNamespace) -> None:
    ours = OURS.cube.Piece((1, 1, -1), ("a", "b", "c"))
    other = original.cube.Piece(original.maths.Point(1, 1, -1), ("a", "b", "c"))
    edge = OURS.cube.Piece(OURS.maths.Point(0, 1, -1), [None, "b", "c"])
    other_edge = original.cube.Piece(original.maths.Point(0, 1, -1), [None, "b", "c"])
    for name in ["ROT_XY_CW", "ROT_YZ_CC", "ROT_XZ_CW", "ROT_XZ_CW", "ROT_YZ_CW", "ROT_XY_CC"]:
        for mine, yours in ((ours, other), (edge, other_edge)):
            mine.rotate(getattr(OURS.cube, name))
            yours.rotate(getattr(original.cube, name))
            assert (tuple(mine.pos), mine.colors, mine.type) == (tuple(yours.pos), yours.colors, yours.type)


def test_points_and_matrices_calculate_alike(original: SimpleNamespace) -> None:
    def described(value: Any) -> Any:
        return str(value), repr(value)

    all_results = []
    for module in (OURS.maths, original.maths):
        p, q = module.Point(1, 2, 3), module.Point([4, -5, 6])
        m, n = module.Matrix(range(1, 10)), module.Matrix([[2, 0, 1], [1, 1, 0], [0, 3, 1]])
        results = [described(value) for value in (p + q, p - q, p * 3, p.cross(q), m + n, m - n, m * n, n * m, m * p)]
        results += [p.dot(q), list(p), p[0], p[2], q.count(4), p == (1, 2, 3), p == [1, 2, 3], p == q, p != q, p == "x"]
        results += [list(m.rows()), list(m.cols()), m == module.Matrix(*range(1, 10)), m == n]
        p += q
        p -= module.Point((1, 1, 1))
        m += n
        m -= module.Matrix(1, 1, 1, 1, 1, 1, 1, 1, 1)
        all_results.append(results + [described(p), described(m)])
        for bad in (lambda module=module: module.Point(1), lambda module=module: module.Matrix(1, 2, 3)):
            with pytest.raises(ValueError):
                bad()
        with pytest.raises(IndexError):
            p[3]
    assert all_results[0] == all_results[1]
