"""schedule_tests.py LW FOLDER [--limit SECONDS]: proves what the schedules of Apache TVM's own tests compute.

Runs the tests below FOLDER (TVM's tests/python/s_tir/schedule) with the installed TVM, keeps each function as it was when a
Schedule was made and as the test left it, and asks `lw prove` whether the two are equal. Of functions without results, the
buffers that they allocate are compared. Needs build/peers/tvm, which `scripts/check tvm` makes."""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import tempfile

import pytest
import tvm_ffi
from tvm import s_tir, tirx
from tvm.s_tir.schedule import testing


ALLOCATED = re.compile(r"^    (\w+) = T\.(?:sblock_)?alloc_buffer\((.*)\)\n", re.MULTILINE)


def shown(texts):
    """Two functions that write to none of their parameters: with the buffers that both allocate as parameters."""
    signature = re.search(r"^def main\((.*)\):$", texts[0], re.MULTILINE).group(1)
    written = {name for text in re.findall(r"T\.writes\((.*)\)", texts[0]) for name in re.findall(r"(\w+)\[", text)}
    if written & set(re.findall(r"(\w+): ", signature)):
        return texts
    common = sorted(set(ALLOCATED.findall(texts[0])) & set(ALLOCATED.findall(texts[1])))
    made = []
    for text in texts:
        added = ", ".join(f"{name}: T.Buffer({arguments})" for name, arguments in common)
        text = ALLOCATED.sub(lambda line: "" if line.groups() in common else line[0], text)
        made.append(re.sub(r"^def main\((.*)\):$", lambda line: f"def main({', '.join(filter(None, (line[1], added)))}):", text, flags=re.MULTILINE))
    return tuple(made)


class Pairs:
    """A plugin of pytest that collects functions before and after."""

    def __init__(self):
        self.schedules, self.pairs, self.outcomes = [], {}, collections.Counter()
        original = s_tir.Schedule.__init__

        def init(schedule, mod, *args, **kwargs):
            original(schedule, mod, *args, **kwargs)
            self.schedules.append((schedule, schedule.mod))

        s_tir.Schedule.__init__ = init
        # Traces are not asked about here, and writing one ends the process with some releases of apache-tvm-ffi.
        testing.verify_trace_roundtrip = lambda *args, **kwargs: None

    def pytest_runtest_logreport(self, report):
        """Counts tests that pass and fail."""
        if report.when == "call":
            self.outcomes[report.outcome] += 1

    def pytest_runtest_teardown(self, item):
        """Keeps the pairs of the test that ran."""
        for schedule, before in self.schedules:
            after = schedule.mod
            for name in before.get_global_vars():
                if name.name_hint not in [v.name_hint for v in after.get_global_vars()]:
                    continue
                one, two = before[name.name_hint], after[name.name_hint]
                if not isinstance(one, tirx.PrimFunc) or tvm_ffi.structural_equal(one, two):
                    continue
                texts = shown(tuple(f.with_attr("global_symbol", "main").script() for f in (one, two)))
                self.pairs.setdefault(texts, item.nodeid)
        self.schedules.clear()


def main():
    """Prints one line for each pair that is not proved, and the sums."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lw")
    parser.add_argument("folder")
    parser.add_argument("--limit", default="10")
    options = parser.parse_args()
    collected = Pairs()
    pytest.main(["-q", "-W", "ignore", "--tb=no", "-m", "not gpu", "-p", "no:cacheprovider", "--continue-on-collection-errors", options.folder], plugins=[collected])
    answers = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for (before, after), test in collected.pairs.items():
            files = [pathlib.Path(folder) / name for name in ("before.py", "after.py")]
            for file, text in zip(files, (before, after)):
                file.write_text(text, encoding="utf-8")
            ended = subprocess.run([options.lw, "prove", *map(str, files), "--limit", options.limit, "--json"], capture_output=True, text=True)
            said = json.loads(ended.stdout) if ended.stdout else {}
            error = said.get("errors", [{}])[0]
            words = error.get("message", ended.stderr[:200])
            answer = next((name for name, told in (
                ("proved", bool(said.get("ok"))), ("different", ended.returncode == 3), ("another interface", "other types or shapes" in words),
                ("no results", "neither function writes" in words), ("undecided", error.get("kind") == "prove.undecided")) if told), "not read")
            answers[answer] += 1
            if answer != "proved":
                print(f"{answer}: {test}: {words} {error.get('hint', '')}")
    print(f"tests: {dict(collected.outcomes)}; pairs: {len(collected.pairs)}, {dict(answers)}")


if __name__ == "__main__":
    main()
