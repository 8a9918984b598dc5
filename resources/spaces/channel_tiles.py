#: note A convolution along its channels: vectors of channels times single pixels, which are read where they are.
# {name}: {image}, sums of {depth} products of {left} and {right}.
#: let channels pixels parts
#: if several_rows
#: let order
#: end

tail = sch.cache_write({block}, 0, "global")
sch.transform_layout({block}, ("write", 0), {result_layout})
#: if finished
#: note What follows elementwise becomes one block, in place of the copy of the sums.
sch.compute_inline(tail)
#: for inlined
sch.compute_inline("{inlined}")
#: end
tail = sch.get_block("{last}")
#: end

# {left} is packed once, before the calls.
weights = sch.cache_read({block}, {left_read}, "global")
sch.transform_layout(weights, ("write", 0), {weights_layout})
sch.annotate(weights, "{packed_once}", True)

#: if dots
# Terms of one instruction are next to each other: it adds {group} products.
#: if right_prologue
data = sch.get_block("{right_writer}")
#: else
data = sch.cache_read({block}, {right_read}, "global")
#: end
sch.transform_layout(data, ("write", 0), {data_layout})
#: if not right_prologue
sch.parallel(sch.get_loops(data)[1])
#: end
#: end

{loops} = sch.get_loops({block})
#: if dots
co, cv, ci = sch.split({channel}, [None, {channels} // {dot_sums}, {dot_sums}])
#: else
co, ci = sch.split({channel}, [None, {channels}])
#: end
po, pi = sch.split({pixel}, [None, {pixels}])
#: if dots
#: if several_parts
part, term, few = sch.split({first}, [{parts}, None, {group}])
#: else
term, few = sch.split({first}, [None, {group}])
#: end
#: else
#: if several_parts
part, term = sch.split({first}, [{parts}, None])
#: end
#: end
#: if several_rows
if {order} == 0:
    sch.reorder({outer}co{part}, {around}po, {inner})
else:
    sch.reorder({outer}{around}co{part}, po, {inner})
#: else
sch.reorder({outer}co{part}, {around}po, {inner})
#: end
init = sch.decompose_reduction({block}, {outermost})
#: if several_rows
sch.parallel(co if {order} == 0 else {shared})
#: else
sch.parallel(co)
#: end
#: call prologue

#: if several_parts
sch.reverse_compute_at(tail, po if {parts} == 1 else co)
#: else
sch.reverse_compute_at(tail, po)
#: end
#: if one_pixel
sch.vectorize(sch.get_loops(tail)[-1])
#: else
*_, channel, lanes = sch.get_loops(tail)
square = {lanes} if {pixels} > {half} else {half}
#: if several_parts
if {parts} > 1:
    _, lanes = sch.split(lanes, [None, {lanes}])
#: end
{or_if} {pixels} <= square and {channels} % square == 0:
    # Squares of pixels and channels are turned in registers.
    _, channel = sch.split(channel, [None, square])
    sch.unroll(channel)
sch.vectorize(lanes)
#: end

#: if dots
*_, pixel, vector, lanes = sch.get_loops(init)
sch.unroll(pixel)
sch.unroll(vector)
sch.unroll(pi)
sch.unroll(cv)
sch.vectorize(lanes)
sch.tensorize(ci, "{instruction}")
#: else
for block in [init, sch.get_block("{name}_update")]:
    *_, pixel, lanes = sch.get_loops(block)
    sch.unroll(pixel)
    sch.vectorize(lanes)
#: end
