#: note Tiles of registers and caches of a product. core/tune/rules/space_template.h explains the directives.
# {block_name}: {rows_said} rows, {columns_said} columns, sums of {terms_said} products of {left} and {right}.
#: let columns rows tiles_each steps parts panels_each
#: if any_height
tiles = {tiles_each}
#: else
tiles = ({height} + {rows} - 1) // {rows}
groups = (tiles + {tiles_each} - 1) // {tiles_each}
tiles = (tiles + groups - 1) // groups
#: end
#: if any_width
all_panels = None
panels = {panels_each}
#: else
all_panels = ({width} + {columns} - 1) // {columns}
#: if all_at_once
panels = all_panels
#: else
groups = {panels_each} if {panels_each} > 0 else all_panels
groups = (all_panels + groups - 1) // groups
panels = (all_panels + groups - 1) // groups
#: end
#: end
#: call axes_and_padding

#: if left_once
# {left} is packed once, before the calls.
#: else
#: let copy_left
copies_left = {copy_left} > 0 or fill_left
#: end
#: suite not left_once
if copies_left:
    left = sch.cache_read({block}, {left_read}, "global"{left_only})
    if fill_left:
        sch.compute_inline(sch.get_producers(left)[0])
#: end
#: if right_once
# {right} is packed once, before the calls.
#: end
#: if packs_right
#: let pack_right
packs_right = {pack_right} == 1 or fill_right
#: end
#: suite packs_right
if packs_right:
    right = sch.cache_read({block}, {right_read}, "global"{right_only})
    if fill_right:
        sch.compute_inline(sch.get_producers(right)[0])
#: end

{loops} = sch.get_loops({block})
io, im, ii = sch.split(i, [None, tiles, {rows}])
jc, jo, ji = sch.split(j, [None, panels, {columns}])
ko, ki = sch.split(k, [None, {steps}])
#: if not one_part
first, outer = ko, []
if {parts} > 1:
    first, ko = sch.split(ko, [{parts}, None])
    outer = [first]
#: end
sch.reorder({order})

#: suite packs_right
if packs_right:
    #: if not right_once
    sch.compute_at(right, jc)
    #: end
    #: if turns_squares
    # Squares of {lanes} x {lanes} are turned in registers.
    if not fill_right and {columns} % {lanes} == 0:
        *_, line, element = sch.get_loops(right)
        lines, line = sch.split(line, [None, {lanes}])
        elements, element = sch.split(element, [None, {lanes}])
        sch.reorder(lines, elements, element, line)
        sch.unroll(element)
        sch.vectorize(line)
    #: end
    sch.transform_layout(right, ("write", 0), {right_layout})
    #: if fuses
    sch.compute_inline(right_source)
    #: end
    #: if right_once
    sch.annotate(right, "{packed_once}", True)
    #: end
    #: if copies_vectors
    *_, lanes = sch.get_loops(right)
    _, lanes = sch.split(lanes, [None, {right_run}])
    sch.vectorize(lanes)
    #: end
    #: if streams
    # Past the caches, which would read what is overwritten, and lose what they hold.
    if panels == all_panels:
        #: let stream
        if {stream} == 1:
            sch.annotate(right, "pragma_stream_stores", 1)
    #: end
#: end

#: if left_once
sch.transform_layout(left, ("write", 0), {left_layout})
#: if fuses
sch.compute_inline(left_source)
#: end
sch.annotate(left, "{packed_once}", True)
#: else
if copies_left:
    if {copy_left} < 2:
        sch.compute_at(left, io)
    #: if fuses
    sch.compute_inline(left_source)
    #: end
    #: if left_vectors
    *_, lanes = sch.get_loops(left)
    _, lanes = sch.split(lanes, [None, {left_run}])
    sch.vectorize(lanes)
    #: end
    #: if not any_depth
    # Rows a power of two apart would fall on the same few sets of the cache.
    sch.storage_align(left, 0, {batch_axes}, {two_vectors}, {lanes})
    #: end
#: if without_copy
else:
    #: if fuses
    sch.compute_inline(left_source)
    #: end
    #: if spreads
    sch.storage_align("{left_writer}", 0, {left_line}, {two_vectors}, {lanes})
    #: end
#: end
#: end
#: call prologues

init = sch.decompose_reduction({block}, {outermost})
#: if large
if {packs_panels}:
    #: let prefetch
    if {prefetch} == 1:
        sch.prefetch(sch.get(right).writes[0].buffer.name, jo, 1, [im, ko])
#: end
*_, init_rows, lanes = sch.get_loops(init)
sch.vectorize(lanes)
sch.unroll(ii)
sch.vectorize(ji)
# Written out by the code generator: the lowered program stays short.
for loop in [init_rows, ki]:
    sch.unroll(loop)
    sch.annotate(loop, "pragma_unroll_explicit", 0)
sch.parallel({shared})

#: suite not tail
if {filled}:
    #: if not one_part
    if {parts} > 1:
        sch.reverse_compute_at(tail, jc)
    #: end
    #: suite not one_part
    else:
        #: let finish
        sch.reverse_compute_at(tail, im if {finish} == 1 else io)
    #: end
    #: if tail_vectors
    *_, lanes = sch.get_loops(tail)
    _, lanes = sch.split(lanes, [None, {lanes}])
    sch.vectorize(lanes)
    #: end
#: end
