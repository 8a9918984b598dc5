"""tvm.build, tvm.compile and tvm.lower: programs as functions that take arrays."""

import functools

from ... import _engine
from ..ir.module import IRModule, as_function, from_text
from ..numeric import numpy
from . import gpu
from .arrays import Device, NDArray
from .timing import time_evaluator

class PackedFunc:
    """A function of a program that was built. It takes arrays, and numbers for scalar parameters, and writes into its
    outputs. The kernel runs in a process of its own."""

    def __init__(self, program, name, target="llvm"):
        self._program, self.__name__, self._target, self._compiled = program, name, target, None
        self.schedule = _engine.Schedule(program)

    @functools.cached_property
    def on_gpu(self):
        """Whether the program is written for the threads of a GPU."""
        text = self.schedule.mod.script()
        return "thread_binding" in text or "launch_thread" in text

    def compiled(self):
        """The engine's function."""
        if self._compiled is None:
            self._compiled = self.schedule.compile(allow_c=True)
        return self._compiled

    def __call__(self, *args):
        values = [_plain(a) for a in args]
        if self.on_gpu:
            return self._on_gpu(values)
        out = self.compiled()(*values)
        return 0 if out is None else out

    def _on_gpu(self, values):
        inputs, numbers = self.arguments(values)
        found = gpu.run(self.schedule, inputs=inputs, bind=numbers or None, repeat=1)
        for name, result in found.outputs.items():
            if name in inputs:
                inputs[name][...] = numpy.asarray(result).reshape(inputs[name].shape)
        return 0

    def arguments(self, values):
        """(arrays by the names of their buffers, numbers by name) of a call."""
        inputs, numbers = {}, {}
        for name, value in zip(self.compiled_parameters(), map(_plain, values)):
            if isinstance(value, numpy.ndarray):
                inputs[name] = value
            else:
                numbers[name] = int(value)
        return inputs, numbers

    def compiled_parameters(self):
        """The names of the parameters, in order."""
        from ..ir.parts import parameter_names

        return parameter_names(self.schedule)

    def __repr__(self):
        return f"<function {self.__name__} of a built module>"


def _plain(value):
    if isinstance(value, NDArray):
        return value._values
    return value


class Module:
    """What tvm.build gives: functions by name."""

    type_key = "llvm"

    def __init__(self, module, target):
        self.ir_mod, self._target, self._functions = module, target, {}
        self._imported = []

    def _names(self):
        return [name for name, f in self.ir_mod._functions.items() if f._flat.kind == "T.prim_func"]

    @property
    def entry_name(self):
        names = self._names()
        return "main" if "main" in names or not names else names[0]

    entry_func = property(lambda self: self[self.entry_name])

    def get_function(self, name, query_imports=False):
        if name in ("__tvm_main__", "default_function") and name not in self._names():
            name = self.entry_name
        if name not in self._names():
            raise AttributeError(f"the module has no function {name}; it has {', '.join(self._names()) or 'none'}")
        if name not in self._functions:
            function = self.ir_mod[name]
            self._functions[name] = PackedFunc(function.program, name, self._target)
        return self._functions[name]

    def implements_function(self, name, query_imports=False):
        return name in self._names()

    def __getitem__(self, name):
        return self.get_function(name)

    def __call__(self, *args):
        return self.entry_func(*args)

    def __getattr__(self, name):
        if name.startswith("_") or "ir_mod" not in self.__dict__:
            raise AttributeError(name)
        return self.get_function(name)

    def time_evaluator(self, func_name, dev=None, number=10, repeat=1, min_repeat_ms=0, limit_zero_time_iterations=100,
                       cooldown_interval_ms=0, repeats_to_cooldown=1, cache_flush_bytes=0, f_preproc="", ctx=None):
        """A function that times a call: evaluator(a, b).mean is in seconds."""
        return time_evaluator(self.get_function(func_name), number, repeat)

    def get_source(self, fmt=""):
        """The code of the function: LLVM's, or "asm" or "c"."""
        stage = {"": "llvm", "ll": "llvm", "asm": "asm", "s": "asm", "c": "c", "cuda": "ptx", "ptx": "ptx"}.get(fmt, fmt)
        function = self.entry_func
        return function.schedule.lower("opencl" if function.on_gpu and stage == "llvm" else stage,
                                       target="opencl" if function.on_gpu and stage == "llvm" else "")

    inspect_source = get_source

    def export_library(self, file_name, *_args, **_options):
        """Writes the programs of the module; tvm.runtime.load_module reads them again."""
        text, _ = self.ir_mod.text()
        with open(file_name, "w", encoding="utf-8") as out:
            out.write("# Loopwright: programs of a built module\n" + text)

    save = export_library

    def import_module(self, module):
        self._imported.append(module)

    @property
    def imported_modules(self):
        """The modules of the device: one with the kernels, if the programs are for a GPU."""
        own = [DeviceModule(self)] if any(self.get_function(name).on_gpu for name in self._names()) else []
        return own + self._imported

    imports = imported_modules

    @property
    def mod(self):
        return self

    def __repr__(self):
        return f"Module(llvm, {', '.join(self._names())})"


