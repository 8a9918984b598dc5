# {name}: vectors of results, in whose lanes packed weights are decoded.
#: for decoding
sch.compute_inline({decoded})
#: end
#: let lanes terms
#: if several_results
#: let results
{results} = sch.cache_write({block}, 0, "global")
sch.transform_layout({block}, ("write", 0), {results_layout})
#: end
#: note What a vector of results reads is adjacent: rearranged once, before the calls, or where it is used.
#: for reads
#: let copy
{copy} = sch.cache_read({block}, {read}, "global"{read_only})
#: if once
sch.transform_layout({copy}, ("write", 0), {read_layout})
sch.annotate({copy}, "{packed_once}", True)
#: end
#: end
#: note Activations of a few rows: the same terms of all rows together, or rows that do not fall on the same few sets of
#: note a cache.
#: if activations
#: let turn rows_copy
{rows_copy} = sch.cache_read({block}, "{activations}", "global"{rows_only})
if sch.get({turn}) == 1:
    sch.transform_layout({rows_copy}, ("write", 0), {rows_layout})
else:
    sch.storage_align({rows_copy}, 0, {rows_axis}, {half_line}, {quarter_line})
#: end
#: if sums_groups
#: let scale_sums
if sch.get({scale_sums}) == 1:
    #: note A sum of its own for each group, multiplied where it is added to the others.
    #: let loops
    {loops} = sch.get_loops({block})
    group, *_ = sch.split({term}, {inner_loops})
    partial = sch.rfactor(group, {result_axes})
    sch.compute_inline(sch.factor_out(partial, invariants=True))
    {loops_of_groups} = sch.get_loops({block})
    columns, lane = sch.split({lane}, [None, {lanes}])
    sch.reorder({other_loops}columns, {row_outside}group, lane)
    sch.compute_at(partial, group)
    start = sch.decompose_reduction({block}, group)
    sch.vectorize(lane)
    sch.vectorize(sch.get_loops(start)[-1])
    *_, lane, {terms_of_group} = sch.get_loops(partial)
    sch.reorder({terms_of_group}, lane)
    start = sch.decompose_reduction(partial, term_0)
    sch.vectorize(lane)
    sch.vectorize(sch.get_loops(start)[-1])
    #: if writes_out
    sch.unroll({last_term})
    #: end
    sch.parallel(columns)
#: end
#: suite sums_groups
else:
    #: let loops columns vectors
    {loops} = sch.get_loops({block})
    #: if several_results
    {columns}, {vectors}, part = sch.split({lane}, [None, {lanes}, {results_of_word}])
    #: else
    {columns}, {vectors} = sch.split({lane}, [None, {lanes}])
    #: end
    #: if divides
    terms = sch.split({term}, {inner_loops})
    #: else
    terms = [{term}]
    #: end
    sch.reorder({other_loops}{columns}, {row_outside}*terms, {row_inside}{part}{vectors})
    #: note Words are copied piece by piece; what there is one of for a group of terms, for all terms at once.
    #: for turned_reads
    sch.compute_at({copy}, {copied_at}, preserve_unit_loops=True)
    #: if turns
    *_, {copy_loops} = sch.get_loops({copy})
    lines, line = sch.split(line, [None, {vector}])
    #: if squares
    elements, element = sch.split(element, [None, {square}])
    sch.reorder(lines, {copy_others}elements, element, line)
    sch.unroll(element)
    #: else
    sch.reorder(lines, {copy_others}element, line)
    #: end
    sch.vectorize(line)
    #: end
    sch.transform_layout({copy}, ("write", 0), {read_layout})
    #: end
    start = sch.decompose_reduction({block}, terms[0])
    sch.vectorize({vectors})
    sch.vectorize(sch.get_loops(start)[-1])
    #: for tile
    sch.unroll({tile_loop})
    #: end
    #: for tile
    sch.unroll(sch.get_loops(start)[-{tile_depth}])
    #: end
    #: if writes_out
    sch.unroll(terms[-1])
    #: end
    #: if several_results
    sch.reverse_compute_at({results}, {results_at})
    #: end
    sch.parallel({columns})
#: end
