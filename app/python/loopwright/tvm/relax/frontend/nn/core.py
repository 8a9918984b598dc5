"""Tensors, parameters and modules."""

from ... import nodes
from ...block_builder import BlockBuilder
from ...struct_info import TensorStructInfo


def wrap_nested(expr, name):
    """The tensor, or tensors, of an expression, under a name."""
    from .op import wrap_nested as wrapped

    return wrapped(expr, name)


class Tensor:
    """A value of the graph that is being built."""

    def __init__(self, *, _expr):
        self._expr = _expr

    @staticmethod
    def placeholder(shape, dtype="float32", name="tensor"):
        """A tensor that stands for a result."""
        return Tensor(_expr=nodes.Var(name, TensorStructInfo(shape, dtype)))

    @staticmethod
    def from_const(data):
        return Tensor(_expr=nodes.const(data))

    @staticmethod
    def from_scalar(data, dtype):
        return Tensor(_expr=nodes.const(data, dtype))

    @property
    def shape(self):
        return list(self._expr.struct_info.shape)

    @property
    def ndim(self):
        return self._expr.struct_info.ndim

    @property
    def dtype(self):
        return self._expr.struct_info.dtype

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        from . import op

        function = getattr(op, name)
        return lambda *args, **kwargs: function(self, *args, **kwargs)

    def __repr__(self):
        return f'Tensor({self.shape}, "{self.dtype}")'


def _operator(name, reflected):
    def method(self, other):
        from . import op

        other = other if isinstance(other, Tensor) else Tensor.from_scalar(other, str(self.dtype))
        return getattr(op, name)(other, self) if reflected else getattr(op, name)(self, other)

    return method


for _name, _op in {"add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "matmul": "matmul",
                   "pow": "power"}.items():
    setattr(Tensor, f"__{_name}__", _operator(_op, False))
    setattr(Tensor, f"__r{_name}__", _operator(_op, True))


class Parameter(Tensor):
    """A parameter of a module. Its values may be given; it becomes an input of the exported functions."""

    def __init__(self, shape, dtype=None):
        self._data, self._shape, self._dtype, self.attrs = None, list(shape), str(dtype or "float32"), {}
        super().__init__(_expr=nodes.Var("param", TensorStructInfo(shape, self._dtype)))

    @property
    def data(self):
        return self._data

    @data.setter
    def data(self, value):
        self._data = value

    def to(self, dtype=None):
        if dtype is not None:
            self.__init__(self._shape, dtype)


class Object:
    """A value of another kind."""

    def __init__(self, *, _expr, _name=""):
        self._expr, self._name = _expr, _name


class Module:
    """The base of modules."""

    def named_parameters(self, prefix=""):
        """(name, parameter) of this module and those in it."""
        for name, value in vars(self).items():
            yield from _named(value, f"{prefix}.{name}" if prefix else name)

    def parameters(self):
        return (p for _, p in self.named_parameters())

    def state_dict(self, prefix="", destination=None):
        return dict(self.named_parameters(prefix))

    def load_state_dict(self, state, strict=True):
        own = self.state_dict()
        missing = [k for k in own if k not in state]
        for name, value in state.items():
            if name in own:
                own[name].data = value
        return missing, [k for k in state if k not in own]

    def to(self, dtype=None):
        for parameter in self.parameters():
            parameter.to(dtype)

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

    def export_tvm(self, spec, debug=False, allow_extern=False):
        """(the module of graphs, [(name, parameter)])."""
        from .exporter import exported

        return exported(self, spec)

    def jit(self, spec, device="cpu", pipeline="default", out_format="torch", debug=False):
        """The exported model, compiled."""
        from ...vm import Executable, VirtualMachine

        module, _ = self.export_tvm(spec)
        return VirtualMachine(Executable(module))


def _named(value, name):
    if isinstance(value, Parameter):
        yield name, value
    elif isinstance(value, Module):
        yield from value.named_parameters(name)
    elif isinstance(value, (ModuleList, list, tuple)):
        for number, item in enumerate(value):
            yield from _named(item, f"{name}.{number}")
    elif isinstance(value, (ModuleDict, dict)):
        for key, item in value.items():
            yield from _named(item, f"{name}.{key}")


class ModuleList(Module):
    """Modules in a list."""

    def __init__(self, modules=()):
        self.modules = list(modules)

    def __iter__(self):
        return iter(self.modules)

    def __len__(self):
        return len(self.modules)

    def __getitem__(self, index):
        return self.modules[index]

    def append(self, module):
        self.modules.append(module)

    def forward(self, x):
        for module in self.modules:
            x = module(x)
        return x


class ModuleDict(Module):
    """Modules by name."""

    def __init__(self, modules=None):
        self.modules = dict(modules or {})

    def __getitem__(self, key):
        return self.modules[key]

    def items(self):
        return self.modules.items()


def builder():
    """The builder of the function that is being exported."""
    found = BlockBuilder.current()
    if found is None:
        raise RuntimeError("operators of nn are called while a module is exported: Module.export_tvm(spec)")
    return found
