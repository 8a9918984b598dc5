# te: create_prim_func
# about: 300 is no int8
# refused: 300 is not a value of type int8
from tvm import te, tir


def build():
    A = te.placeholder((8,), name="A", dtype="int8")
    B = te.compute((8,), lambda i: A[i] + tir.IntImm("int8", 300), name="B")
    return te.create_prim_func([A, B])