class DeviceModule:
    """The kernels of a module for a GPU."""

    type_key = "cuda"

    def __init__(self, host):
        self._host = host

    def get_source(self, fmt=""):
        """The kernels in OpenCL C, or as PTX."""
        function = self._host.entry_func
        return function.schedule.lower("ptx", target="cuda") if fmt == "ptx" else \
            function.schedule.lower("opencl", target="opencl")

    inspect_source = get_source


def load_module(path, fmt=""):
    """A module that export_library() wrote."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    module = from_text(text)
    if any(f._flat.kind == "R.function" for f in module._functions.values()):
        from ..relax.vm import Executable

        return Executable(module)
    return Module(module, "llvm")


def module_of(inputs, args=None, name="main"):
    """The IRModule of what tvm.build and tvm.lower take."""
    if isinstance(inputs, IRModule):
        return inputs
    if isinstance(inputs, _engine.Module):
        return from_module(inputs)
    if isinstance(inputs, _engine.Schedule):
        return tensors_module(inputs, args, name)
    if isinstance(inputs, dict):
        made = IRModule()
        for one in inputs.values():
            made.update(module_of(one))
        return made
    if isinstance(inputs, (list, tuple)):
        made = IRModule()
        for one in inputs:
            made.update(module_of(one))
        return made
    function = as_function(inputs)
    return IRModule({function.name if name == "main" else name: function})


def from_module(module):
    """The IRModule of a schedule's state."""
    found = from_text(module.script("classic"))
    return found if isinstance(found, IRModule) else IRModule({found.name: found})


def tensors_module(schedule, args, name):
    """The module of a schedule of te.create_schedule; `args` are its parameters in order."""
    from ..te.schedules import finished

    return finished(schedule, args, name)


def build(mod, args=None, target=None, target_host=None, runtime=None, name="main", binds=None, pipeline=None):
    """Functions that take arrays, from a module, a function, or a schedule of tensors with its parameters."""
    if isinstance(args, str) or (args is not None and not isinstance(args, (list, tuple))):
        target, args = args, None
    module = module_of(mod, args, name)
    return Module(module, target or "llvm")


def compile(mod, target=None, *, relax_pipeline="default", tir_pipeline="default", params=None, exec_mode="bytecode",
            system_lib=None):
    """Builds programs, and models for relax.VirtualMachine."""
    module = module_of(mod)
    if any(f._flat.kind == "R.function" for f in module._functions.values()):
        from ..relax.vm import Executable

        return Executable(module, target, params)
    return Module(module, target or "llvm")


def lower(inp, args=None, name="main", binds=None, simple_mode=False):
    """The program that a schedule of tensors gives; of a module, the module itself."""
    return module_of(inp, args, name)


__all__ = ["Device", "Module", "PackedFunc", "build", "compile", "load_module", "lower", "module_of"]
