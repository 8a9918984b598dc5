def space(sch):
    """Written by the rules column-reductions."""
    # columns: vectors of results.
    j, i = sch.get_loops("columns")
    lanes_columns = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    columns_columns, lane_columns = sch.split(j, [None, lanes_columns])
    in_registers_columns = sch.sample_categorical([0, 1], [0.4, 0.6])
    together_columns = sch.sample_categorical([4, 8, 16], [0.2, 0.4, 0.4])
    if sch.get(in_registers_columns) == 1:
        sch.reorder(columns_columns, i, lane_columns)
        start = sch.decompose_reduction("columns", i)
        sch.vectorize(lane_columns)
        sch.vectorize(sch.get_loops(start)[-1])
        sch.parallel(columns_columns)
    else:
        steps, row = sch.split(i, [None, together_columns])
        sch.reorder(steps, columns_columns, row, lane_columns)
        start = sch.decompose_reduction("columns", steps)
        sch.vectorize(lane_columns)
        sch.vectorize(sch.get_loops(start)[-1])
        sch.unroll(row)
