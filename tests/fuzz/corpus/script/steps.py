def schedule(sch):
    block = sch.get_block("C")
    i, j, k = sch.get_loops(block)
    i0, i1 = sch.split(i, factors=[None, 2])
    sch.reorder(k, i1, j)
    for loop in [i0, i1]:
        if sch.get(loop).extent > 1:
            sch.annotate(loop, "note", {"a": [1, 2.5, "b"]})
    sch.compute_inline("D") if False else sch.parallel(i0)
