"""Names of TVM that schedules use, as modules of Python: `loopwright.as_tvm()` lets `import tvm` find them. Only what
schedules and tensor expressions need is there; it is not TVM."""

import importlib
import importlib.abc
import importlib.util
import sys
import types

from . import _engine, _source


class _Annotation:
    """Stands for a type in the head of a program, whose text is read instead: T.Buffer((8, 8), "float32")."""

    def __init__(self, name):
        self._name = name

    def __call__(self, *_args, **_kwargs):
        return self

    def __getitem__(self, _key):
        return self

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _Annotation(f"{self._name}.{name}")

    def __repr__(self):
        return self._name


class TensorIntrin:
    """Tensor intrinsics by name."""

    register = staticmethod(_source.register)


def _schedule(mod, *, seed=None, debug_mask="none", error_render_level="detail", enable_check=True):
    sch = _engine.Schedule(mod)
    if seed is not None and seed >= 0:
        sch.seed(seed)
    return sch


def _own(name):
    from ._errors import Refused

    tir = {"Schedule": _schedule, "ScheduleError": Refused, "TensorIntrin": TensorIntrin,
           "IndexMap": _engine.global_name("IndexMap"),
           "schedule": types.SimpleNamespace(Schedule=_schedule, ScheduleError=Refused)}
    program = {"prim_func": _source.prim_func, "ir_module": _source.prim_func, "macro": _source.prim_func,
               "function": _source.prim_func}
    types_of = {"Buffer": _Annotation("T.Buffer"), "handle": _Annotation("T.handle")}
    return {
        "tvm": {"script": None, "register_func": lambda *_a, **_k: (lambda function: function)},
        "tvm.script": {"ir_module": _source.prim_func, "from_source": lambda text, *_a, **_k: text},
        "tvm.script.tir": {**program, **types_of},
        "tvm.script.ir": program,
        "tvm.script.relax": program,
        "tvm.tir": tir,
        "tvm.s_tir": tir,
    }.get(name, {})


class _Module(types.ModuleType):
    def __init__(self, name):
        super().__init__(name)
        self.__path__ = []  # of a package
        self.__dict__.update({key: value for key, value in _own(name).items() if value is not None})
        self.__dict__["_engine_module"] = _engine.language(name)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__} has no attribute {name}")
        if self.__name__ in ("tvm.script.relax", "tvm.script.ir"):
            return _Annotation(f"{self.__name__}.{name}")
        full = f"{self.__name__}.{name}"
        if full in _PACKAGES and _finder in sys.meta_path:
            return importlib.import_module(full)
        inner = self.__dict__["_engine_module"]
        if inner is None:
            raise AttributeError(f"module {self.__name__} has no attribute {name}")
        return getattr(inner, name)


_PACKAGES = {"tvm", "tvm.te", "tvm.tir", "tvm.s_tir", "tvm.topi", "tvm.topi.nn", "tvm.script", "tvm.script.tir",
             "tvm.script.ir", "tvm.script.relax", "tvm.contrib", "tvm.contrib.clang", "tvm.contrib.utils",
             "tvm.tir.ir_builder", "tvm.relax", "tvm.meta_schedule"}


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, fullname, path=None, target=None):
        if fullname in _PACKAGES:
            return importlib.util.spec_from_loader(fullname, self, is_package=True)
        if fullname == "composites" or fullname.startswith("composites."):
            if fullname == "composites" or fullname.split(".")[1] in _library():
                return importlib.util.spec_from_loader(fullname, self, is_package=fullname == "composites")
        return None

    def create_module(self, spec):
        return _Module(spec.name) if spec.name.startswith("tvm") else types.ModuleType(spec.name)

    def exec_module(self, module):
        name = module.__name__
        if name.startswith("composites."):
            path, text = _library()[name.split(".")[1]]
            module.__file__ = path
            exec(compile(text, path, "exec"), module.__dict__)


def _library():
    return {path.rsplit("/", 1)[-1].removesuffix(".py"): (path, text) for path, text in _engine.library()}


_finder = _Finder()


def as_tvm():
    """Lets `import tvm` find this module's names, for schedules that are written for TVM. TVM itself must not have been
    imported before."""
    there = sys.modules.get("tvm")
    if there is not None and not isinstance(there, _Module):
        raise ImportError("TVM itself is imported; call loopwright.as_tvm() before, or in another process")
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
    import tvm

    return tvm
