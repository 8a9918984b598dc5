#: use by_columns
# {name}: neighbouring columns by rows of threads, each sum by a column of them.
#: let wide tall
#: if in_parts
#: let parts
#: end
#: let loops
{loops} = sch.get_loops({block})
#: if reorders
sch.reorder({order})
#: end
loop = one([{sums}])
#: if in_parts
#: use over_threads
if {parts} > 1:
    part, _ = sch.split(loop, [{parts}, None])
    partial = sch.rfactor(part, 0)
    *own, column, part, loop = sch.get_loops(partial)
    by_columns(own + [part], column, loop, {tall}, {wide})
    over_threads(sch.get_loops({block})[:-1], 128)
#: end
#: suite in_parts
else:
    by_columns([{outer}], {along}, loop, {tall}, {wide})
#: end
