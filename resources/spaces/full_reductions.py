# {name}: partial results in the lanes of vectors, from several places of memory at a time.
#: let together lanes loops
{loops} = sch.get_loops({block})
#: if in_blocks
#: let blocks
block, {outermost} = sch.split({outermost}, [{blocks}, None])
part = sch.rfactor(block, {rank})
block, {reduced} = sch.get_loops(part){inside}
_, lane = sch.split({innermost}, [None, {lanes}])
partial = sch.rfactor(lane, {rank_with_block})
block, *steps, lane = sch.get_loops(partial){inside}
#: else
_, lane = sch.split({innermost}, [None, {lanes}])
partial = sch.rfactor(lane, {rank})
*steps, lane = sch.get_loops(partial){inside}
#: end
#: note The loop whose iterations are read side by side: of rows, or of parts of the only row. Tuples are kept in order.
#: if tuples
along, place = sch.split(steps[-1], [None, {together}])
sch.reorder(*steps[:-1], along, place, lane)
start = sch.decompose_reduction(partial, (steps[:-1] + [along])[0])
#: else
#: if one_loop
place, along = sch.split(steps[0], [{together}, None])
#: else
along, place = sch.split(steps[0], [None, {together}])
#: end
sch.reorder(along, *steps[1:], place, lane)
start = sch.decompose_reduction(partial, along)
#: end
sch.vectorize(lane)
sch.vectorize(sch.get_loops(start)[-1])
sch.unroll(place)
#: if in_blocks
sch.parallel(block)
#: end
