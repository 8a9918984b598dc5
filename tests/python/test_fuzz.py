"""Random calls with random objects never crash Python: every refusal is an exception. LW_FUZZ is the number of calls,
LW_FUZZ_SEED the first seed. Calls are made in processes of their own, so that a crash is seen and its seed is said."""

import os
import subprocess
import sys
import unittest

CALLS = int(os.environ.get("LW_FUZZ", "3000"))
SEED = int(os.environ.get("LW_FUZZ_SEED", "1"))
EACH = 1500

WORKER = r'''
import faulthandler, gc, io, random, sys, threading
faulthandler.enable()
import warnings
import numpy as np
import loopwright as lw
from loopwright import T
warnings.simplefilter("ignore")
tvm = lw.as_tvm()
from tvm import te

seed, calls = int(sys.argv[1]), int(sys.argv[2])
pick = random.Random(seed)
sys.stdout = io.StringIO()

TEXT = """from tvm.script import tir as T

@T.prim_func
def two(A: T.Buffer((16, 12), "float32"), C: T.Buffer((16, 12), "float32")):
    B = T.alloc_buffer((16, 12), "float32")
    for i, j in T.grid(16, 12):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(16, 12):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
"""
PROGRAM = lw.Schedule(TEXT).program
compiled = lw.Schedule(TEXT).compile(in_process=True, threads=1)
A = te.placeholder((16,), name="A")
B = te.compute((16,), lambda i: A[i] + 1, name="B")
pool = []


def raising(*_):
    raise LookupError("from a lambda")


def fresh():
    kind = pick.randrange(26)
    if kind == 0: return lw.Schedule(PROGRAM)
    if kind == 1: return pick.choice(["B", "C", "i", "A", "", "nowhere", "global", "shared", "threadIdx.x", "x" * 3000, "\0", "\ud7ff"])
    if kind == 2: return pick.randrange(-20, 70)
    if kind == 3: return pick.choice([2**31, -2**31, 2**63 - 1, -2**63, 2**63, 2**200, -1])
    if kind == 4: return pick.choice([0.5, float("nan"), float("inf"), -0.0, 1e308])
    if kind == 5: return None
    if kind == 6: return pick.choice([True, False])
    if kind == 7: return [thing() for _ in range(pick.randrange(4))]
    if kind == 8: return tuple(thing() for _ in range(pick.randrange(4)))
    if kind == 9: return {"a": thing(), thing.__name__: 1}
    if kind == 10: return pick.choice([lambda: 0, lambda i: i, lambda i, j: (j, i), lambda *a: a, lambda i, j: (i // 4, j, i % 4), raising, len, print, type, lambda i, j: thing()])
    if kind == 11: return object()
    if kind == 12: return pick.choice([b"bytes", bytearray(8), memoryview(b"12345678"), set(), frozenset((1,)), 1j, ..., NotImplemented, Exception(), sys])
    if kind == 13: return np.zeros(pick.choice([(16, 12), (12, 16), (16,), (), (0, 12), (2, 3, 4)]), pick.choice(["float32", "float64", "int8", "O", "U4", "complex64"]))
    if kind == 14: return np.zeros((16, 12), "float32")[::pick.choice([1, -1, 2])]
    if kind == 15: return pick.choice([np.int64(3), np.float32(2), np.bool_(True), np.array(4)])
    if kind == 16: return range(pick.randrange(5))
    if kind == 17: return slice(thing(), None, None)
    if kind == 18: return pick.choice([A, B, B.op, te, tvm, tvm.tir, T, te.sum, T.int32, te.reduce_axis((0, 4))])
    if kind == 19: return compiled
    if kind == 20: return pick.choice([PROGRAM, lw.Schedule(PROGRAM).mod, lw.Schedule(PROGRAM).trace, lw.Schedule, lw.Trace, lw.Loop])
    if kind == 21: return te.create_schedule(B.op)
    if kind == 22:
        loop = []
        loop.append(loop)
        return loop
    if kind == 23: return ("read", pick.randrange(-1, 3))
    if kind == 24: return [pick.choice([None, 2, 4, 8]) for _ in range(pick.randrange(4))]
    return pick.choice(["split(i, [None, 4])", "fuse(i, j)", "parallel(i)", "((((", "sch.mod", "lambda: 0"])


def thing():
    if pool and pick.random() < 0.55:
        return pick.choice(pool)
    return fresh()


PRIMITIVES = lw.primitives()
SLOW = {"run", "time", "same", "tune", "compile", "legal", "do_not"}  # have tests of their own


def small(b):
    """Python's own numbers and lists take for ever to grow to the power of 2**63."""
    return b % 64 if isinstance(b, int) else b


OPERATORS = [lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * small(b), lambda a, b: a // b, lambda a, b: a % b,
             lambda a, b: a / b, lambda a, b: a == b, lambda a, b: a < b, lambda a, b: a & b, lambda a, b: a @ b,
             lambda a, b: a[b], lambda a, b: a ** small(b), lambda a, b: -a, lambda a, b: len(a), lambda a, b: bool(a),
             lambda a, b: str(a), lambda a, b: repr(a), lambda a, b: hash(a), lambda a, b: list(a), lambda a, b: int(a)]
FUNCTIONS = [lw.Schedule, lw.Trace.from_json, lw.load, compiled, te.compute, te.placeholder, te.sum, te.create_prim_func,
             te.create_schedule, te.extern, tvm.lower, T.int32, T.if_then_else]
MINE = (lw.Schedule, lw.Object, lw.Module, lw.Trace, lw.Program)


def keep(value):
    if isinstance(value, MINE) or (isinstance(value, (list, tuple)) and value and isinstance(value[0], lw.Object)):
        pool.extend(value if isinstance(value, (list, tuple)) else [value])
    while len(pool) > 80:
        pool.pop(pick.randrange(len(pool)))


def handle(sch):
    if pick.random() < 0.8:
        block = sch.get_block(pick.choice("BC"))
        return block if pick.random() < 0.4 else pick.choice(sch.get_loops(block))
    handles = [p for p in pool if isinstance(p, (lw.Loop, lw.Block))]
    return pick.choice(handles) if handles and pick.random() < 0.8 else thing()


def schedule_call():
    """A step, mostly with handles where the step takes them."""
    schedules = [p for p in pool if isinstance(p, lw.Schedule)] or [lw.Schedule(PROGRAM)]
    primitive, sch = pick.choice(PRIMITIVES), pick.choice(schedules)
    arguments = []
    for param in primitive["params"]:
        if param["default"] is not None and pick.random() < 0.5:
            break
        takes = param["type"]
        arguments.append(handle(sch) if takes in ("a loop", "a block", "a loop or a block") and pick.random() < 0.9 else
                         [handle(sch), handle(sch)] if takes.startswith("a list of loops") and pick.random() < 0.8 else thing())
    if len(arguments) > 1 and isinstance(arguments[-1], list) and primitive["params"][-1]["variadic"]:
        arguments[-1:] = arguments[-1]
    keep(getattr(sch, primitive["name"])(*arguments))


def step():
    how = pick.random()
    if how < 0.25:
        keep(pick.choice(OPERATORS)(thing(), thing()))
        return
    if how < 0.4:
        keep(pick.choice(FUNCTIONS)(*[thing() for _ in range(pick.randrange(4))]))
        return
    if how < 0.5:
        sch = lw.Schedule(PROGRAM)
        pool.append(sch)
        pool.extend(sch.get_loops(pick.choice("BC")) + [sch.get_block("B"), sch.get_block("C")])
        return
    if how < 0.85:
        schedule_call()
        return
    mine = [p for p in pool if isinstance(p, MINE)] or [lw.Schedule(PROGRAM)]
    target = pick.choice(mine)
    names = [n for n in dir(type(target)) if n not in SLOW and not n.startswith("__")]
    if isinstance(target, lw.Object):
        names += ["axis", "op", "shape", "extent", "split", "compute_at", "reads"]
    member = getattr(target, pick.choice(names))
    if not callable(member):
        keep(member)
        return
    names = ["loop", "block", "factors", "index_map", "buffer", "wrong"]
    keep(member(*[thing() for _ in range(pick.randrange(5))],
                **{n: thing() for n in pick.sample(names, pick.randrange(3)) if pick.random() < 0.4}))


def many(count):
    for number in range(count):
        try:
            step()
        except RecursionError:
            pass
        except Exception as error:
            if isinstance(error, lw.Error):
                str(error), error.kind, error.hint, error.place
            elif isinstance(error, SystemError):
                raise


many(calls)
threads = [threading.Thread(target=many, args=(calls // 10,)) for _ in range(3)]
for t in threads: t.start()
for t in threads: t.join()
pool.clear()
gc.collect()
print("done", file=sys.stderr)
'''


class Fuzz(unittest.TestCase):
    def test_random_calls_end_in_values_or_exceptions(self):
        for number in range(max(1, CALLS // EACH)):
            seed = SEED + number
            done = subprocess.run([sys.executable, "-c", WORKER, str(seed), str(min(CALLS, EACH))], capture_output=True,
                                  text=True, errors="replace", timeout=800)
            self.assertEqual((done.returncode, done.stderr.strip().splitlines()[-1:]), (0, ["done"]),
                             f"seed {seed}: {done.stderr[-3000:]}")


if __name__ == "__main__":
    unittest.main()
