#: note Tiles of a product for an instruction that adds several products of narrow numbers.
# {name}: {height} rows, {width} columns, sums of {depth} products, {numbers} of them in one instruction.
#: let columns rows tiles_each
tiles = ({height} + {rows} - 1) // {rows}
groups = (tiles + {tiles_each} - 1) // {tiles_each}
tiles = (tiles + groups - 1) // groups

fill_rows = {height} % (tiles * {rows}) != 0
fill_columns = {width} % {columns} != 0
fill_left, fill_right = fill_rows{or_terms}, fill_columns{or_terms}
if fill_left or fill_right:
    sch.pad_einsum({block}, [{padding}])
#: for inlined
sch.compute_inline("{inlined}")
#: end
if fill_rows or fill_columns:
    #: if epilogue
    sch.compute_inline(sch.get_consumers({block})[0])
    #: else
    tail = sch.get_consumers({block})[0]
    #: end

left = sch.cache_read({block}, {left_read}, "global"{left_only})
right = sch.cache_read({block}, {right_read}, "global"{right_only})
if fill_left:
    sch.compute_inline(sch.get_producers(left)[0])
if fill_right:
    sch.compute_inline(sch.get_producers(right)[0])
# The numbers of one instruction go side by side.
row, column = sch.get_loops(right)
terms, few = sch.split(row, [None, {numbers}])
panel, lane = sch.split(column, [None, {columns}])
sch.reorder(panel, terms, lane, few)
sch.unroll(few)
sch.parallel(panel)
sch.transform_layout(right, ("write", 0), lambda k, n: ({panel}, {column}, {place}))
#: if right_once
# {right} is packed once, before the calls.
sch.annotate(right, "{packed_once}", True)
#: end

i, j, k = sch.get_loops({block})
io, im, ii = sch.split(i, [None, tiles, {rows}])
jo, jv, ji = sch.split(j, [None, {columns} // {sums}, {sums}])
ko, ki = sch.split(k, [None, {numbers}])
sch.reorder(io, jo, im, ko, ii, jv, ji, ki)
sch.parallel(io)
sch.compute_at(left, io)
# Rows a power of two apart would fall on the same few sets of the cache.
sch.storage_align(left, 0, 0, {line}, {half_line})
init = sch.decompose_reduction({block}, ko)
#: if large
#: let prefetch
if {prefetch} == 1:
    sch.prefetch(sch.get(right).writes[0].buffer.name, jo, 1, [im, ko])
#: end
*_, init_rows, init_vectors, lanes = sch.get_loops(init)
sch.unroll(init_rows)
sch.unroll(init_vectors)
sch.vectorize(lanes)

#: if epilogue
sch.reverse_compute_at("{last}", im)
*_, lanes = sch.get_loops("{last}")
_, lanes = sch.split(lanes, [None, {sums}])
sch.vectorize(lanes)
#: else
if fill_rows or fill_columns:
    sch.reverse_compute_at(tail, im)
#: end
sch.tensorize(ji, "{instruction}")
sch.unroll(ii)
sch.unroll(jv)
