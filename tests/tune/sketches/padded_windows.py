def space(sch):
    """Written by the rules window-rows."""
    # conv: 20 windows of 25 elements, 49 results each.
    rows_conv = sch.get(sch.sample_categorical([2, 3, 4, 7], [0.12, 0.12, 0.36, 0.40]))
    unroll_conv = sch.get(sch.sample_categorical([1, 0], [0.80, 0.20]))
    loop_vn, loop_vc, loop_vy, loop_vx, loop_vr, loop_vs = sch.get_loops("conv")
    yo, yi = sch.split(loop_vy, [None, rows_conv])
    xo, xi = sch.split(loop_vx, [None, 16])
    sch.reorder(loop_vc, loop_vn, yo, xo, loop_vr, loop_vs, yi, xi)
    init = sch.decompose_reduction("conv", loop_vr)
    for block in [init, sch.get_block("conv_update")]:
        *_, height, lanes = sch.get_loops(block)
        sch.unroll(height)
        sch.vectorize(lanes)
    if unroll_conv == 1:
        sch.unroll(loop_vr)
        sch.unroll(loop_vs)
    sch.parallel(loop_vc)
    outermost, *_, lanes = sch.get_loops("pad")
    sch.vectorize(lanes)
    sch.parallel(outermost)
    # Rows shorter than a vector are finished together.
    sch.reverse_compute_at("relu", loop_vc)
    *_, row, lanes = sch.get_loops("relu")
    lanes = sch.fuse(row, lanes)
    _, lanes = sch.split(lanes, [None, 16])
    sch.vectorize(lanes)
