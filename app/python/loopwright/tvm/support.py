"""tvm.support."""

from .contrib import utils


def libinfo():
    """How this engine was built, by TVM's names."""
    return {"USE_LLVM": "ON", "USE_CUDA": "OFF", "USE_OPENCL": "ON"}


__all__ = ["libinfo", "utils"]
