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
    #: for sums
    sch.unroll({sum})
    #: end
sch.parallel({shared})
#: if padded

#: if several_places
#: let place
if {place} == 2:
    sch.compute_inline("{padding}")
#: end
#: suite several_places
else:
    #: if not small
    sch.compute_at("{padding}", {channel})
    #: end
    outermost, *_, lanes = sch.get_loops("{padding}")
    #: if long_rows
    _, lanes = sch.split(lanes, [None, {lanes}])
    #: end
    sch.vectorize(lanes)
    #: if small
    sch.parallel(outermost)
    #: end
#: end
#: end
#: for inlined
sch.compute_inline("{inlined}")
#: end

#: if finished
#: if short_rows
# Rows shorter than a vector are finished together.
sch.reverse_compute_at("{last}", {channel})
*_, row, lanes = sch.get_loops("{last}")
lanes = sch.fuse(row, lanes)
#: else
sch.reverse_compute_at("{last}", xo)
*_, lanes = sch.get_loops("{last}")
#: end
_, lanes = sch.split(lanes, [None, {lanes}])
sch.vectorize(lanes)
#: end
