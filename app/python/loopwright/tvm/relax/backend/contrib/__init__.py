"""tvm.relax.backend.contrib: code generators of other libraries, of which Loopwright has none."""
