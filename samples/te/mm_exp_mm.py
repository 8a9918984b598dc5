"""Two products with an exponential between them, in four ways: as written, with the rows of the second operand read in their
order, with the contraction in pieces, and in tiles. One program, four schedules: each function makes its own."""
# inputs: A=-0.1..0.1
import numpy as np
import tvm
from tvm import te

M = 1024
K = 2048
L = 1024
N = 3072

A = te.placeholder((M, K), name="A")
B = te.placeholder((K, L), name="B")
rk = te.reduce_axis((0, K), name="rk")
C = te.compute((M, L), lambda m, l: te.sum(A[m, rk] * B[rk, l], axis=[rk]), name="C")
D = te.compute((M, L), lambda m, l: te.exp(C[m, l]), name="D")
E = te.placeholder((L, N), name="E")
rl = te.reduce_axis((0, L), name="rl")
F = te.compute((M, N), lambda m, n: te.sum(D[m, rl] * E[rl, n], axis=[rl]), name="F")


def as_written():
    s = te.create_schedule([C.op, D.op, F.op])
    return tvm.lower(s, [A, B, E, F])


def reordered():
    s = te.create_schedule([C.op, D.op, F.op])
    m, l = C.op.axis
    (k,) = C.op.reduce_axis
    s[C].reorder(m, k, l)
    m, n = F.op.axis
    (l,) = F.op.reduce_axis
    s[F].reorder(m, l, n)
    return tvm.lower(s, [A, B, E, F])


def in_pieces():
    s = te.create_schedule([C.op, D.op, F.op])
    m, l = C.op.axis
    (k,) = C.op.reduce_axis
    ko, ki = s[C].split(k, 8)
    s[C].reorder(ko, m, ki, l)
    m, n = F.op.axis
    (l,) = F.op.reduce_axis
    lo, li = s[F].split(l, 8)
    s[F].reorder(lo, m, li, n)
    return tvm.lower(s, [A, B, E, F])


def tiled():
    s = te.create_schedule([C.op, D.op, F.op])
    m, l = C.op.axis
    (k,) = C.op.reduce_axis
    mo, mi = s[C].split(m, 16)
    ko, ki = s[C].split(k, 8)
    lo, li = s[C].split(l, 8)
    s[C].reorder(mo, lo, ko, mi, ki, li)
    m, n = F.op.axis
    (l,) = F.op.reduce_axis
    mo, mi = s[F].split(m, 16)
    lo, li = s[F].split(l, 8)
    no, ni = s[F].split(n, 8)
    s[F].reorder(mo, no, lo, mi, li, ni)
    return tvm.lower(s, [A, B, E, F])


def reference(A, B, E, F):
    np.matmul(np.exp(A @ B), E, out=F)
