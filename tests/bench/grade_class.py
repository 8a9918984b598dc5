"""A class that a script makes, graded several times: grade_class.py LW [--students 300] [--times 3] [--seed 1]

Submissions are right, too slow, refused, broken, without an end, wrong (by hand), right programs instead of steps, copied from
others, in notebooks, missing, or in files that no exercise takes. Each grading has to give the outcome that was planned for each submission, and the same
bytes as the others."""

import argparse
import ast
import collections
import hashlib
import json
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

COURSE = pathlib.Path(__file__).resolve().parents[2] / "samples/course"
RULES = "# points: 10, 4 right, in proportion\n# by hand: accepted\n"
KINDS = {"reached": 45, "first": 15, "nothing": 8, "refused": 8, "broken": 6, "loop": 2, "notebook": 6, "copied": 6, "text": 2, "none": 2, "program": 4}


class Exercise:
    def __init__(self, path):
        self.path, self.name, self.text = path, path.stem, path.read_text(encoding="utf-8")
        body = [n for n in ast.parse(self.text).body if isinstance(n, ast.FunctionDef) and not n.decorator_list]
        lines = self.text.split("\n")
        source = {n.name: "\n".join(lines[n.lineno - 1:n.end_lineno]) for n in body if n.name != "reference"}
        self.helpers = "\n\n\n".join(text for name, text in source.items() if name not in ("first_try", "solution"))
        self.tries = {name: source[name].replace(f"def {name}(", "def schedule(") for name in ("first_try", "solution")}

    def course_text(self):
        return re.sub(r"(?m)^(# challenge: .*\n)", lambda m: m[1] + RULES, self.text, count=1)

    def solved(self, lw):
        """The program after the steps of the solution, as a person would hand it in."""
        command = [lw, "apply", str(self.path), "--script", f"{self.path}:solution"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def program(self):
        """The program as a person would hand it in, with one number changed."""
        begin = self.text.rindex("@T.prim_func")
        program = self.text[begin:self.text.index("\n\n\n", begin)]
        return "from tvm.script import tir as T\n\n\n" + program


def notebook(code):
    cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": code.splitlines(True)}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4})


class Class:
    def __init__(self, lw, folder, students, seed):
        self.folder, self.random = folder, random.Random(seed)
        self.exercises = [Exercise(path) for path in sorted(COURSE.glob("*.py"))]
        self.programs = {exercise.name: exercise.solved(lw) for exercise in self.exercises}
        self.planned, self.count = {}, collections.Counter()
        (folder / "course").mkdir()
        for exercise in self.exercises:
            (folder / "course" / f"{exercise.name}.py").write_text(exercise.course_text(), encoding="utf-8")
        for number in range(students):
            self.student(f"student{number + 1:03}")

    def student(self, name):
        (self.folder / "class" / name).mkdir(parents=True)
        # One in sixty has a schedule that takes longer than is allowed; one in fifteen submits a wrong program by hand.
        number = len({student for student, _ in self.planned})
        for exercise in self.exercises:
            kind = self.random.choices(list(KINDS), KINDS.values())[0]
            if number % 60 == 7 and exercise.name.startswith("08"):
                kind = "slow"
            if number % 15 == 3 and exercise.name.startswith("01"):
                kind = "wrong"
            self.planned[name, exercise.name] = self.submit(name, exercise, kind)
            self.count[kind] += 1

    def submit(self, student, exercise, kind):
        """Writes the file; the outcome that it has to have."""
        own = f"# {student}, {exercise.name}\nimport os\n\n\n"
        helpers = exercise.helpers + "\n\n\n" if exercise.helpers else ""
        solution = own + helpers + exercise.tries["solution"] + "\n"
        texts = {
            "reached": (solution, "reached"),
            "first": (own + helpers + exercise.tries["first_try"] + "\n", "missed"),
            "nothing": (own + "def schedule(sch):\n    pass\n", "refused" if exercise.name.startswith("11") else "missed"),
            "refused": (own + "def schedule(sch):\n    sch.reorder(\"nowhere\", \"else\")\n", "refused"),
            "broken": (own + exercise.tries["solution"].replace(")", "", 1) + "\n", "refused"),
            "loop": (own + "def schedule(sch):\n    while True:\n        pass\n", "refused"),
            "slow": (own + "def schedule(sch):\n    for n in range(100000):\n        sch.add_unit_loop(\"B\")\n"
                     "        sch.split(sch.get_loops(\"B\")[0], [None, 1])\n", "timeout"),
            "program": (own + self.programs[exercise.name], "reached"),
            "wrong": (own + exercise.program().replace("A[vi, vk] *", "A[vi, vk] + "), "wrong"),
        }
        path = self.folder / "class" / student / exercise.name
        if kind == "none":
            return "none"
        if kind == "text":
            path.with_suffix(".txt").write_text(solution, encoding="utf-8")
            return "none"
        if kind == "notebook":
            path.with_suffix(".ipynb").write_text(notebook("%matplotlib inline\n" + solution), encoding="utf-8")
            return "reached"
        if kind == "copied":
            others = sorted((self.folder / "class").glob(f"*/{exercise.name}.py"))
            if others:
                other = self.random.choice(others)
                path.with_suffix(".py").write_text(other.read_text(encoding="utf-8"), encoding="utf-8")
                return self.planned[other.parent.name, exercise.name]
            kind = "reached"
        path.with_suffix(".py").write_text(texts[kind][0], encoding="utf-8")
        return texts[kind][1]


def seconds_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lw")
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", default="10")
    parser.add_argument("--html", default="", help="also write the pages to this folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        made = Class(options.lw, folder, options.students, options.seed)
        print(f"{options.students} students, {len(made.planned)} submissions: " +
              ", ".join(f"{kind} {number}" for kind, number in made.count.most_common()))
        results = []
        for _ in range(options.times):
            begin, before = time.monotonic(), seconds_of_children()
            command = [options.lw, "grade", "course", "class", "--json", "--timeout", options.timeout]
            if options.html:
                command += ["--html", str(pathlib.Path(options.html).resolve())]
            ended = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            print(f"{time.monotonic() - begin:.1f} s, {seconds_of_children() - before:.1f} s of processors, {hashlib.sha256(ended.stdout.encode()).hexdigest()[:16]}")
            results.append(ended.stdout)
        if len(set(results)) > 1:
            sys.exit("the results differ")
        faults, compared = 0, collections.Counter()
        for student in json.loads(results[0])["students"]:
            for one in student["submissions"]:
                planned = made.planned.get((student["student"], one["challenge"]), "unknown")
                compared[one.get("checked_by")] += 1
                if one["outcome"] != planned:
                    faults += 1
                    print(f"{student['student']} {one['challenge']}: {one['outcome']} and not {planned}: {one['words']}")
        print("programs by hand compared by " + ", ".join(f"{by} {n}" for by, n in sorted(compared.items(), key=str) if by))
        sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
