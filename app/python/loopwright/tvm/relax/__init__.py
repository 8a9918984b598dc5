"""tvm.relax: graphs of operators and kernels."""
