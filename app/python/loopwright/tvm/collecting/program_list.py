"""The programs and schedules that a script made, by name."""

import json

from ... import _engine
from ..ir.function import BaseFunc
from ..ir.module import IRModule, as_function
from ..te import schedules as te_schedules
from ..tir import intrinsics
from ..tir import schedules as tir_schedules


class Programs:
    """Programs in the order in which they were named."""

    def __init__(self):
        self._entries, self._by_identity, self._names, self._schedules = [], {}, {}, None

    def named_in(self, names, path):
        """Adds what the names of a file mean."""
        for name, value in list(names.items()):
            if name.startswith("__"):
                continue
            try:
                if isinstance(value, (BaseFunc, IRModule)):
                    self._add(value, name, path)
                elif isinstance(value, _engine.Object) and str(value) == "a prim_func":
                    self._add(as_function(value), name, path)
                elif isinstance(value, _engine.Schedule):
                    self._names.setdefault(id(value), (name, path))
            except Exception:  # noqa: BLE001: what cannot be written as text is no program
                continue

    def of_result(self, result, text):
        """The numbers of the programs that a call gave: a program, or a tuple, list or dict of them."""
        if isinstance(result, dict):
            parts = list(result.items())
        elif isinstance(result, (list, tuple)):
            parts = list(enumerate(result))
        else:
            parts = [("", result)]
        found = []
        for key, value in parts:
            if isinstance(value, _engine.Schedule):
                value = getattr(value, "source", None) or value.mod
            if isinstance(value, _engine.Object):
                try:
                    value = as_function(value)
                except Exception:  # noqa: BLE001: another object of the engine
                    continue
            if isinstance(value, (BaseFunc, IRModule)):
                called = text.split("(")[0].strip()
                own = getattr(value, "name", None) or getattr(value, "_name", "") or called
                found.append(self._add(value, f"{called}.{own}" if key == "" else f"{called}.{key}", "", force=True))
        return found

    def _add(self, value, name, path, force=False):
        if id(value) in self._by_identity and not force:
            return self._by_identity[id(value)]
        if id(value) in self._by_identity:
            return self._by_identity[id(value)]
        taken = {e["name"] for e in self._entries}
        unique, number = name, 0
        while unique in taken:
            number += 1
            unique = f"{name}_{number}"
        text, origins = value.text()
        if isinstance(value, IRModule):
            functions = list(value._functions)
            line = next((o for o in origins if o), 0)
        else:
            functions, line = [value.name], value._flat.line
        self._entries.append({"name": unique, "file": getattr(value, "definition", ("", ""))[0] or path, "line": line,
                              "functions": functions, "text": text, "lines": origins})
        self._by_identity[id(value)] = len(self._entries) - 1
        self._keep = [*getattr(self, "_keep", []), value]  # identities stay
        return len(self._entries) - 1

    # ---- schedules ----
    def schedules(self):
        """The schedules that were made, with their steps."""
        if self._schedules is None:
            self.listed()
        return self._schedules

    def listed(self):
        """The programs, those of schedules among them."""
        if self._schedules is None:
            self._schedules = []
            for schedule in tir_schedules.made:
                self._schedule(schedule, schedule.source, *schedule.made_at)
            for schedule, start, place in te_schedules.started():
                self._schedule(schedule, start, *place)
        return self._entries

    def _schedule(self, schedule, source, path, line):
        if isinstance(source, (_engine.Object,)):
            source = as_function(source)
        if isinstance(source, _engine.Module):
            from ..runtime.build import from_module

            source = from_module(source)
        if not isinstance(source, (BaseFunc, IRModule)):
            return
        name, own = self._names.get(id(schedule), (f"schedule_{line}", path))
        function = str(schedule.func_working_on)
        number = self._by_identity.get(id(source))
        if number is None:
            number = self._add(source, getattr(source, "name", None) or source._name, own)
        if function not in self._entries[number]["functions"]:  # of a lone function, which steps call "main"
            function = self._entries[number]["functions"][0]
        trace = json.loads(schedule.trace.as_json())
        self._add_intrinsics(self._entries[number], trace[0])
        self._schedules.append({"name": self._unique(name), "file": path, "line": line, "program": number,
                                "function": function, "trace": trace})

    @staticmethod
    def _add_intrinsics(entry, steps):
        """Adds the tensor intrinsics that the steps use to the program's text."""
        used = {word for step in steps if step[0] == "Tensorize" for word in step[2] if isinstance(word, str)}
        for name in sorted(used):
            if name in intrinsics._registered and f'register("{name}"' not in entry["text"]:
                lines, places = intrinsics.text_of_pair(name, *intrinsics._registered[name])
                entry["text"] += "\n".join(["import tvm", *lines]) + "\n"
                entry["lines"] = [*entry["lines"], 0, *places]

    def _unique(self, name):
        taken = {s["name"] for s in self._schedules} | {e["name"] for e in self._entries}
        unique, number = name, 0
        while unique in taken:
            number += 1
            unique = f"{name}_{number}"
        return unique


__all__ = ["Programs"]
