"""The names of TVM, over the engine of Loopwright: what a script for TVM finds as `tvm`.

loopwright.as_tvm() lets `import tvm` find this package, and `python3 -m loopwright.tvm SCRIPT` runs a script so. One file
for each namespace of TVM; a name that is not there raises an error with the nearest one that is."""

import importlib

from .dtypes import DataType
from .ir.module import GlobalVar, IRModule
from .runtime.arrays import Device, NDArray, cpu, cuda, device, gpu, metal, opencl, rocm, vulkan
from .runtime.build import build, compile, lower
from .runtime.registry import get_global_func, register_func, register_global_func
from .error import TVMError
from . import error, ir, runtime, script, target, testing

__version__ = "0.27.0"
context = device
nd = runtime.arrays
_LAZY = {"te", "tir", "s_tir", "tirx", "topi", "relax", "contrib", "meta_schedule", "dlight", "transform", "autotvm",
         "auto_scheduler", "relay", "arith", "rpc", "driver", "instrument", "ffi", "support"}


def __getattr__(name):
    if name in _LAZY:
        try:
            return importlib.import_module(f"{__name__}.{name}")
        except ModuleNotFoundError:
            pass
    if name.startswith("__"):
        raise AttributeError(name)
    from .missing import absent

    return absent("tvm", name, [*globals(), *(_LAZY - {name})])


__all__ = ["DataType", "Device", "GlobalVar", "IRModule", "NDArray", "TVMError", "build", "compile", "cpu", "cuda", "device", "error",
           "get_global_func", "gpu", "ir", "lower", "metal", "nd", "opencl", "register_func", "register_global_func",
           "rocm", "runtime", "script", "target", "testing", "vulkan"]
