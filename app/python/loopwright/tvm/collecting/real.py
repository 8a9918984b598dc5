"""Runs a file with Apache TVM itself and takes its programs and schedules."""

import importlib
import sys

_made = []


def prepare():
    """Records the schedules that TVM makes."""
    tvm = importlib.import_module("tvm")
    for path in ("tvm.s_tir", "tvm.tir"):
        try:
            owner = importlib.import_module(path)
        except ImportError:
            continue
        kind = getattr(owner, "Schedule", None)
        if kind is None:
            continue
        before = kind.__init__

        def recorded(self, mod, *args, _before=before, **kwargs):
            _before(self, mod, *args, **kwargs)
            frame = sys._getframe(1)
            _made.append((self, self.mod, (frame.f_code.co_filename, frame.f_lineno)))

        kind.__init__ = recorded
        break
    return tvm
