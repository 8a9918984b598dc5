"""tvm.transform: the old name of tvm.ir.transform."""

from .ir.transform import Pass, PassContext, PassInfo, Sequential, module_pass

__all__ = ["Pass", "PassContext", "PassInfo", "Sequential", "module_pass"]
