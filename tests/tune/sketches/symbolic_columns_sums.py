def space(sch):
    """Written by the rules column-reductions."""
    # Y: vectors of results.
    j, i = sch.get_loops("Y")
    lanes_Y = sch.sample_categorical([16, 32, 64], [0.176, 0.294, 0.529])
    columns_Y, lane_Y = sch.split(j, [None, lanes_Y])
    in_registers_Y = sch.sample_categorical([0, 1], [0.75, 0.25])
    together_Y = sch.sample_categorical([4, 8, 16], [0.2, 0.4, 0.4])
    if sch.get(in_registers_Y) == 1:
        sch.reorder(columns_Y, i, lane_Y)
        start = sch.decompose_reduction("Y", i)
        sch.vectorize(lane_Y)
        sch.vectorize(sch.get_loops(start)[-1])
        sch.parallel(columns_Y)
    else:
        steps, row = sch.split(i, [None, together_Y])
        sch.reorder(steps, columns_Y, row, lane_Y)
        start = sch.decompose_reduction("Y", steps)
        sch.vectorize(lane_Y)
        sch.vectorize(sch.get_loops(start)[-1])
        sch.unroll(row)
