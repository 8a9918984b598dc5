"""tvm.runtime."""

from ..dtypes import DataType
from .arrays import Device, NDArray, Tensor, array, cpu, cuda, device, empty, from_dlpack, tensor
from .build import Module, PackedFunc, load_module
from .registry import get_global_func, register_func


def convert(value):
    """A value for a call of a built function."""
    import numpy

    return array(value) if isinstance(value, numpy.ndarray) else value


ndarray = arrays = __import__(__name__ + ".arrays", fromlist=["arrays"])


class ShapeTuple(tuple):
    """A shape as a value of a model."""

    def __new__(cls, shape=()):
        return super().__new__(cls, (int(n) for n in shape))


class Object:
    """The base of TVM's objects; Loopwright's are Python's."""


__all__ = ["DataType", "Device", "Module", "NDArray", "Object", "PackedFunc", "ShapeTuple", "Tensor", "array", "convert", "cpu",
           "cuda", "device", "empty", "from_dlpack", "get_global_func", "load_module", "ndarray", "register_func", "tensor"]


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from ..missing import absent

    return absent("runtime", name, globals())
