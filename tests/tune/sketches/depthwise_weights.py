def space(sch):
    """Written by the rules window-rows."""
    # conv: 24 windows of 9 elements, 924 results each.
    columns_conv = sch.get(sch.sample_categorical([16, 32], [0.87, 0.13]))
    rows_conv = sch.get(sch.sample_categorical([2, 3, 4, 7, 8], [0.18, 0.05, 0.54, 0.18, 0.05]))
    unroll_conv = sch.get(sch.sample_categorical([1, 0], [0.80, 0.20]))
    # W is packed once, before the calls.
    windows = sch.cache_read("conv", 1, "global")
    sch.transform_layout(windows, ("write", 0), lambda vr, vs, vc, unit3: (vc, vr, vs))
    sch.annotate(windows, "meta_schedule.layout_rewrite_preproc", True)
    loop_vn, loop_vc, loop_vy, loop_vx, loop_vr, loop_vs = sch.get_loops("conv")
    yo, yi = sch.split(loop_vy, [None, rows_conv])
    xo, xi = sch.split(loop_vx, [None, columns_conv])
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
