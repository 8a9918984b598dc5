# {name}: tiles of whole lines of the cache, each turned in a small buffer.
#: let rows columns tiles loops
{loops} = sch.get_loops({block})
outer, tile, row = sch.split({read_along}, [None, {tiles}, {rows}])
along, lane = sch.split({written_along}, [None, {columns}])
sch.reorder({others}outer, along, tile, row, lane)
#: for reads
square = sch.cache_read({block}, {read}, "local")
sch.compute_at(square, tile)
*_, square_row, square_column = sch.get_loops(square)
sch.vectorize(square_column)
sch.unroll(square_row)
#: end
sch.vectorize(lane)
sch.unroll(row)
#: call prefetches
sch.parallel({shared})
#: call streaming
