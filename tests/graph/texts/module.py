# What stands in a class beside its functions, a size that has the name of the class's, devices, numbers that are not
# finite, and exact integers.
AXIS = 1
AXES = [AXIS, 1 - 2]


@I.ir_module
class M:
    I.module_attrs({"name": "m"})
    I.module_global_infos({"vdevice": [I.vdevice("llvm")]})

    @R.function
    def g(x: R.Tensor(("cls",), "float32")) -> R.Tensor(("cls",), "float32"):
        cls = T.int64()
        return M.g(x)

    @R.function
    def h(x: R.Tensor((2, 3, 4), "float32", I.vdevice("llvm"), 3), y: R.Tensor(None, "float32", "cuda:1", 2)):
        big = R.const([9007199254740993, 9223372036854775807, -9223372036854775808], "int64")
        low = R.const([float("-inf"), float("nan"), 0.1], "float32")
        z = R.clip(x, T.float32("-inf"), T.float32("inf"))
        a = R.sum(x, axis=AXES)
        b = R.squeeze(R.max(x, axis=AXIS, keepdims=1), -3 + 4)
        k = T.meta_var(2)
        d = R.sum(x, axis=k)
        c = R.call_tir(M.f, (x,), R.Tensor((2,), "float32"))
        R.print(x, format="a\tb\x01")
        return b

    @T.prim_func
    def f(A: T.Buffer((2, 3, 4), "float32"), B: T.Buffer((2,), "float32")):
        for i in range(2):
            B[i] = T.float32(0)
