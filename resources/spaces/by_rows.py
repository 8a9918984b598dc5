#: use one
def by_rows(block, outer, together):
    # Blocks of threads for `together` rows each; the first `outer` loops go over rows.
    loops = sch.get_loops(block)
    row = one(loops[:outer]) if outer > 0 else sch.add_unit_loop(loops[0])
    grid, row = sch.split(row, [None, together])
    sch.bind(grid, "blockIdx.x")
    sch.bind(row, "threadIdx.y")
    return row
