# {name}: partial results in the lanes of vectors, for several rows side by side.
#: let together lanes loops
{loops} = sch.get_loops({block})
group, _ = sch.split({row}, [None, {together}])
_, lane = sch.split({along}, [None, {lanes}])
partial = sch.rfactor(lane, {result_axes})
sch.compute_at(partial, group)
#: note Where the lanes are all of a row, there are no steps.
lane, row, *steps = sch.get_loops(partial)[{rows}:]
sch.reorder(*steps, row, lane)
#: if symbolic
#: note A lane is initialised where its first element is.
sch.vectorize(lane)
#: else
start = sch.decompose_reduction(partial, (steps + [row])[0])
sch.vectorize(lane)
sch.vectorize(sch.get_loops(start)[-1])
#: end
sch.unroll(row)
sch.parallel(sch.get_loops({block})[{shared}])
