"""Arrays and devices: tvm.nd and tvm.runtime.tensor. An array is one of NumPy with a device beside it."""

from ..numeric import numpy


class Device:
    """A device by kind and number. Only the processor is there without a GPU; kernels for others run on the emulator."""

    _CODES = {"cpu": 1, "cuda": 2, "opencl": 4, "vulkan": 7, "metal": 8, "rocm": 10}

    def __init__(self, device_type, device_id=0):
        names = {code: name for name, code in self._CODES.items()}
        self.type = names.get(device_type, device_type)
        self.device_id = device_id

    index = property(lambda self: self.device_id)
    device_type = property(lambda self: self._CODES.get(self.type, 1))

    @property
    def exist(self):
        return self.type == "cpu"

    max_threads_per_block = property(lambda self: 1024)
    max_shared_memory_per_block = property(lambda self: 49152)
    warp_size = property(lambda self: 32)
    device_name = property(lambda self: self.type)
    compute_version = property(lambda self: "8.0")

    def sync(self, _stream=None):
        """Waits for the device; kernels have ended when their call returns."""

    def __eq__(self, other):
        return isinstance(other, Device) and (self.type, self.device_id) == (other.type, other.device_id)

    def __hash__(self):
        return hash((self.type, self.device_id))

    def __repr__(self):
        return f"{self.type}({self.device_id})"

    __str__ = __repr__


def device(dev="cpu", dev_id=0):
    """The device of a name: "llvm" is the processor."""
    if isinstance(dev, Device):
        return dev
    kind = getattr(dev, "kind", None)
    name = str(getattr(kind, "name", dev)).split()[0].split(":")[0]
    name = {"llvm": "cpu", "c": "cpu", "gpu": "cuda", "nvptx": "cuda"}.get(name, name)
    if name not in Device._CODES:
        raise ValueError(f"there is no device {name!r}; known: llvm, {', '.join(Device._CODES)}")
    return Device(name, dev_id)


def _kind(name):
    def make(dev_id=0):
        return Device(name, dev_id)

    make.__name__ = name
    return make


cpu, cuda, opencl, vulkan, metal, rocm = map(_kind, ("cpu", "cuda", "opencl", "vulkan", "metal", "rocm"))
gpu = cuda

_STORED = {"bfloat16": "uint16", "float8_e4m3fn": "uint8", "float8_e5m2": "uint8", "bool": "bool"}


class NDArray:
    """An array with a device."""

    __array_priority__ = 20.0

    def __init__(self, values, dev=None, dtype=None):
        self._values = values
        self.device, self._dtype = dev or cpu(), str(dtype or values.dtype)

    shape = property(lambda self: tuple(self._values.shape))
    ndim = property(lambda self: self._values.ndim)
    ctx = property(lambda self: self.device)

    @property
    def dtype(self):
        from ..dtypes import DataType

        return DataType(self._dtype)

    def numpy(self):
        """The values as an array of NumPy."""
        return self._values.copy()

    asnumpy = numpy

    def __array__(self, dtype=None, copy=None):
        return self._values if dtype is None else self._values.astype(dtype)

    def __dlpack__(self, **options):
        return self._values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self._values.__dlpack_device__()

    def copyfrom(self, source):
        values = numpy.asarray(source)
        if values.shape != self.shape:
            raise ValueError(f"the array has the shape {self.shape}, and {values.shape} was given")
        self._values[...] = values
        return self

    def copyto(self, target, mem_scope=None):
        if isinstance(target, NDArray):
            return target.copyfrom(self)
        return NDArray(self._values.copy(), target, self._dtype)

    def __getitem__(self, key):
        found = self._values[key]
        return NDArray(found, self.device, self._dtype) if isinstance(found, numpy.ndarray) else found

    def __setitem__(self, key, value):
        self._values[key] = numpy.asarray(value)

    def __len__(self):
        return len(self._values)

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def item(self):
        return self._values.item()

    def __float__(self):
        return float(self._values)

    def __int__(self):
        return int(self._values)

    def __bool__(self):
        return bool(self._values)

    def __eq__(self, other):
        return self is other

    __hash__ = object.__hash__

    def __str__(self):
        return str(self._values)

    def __repr__(self):
        return f"<tvm.nd.NDArray shape={self.shape}, {self.device}>\n{self._values!r}"


Tensor = NDArray


def array(arr, device=None, ctx=None, mem_scope=None):
    """An array with a copy of the values."""
    values = numpy.array(arr)  # the copy
    if not isinstance(arr, (numpy.ndarray, NDArray)) and values.dtype == numpy.float64:
        values = values.astype("float32")
    return NDArray(numpy.ascontiguousarray(values).reshape(values.shape), device or ctx, getattr(arr, "_dtype", None))


tensor = array


def empty(shape, dtype="float32", device=None, mem_scope=None, ctx=None):
    """An array whose values are not set yet (they are zeros)."""
    shape = tuple(int(n) for n in shape) if isinstance(shape, (tuple, list)) else (int(shape),)
    name = str(dtype)
    return NDArray(numpy.zeros(shape, _STORED.get(name, name)), device or ctx, name)


def from_dlpack(source):
    """An array that shares its values with one of another library."""
    return NDArray(numpy.from_dlpack(source))


def numpyasarray(values):
    return NDArray(values)
