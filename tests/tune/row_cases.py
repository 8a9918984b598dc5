from tvm.script import tir as T


@T.prim_func
def one_dimension(A: T.Buffer((83,), "float32"), C: T.Buffer((83,), "float32")):
    for i in range(83):
        with T.block("C"):
            vi = T.axis.spatial(83, i)
            C[vi] = T.exp(A[vi]) + T.float32(1)


@T.prim_func
def dot(x: T.Buffer((83,), "float32"), y: T.Buffer((83,), "float32"), d: T.Buffer((1,), "float32")):
    for k in range(83):
        with T.block("d"):
            vk = T.axis.reduce(83, k)
            with T.init():
                d[0] = T.float32(0)
            d[0] = d[0] + x[vk] * y[vk]


@T.prim_func
def matrix_vector(A: T.Buffer((19, 45), "float32"), x: T.Buffer((45,), "float32"), y: T.Buffer((19,), "float32")):
    for i, k in T.grid(19, 45):
        with T.block("y"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                y[vi] = T.float32(0)
            y[vi] = y[vi] + A[vi, vk] * x[vk]


@T.prim_func
def vector_matrix(x: T.Buffer((19,), "float32"), A: T.Buffer((19, 45), "float32"), y: T.Buffer((45,), "float32")):
    for j, k in T.grid(45, 19):
        with T.block("y"):
            vj, vk = T.axis.remap("SR", [j, k])
            with T.init():
                y[vj] = T.float32(0)
            y[vj] = y[vj] + x[vk] * A[vk, vj]


@T.prim_func
def row_norms(A: T.Buffer((7, 45), "float32"), N: T.Buffer((7,), "float32")):
    largest = T.alloc_buffer((7,))
    for i, j in T.grid(7, 45):
        with T.block("largest"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                largest[vi] = T.float32(0)
            largest[vi] = T.max(largest[vi], T.abs(A[vi, vj]))
    for i, j in T.grid(7, 45):
        with T.block("N"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                N[vi] = T.float32(0)
            N[vi] = N[vi] + A[vi, vj] * A[vi, vj] / T.max(largest[vi], T.float32(1))


@T.prim_func
def group_norm(X: T.Buffer((2, 6, 5, 21), "float32"), Y: T.Buffer((2, 6, 5, 21), "float32")):
    total = T.alloc_buffer((2, 6))
    for n, g, c, x in T.grid(2, 6, 5, 21):
        with T.block("total"):
            vn, vg, vc, vx = T.axis.remap("SSRR", [n, g, c, x])
            with T.init():
                total[vn, vg] = T.float32(0)
            total[vn, vg] = total[vn, vg] + X[vn, vg, vc, vx]
    for n, g, c, x in T.grid(2, 6, 5, 21):
        with T.block("Y"):
            vn, vg, vc, vx = T.axis.remap("SSSS", [n, g, c, x])
            Y[vn, vg, vc, vx] = X[vn, vg, vc, vx] - total[vn, vg] * T.float32(0.01)


@T.prim_func
def unit_batch(X: T.Buffer((1, 9, 45), "float32"), Y: T.Buffer((1, 9, 45), "float32")):
    total = T.alloc_buffer((1, 9))
    for b, i, j in T.grid(1, 9, 45):
        with T.block("total"):
            vb, vi, vj = T.axis.remap("SSR", [b, i, j])
            with T.init():
                total[vb, vi] = T.float32(0)
            total[vb, vi] = total[vb, vi] + X[vb, vi, vj]
    for b, i, j in T.grid(1, 9, 45):
        with T.block("Y"):
            vb, vi, vj = T.axis.remap("SSS", [b, i, j])
            Y[vb, vi, vj] = X[vb, vi, vj] - total[vb, vi]


@T.prim_func
def kept_dimension(X: T.Buffer((9, 45), "float32"), Y: T.Buffer((9, 45), "float32")):
    total = T.alloc_buffer((9, 1))
    for i, u, j in T.grid(9, 1, 45):
        with T.block("total"):
            vi, vu, vj = T.axis.remap("SSR", [i, u, j])
            with T.init():
                total[vi, vu] = T.float32(0)
            total[vi, vu] = total[vi, vu] + X[vi, vj]
    for i, j in T.grid(9, 45):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = X[vi, vj] - total[vi, 0]


@T.prim_func
def short_rows(X: T.Buffer((45, 5), "float32"), Y: T.Buffer((45, 5), "float32")):
    total = T.alloc_buffer((45,))
    for i, j in T.grid(45, 5):
        with T.block("total"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                total[vi] = T.float32(0)
            total[vi] = total[vi] + X[vi, vj]
    for i, j in T.grid(45, 5):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = X[vi, vj] - total[vi]


@T.prim_func
def columns_softmax(X: T.Buffer((21, 19), "float32"), Y: T.Buffer((21, 19), "float32")):
    largest = T.alloc_buffer((19,))
    total = T.alloc_buffer((19,))
    powers = T.alloc_buffer((21, 19))
    for j, i in T.grid(19, 21):
        with T.block("largest"):
            vj, vi = T.axis.remap("SR", [j, i])
            with T.init():
                largest[vj] = T.min_value("float32")
            largest[vj] = T.max(largest[vj], X[vi, vj])
    for i, j in T.grid(21, 19):
        with T.block("powers"):
            vi, vj = T.axis.remap("SS", [i, j])
            powers[vi, vj] = T.exp(X[vi, vj] - largest[vj])
    for j, i in T.grid(19, 21):
        with T.block("total"):
            vj, vi = T.axis.remap("SR", [j, i])
            with T.init():
                total[vj] = T.float32(0)
            total[vj] = total[vj] + powers[vi, vj]
    for i, j in T.grid(21, 19):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = powers[vi, vj] / total[vj]


@T.prim_func
def batch_norm(X: T.Buffer((3, 5, 7, 19), "float32"), Y: T.Buffer((3, 5, 7, 19), "float32")):
    mean = T.alloc_buffer((5,))
    total = T.alloc_buffer((5,))
    for c, n, y, x in T.grid(5, 3, 7, 19):
        with T.block("total"):
            vc, vn, vy, vx = T.axis.remap("SRRR", [c, n, y, x])
            with T.init():
                total[vc] = T.float32(0)
            total[vc] = total[vc] + X[vn, vc, vy, vx]
    for c in range(5):
        with T.block("mean"):
            vc = T.axis.spatial(5, c)
            mean[vc] = total[vc] / T.float32(399)
    for n, c, y, x in T.grid(3, 5, 7, 19):
        with T.block("Y"):
            vn, vc, vy, vx = T.axis.remap("SSSS", [n, c, y, x])
            Y[vn, vc, vy, vx] = X[vn, vc, vy, vx] - mean[vc]


@T.prim_func
def padded_pool(X: T.Buffer((3, 9, 21), "float32"), Y: T.Buffer((3, 9, 21), "float32")):
    padded = T.alloc_buffer((3, 11, 23))
    for c, y, x in T.grid(3, 11, 23):
        with T.block("padded"):
            vc, vy, vx = T.axis.remap("SSS", [c, y, x])
            padded[vc, vy, vx] = T.if_then_else(1 <= vy and vy < 10 and 1 <= vx and vx < 22, X[vc, vy - 1, vx - 1], T.float32(0))
    for c, y, x, r, s in T.grid(3, 9, 21, 3, 3):
        with T.block("Y"):
            vc, vy, vx, vr, vs = T.axis.remap("SSSRR", [c, y, x, r, s])
            with T.init():
                Y[vc, vy, vx] = T.float32(0)
            Y[vc, vy, vx] = Y[vc, vy, vx] + padded[vc, vy + vr, vx + vs]


@T.prim_func
def product(A: T.Buffer((13, 21), "float32"), W: T.Buffer((21, 18), "float32"), C: T.Buffer((13, 18), "float32")):
    for i, j, k in T.grid(13, 18, 21):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * W[vk, vj]


@T.prim_func
def doubles(A: T.Buffer((9, 45), "float64"), C: T.Buffer((9,), "float64")):
    for i, j in T.grid(9, 45):
        with T.block("C"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                C[vi] = T.float64(0)
            C[vi] = C[vi] + A[vi, vj]


@T.prim_func
def bytes(A: T.Buffer((9, 145), "int8"), C: T.Buffer((9,), "int32")):
    for i, j in T.grid(9, 145):
        with T.block("C"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                C[vi] = 0
            C[vi] = C[vi] + T.Cast("int32", A[vi, vj])


@T.prim_func
def two_results(A: T.Buffer((9, 45), "float32"), S: T.Buffer((9,), "float32"), D: T.Buffer((9, 45), "float32")):
    for i, j in T.grid(9, 45):
        with T.block("S"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vj]
    for i, j in T.grid(9, 45):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = A[vi, vj] - S[vi]


@T.prim_func
def turned_twice(A: T.Buffer((21, 19), "float32"), W: T.Buffer((19, 21), "float32"), C: T.Buffer((19, 21), "float32")):
    for i, j in T.grid(19, 21):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vj, vi] + W[vi, vj]


@T.prim_func
def loops_with_used_names(A: T.Buffer((19, 45), "float32"), C: T.Buffer((19,), "float32")):
    for row, lane in T.grid(19, 45):
        with T.block("C"):
            vrow, vlane = T.axis.remap("SR", [row, lane])
            with T.init():
                C[vrow] = T.float32(0)
            C[vrow] = C[vrow] + A[vrow, vlane]


@T.prim_func
def clamped_steps(A: T.Buffer((9, 45), "float32"), C: T.Buffer((9, 45), "float32")):
    rounded = T.alloc_buffer((9, 45))
    powers = T.alloc_buffer((9, 45))
    both = T.alloc_buffer((9, 45))
    for i, j in T.grid(9, 45):
        with T.block("rounded"):
            vi, vj = T.axis.remap("SS", [i, j])
            rounded[vi, vj] = T.max(A[vi, vj], T.float32(0))
    for i, j in T.grid(9, 45):
        with T.block("powers"):
            vi, vj = T.axis.remap("SS", [i, j])
            powers[vi, vj] = T.exp(rounded[vi, vj])
    for i, j in T.grid(9, 45):
        with T.block("both"):
            vi, vj = T.axis.remap("SS", [i, j])
            both[vi, vj] = powers[vi, vj] * powers[vi, vj]
    for i, j in T.grid(9, 45):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = both[vi, vj] + powers[vi, vj]


@T.prim_func
def largest_at(A: T.Buffer((9, 45), "float32"), most: T.Buffer((9,), "float32"), at: T.Buffer((9,), "int32")):
    for i, j in T.grid(9, 45):
        with T.block("most"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                most[vi] = T.min_value("float32")
                at[vi] = -1
            best: T.float32 = T.Select(most[vi] >= A[vi, vj], most[vi], A[vi, vj])
            where: T.int32 = T.Select(most[vi] >= A[vi, vj], at[vi], vj)
            most[vi] = best
            at[vi] = where


@T.prim_func
def one_nest(A: T.Buffer((9, 45), "float32"), S: T.Buffer((9,), "float32"), B: T.Buffer((9, 45), "float32")):
    for i in range(9):
        for j in range(45):
            with T.block("S"):
                vi, vj = T.axis.remap("SR", [i, j])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + A[vi, vj]
        for j in range(45):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] - S[vi]


@T.prim_func
def narrow(X: T.Buffer((37, 3), "float32"), w: T.Buffer((3,), "float32"), Y: T.Buffer((37, 3), "float32")):
    for i, j in T.grid(37, 3):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = T.exp(X[vi, vj]) * w[vj]


@T.prim_func
def padded_windows(X: T.Buffer((1, 3, 18, 22), "float32"), Y: T.Buffer((1, 3, 9, 11), "float32")):
    P = T.alloc_buffer((1, 3, 20, 24))
    for n, c, y, x in T.grid(1, 3, 20, 24):
        with T.block("P"):
            vn, vc, vy, vx = T.axis.remap("SSSS", [n, c, y, x])
            P[vn, vc, vy, vx] = T.if_then_else(1 <= vy and vy < 19 and 1 <= vx and vx < 23, X[vn, vc, vy - 1, vx - 1], T.min_value("float32"))
    for n, c, y, x, r, s in T.grid(1, 3, 9, 11, 3, 3):
        with T.block("Y"):
            vn, vc, vy, vx, vr, vs = T.axis.remap("SSSSRR", [n, c, y, x, r, s])
            with T.init():
                Y[vn, vc, vy, vx] = T.min_value("float32")
            Y[vn, vc, vy, vx] = T.max(Y[vn, vc, vy, vx], P[vn, vc, vy * 2 + vr, vx * 2 + vs])


@T.prim_func
def unit_rows(X: T.Buffer((1, 1, 5, 40), "float32"), Y: T.Buffer((1, 1, 5, 40), "float32")):
    for n, c, y, x in T.grid(1, 1, 5, 40):
        with T.block("Y"):
            vn, vc, vy, vx = T.axis.remap("SSSS", [n, c, y, x])
            Y[vn, vc, vy, vx] = X[vn, vc, vy, vx] * T.float32(2)


@T.prim_func
def largest_of_all(X: T.Buffer((261,), "float32"), V: T.Buffer((1,), "float32"), I: T.Buffer((1,), "int32")):
    for i, k in T.grid(1, 261):
        with T.block("top"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                V[vi] = T.min_value("float32")
                I[vi] = 2147483647
            v_new: T.float32 = T.Select(V[vi] > X[vk] or (V[vi] == X[vk] and I[vi] < vk), V[vi], X[vk])
            i_new: T.int32 = T.Select(V[vi] > X[vk] or (V[vi] == X[vk] and I[vi] < vk), I[vi], vk)
            V[vi] = v_new
            I[vi] = i_new


@T.prim_func
def largest_of_rows(X: T.Buffer((13, 75), "float32"), I: T.Buffer((13,), "int64"), V: T.Buffer((13,), "float32")):
    for i, k in T.grid(13, 75):
        with T.block("top"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                I[vi] = T.int64(9223372036854775807)
                V[vi] = T.min_value("float32")
            i_new: T.int64 = T.Select(V[vi] > X[vi, vk] or (V[vi] == X[vi, vk] and I[vi] < T.Cast("int64", vk)), I[vi], T.Cast("int64", vk))
            v_new: T.float32 = T.Select(V[vi] > X[vi, vk] or (V[vi] == X[vi, vk] and I[vi] < T.Cast("int64", vk)), V[vi], X[vi, vk])
            I[vi] = i_new
            V[vi] = v_new


@T.prim_func
def largest_of_columns(X: T.Buffer((13, 75), "float32"), I: T.Buffer((75,), "int32"), V: T.Buffer((75,), "float32")):
    for i, k in T.grid(75, 13):
        with T.block("top"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                I[vi] = 2147483647
                V[vi] = T.min_value("float32")
            i_new: T.int32 = T.Select(V[vi] > X[vk, vi] or (V[vi] == X[vk, vi] and I[vi] < vk), I[vi], vk)
            v_new: T.float32 = T.Select(V[vi] > X[vk, vi] or (V[vi] == X[vk, vi] and I[vi] < vk), V[vi], X[vk, vi])
            I[vi] = i_new
            V[vi] = v_new


@T.prim_func
def moments_of_rows(X: T.Buffer((13, 75), "float32"), Y: T.Buffer((13, 75), "float32")):
    sum = T.alloc_buffer((13,))
    squares = T.alloc_buffer((13,))
    for i, k in T.grid(13, 75):
        with T.block("moments"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                sum[vi] = T.float32(0)
                squares[vi] = T.float32(0)
            s_new: T.float32 = sum[vi] + X[vi, vk]
            q_new: T.float32 = squares[vi] + X[vi, vk] * X[vi, vk]
            sum[vi] = s_new
            squares[vi] = q_new
    for i, k in T.grid(13, 75):
        with T.block("Y"):
            vi, vk = T.axis.remap("SS", [i, k])
            Y[vi, vk] = (X[vi, vk] - sum[vi] / T.float32(75)) * T.rsqrt(squares[vi] / T.float32(75) + T.float32(0.01))


@T.prim_func
def one_row(X: T.Buffer((1, 1, 261), "float32"), S: T.Buffer((1, 1), "float32")):
    for a, b, k in T.grid(1, 1, 261):
        with T.block("S"):
            va, vb, vk = T.axis.remap("SSR", [a, b, k])
            with T.init():
                S[va, vb] = T.float32(0)
            S[va, vb] = S[va, vb] + X[va, vb, vk]


@T.prim_func
def rows_of_a_vector(X: T.Buffer((9, 16), "float32"), S: T.Buffer((9,), "float32")):
    for i, k in T.grid(9, 16):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + X[vi, vk]


@T.prim_func
def unit_scan(X: T.Buffer((1, 9, 21), "float32"), S: T.Buffer((1, 9, 21), "float32"), Y: T.Buffer((1, 9, 21), "float32")):
    for n, i in T.grid(1, 9):
        for j in range(21):
            with T.block("S"):
                vn, vi, vj = T.axis.remap("SSS", [n, i, j])
                S[vn, vi, vj] = X[vn, vi, vj] + T.float32(1)
        for j in range(21):
            with T.block("Y"):
                vn, vi, vj = T.axis.remap("SSS", [n, i, j])
                Y[vn, vi, vj] = S[vn, vi, 20 - vj]


@T.prim_func
def unit_turn(X: T.Buffer((1, 21, 37), "float32"), Y: T.Buffer((1, 37, 21), "float32")):
    for n, i, j in T.grid(1, 37, 21):
        with T.block("Y"):
            vn, vi, vj = T.axis.remap("SSS", [n, i, j])
            Y[vn, vi, vj] = X[vn, vj, vi]


@T.prim_func
def unit_scatter(X: T.Buffer((1, 21, 37), "float32"), Y: T.Buffer((1, 21, 80), "float32")):
    for n, i, j in T.grid(1, 21, 37):
        with T.block("Y"):
            vn, vi, vj = T.axis.remap("SSS", [n, i, j])
            Y[vn, vi, vj * 2 + vi % 2] = X[vn, vi, vj]


@T.prim_func
def online_rows(X: T.Buffer((7, 83), "float32"), M: T.Buffer((7,), "float32"), L: T.Buffer((7,), "float32")):
    for i, k in T.grid(7, 83):
        with T.block("pass"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                M[vi] = T.min_value("float32")
                L[vi] = T.float32(0)
            m: T.float32 = T.max(M[vi], X[vi, vk])
            l: T.float32 = L[vi] * T.exp(M[vi] - m) + T.exp(X[vi, vk] - m)
            M[vi] = m
            L[vi] = l
