"""relax.build and relax.VirtualMachine: models that run."""

from ... import _engine
from ..numeric import numpy
from ..runtime.arrays import NDArray
from ..runtime.registry import get_global_func
from ..runtime.timing import BenchmarkResult
from .function import Function
from .struct_info import TupleStructInfo, of_text


class Executable:
    """A module that was built. Its functions are compiled when they are called first."""

    def __init__(self, module, target=None, params=None):
        self.module, self._functions = module, {}
        self.params = params or {}

    mod = property(lambda self: self.module)

    def names(self):
        return [n for n, f in self.module._functions.items() if isinstance(f, Function)]

    def function(self, name):
        """The compiled function."""
        if name not in self._functions:
            self._functions[name] = ModelFunction(self.module, name)
        return self._functions[name]

    def jit(self):
        return self

    @property
    def functions(self):
        """The functions of the virtual machine that answer questions about a module."""
        return {"stats": self.stats, "as_text": self.as_text}

    def stats(self):
        return f"functions: {', '.join(self.module._functions)}"

    def as_text(self):
        return self.module.script()

    as_python = as_text

    def export_library(self, file_name, *_args, **_options):
        text, _ = self.module.text()
        with open(file_name, "w", encoding="utf-8") as out:
            out.write("# Loopwright: a model that was built\n" + text)

    def __getitem__(self, name):
        if name in self.names():
            return self.function(name)
        if name in self.functions:
            return self.functions[name]
        from ..runtime.build import Module

        return Module(self.module, "llvm")[name]


VMExecutable = Executable


class ModelFunction:
    """A function of a model: takes arrays and gives its result."""

    def __init__(self, module, name):
        from ..missing import missing

        if name not in module or not isinstance(module[name], Function):
            raise missing("function of the model", name, [n for n in module._functions])
        self.__name__ = name
        program = module.program
        self._compiled = _engine.ModelFunction(program, f"{module._name}.{name}", _host)
        result = dict(_engine.value_infos(program, f"{module._name}.{name}"))[""]
        self._tuple = isinstance(of_text(result, {}), TupleStructInfo)
        self._types = None

    def __call__(self, *args):
        return self._results(self._compiled(self._inputs(args)))

    def _inputs(self, args):
        arrays = []
        for argument in args:
            values = argument if isinstance(argument, (list, tuple)) and not hasattr(argument, "shape") else [argument]
            arrays += [numpy.ascontiguousarray(getattr(v, "_values", v)) for v in values]
        return arrays

    def _results(self, outputs):
        found = [NDArray(numpy.array(a)) for a in outputs]
        return found if self._tuple else found[0]

    def timed(self, args, number):
        return self._compiled.timed(self._inputs(args), max(1, number))


def _host(name, arrays, written):
    """Calls a registered function with arrays; its outputs are the last ones."""
    values = [NDArray(numpy.array(a)) for a in arrays]
    function = get_global_func(name)
    result = function(*values)
    outputs = values[len(values) - written:]
    if result is not None and written == 1:
        outputs[0].copyfrom(result)
    return [v._values for v in outputs]


class _VmModule:
    """vm.module: times functions."""

    def __init__(self, executable):
        self._executable = executable

    def time_evaluator(self, func_name, dev=None, number=10, repeat=1, **_options):
        function = self._executable.function(func_name)

        def evaluate(*args):
            return BenchmarkResult([function.timed(args, number) for _ in range(max(1, repeat))])

        return evaluate

    def __getitem__(self, name):
        return self._executable[name]


class VirtualMachine:
    """Runs the functions of a model that was built."""

    def __init__(self, rt_mod, device=None, memory_cfg=None, profile=False):
        self._executable = rt_mod if isinstance(rt_mod, Executable) else Executable(rt_mod)
        self.module, self.device, self._saved, self._inputs, self._results = \
            _VmModule(self._executable), device, {}, {}, {}

    def __getitem__(self, name):
        return self._saved.get(name) or self._executable.function(name)

    def save_function(self, func_name, saved_name, *args, include_return=True, **_options):
        """A function that is called with these arguments."""
        function = self._executable.function(func_name)
        self._saved[saved_name] = lambda: function(*args)

    def set_input(self, func_name, *args, **kwargs):
        self._inputs[func_name] = args

    def invoke_stateful(self, func_name):
        self._results[func_name] = self._executable.function(func_name)(*self._inputs[func_name])

    def get_outputs(self, func_name):
        return self._results[func_name]

    def time_evaluator(self, func_name, dev=None, number=10, repeat=1, **options):
        return self.module.time_evaluator(func_name, dev, number, repeat)


def build(mod, target=None, params=None, relax_pipeline="default", tir_pipeline="default", exec_mode="bytecode", **_options):
    """Builds a model for the virtual machine."""
    from ..ir.module import IRModule

    if not isinstance(mod, IRModule):
        mod = IRModule({"main": mod})
    return Executable(mod, target, params)
