"""Plays a challenge server with the resident engine as its solver; both are programs that it starts.

Usage: client.py ENGINE SERVER, each a command line. Prints the last output of the server.
"""

import shlex
import subprocess
import sys


class Program:
    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def receive(self):
        line = self.process.stdout.readline()
        if not line:
            raise EOFError("the program has exited")
        return line.rstrip("\n")

    def receive_until(self, is_last):
        while not is_last(line := self.receive()):
            pass
        return line

    def end(self):
        self.process.stdin.close()
        rest = self.process.stdout.read()
        return rest, self.process.wait()


def read_face(server):
    name = server.receive().removeprefix("Face ").rstrip(":")
    server.receive()
    stickers = [sticker for _ in range(2) for sticker in server.receive().strip("|").split()]
    server.receive()
    return name, stickers


def solve(engine, faces):
    engine.send("BEGIN")
    for name, stickers in faces:
        engine.send(" ".join([name, *stickers]))
    engine.send("END")
    return engine.receive()


def main():
    engine, server = Program(sys.argv[1]), Program(sys.argv[2])
    server.receive_until(lambda line: line.endswith("get the flag!"))
    done = False
    while not done:
        heading = server.receive_until(lambda line: line.startswith("=== Round "))
        number, rounds = heading.split()[2].split("/")
        done = number == rounds
        server.receive()
        faces = [read_face(server) for _ in range(5)]
        server.receive_until(lambda line: line == "Enter your solution:")
        server.send(solve(engine, faces))
        verdict = server.receive()
        if "[-]" in verdict:
            sys.exit(verdict)
        server.receive()
    flag, _ = server.end()
    _, status = engine.end()
    print(flag.strip())
    sys.exit(status)


if __name__ == "__main__":
    main()
