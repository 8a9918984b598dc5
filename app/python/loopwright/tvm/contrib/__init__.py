"""tvm.contrib."""
