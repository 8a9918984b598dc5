#: use by_rows
#: use by_threads
# Row by row: {names}, by the threads of a block.
#: let threads
#: if in_parts
#: let parts
if {parts} > 1:
    loop = one(sch.get_loops({last})[{outer}:])
    part, _ = sch.split(loop, [{parts}, None])
    partial = sch.rfactor(part, {axes})
    by_rows(partial, {outer_and_part}, 1)
    by_threads(partial, 2, {threads}, reduces=True)
    by_rows({last}, {outer}, 1)
    by_threads({last}, 2, {warp}, reduces=True)
#: end
#: suite in_parts
else:
    #: let rows
    row = by_rows({last}, {outer}, {rows})
    #: let lanes_last
    by_threads({last}, 2, {threads}{lanes_last})
    #: for members
    #: if choice
    #: let keep
    #: end
    #: suite choice
    if {keep} == 1:
        sch.compute_at({member}, row)
        #: if shared
        #: note Only now: in shared memory, it would be computed for all rows of the block of threads.
        sch.set_scope({member}, 0, "shared")
        #: end
        #: let lanes
        by_threads({member}, 2, {threads}{lanes})
    #: end
    #: if choice
    else:
        sch.compute_inline({member})
    #: end
    #: end
#: end
