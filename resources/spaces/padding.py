#: note Matrices are filled up to multiples of tiles.
#: for sizes
#: if any
fill_{size} = True
#: else
fill_{size} = {extent} % ({multiple}) != 0
#: end
#: end
fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms
if fill_left or fill_right:
    sch.pad_einsum({block}, [{padding}])
if {filled}:
    #: if tail
    sch.compute_inline(sch.get_consumers({block})[0])
    #: else
    tail = sch.get_consumers({block})[0]
    #: end
