# Both results of {read} in one pass: {rows_name}, {columns_name}.
#: let together lanes wide blocks loops
# {rows_name}: partial results in the lanes of vectors, for the rows of a group side by side.
{loops} = sch.get_loops({rows})
_, group, _ = sch.split({i}, [{blocks}, None, {together}])
_, lane = sch.split({j}, [None, {lanes}])
partial = sch.rfactor(lane, 1)
sch.compute_at(partial, group)
*_, lane, row, along = sch.get_loops(partial)
sch.reorder(along, row, lane)
start = sch.decompose_reduction(partial, along)
sch.vectorize(lane)
sch.vectorize(sch.get_loops(start)[-1])
# {columns_name}: results of each block of rows, then of all blocks.
#: if columns_first
column, row_of_block = sch.get_loops({columns})
#: else
row_of_block, column = sch.get_loops({columns})
#: end
block, _, _ = sch.split(row_of_block, [{blocks}, None, {together}])
part = sch.rfactor(block, 0)
#: if columns_first
column, block = sch.get_loops({columns})
#: else
block, column = sch.get_loops({columns})
#: end
columns, lane = sch.split(column, [None, {wide}])
sch.reorder(columns, block, lane)
start = sch.decompose_reduction({columns}, block)
sch.vectorize(lane)
sch.vectorize(sch.get_loops(start)[-1])
#: if columns_first
column, block, group_of_block, row_of_group = sch.get_loops(part)
#: else
block, group_of_block, row_of_group, column = sch.get_loops(part)
#: end
columns, lane = sch.split(column, [None, {lanes}])
sch.reorder(block, group_of_block, columns, row_of_group, lane)
start = sch.decompose_reduction(part, group_of_block)
sch.vectorize(lane)
sch.vectorize(sch.get_loops(start)[-1])
sch.fission(block, start)
# The same elements of both, one after the other: each is loaded once.
sch.merge(group, sch.get_loops(part)[1])
sch.merge(along, sch.get_loops(part)[2])
sch.merge(row, sch.get_loops(part)[3])
block, _, _, row, _ = sch.get_loops(part)
sch.unroll(row)
sch.parallel(block)
