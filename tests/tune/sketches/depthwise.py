def space(sch):
    """Written by the rules window-rows."""
    # conv: 128 windows of 9 elements, 3584 results each.
    columns_conv = sch.get(sch.sample_categorical([16, 32, 64], [0.56, 0.22, 0.22]))
    rows_conv = sch.get(sch.sample_categorical([1, 2, 4, 6, 7, 8], [0.07, 0.23, 0.23, 0.02, 0.23, 0.23]))
    unroll_conv = sch.get(sch.sample_categorical([1, 0], [0.80, 0.20]))
    l0, l1, l2, l3, l4 = sch.get_loops("conv")
    yo, yi = sch.split(l1, [None, rows_conv])
    xo, xi = sch.split(l2, [None, columns_conv])
    sch.reorder(l0, yo, xo, l3, l4, yi, xi)
    init = sch.decompose_reduction("conv", l3)
    for block in [init, sch.get_block("conv_update")]:
        *_, height, lanes = sch.get_loops(block)
        sch.unroll(height)
        sch.vectorize(lanes)
    if unroll_conv == 1:
        sch.unroll(l3)
        sch.unroll(l4)
    sch.parallel(l0)
