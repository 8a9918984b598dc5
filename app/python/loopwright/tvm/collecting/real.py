"""Runs a file with Apache TVM itself and takes its programs and schedules."""

import importlib
import json
import sys

_made = []


def prepare():
    """Records the schedules that TVM makes."""
    for path in ("tvm.s_tir", "tvm.tir"):
        try:
            kind = getattr(importlib.import_module(path), "Schedule", None)
        except ImportError:
            continue
        if kind is None:
            continue
        before = kind.__init__

        def recorded(self, mod, *args, _before=before, **kwargs):
            _before(self, mod, *args, **kwargs)
            frame = sys._getframe(1)
            _made.append((self, self.mod, (frame.f_code.co_filename, frame.f_lineno)))

        kind.__init__ = recorded
        return


def _kinds():
    """The classes of modules and functions."""
    tvm = importlib.import_module("tvm")
    functions = [getattr(getattr(tvm, part, None), "PrimFunc", None) for part in ("tirx", "tir")]
    return tvm.IRModule, tuple(f for f in functions if f is not None)


def _text(thing):
    """The text of a module or function, with its imports as statements."""
    lines = thing.script(show_meta=False).splitlines()
    head = [line.removeprefix("# ") for line in lines if line.startswith("# from ") and "import" in line and "layout" not in line]
    return "\n".join([*head, *[line for line in lines if not line.startswith("# from ")]]) + "\n"


def _plain(value):
    """A number or text of TVM as one of Python."""
    if isinstance(getattr(value, "value", None), (int, float)):  # IntImm, FloatImm
        return value.value
    try:
        return int(value)
    except (TypeError, ValueError):
        return list(value) if hasattr(value, "__iter__") else str(value)


class RealPrograms:
    """Programs and schedules of TVM, as collector.Programs has ours."""

    def __init__(self):
        self._entries, self._schedules, self._names, self._modules = [], None, {}, []

    def named_in(self, names, path):
        modules, functions = _kinds()
        for name, value in list(names.items()):
            if not name.startswith("__") and isinstance(value, (modules, *functions)):
                self._add(value, name, path)
            self._names.setdefault(id(value), name)

    def of_result(self, result, text):
        modules, functions = _kinds()
        parts = result.values() if isinstance(result, dict) else result if isinstance(result, (list, tuple)) else [result]
        called = text.split("(")[0].strip()
        return [self._add(v, f"{called}.{k}", "") for k, v in enumerate(parts) if isinstance(v, (modules, *functions))]

    def _add(self, value, name, path):
        for number, other in enumerate(self._modules):
            if other is value or (type(other) is type(value) and other.same_as(value)):
                return number
        text = _text(value)
        modules, _ = _kinds()
        own = [v.name_hint for v in value.get_global_vars()] if isinstance(value, modules) else \
            [line.split("def ")[1].split("(")[0] for line in text.splitlines() if line.startswith("def ")]
        taken = {e["name"] for e in self._entries}
        unique, count = name, 0
        while unique in taken:
            count += 1
            unique = f"{name}_{count}"
        self._entries.append({"name": unique, "file": path, "line": 0, "functions": own, "text": text,
                              "lines": [0] * len(text.splitlines())})
        self._modules.append(value)
        return len(self._entries) - 1

    def listed(self):
        self.schedules()
        return self._entries

    def schedules(self):
        if self._schedules is None:
            self._schedules = []
            for schedule, start, (path, line) in _made:
                number = self._add(start, f"module_{line}", path)
                trace = schedule.trace.as_json()
                self._schedules.append({"name": self._names.get(id(schedule), f"schedule_{line}"), "file": path,
                                        "line": line, "program": number, "function": self._entries[number]["functions"][0],
                                        "trace": json.loads(json.dumps(trace, default=_plain)),
                                        "after": _text(schedule.mod)})
        return self._schedules
