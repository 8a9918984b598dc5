# Branches, second names, equal calls, and a call of another function.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function(private=True)
    def twice(a: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        b = R.add(a, a)
        return b

    @R.function
    def main(x: R.Tensor((3, 4), "float32"), c: R.Tensor((), "bool")):
        cls = Module
        a = R.exp(x)
        if c:
            u = R.sin(x)
            y = R.add(u, R.exp(x))
        else:
            u = R.sin(x)
            y = R.negative(u)
        with R.dataflow():
            d = y
            e = R.multiply(d, R.exp(x))
            t = (e, a)
            f = t[0]
            gv = f
            R.output(gv)
        z: R.Tensor((3, 4), "float32") = cls.twice(gv)
        return (z, gv, R.sum(a, axis=[0]))
