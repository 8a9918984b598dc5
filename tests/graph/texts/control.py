# A condition, a function inside a function that calls itself, a cast that is checked when it runs, effects.
@R.function(pure=False)
def main(cond: R.Tensor((), "bool"), x: R.Tensor("float32", ndim=2), f: R.Callable((R.Object,), R.Object, True)):
    n = T.int64()
    y = R.match_cast(x, R.Tensor((n, n * 2), "float32"))
    @R.function
    def twice(a: R.Tensor) -> R.Tensor:
        r: R.Tensor = twice(a)
        return r
    if cond:
        t = R.add(y, y)
        z = R.multiply(t, t)
    else:
        z = R.exp(y)
    R.print(z, format="{}")
    pair = (z, R.shape([n, 4]))
    q = f(pair[0])
    return q
