#: note What follows elementwise becomes one block.
#: if fuses
sch.compute_inline(tail)
#: end
#: for inlined
sch.compute_inline("{inlined}")
#: end
tail = sch.get_block("{last}")
#: if fuses
sch.transform_block_layout(tail, lambda {stored_iters}: ({batch}{row}, {column}))
#: end
