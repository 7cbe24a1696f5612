"""The examples of `ctf-rubik-cube` with another import."""

from cubegod.rubik import cube, random_cube
from cubegod.rubik.cube import Cube
from cubegod.rubik.solve import Solver

START_COLORS = """\
    BBW
    OGY
    WGR
YGG RYG YRO GWR
GRR WWO YOR BYR
BOY OWR WGO BBY
    GOB
    BBW
    OYW"""

START_DATA = """\
    {LO
    LS_
    SLW
CS_ A?R EBL E}R
AOP GNK KØG FEP
__U RSA AUI UO_
    PLL
    DOE
    XB_"""

END_COLORS = """\
    RRR
    RRR
    RRR
BBB WWW GGG YYY
BBB WWW GGG YYY
BBB WWW GGG YYY
    OOO
    OOO
    OOO"""

END_DATA = """\
    RBW
    GOP
    APA
{FL AGS _AR E_C
OOL }NE USL ?EB
_DU _SO ESP UK_
    ILL
    _ØL
    XKR"""


def test_a_cube_is_printed_as_a_net(capsys) -> None:  # type: ignore[no-untyped-def]
    c = Cube("OOOOOOOOOYYYWWWGGGBBBYYYWWWGGGBBBYYYWWWGGGBBBRRRRRRRRR")
    print(c)
    middle = "YYY WWW GGG BBB\n" * 3
    assert capsys.readouterr().out == "    OOO\n" * 3 + middle + "    RRR\n" * 3


def test_the_flag_is_read_off_the_solved_cube() -> None:
    start_str = "BBWOGYWGRYGGRYGYROGWRGRRWWOYORBYRBOYOWRWGOBBYGOBBBWOYW"
    data_str = "{LOLS_SLWCS_A?REBLE}RAOPGNKKØGFEP__URSAAUIUO_PLLDOEXB_"

    c_root = cube.Cube(start_str, data_str)
    assert (str(c_root), c_root.str_data()) == (START_COLORS, START_DATA)

    solver = Solver(c_root)
    solver.solve()

    assert (str(c_root), c_root.str_data()) == (END_COLORS, END_DATA)
    assert "PAPA{FLAGS_ARE_COOL}" in "".join(c_root.str_data().split())


def test_one_pattern_is_turned_into_another() -> None:
    base_str = random_cube(3).flat_str()
    target_str = random_cube(4).flat_str()

    c_root = cube.Cube(base_str)
    c_target = cube.Cube(target_str)

    solver = Solver(c_root)
    solver.solve()

    solver_t = Solver(c_target)
    solver_t.solve()

    c = cube.Cube(base_str)
    c.sequence(" ".join(solver.moves))
    assert c == c_root and c.is_solved()

    c.inverse_sequence(" ".join(solver_t.moves))
    # Solved in the same colours and held alike, what undoes the one solution makes the target; otherwise the colours of the
    # target are those of this cube under some turn of the whole.
    names = dict(zip(c.flat_str(), target_str))
    assert "".join(names[color] for color in c.flat_str()) == target_str
    assert len(set(names.values())) == 6
