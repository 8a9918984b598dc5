#: use one
def by_columns(outer, column, reduced, tall, wide):
    # Blocks of tall x wide threads: a row of threads for neighbouring columns, a column of them
    # for a sum.
    columns, column = sch.split(column, [None, wide])
    loop = reduced
    if tall > 1:
        loop, thread = sch.split(reduced, [None, tall])
        sch.reorder(*outer, columns, column, thread, loop)
        sch.bind(thread, "threadIdx.y")
    else:
        sch.reorder(*outer, columns, column, loop)
    sch.bind(one(outer + [columns]), "blockIdx.x")
    sch.bind(column, "threadIdx.x")
