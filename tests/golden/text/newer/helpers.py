# Functions of the file that are called while a program is read, and conditional expressions.
from tvm.script import tir as T

LANES = 4
WIDE = LANES > 2
SIZE = LANES * 2 if WIDE else 0


def triple(x, k=3):
    return x * k + 1


def clamped(x, low=0, high=9):
    """Between two numbers."""
    return T.max(T.min(x, high), low)


def power(x, n):
    if n == 0:
        return 1
    half = power(x, n // 2)
    return half * half if n % 2 == 0 else half * half * x


def polynomial(x, coefficients):
    total = coefficients[-1]
    for c in reversed(coefficients[:-1]):
        total = total * x + c
    return total


def shape(n, extra=0):
    rows = [n + i for i in range(2) if i >= 0]
    assert len(rows) == 2, "two rows"
    return rows[0] + extra, rows[1] - 1


@T.prim_func
def helped(A: T.Buffer((SIZE,), "int32"), O: T.Buffer((SIZE,), "int32")):
    for i in range(SIZE):
        O[i] = triple(A[i]) + triple(i, k=2)


@T.prim_func
def nested(A: T.Buffer((8,), "int32"), O: T.Buffer((8,), "int32")):
    for i in range(8):
        O[i] = clamped(triple(x=A[i]), high=20) + power(A[i], 3) + polynomial(A[i], [1, 2, 3])


@T.prim_func
def shaped(A: T.Buffer(shape(3), "int32"), O: T.Buffer(shape(n=3, extra=0), "int32")):
    for i, j in T.grid(*shape(3)):
        O[i, j] = A[i, j] if j < 2 else -A[i, j]


@T.prim_func
def ternary(A: T.Buffer((8,), "int32"), O: T.Buffer((8,), "int32")):
    for i in range(8):
        O[i] = A[i - 1] if i > 0 else 7 if WIDE else A[100]
