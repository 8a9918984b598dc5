"""tvm.meta_schedule.relax_integration: the kernels of a graph as tasks."""

import re

from ..ir.function import PrimFunc
from ..target import Target


class ExtractedTask:
    """A kernel that a graph calls `weight` times."""

    def __init__(self, task_name, mod, target, dispatched, weight):
        self.task_name, self.mod, self.target, self.dispatched, self.weight = task_name, mod, target, dispatched, weight

    def __repr__(self):
        return f"ExtractedTask({self.task_name!r}, weight={self.weight})"


def extract_tasks(mod, target, params=None, module_equality="structural"):
    """A task for each kernel of the module that its graphs call, in the order of the calls."""
    from ..ir.module import IRModule

    target = target if isinstance(target, Target) else Target(target)
    calls = {}
    for function in mod._functions.values():
        if isinstance(function, PrimFunc):
            continue
        for name in re.findall(r"\b(?:cls|[A-Z]\w*)\.(\w+)\b", "\n".join(function.lines(0, "f", mod._name)[0])):
            if isinstance(mod._functions.get(name), PrimFunc):
                calls[name] = calls.get(name, 0) + 1
    tasks = []
    for name, weight in calls.items():
        alone = IRModule({"main": mod._functions[name]})
        tasks.append(ExtractedTask(name, alone, target, [alone], weight))
    return tasks


__all__ = ["ExtractedTask", "extract_tasks"]
