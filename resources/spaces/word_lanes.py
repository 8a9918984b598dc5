# {name}: partial sums in the lanes of vectors, each of the terms of its words.
#: for decoding
sch.compute_inline({decoded})
#: end
#: let words rows loops
{loops} = sch.get_loops({block})
_, lane, _ = sch.split({term}, [None, {words}, {fields}])
partial = sch.rfactor(lane, {result_axes})
#: note Activations in the order in which they are multiplied: the first term of each word of a vector, the second, ...
#: for activations
#: let copy
{copy} = sch.cache_read(partial, "{activations}", "global")
sch.transform_layout({copy}, ("write", 0), {layout})
#: end
{partial_loops} = sch.get_loops(partial)
group, line = sch.split({result}, [None, {rows}])
sch.reorder({other_loops}group, {row}steps, part, line, lane)
start = sch.decompose_reduction(partial, steps)
sch.vectorize(lane)
sch.vectorize(sch.get_loops(start)[-1])
sch.unroll(part)
sch.unroll(line)
sch.reverse_compute_at({block}, {results_at})
sch.parallel(group)
