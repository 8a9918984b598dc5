#!/usr/bin/python3
"""How the engine's times grow with the program: the table of RESULTS.md, printed.

    growth.py LW_BENCH [ROUNDS]

Runs the benchmarks named growth* ROUNDS (21) times. Sizes follow each other within a round, so that a machine that is
slower for some seconds is slower for both sides of a doubling. A row has the median microseconds per block for some
sizes, and the largest doubling: that whose median ratio of a round is greatest.
"""
import csv
import re
import statistics
import subprocess
import sys
from collections import defaultdict

SHOWN = (16, 128, 1024, 2048, 4096, 8192)
MICROSECONDS = {"ns": 1e-3, "us": 1, "ms": 1e3, "s": 1e6}


def measure(command):
    """Microseconds per block in one round, by benchmark and number of blocks."""
    out = subprocess.run(
        [command, "--benchmark_filter=growth", "--benchmark_min_time=0.02", "--benchmark_format=csv"],
        check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    times = defaultdict(dict)
    for row in csv.reader(out.splitlines()):
        name = re.fullmatch(r"growthOf(\w+)/(\d+)", row[0]) if row else None
        if name:
            what = re.sub("(?<=.)([A-Z])", r" \1", name[1]).lower()
            blocks = int(name[2])
            times[what][blocks] = float(row[3]) * MICROSECONDS[row[4]] / blocks
    return times


def main(command, rounds="21"):
    measured = [measure(command) for _ in range(int(rounds))]
    print("| what | " + " | ".join("{:,}".format(n) for n in SHOWN) + " | largest doubling |")
    print("|" + "---|" * (len(SHOWN) + 2))
    for what in sorted(measured[0]):
        sizes = measured[0][what]
        times = ["%.3g" % statistics.median(m[what][n] for m in measured) for n in SHOWN]
        doublings = {n: statistics.median(m[what][2 * n] / m[what][n] for m in measured) for n in sizes if 2 * n in sizes}
        largest = max(doublings, key=doublings.get)
        print("| %s | %s | %.2f (to %s) |" % (what, " | ".join(times), doublings[largest], "{:,}".format(2 * largest)))


if __name__ == "__main__":
    main(*sys.argv[1:])
