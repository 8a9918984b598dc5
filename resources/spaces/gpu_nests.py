#: if one_thread
# {names}: by one thread.
#: if looped
loop = sch.add_unit_loop(sch.get_loops({block})[0])
#: else
loop = sch.add_unit_loop({block})
#: end
sch.bind(loop, "threadIdx.x")
#: else
# {names}: the outer loops by blocks of threads.
#: use over_threads
#: let threads
over_threads(sch.get_loops({block})[:{divided}], {threads})
#: end
