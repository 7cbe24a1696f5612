"""A challenge server on standard input and output: an implementation independent of cubegod.

The cube is six faces of two rows, turned by cutting strips out and pasting them in one face further.
"""

import argparse
import random
import signal
import sys

FACES = "UDFBLR"

# For every face the four strips around it, in the order in which a clockwise turn moves them. A strip is two stickers,
# each written as face, row, column; the first moves to the place of the first of the next strip.
STRIPS = {
    "U": ["F00 F01", "L00 L01", "B00 B01", "R00 R01"],
    "D": ["F10 F11", "R10 R11", "B10 B11", "L10 L11"],
    "F": ["U10 U11", "R00 R10", "D01 D00", "L11 L01"],
    "B": ["U00 U01", "L10 L00", "D11 D10", "R01 R11"],
    "L": ["U00 U10", "F00 F10", "D00 D10", "B11 B01"],
    "R": ["U01 U11", "B10 B00", "D01 D11", "F01 F11"],
}

MOVES = [face + turn for face in FACES for turn in ("", "'", "2")]


class PocketCube:
    def __init__(self):
        self.faces = {face: [[face, face], [face, face]] for face in FACES}

    def quarter(self, face):
        (a, b), (c, d) = self.faces[face]
        self.faces[face] = [[c, a], [d, b]]
        strips = [[(place[0], int(place[1]), int(place[2])) for place in strip.split()] for strip in STRIPS[face]]
        cut = [[self.faces[f][row][column] for f, row, column in strip] for strip in strips]
        for number, strip in enumerate(strips):
            for (f, row, column), sticker in zip(strip, cut[number - 1]):
                self.faces[f][row][column] = sticker

    def move(self, name):
        for _ in range({"": 1, "2": 2, "'": 3}[name[1:]]):
            self.quarter(name[0])

    def is_solved(self):
        return all(len({sticker for row in rows for sticker in row}) == 1 for rows in self.faces.values())

    def show(self, hidden):
        for face in FACES:
            if face != hidden:
                print(f"Face {face}:")
                print("+-----+")
                for row in self.faces[face]:
                    print(f"| {row[0]} {row[1]} |")
                print("+-----+")


def reject(reason):
    print(f"[-] {reason}", flush=True)
    sys.exit(1)


def play_round(number, options, generator):
    scramble = [generator.choice(MOVES) for _ in range(generator.randint(114, 514))]
    cube = PocketCube()
    for name in scramble:
        cube.move(name)
    print(f"=== Round {number}/{options.rounds} ===")
    print("One face is hidden.")
    cube.show(generator.choice(FACES))
    print("Enter your solution:", flush=True)

    signal.alarm(options.seconds)
    answer = sys.stdin.readline().split()
    signal.alarm(0)

    if any(name not in MOVES for name in answer):
        reject("Unknown move.")
    if len(answer) > 11:
        reject("More than 11 moves.")
    fresh = PocketCube()
    for name in scramble + answer:
        fresh.move(name)
    if not fresh.is_solved():
        reject("Not solved.")
    print("[+] Solved.")
    print()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=1)
    parser.add_argument("--seed", type=int)
    options = parser.parse_args()
    generator = random.Random(options.seed)
    signal.signal(signal.SIGALRM, lambda *_: reject("Too late."))
    print("\033[1mA pocket cube\033[0m, five faces of it.")
    print(f"Solve {options.rounds} to get the flag!")
    for number in range(1, options.rounds + 1):
        play_round(number, options, generator)
    print("flag{python_agrees}", flush=True)


if __name__ == "__main__":
    main()
