#: note A tile of the result for each block of threads of a GPU, and tiles of both factors in shared memory.
#: use fetch
# {name}: {height} rows, {width} columns, sums of {depth} products of {left} and {right}.
#: let threads wide tall rows columns apart steps stages
#: if in_parts
#: let parts
#: end
#: for operands
#: if prologue
#: let inlined
#: note Defined here, not only in the suite of the condition.
#: use over_threads
if {inlined} == 0:
    #: let prologue_threads
    over_threads(sch.get_loops("{prologue}"), {prologue_threads})
#: end
#: end
#: if fuses
#: call fused_axes
#: for operands
#: if prologue
if {inlined} == 1:
    sch.compute_inline("{prologue}")
#: end
#: end
#: end
#: call epilogue_and_padding

#: if in_parts
#: note Sums in parts: other blocks of threads compute them, and add them atomically or in a second kernel.
#: use over_threads
#: let block
tiled, atomic = {block}, False
if {parts} > 1:
    part, _ = sch.split(sch.get_loops({written})[-1], [{parts}, None])
    {block} = sch.rfactor(part, 0)
    #: let atomic
    tiled, atomic = {block}, {atomic} == 1
    if atomic:
        start = sch.decompose_reduction({written}, sch.get_loops({written})[0])
        over_threads(sch.get_loops(start), 256)
        tiled = sch.get_block("{name}_update")
        sch.atomic(tiled)
    else:
        over_threads(sch.get_loops({written})[:-1], 256)
#: end

#: note The sums are in registers until they are complete.
#: if tail
sch.set_scope({block}, 0, "local")
#: else
if {filled}:
    sch.set_scope({block}, 0, "local")
else:
    tail = sch.cache_write({block}, 0, "local")
#: end
#: note The copy in shared memory reads the source of the factor: what fills it up, reorders or computes it is inlined.
#: for operands
#: if fuses
if fill_{operand}:
    sch.compute_inline({operand}_source)
{operand} = sch.cache_read({block}, {read}, "shared"{only})
sch.compute_inline(sch.get_producers({operand})[0])
#: else
if fill_{operand}:
    {operand} = sch.cache_read({block}, {read}, "shared"{only})
    sch.compute_inline(sch.get_producers({operand})[0])
else:
    {operand} = sch.cache_read({block}, {read}, "shared"{only})
#: if prologue
if {inlined} == 1:
    sch.compute_inline("{prologue}")
#: end
#: end
#: end

#: if in_parts
{results}, *parts = sch.get_loops(tiled)
if not atomic:
    k = parts[-1]
    parts = parts[:-1]
outer = [{batch}] + parts
i0, iv, i1, i2 = sch.split(i, [None, {apart}, {tall}, {rows} // {apart}])
j0, jv, j1, j2 = sch.split(j, [None, {apart}, {wide}, {columns} // {apart}])
if atomic:
    sch.reorder(*outer, i0, j0, iv, jv, i1, j1, i2, j2)
    sch.compute_at({block}, j1, True)
    {results}, _, k = sch.get_loops({block})[len(outer) + 6:]
    k0, k1 = sch.split(k, [None, {steps}])
    sch.reorder(k0, k1, i, j)
else:
    k0, k1 = sch.split(k, [None, {steps}])
    sch.reorder(*outer, i0, j0, iv, jv, i1, j1, k0, k1, i2, j2)
    sch.reverse_compute_at(tail, j1)
#: else
{loops} = sch.get_loops({block})
outer = [{batch}]
i0, iv, i1, i2 = sch.split(i, [None, {apart}, {tall}, {rows} // {apart}])
j0, jv, j1, j2 = sch.split(j, [None, {apart}, {wide}, {columns} // {apart}])
k0, k1 = sch.split(k, [None, {steps}])
sch.reorder(*outer, i0, j0, iv, jv, i1, j1, k0, k1, i2, j2)
sch.reverse_compute_at(tail, j1)
#: end
#: if flat
sch.bind(sch.fuse(*outer, i0, j0), "blockIdx.x")
depth = 6
#: else
depth = 7 + min(len(outer), 1)
if len(outer) > 0:
    #: use one
    sch.bind(one(outer), "blockIdx.z")
sch.bind(i0, "blockIdx.y")
sch.bind(j0, "blockIdx.x")
#: end
sch.bind(iv, "vthread.y")
sch.bind(jv, "vthread.x")
sch.bind(i1, "threadIdx.y")
sch.bind(j1, "threadIdx.x")

#: note What a thread needs of both factors for a step, in registers. This comes before the copies in shared memory are
#: note divided among threads, whose guards make it hard to prove that they hold all that is read.
sch.compute_at(left, k0)
sch.compute_at(right, k0)
#: let own
if {own} > 0:
    for operand in [{left_read}, {right_read}]:
        registers = sch.cache_read({block}, operand, "local")
        sch.compute_at(registers, k1)
        if {own} == 2:
            sch.vectorize(sch.get_loops(registers)[-1])
#: for operands
#: if turns
#: note A tile whose terms are next to each other may be stored the other way around: what a thread reads for a step is
#: note then a vector.
#: let turned
if {turned} == 1:
    sch.transform_layout({operand}, ("write", 0), lambda {outer_axes}i, k: [{outer_axes}k, i])
#: end
#: let lanes spread
fetch({operand}, depth, {tall}, {wide}, {lanes})
if {spread} == 1:
    # Rows begin in different banks.
    #: if turns
    sch.storage_align({operand}, 0, {axis}, {length} if {turned} == 1 else {inner}, 4 if {turned} == 1 else {lanes})
    #: else
    sch.storage_align({operand}, 0, {axis}, {inner}, {lanes})
    #: end
#: end

#: let unroll
if {own} == 2:
    # Vectors of the next step are read while those of this one are multiplied.
    sch.annotate(k1, "software_pipeline_stage", [0, 0, 1])
    sch.annotate(k1, "software_pipeline_order", [0, 1, 2])
    sch.annotate(k1, "pragma_auto_unroll_max_step", 4096)
elif {unroll} == 1:
    sch.unroll(k1)
sch.decompose_reduction({block}, k0)
if {stages} == 2:
    # While a tile is used, the next one is fetched.
    sch.annotate(left, "double_buffer_scope", 0)
    sch.annotate(right, "double_buffer_scope", 0)
if {stages} == 3:
    # Two tiles are under way while one is used.
    sch.annotate(k0, "software_pipeline_stage", [0, 0, 2])
    sch.annotate(k0, "software_pipeline_order", [0, 1, 2])
    sch.annotate(k0, "software_pipeline_async_stages", [0])
