"""Plays a challenge server with the resident engine as its solver; both are programs that it starts.

Usage: client.py ENGINE SERVER, each a command line. Prints what the server says last.
"""

import shlex
import subprocess
import sys


class Program:
    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self):
        line = self.process.stdout.readline()
        if not line:
            raise EOFError("the program went away")
        return line.rstrip("\n")

    def hear_until(self, is_last):
        while not is_last(line := self.hear()):
            pass
        return line

    def end(self):
        self.process.stdin.close()
        rest = self.process.stdout.read()
        return rest, self.process.wait()


def read_face(server):
    name = server.hear().removeprefix("Face ").rstrip(":")
    server.hear()
    stickers = [sticker for _ in range(2) for sticker in server.hear().strip("|").split()]
    server.hear()
    return name, stickers


def ask(engine, faces):
    engine.say("BEGIN")
    for name, stickers in faces:
        engine.say(" ".join([name, *stickers]))
    engine.say("END")
    return engine.hear()


def main():
    engine, server = Program(sys.argv[1]), Program(sys.argv[2])
    server.hear_until(lambda line: line.endswith("get the flag!"))
    done = False
    while not done:
        heading = server.hear_until(lambda line: line.startswith("=== Round "))
        number, rounds = heading.split()[2].split("/")
        done = number == rounds
        server.hear()
        faces = [read_face(server) for _ in range(5)]
        server.hear_until(lambda line: line == "Enter your solution:")
        server.say(ask(engine, faces))
        verdict = server.hear()
        if "[-]" in verdict:
            sys.exit(verdict)
        server.hear()
    flag, _ = server.end()
    _, status = engine.end()
    print(flag.strip())
    sys.exit(status)


if __name__ == "__main__":
    main()
