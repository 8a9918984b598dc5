"""tvm.testing."""

from .numeric import numpy


def assert_allclose(actual, desired, rtol=1e-7, atol=1e-7, verbose=True):
    """Compares arrays, those of tvm.nd included."""
    numpy.testing.assert_allclose(numpy.asarray(actual), numpy.asarray(desired), rtol=rtol, atol=atol, verbose=verbose)


def main():
    """Of a test file: its tests are run by pytest, not here."""


def parameter(*values, ids=None, by_dict=None):
    return values


def _unchanged(*args, **_options):
    if len(args) == 1 and callable(args[0]):
        return args[0]
    return lambda function: function


requires_gpu = requires_cuda = requires_llvm = parametrize_targets = fixture = skip_if_32bit = _unchanged
requires_package = uses_gpu = requires_opencl = requires_metal = requires_vulkan = requires_rocm = _unchanged


def enabled_targets():
    from .runtime.arrays import cpu

    return [("llvm", cpu())]


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from .missing import absent

    return absent("testing", name, globals())
