"""Searches for fast schedules: `lw tune` in a process of its own."""

import json
import os

from . import _engine, _runner
from ._errors import ArgumentError, Error


class Tuned:
    """The result of a search: `schedule` with the fastest steps (None: no candidate ran), and `report`, the lines of
    `lw tune --json`: one for each candidate, and the summary."""

    def __init__(self, schedule, report):
        self.schedule, self.report = schedule, report

    def _repr_html_(self):
        from ._costs import _table
        from ._html import escape

        best, rows = 0.0, []
        for line in self.report:
            if line.get("ms", 0) and (not best or line["ms"] < best):
                best = line["ms"]
                chosen = ", ".join(f"{name} = {value}" for name, value in (line.get("decisions") or {}).items())
                rows.append((str(line.get("number", len(rows) + 1)), f"{best:.4g} ms", chosen[:160]))
        text = "" if self.schedule is None else self.schedule.trace._repr_html_()
        return f"<p>{escape(repr(self)[1:-1])}</p>" + _table(("Trial", "Best so far", "Decisions"), rows) + text

    def __repr__(self):
        return f"<tuned: {'no candidate ran' if self.schedule is None else str(len(self.schedule.trace)) + ' steps'}>"


def _lines(text):
    """One object of JSON, or one in each line."""
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def tune(self, trials, seconds, seed, threads, space, pins, bind, target, database, resume):
    """Schedule.tune(), which checks the arguments."""
    import subprocess
    import tempfile

    if self.program is None:
        raise ArgumentError("a schedule of te.create_schedule cannot be tuned; write its operators as te.create_prim_func")
    with tempfile.TemporaryDirectory(prefix="loopwright-") as folder:
        file = self.program.filename
        if not os.path.isfile(file):
            file = os.path.join(folder, "program.py")
            with open(file, "w", encoding="utf-8") as out:
                out.write(self.program.text)
        steps, best = os.path.join(folder, "steps.json"), os.path.join(folder, "best.json")
        with open(steps, "w", encoding="utf-8") as out:
            out.write(self.trace.as_json())
        words = [_runner.program("lw"), "tune", f"{file}:{self.program.name}", "--json", "-o", best,
                 "--trials", str(int(trials)), "--seconds", str(int(seconds)), "--seed", str(int(seed)),
                 "--threads", str(int(threads))]
        if len(self.trace):
            words += ["--trace", steps]
        for option, value in (("--space", space), ("--target", target), ("--db", database)):
            if value:
                words += [option, os.fspath(value)]
        for pin in pins:
            words += ["--pin", pin]
        for name, value in (bind or {}).items():
            words += ["--bind", f"{name}={int(value)}"]
        if resume:
            words.append("--resume")
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        lines = _lines(done.stdout)
        failed = [line for line in lines if line.get("ok") is False]
        if failed or not lines:
            words = "; ".join(error["message"] for line in failed for error in line.get("errors", []))
            raise Error(words or done.stderr.strip() or f"lw tune ended with {done.returncode}")
        schedule = None
        if os.path.exists(best):
            schedule = _engine.Schedule(self.program)
            with open(best, encoding="utf-8") as found:
                _engine.Trace.from_json(found.read()).apply_to_schedule(schedule)
        return Tuned(schedule, lines)
