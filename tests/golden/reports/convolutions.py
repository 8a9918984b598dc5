import numpy as np
from tvm.script import tir as T

# dilated deconvolution, odd sizes
@T.prim_func
def deconv(A: T.Buffer((2, 3, 11), "float32"), W: T.Buffer((3, 4, 5), "float32"), O: T.Buffer((2, 4, 23), "float32")):
    D = T.alloc_buffer((2, 3, 21), "float32")
    P = T.alloc_buffer((2, 3, 27), "float32")
    for n, c, i in T.grid(2, 3, 21):
        with T.block("D"):
            vn, vc, vi = T.axis.remap("SSS", [n, c, i])
            D[vn, vc, vi] = T.if_then_else(vi % 2 == 0, A[vn, vc, vi // 2], T.float32(0))
    for n, c, i in T.grid(2, 3, 27):
        with T.block("P"):
            vn, vc, vi = T.axis.remap("SSS", [n, c, i])
            P[vn, vc, vi] = T.if_then_else(vi >= 3 and vi < 24, D[vn, vc, vi - 3], T.float32(0))
    for n, o, i, c, w in T.grid(2, 4, 23, 3, 5):
        with T.block("O"):
            vn, vo, vi, vc, vw = T.axis.remap("SSSRR", [n, o, i, c, w])
            with T.init():
                O[vn, vo, vi] = T.float32(0)
            O[vn, vo, vi] = O[vn, vo, vi] + P[vn, vc, vi + vw] * W[vc, vo, 4 - vw]

def reference_x(A, W, O):
    D = np.zeros((2, 3, 27), dtype="float32")
    D[:, :, 3:24:2] = A
    O[...] = 0
    for c in range(3):
        for w in range(5):
            O[...] = O + D[:, c, None, w:w + 23] * W[c, :, 4 - w][None, :, None]

def d1(sch):
    sch.compute_inline(sch.get_block("D"))
    sch.compute_inline(sch.get_block("P"))

def d2(sch):
    o = sch.get_block("O")
    n, oo, i, c, w = sch.get_loops(o)
    i0, i1 = sch.split(i, [None, 7])
    sch.reorder(n, i0, oo, c, i1, w)
    sch.compute_at(sch.get_block("P"), i0)
    sch.compute_at(sch.get_block("D"), i0)
    sch.decompose_reduction(o, oo)

def d3(sch):
    o = sch.get_block("O")
    p = sch.get_block("P")
    sch.compute_inline(sch.get_block("D"))
    sch.decompose_padding(p, sch.get_loops(p)[2])
    n, oo, i, c, w = sch.get_loops(o)
    i0, i1 = sch.split(i, [None, 8])
    sch.vectorize(i1) if False else sch.unroll(i1)

def d4(sch):
    o = sch.get_block("O")
    n, oo, i, c, w = sch.get_loops(o)
    f = sch.fuse(n, oo)
    i0, i1 = sch.split(i, [None, 8])
    sch.reorder(f, i0, c, w, i1)
    sch.vectorize(i1)
    sch.decompose_reduction(o, c)
    sch.parallel(f)
    b = sch.cache_read(o, 0, "global")
    sch.compute_at(b, i0)

def d5(sch):
    o = sch.get_block("O")
    n, oo, i, c, w = sch.get_loops(o)
    f = sch.fuse(oo, i)
    a, b = sch.split(f, [None, 9])
    sch.reorder(n, a, c, w, b)
    sch.compute_at(sch.get_block("P"), a)
    sch.compute_at(sch.get_block("D"), a)

# sum of tops and bottoms with the write position in a table (scatter) and a sum over duplicates
@T.prim_func
def scatter(I0: T.Buffer((24,), "int32"), V: T.Buffer((24,), "int32"), O: T.Buffer((6,), "int32")):
    for i in range(6):
        with T.block("Z"):
            v = T.axis.spatial(6, i)
            O[v] = 0
    for k in range(24):
        with T.block("S"):
            vk = T.axis.reduce(24, k)
            O[I0[vk]] = O[I0[vk]] + V[vk]

# softmax of rows, dependency of an element's own row at other columns
@T.prim_func
def odd_softmax(E: T.Buffer((3, 4, 5, 5), "float32"), O: T.Buffer((3, 4, 5, 5), "float32")):
    S = T.alloc_buffer((3, 5, 5), "float32")
    Q = T.alloc_buffer((3, 5, 5), "float32")
    for a, b, c, k in T.grid(3, 5, 5, 4):
        with T.block("S"):
            va, vb, vc, vk = T.axis.remap("SSSR", [a, b, c, k])
            with T.init():
                S[va, vb, vc] = T.float32(0)
            S[va, vb, vc] = S[va, vb, vc] + E[va, vk, vb, vc] * E[va, vk, vb, vc] + T.float32(1)
    for a, b, c in T.grid(3, 5, 5):
        with T.block("Q"):
            va, vb, vc = T.axis.remap("SSS", [a, b, c])
            Q[va, vb, vc] = T.sqrt(S[va, vb, vc])
    for a, k, b, c in T.grid(3, 4, 5, 5):
        with T.block("O"):
            va, vk, vb, vc = T.axis.remap("SSSS", [a, k, b, c])
            O[va, vk, vb, vc] = Q[va, vk, vb] / S[va, vb, vc]

def o1(sch):
    o = sch.get_block("O")
    a, k, b, c = sch.get_loops(o)
    b0, b1 = sch.split(b, [None, 2])
    sch.reorder(a, b0, k, b1, c)
    sch.compute_at(sch.get_block("Q"), b0)
    sch.compute_at(sch.get_block("S"), b0)

def o2(sch):
    sch.compute_inline(sch.get_block("Q"))
    o = sch.get_block("O")
    a, k, b, c = sch.get_loops(o)
    sch.compute_at(sch.get_block("S"), k)

def o3(sch):
    sch.reverse_compute_at(sch.get_block("Q"), sch.get_loops(sch.get_block("S"))[1])
    sch.reverse_compute_at(sch.get_block("O"), sch.get_loops(sch.get_block("S"))[0])

# guarded copy of the sums into a bigger output
@T.prim_func
def bigger(A: T.Buffer((4, 10, 10), "float32"), O: T.Buffer((4, 8, 8), "float32")):
    S = T.alloc_buffer((4, 4, 4), "float32")
    for c, y, x, r, s in T.grid(4, 4, 4, 2, 2):
        with T.block("S"):
            vc, vy, vx, vr, vs = T.axis.remap("SSSRR", [c, y, x, r, s])
            with T.init():
                S[vc, vy, vx] = T.float32(0)
            S[vc, vy, vx] = S[vc, vy, vx] + A[vc, vy * 2 + vr, vx * 2 + vs]
    for c, y, x in T.grid(4, 8, 8):
        with T.block("O"):
            vc, vy, vx = T.axis.remap("SSS", [c, y, x])
            O[vc, vy, vx] = T.if_then_else(vy < 4 and vx < 4, S[vc, vy, vx], T.float32(0))

def g1(sch):
    o = sch.get_block("O")
    c, y, x = sch.get_loops(o)
    y0, y1 = sch.split(y, [None, 3])
    sch.compute_at(sch.get_block("S"), y0)
    sch.parallel(c)

def g2(sch):
    o = sch.get_block("O")
    c, y, x = sch.get_loops(o)
    sch.compute_at(sch.get_block("S"), x)

def g3(sch):
    s = sch.get_block("S")
    c = sch.get_loops(s)[0]
    sch.reverse_compute_at(sch.get_block("O"), c)

def g4(sch):
    s = sch.get_block("S")
    c = sch.get_loops(s)[1]
    sch.reverse_compute_at(sch.get_block("O"), c)

def g5(sch):
    o = sch.get_block("O")
    c, y, x = sch.get_loops(o)
    f = sch.fuse(c, y, x)
    a, b = sch.split(f, [None, 24])
    sch.compute_at(sch.get_block("S"), a)
