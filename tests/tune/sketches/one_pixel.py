def space(sch):
    """Written by the rules register-tiles."""
    # conv: 28 channels, 1 pixels in rows of 1, sums of 48 products of W and X.
    tail = sch.cache_write("conv", 0, "global")
    sch.transform_layout("conv", ("write", 0), lambda vn, vk, vy, vx: (vn, vk // 28, vy, vx, vk % 28))
    sch.compute_inline(tail)
    tail = sch.get_block("gate")
    # W is packed once, before the calls.
    weights = sch.cache_read("conv", 1, "global")
    sch.transform_layout(weights, ("write", 0), lambda vk, vc, vr, vs: (vk // 28, vc, vr, vs, vk % 28))
    sch.annotate(weights, "meta_schedule.layout_rewrite_preproc", True)
    loop_vn, loop_vk, loop_vy, loop_vx, loop_vc, loop_vr, loop_vs = sch.get_loops("conv")
    co, ci = sch.split(loop_vk, [None, 28])
    po, pi = sch.split(loop_vx, [None, 1])
    sch.reorder(co, loop_vn, loop_vy, po, loop_vc, loop_vr, loop_vs, pi, ci)
    init = sch.decompose_reduction("conv", loop_vc)
    sch.parallel(co)
    sch.reverse_compute_at(tail, po)
    sch.vectorize(sch.get_loops(tail)[-1])
    for block in [init, sch.get_block("conv_update")]:
        *_, pixel, lanes = sch.get_loops(block)
        sch.unroll(pixel)
        sch.vectorize(lanes)
