# As a product of matrices: row {row}, column {column}, term {term}.
tail = sch.reindex({block}, ("write", 0))
left_source = sch.reindex({block}, ("read", {left_read}))
right_source = sch.reindex({block}, ("read", {right_read}))
sch.transform_layout({block}, ("read", {left_read}), lambda {left_iters}: ({batch}{left_matrix}))
sch.transform_layout({block}, ("read", {right_read}), lambda {right_iters}: ({batch}{right_matrix}))
sch.transform_layout({block}, ("write", 0), lambda {result_iters}: ({batch}{row}, {column}))
sch.transform_block_layout({block}, lambda {iters}: ({batch}{row}, {column}, {term}))
#: if not epilogue
sch.transform_block_layout(tail, lambda {result_iters}: ({batch}{row}, {column}))
#: end
