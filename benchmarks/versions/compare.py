"""Compares two cubegod binaries: CPU time of the same work, medians of interleaved runs.

    benchmarks/versions/compare.py OLD NEW [--runs 5] [--only NAME]

Each job runs OLD and NEW in turn. A job is a command line, or a server that is sent requests; its CPU time is that of the
process, user and system. For searches with a time budget the mean number of moves is compared instead.

Both must find the large tables of the 3x3 in the cache (`OLD tables build`, `NEW tables build`): otherwise servers build them meanwhile.
"""

import argparse
import http.client
import json
import os
import pathlib
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(command, stdin=None, environment=None):
    """Runs a command; returns its CPU time and its output."""
    before = cpu_of_children()
    with open(stdin or os.devnull, "rb") as source:
        done = subprocess.run(command, stdin=source, capture_output=True, env=environment, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{command}: exit code {done.returncode}: {done.stderr.decode()[-500:]}")
    return cpu_of_children() - before, done.stdout.decode()


def cpu_of_process(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Comparison:
    def __init__(self, old, new, runs, folder):
        self.binaries, self.runs, self.folder = (old, new), runs, pathlib.Path(folder)
        self.environment = dict(os.environ)

    def cubes(self, puzzle, count, seed):
        path = self.folder / f"{puzzle}-{count}-{seed}.txt"
        if not path.exists():
            command = [self.binaries[0], "scramble", "-n", str(count), "--puzzle", puzzle, "--seed", str(seed)]
            path.write_text(run([*command, "--to", "facelets"])[1])
        return path

    def table(self, cubes):
        """Returns a CSV file with the cubes of a text file."""
        path = cubes.with_suffix(".csv")
        path.write_text("id,cube\n" + "".join(f"{i},{cube}\n" for i, cube in enumerate(cubes.read_text().split())))
        return path

    def has(self, binary, command):
        return subprocess.run([binary, command, "--help"], capture_output=True, check=False).returncode == 0

    def cpu(self, binary, arguments, stdin=None):
        return run([binary, *map(str, arguments)], stdin, self.environment)[0]

    def mean_length(self, binary, arguments):
        _, output = run([binary, *map(str, arguments), "--json"], None, self.environment)
        lengths = [json.loads(line)["length"] for line in output.splitlines()]
        return statistics.mean(lengths)

    def batch(self, binary, source):
        target = self.folder / "out.csv"
        target.unlink(missing_ok=True)
        # Before there was `batch`, `solve` had an option for it.
        if self.has(binary, "batch"):
            return self.cpu(binary, ["batch", source, target, "--threads", 1])
        return self.cpu(binary, ["solve", "--batch", source, "--out", target, "--threads", 1])

    def http(self, binary, requests):
        port = free_port()
        server = subprocess.Popen(
            [binary, "serve", "--quiet", "--listen", f"127.0.0.1:{port}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment,
        )
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port)
            for _ in range(200):
                try:
                    connection.connect()
                    break
                except OSError:
                    time.sleep(0.05)

            def request(fields):
                connection.request("POST", "/api/v1/solve", json.dumps(fields), {"Content-Type": "application/json"})
                response = connection.getresponse()
                response.read()
                assert response.status == 200, response.status

            request(requests[0])
            # A server prepares its solvers after it has started.
            before = None
            while (now := cpu_of_process(server.pid)) != before:
                before = now
                time.sleep(0.5)
            for fields in requests:
                request(fields)
            return cpu_of_process(server.pid) - before
        finally:
            server.terminate()
            server.wait()

    def jobs(self):
        three, near = self.cubes("3x3", 2000, 1), self.cubes("3x3", 200, 2)
        two, few = self.cubes("2x2", 200_000, 1), self.cubes("3x3", 12, 3)
        table, table3 = self.table(two), self.table(three)
        lines = self.folder / "engine.txt"
        lines.write_text("\n".join(two.read_text().split()[:100_000]) + "\n")
        two_requests = [{"cube": cube} for cube in two.read_text().split()[:3000]]
        # Without a length, the answer depends on time.
        three_requests = [{"cube": cube, "max_length": 21} for cube in three.read_text().split()]
        one = ["--threads", 1]
        yield "3x3, at most 21 moves (s)", lambda b: self.cpu(b, ["solve", "--max-length", 21, *one, f"@{three}"])
        yield "3x3, at most 20 moves (s)", lambda b: self.cpu(b, ["solve", "--max-length", 20, *one, f"@{three}"])
        for budget in ("1ms", "10ms", "100ms"):
            count = {"1ms": near, "10ms": near, "100ms": few}[budget]
            yield (
                f"3x3, {budget} (mean moves)",
                lambda b, budget=budget, count=count: self.mean_length(b, ["solve", "--budget", budget, *one, f"@{count}"]),
            )
        yield "3x3 optimal, one thread (s)", lambda b: self.cpu(b, ["solve", "--method", "optimal", *one, f"@{few}"])
        yield "3x3 optimal, two threads (s)", lambda b: self.cpu(
            b, ["solve", "--method", "optimal", "--threads", 2, f"@{few}"]
        )
        yield "2x2, list (s)", lambda b: self.cpu(b, ["solve", *one, f"@{two}"])
        yield "2x2, batch of CSV (s)", lambda b: self.batch(b, table)
        yield "3x3, batch of CSV (s)", lambda b: self.batch(b, table3)
        yield "HTTP, 2x2 requests (s)", lambda b: self.http(b, two_requests)
        yield "HTTP, 3x3 requests (s)", lambda b: self.http(b, three_requests)
        yield "engine, 2x2 lines (s)", lambda b: self.cpu(b, ["engine"], lines)
        # It stops at 21 moves by default.
        yield "engine, 3x3 lines (s)", lambda b: self.cpu(b, ["engine"], three)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="", help="only jobs whose name contains this")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(arguments.old, arguments.new, arguments.runs, folder)
        print("| what | before | after | ratio |\n|---|---|---|---|")
        for name, job in comparison.jobs():
            if arguments.only not in name:
                continue
            figures = ([], [])
            for _ in range(comparison.runs):
                for binary, column in zip(comparison.binaries, figures):
                    column.append(job(binary))
            before, after = map(statistics.median, figures)
            print(f"| {name} | {before:.3f} | {after:.3f} | {after / before:.3f} |", flush=True)


if __name__ == "__main__":
    main()
