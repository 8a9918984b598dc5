#: note A factor that is computed elementwise before the product: in its copy, or as a whole.
#: let inlined
if {inlined} == 1{copied}:
    sch.compute_inline("{block_name}")
else:
    #: call computed_before
