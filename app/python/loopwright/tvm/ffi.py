"""tvm.ffi and tvm_ffi: functions by name, comparison of programs, arrays of other libraries."""

from .ir.compare import structural_equal, structural_hash
from .runtime.arrays import NDArray as Tensor
from .runtime.arrays import from_dlpack
from .runtime.registry import get_global_func, register_global_func
from .runtime import ShapeTuple as Shape


def register_object(name=None):
    """The decorator of a class of objects: the class stays as it is."""
    return name if isinstance(name, type) else lambda cls: cls


register_func = register_global_func
Array, Map, Object = list, dict, object


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from .missing import absent

    return absent("ffi", name, globals())


__all__ = ["Array", "Map", "Object", "Shape", "Tensor", "from_dlpack", "get_global_func", "register_func",
           "register_global_func", "register_object", "structural_equal", "structural_hash"]
