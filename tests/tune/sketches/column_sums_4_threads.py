def space(sch):
    """Written by the rules column-reductions."""
    # columns: vectors of results.
    j, i = sch.get_loops("columns")
    columns_lanes = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    columns_columns, columns_lane = sch.split(j, [None, columns_lanes])
    columns_in_registers = sch.sample_categorical([0, 1], [0.4, 0.6])
    columns_together = sch.sample_categorical([4, 8, 16], [0.2, 0.4, 0.4])
    if sch.get(columns_in_registers) == 1:
        sch.reorder(columns_columns, i, columns_lane)
        start = sch.decompose_reduction("columns", i)
        sch.vectorize(columns_lane)
        sch.vectorize(sch.get_loops(start)[-1])
        sch.parallel(columns_columns)
    else:
        steps, row = sch.split(i, [None, columns_together])
        sch.reorder(steps, columns_columns, row, columns_lane)
        start_2 = sch.decompose_reduction("columns", steps)
        sch.vectorize(columns_lane)
        sch.vectorize(sch.get_loops(start_2)[-1])
        sch.unroll(row)
