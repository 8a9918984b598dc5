#: use fetch
# {name}: tiles that are turned in shared memory.
#: let tile tall spread loops
{loops} = sch.get_loops({block})
outer, along, row = sch.split({along}, [None, {tile} // {tall}, {tall}])
columns, column = sch.split({written}, [None, {tile}])
sch.reorder({order}, along, row, column)
grid = one([{order}])
sch.bind(grid, "blockIdx.x")
sch.bind(row, "threadIdx.y")
sch.bind(column, "threadIdx.x")
#: for reads
square = sch.cache_read({block}, {read}, "shared")
sch.compute_at(square, grid)
fetch(square, 1, {tall}, {tile}, 1)
#: if several_dimensions
if {spread} == 1:
    sch.storage_align(square, 0, {rows}, {banks}, 1)
#: end
#: end
