"""Programs that the tests open."""

PRODUCT = '''
import numpy as np
from tvm.script import tir as T

# inputs: A=-1..1, B=-1..1
@T.prim_func
def product(A: T.Buffer((N, N), "float32"), B: T.Buffer((N, N), "float32"), C: T.Buffer((N, N), "float32")):
    for i, j, k in T.grid(N, N, N):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] += A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def tiled(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    sch.reorder(i, k, j)
'''


def product(n=32):
    return PRODUCT.replace("N, N), ", f"{n}, {n}), ").replace("T.grid(N, N, N)", f"T.grid({n}, {n}, {n})")


# The second half of the output is written by nobody.
HALF = '''
from tvm.script import tir as T

@T.prim_func
def half(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in range(32):
        with T.block("B"):
            vi = T.axis.spatial(32, i)
            B[vi] = A[vi] * T.float32(2)
'''

# The reference computes something else.
WRONG = HALF.replace("half", "wrong").replace("range(32)", "range(64)").replace("spatial(32", "spatial(64") + '''

def reference(A, B):
    B[:] = A * 3
'''

COPY = '''
from tvm.script import tir as T

@T.prim_func
def copy(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for i in range(n):
        with T.block("B"):
            vi = T.axis.spatial(n, i)
            B[vi] = A[vi] + T.float32(1)
'''

# A kernel that takes minutes, and no reference.
LONG = '''
from tvm.script import tir as T

@T.prim_func
def long(A: T.Buffer((4096, 4096), "float32"), B: T.Buffer((4096, 4096), "float32"), C: T.Buffer((4096, 4096), "float32")):
    for i, j, k in T.grid(4096, 4096, 4096):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] += A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    C[:] = A @ B
'''

HUGE = LONG.replace("4096", "8192")  # arrays of 256 MiB
