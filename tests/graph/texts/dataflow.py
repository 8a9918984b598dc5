# A dataflow block in a function inside of a dataflow block: the names of the outer block stay known.
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    with R.dataflow():
        a = R.exp(x)
        @R.function
        def inner(b: R.Tensor((2, 3), "float32")) -> R.Tensor((2, 3), "float32"):
            with R.dataflow():
                c = R.exp(b)
                d = R.exp(c)
                R.output(d)
            return d
        e = R.add(a, inner(x))
        R.output(e)
    return e
