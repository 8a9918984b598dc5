#: if one_thread
# {name}: by one thread, because its iterations depend on each other.
#: let loops
{loops} = sch.get_loops({block})
sch.bind(sch.add_unit_loop({outermost}), "threadIdx.x")
#: else
#: if atomic
# {name}: updated atomically by all threads.
#: use over_threads
#: let threads loops
{loops} = sch.get_loops({block})
sch.atomic({block})
over_threads([{all}], {threads})
#: else
# {name}: element by element, by blocks of threads.
#: use over_threads
#: let threads lanes loops
{loops} = sch.get_loops({block})
#: if reorders
sch.reorder({order})
#: end
over_threads([{divided}], {threads}{lanes})
#: if unrolls
#: let unroll
if {unroll} == 1:
    #: for inside
    sch.unroll({unrolled})
    #: end
#: end
#: end
#: end
