"""Lets `import tvm` find this package."""

import importlib
import importlib.abc
import importlib.util
import sys

_OWN = __name__.rsplit(".", 1)[0]  # loopwright.tvm


class _Loader(importlib.abc.Loader):
    """Gives the module of this package under the other name, unchanged."""

    def __init__(self, module):
        self._module, self._spec = module, module.__spec__

    def create_module(self, spec):
        return self._module

    def exec_module(self, module):
        module.__spec__ = self._spec


class Finder(importlib.abc.MetaPathFinder):
    """Finds tvm and its parts here, and the schedule functions of the library as `composites`."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname == "tvm_ffi" or fullname.startswith("tvm_ffi."):
            fullname = "tvm.ffi" + fullname[7:]
        if fullname == "topi":  # before TVM 0.7 it stood beside tvm
            fullname = "tvm.topi"
        if fullname == "tvm" or fullname.startswith("tvm."):
            own = _OWN + fullname[3:]
            for name in ("dlight", "meta_schedule"):  # which stood beside s_tir before
                if (fullname + ".").startswith(f"tvm.s_tir.{name}."):
                    own = _OWN + fullname[len("tvm.s_tir"):]
            try:
                module = importlib.import_module(own)
            except ModuleNotFoundError as error:
                if not error.name or not (own + ".").startswith(error.name + "."):
                    raise
                return None
            return importlib.util.spec_from_loader(fullname, _Loader(module), is_package=hasattr(module, "__path__"))
        if fullname == "composites" or fullname.startswith("composites."):
            from .library import loader

            return loader(fullname)
        return None


_finder = Finder()


def install():
    """Puts the names in place. TVM itself must not have been imported before."""
    there = sys.modules.get("tvm")
    own = importlib.import_module(_OWN)
    if there is not None and there is not own:
        raise ImportError("TVM itself is imported; call loopwright.as_tvm() before, or in another process")
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
    sys.modules["tvm"] = own
    return own
