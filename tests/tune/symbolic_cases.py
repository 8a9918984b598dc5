"""Programs with a symbolic number of rows, and some whose columns are symbolic too."""
from tvm.script import tir as T


@T.prim_func
def rows_softmax(x: T.handle, y: T.handle):
    n = T.int32()
    X = T.match_buffer(x, (n, 75), "float32")
    Y = T.match_buffer(y, (n, 75), "float32")
    largest = T.alloc_buffer((n,), "float32")
    powers = T.alloc_buffer((n, 75), "float32")
    total = T.alloc_buffer((n,), "float32")
    for i, j in T.grid(n, 75):
        with T.block("largest"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                largest[vi] = T.min_value("float32")
            largest[vi] = T.max(largest[vi], X[vi, vj])
    for i, j in T.grid(n, 75):
        with T.block("powers"):
            vi, vj = T.axis.remap("SS", [i, j])
            powers[vi, vj] = T.exp(X[vi, vj] - largest[vi])
    for i, j in T.grid(n, 75):
        with T.block("total"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                total[vi] = T.float32(0)
            total[vi] = total[vi] + powers[vi, vj]
    for i, j in T.grid(n, 75):
        with T.block("share"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = powers[vi, vj] / total[vi]


@T.prim_func
def rows_sums(x: T.handle, y: T.handle):
    n = T.int32()
    X = T.match_buffer(x, (n, 75), "float32")
    Y = T.match_buffer(y, (n,), "float32")
    for i, j in T.grid(n, 75):
        with T.block("Y"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                Y[vi] = T.float32(0)
            Y[vi] = Y[vi] + X[vi, vj]


@T.prim_func
def columns_sums(x: T.handle, Y: T.Buffer((75,), "float32")):
    n = T.int32()
    X = T.match_buffer(x, (n, 75), "float32")
    for j, i in T.grid(75, n):
        with T.block("Y"):
            vj, vi = T.axis.remap("SR", [j, i])
            with T.init():
                Y[vj] = T.float32(0)
            Y[vj] = Y[vj] + X[vi, vj]


@T.prim_func
def rows_scaled(x: T.handle, y: T.handle):
    n = T.int32()
    X = T.match_buffer(x, (n, 75), "float32")
    Y = T.match_buffer(y, (n, 75), "float32")
    twice = T.alloc_buffer((n, 75), "float32")
    for i, j in T.grid(n, 75):
        with T.block("twice"):
            vi, vj = T.axis.remap("SS", [i, j])
            twice[vi, vj] = X[vi, vj] * T.float32(2)
    for i, j in T.grid(n, 75):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = twice[vi, vj] + T.float32(1)


@T.prim_func
def whole_sum(x: T.handle, Y: T.Buffer((1,), "float32")):
    n = T.int32()
    X = T.match_buffer(x, (n, 75), "float32")
    for i, j in T.grid(n, 75):
        with T.block("Y"):
            vi, vj = T.axis.remap("RR", [i, j])
            with T.init():
                Y[0] = T.float32(0)
            Y[0] = Y[0] + X[vi, vj]


@T.prim_func
def any_softmax(x: T.handle, y: T.handle):
    n = T.int32()
    m = T.int32()
    X = T.match_buffer(x, (n, m), "float32")
    Y = T.match_buffer(y, (n, m), "float32")
    largest = T.alloc_buffer((n,), "float32")
    powers = T.alloc_buffer((n, m), "float32")
    total = T.alloc_buffer((n,), "float32")
    for i, j in T.grid(n, m):
        with T.block("largest"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                largest[vi] = T.min_value("float32")
            largest[vi] = T.max(largest[vi], X[vi, vj])
    for i, j in T.grid(n, m):
        with T.block("powers"):
            vi, vj = T.axis.remap("SS", [i, j])
            powers[vi, vj] = T.exp(X[vi, vj] - largest[vi])
    for i, j in T.grid(n, m):
        with T.block("total"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                total[vi] = T.float32(0)
            total[vi] = total[vi] + powers[vi, vj]
    for i, j in T.grid(n, m):
        with T.block("share"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = powers[vi, vj] / total[vi]


@T.prim_func
def any_sums(x: T.handle, y: T.handle):
    n = T.int32()
    m = T.int32()
    X = T.match_buffer(x, (n, m), "float32")
    Y = T.match_buffer(y, (n,), "float32")
    for i, j in T.grid(n, m):
        with T.block("Y"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                Y[vi] = T.float32(0)
            Y[vi] = Y[vi] + X[vi, vj]


@T.prim_func
def any_scaled(x: T.handle, y: T.handle):
    n = T.int32()
    m = T.int32()
    X = T.match_buffer(x, (n, m), "float32")
    Y = T.match_buffer(y, (n, m), "float32")
    for i, j in T.grid(n, m):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = X[vi, vj] * T.float32(2)


@T.prim_func
def any_largest(x: T.handle, i: T.handle, v: T.handle):
    n = T.int32()
    m = T.int32()
    X = T.match_buffer(x, (n, m), "float32")
    I = T.match_buffer(i, (n,), "int32")
    V = T.match_buffer(v, (n,), "float32")
    for i, k in T.grid(n, m):
        with T.block("top"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                I[vi] = 2147483647
                V[vi] = T.min_value("float32")
            i_new: T.int32 = T.Select(V[vi] > X[vi, vk] or (V[vi] == X[vi, vk] and I[vi] < vk), I[vi], vk)
            v_new: T.float32 = T.Select(V[vi] > X[vi, vk] or (V[vi] == X[vi, vk] and I[vi] < vk), V[vi], X[vi, vk])
            I[vi] = i_new
            V[vi] = v_new
