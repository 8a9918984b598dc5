#: use fetch
# {name}: tiles by blocks of threads; what they read is copied to shared memory, or not.
#: let wide tall staged loops
{loops} = sch.get_loops({block})
#: if several_rows
outer, row = sch.split({y}, [None, {tall}])
#: end
columns, column = sch.split({x}, [None, {wide}])
sch.reorder({order}, {inside})
grid = one([{order}])
sch.bind(grid, "blockIdx.x")
#: if several_rows
sch.bind(row, "threadIdx.y")
#: end
sch.bind(column, "threadIdx.x")
if {staged} == 1:
    #: for windows
    copy = sch.cache_read({block}, {read}, "shared")
    sch.compute_at(copy, grid)
    fetch(copy, 1, {tall}, {wide}, 1)
    #: end
#: if sums
#: let unroll
if {unroll} == 1:
    #: for sums
    sch.unroll({sum})
    #: end
#: end
