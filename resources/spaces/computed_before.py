#: note As a whole, before the contraction.
outermost, *_, lanes = sch.get_loops("{written_before}")
_, lanes = sch.split(lanes, [None, {lanes}])
sch.vectorize(lanes)
sch.parallel(outermost)
