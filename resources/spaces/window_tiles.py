#: note Windows of channels, as in depthwise convolutions: tiles of rows and vectors of columns stay in registers.
# {name}: {channels} windows of {terms} elements, {results} results each.
#: let columns rows unroll
#: if packs

# {left} is packed once, before the calls.
windows = sch.cache_read({block}, {left_read}, "global"{only_for})
sch.transform_layout(windows, ("write", 0), lambda {stored}: ({packed}))
sch.annotate(windows, "{packed_once}", True)
#: end

{loops} = sch.get_loops({block})
#: if several
yo, yi = sch.split({y}, [None, {rows}])
#: end
xo, xi = sch.split({x}, [None, {columns}])
sch.reorder({outer}, {sums}, {tile})
init = sch.decompose_reduction({block}, {first_sum})
for block in [init, sch.get_block("{name}_update")]:
    *_, {lanes_of_block} = sch.get_loops(block)
    #: if several
    sch.unroll(height)
    #: end
    sch.vectorize(lanes)
if {unroll} == 1:
    #: call unrolled_sums
sch.parallel({shared})
#: if padded

#: if several_places
#: let place
if {place} == 2:
    sch.compute_inline("{padding}")
else:
    #: call padding
#: else
#: call padding
#: end
#: end
#: call inlined

#: if finished
#: if short_rows
# Rows shorter than a vector are finished together.
sch.reverse_compute_at("{tail}", {channel})
*_, row, lanes = sch.get_loops("{tail}")
lanes = sch.fuse(row, lanes)
#: else
sch.reverse_compute_at("{tail}", xo)
*_, lanes = sch.get_loops("{tail}")
#: end
_, lanes = sch.split(lanes, [None, {lanes}])
sch.vectorize(lanes)
#: end
