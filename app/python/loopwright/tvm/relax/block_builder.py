"""relax.BlockBuilder: modules built by calls."""

from contextlib import contextmanager

from ... import _engine
from ..ir.function import PrimFunc
from ..ir.module import GlobalVar, IRModule, as_function
from ..reader.terms import ATOM, Shown, Term
from . import nodes
from .function import Function
from .kernels import kernel_of
from .struct_info import TensorStructInfo, of_text
from .writing import written


def infos_of(functions, name, names):
    """Gives the values of a graph function what the engine infers; `names`: their names by identity."""
    module = IRModule(functions)
    found = _engine.value_infos(module.program, f"{module._name}.{name}")
    sizes = {}
    by_name = {}
    for value, text in found:
        by_name.setdefault(value, text)
    for value, text in names.items():
        if value._struct_info is None and text in by_name:
            value._struct_info = of_text(by_name[text], sizes)
    return of_text(by_name[""], sizes) if "" in by_name else None


def _leaves(expr, found):
    if isinstance(expr, nodes.Var):
        found.setdefault(expr)
    for part in [*getattr(expr, "args", ()), *getattr(expr, "fields", ()), getattr(expr, "tuple_value", None)]:
        if part is not None:
            _leaves(part, found)


def inferred(expr):
    """What the engine knows of an expression that stands alone; None: it calls functions of some module."""
    leaves = {}
    _leaves(expr, leaves)
    result = nodes.Var("result")
    flat, names = written("main", list(leaves), [nodes.BindingBlock([nodes.VarBinding(result, expr)])], result, {})
    try:
        infos_of({"main": Function(flat)}, "main", names.by_value)
    except _engine_errors():
        return None
    return result._struct_info


def _engine_errors():
    from ..._errors import ProgramError

    return ProgramError


class _Function:
    """The function that is being built."""

    def __init__(self, name, params, attrs, private, pure):
        self.name, self.params, self.attrs = name, params, dict(attrs or {})
        self.options = {"private": private or None, "pure": None if pure else False}
        # Parameters that are None: those that the values need.
        self.blocks, self.result, self.counts, self.outputs = [], None, {}, {}

    def fresh(self, stem):
        number = self.counts.get(stem, 0)
        self.counts[stem] = number + 1
        return stem if number == 0 else f"{stem}{number}"


def _free_values(function):
    found, bound = {}, set()
    for block in function.blocks:
        for binding in block.bindings:
            _leaves(binding.value, found)
            bound.add(id(binding.var))
    if function.result is not None:
        _leaves(function.result, found)
    return [v for v in found if id(v) not in bound]


class BlockBuilder:
    """Builds functions of graphs, and the kernels that they call."""

    _stack = []

    def __init__(self, mod=None):
        self._module, self._building = mod.clone() if mod is not None else IRModule(), []

    @staticmethod
    def current():
        return BlockBuilder._stack[-1] if BlockBuilder._stack else None

    # ---- functions and blocks ----
    @contextmanager
    def function(self, name, params=None, attrs=None, private=False, pure=True):
        """A function with these parameters."""
        self._building.append(_Function(name, [] if params is None else [params] if isinstance(params, nodes.Var)
                                        else list(params), attrs, private, pure))
        BlockBuilder._stack.append(self)
        try:
            yield self
            made = self._building[-1]
            if made.result is None:
                raise RuntimeError(f"the function {name} has no result: call emit_func_output")
            flat, _ = written(name, made.params, made.blocks, made.result, made.attrs, made.options)
            self._module._functions[name] = Function(flat)
            self._module._loaded = None
        finally:
            self._building.pop()
            BlockBuilder._stack.pop()

    @contextmanager
    def dataflow(self):
        """Values that are seen inside only, but for outputs."""
        self._now().blocks.append(nodes.DataflowBlock([]))
        yield self
        self._now().blocks.append(nodes.BindingBlock([]))

    testing_scope = dataflow

    def built_by(self, call):
        """(what call() returns, the module with the graph and the kernels that it built; None: it built none). The free
        values of the graph are the parameters of its function, main."""
        self._building.append(_Function("main", None, None, False, True))
        BlockBuilder._stack.append(self)
        try:
            result = call()
            values = [getattr(v, "_expr", v) for v in (result if isinstance(result, (tuple, list)) else [result])]
            if not values or not all(isinstance(v, nodes.Expr) for v in values):
                return result, None
            self.emit_func_output(values[0] if len(values) == 1 else nodes.Tuple(values))
            made = self._building[-1]
            made.params = _free_values(made)
            flat, _ = written("main", made.params, made.blocks, made.result, made.attrs, made.options)
            self._module._functions["main"] = Function(flat)
            self._module._loaded = None
            return result, self._module
        finally:
            self._building.pop()
            BlockBuilder._stack.pop()

    def _now(self):
        if not self._building:
            raise RuntimeError("values are emitted inside of `with bb.function(...)`")
        return self._building[-1]

    def _block(self):
        blocks = self._now().blocks
        if not blocks:
            blocks.append(nodes.BindingBlock([]))
        return blocks[-1]

    def _bind(self, value, stem, output, name=""):
        now = self._now()
        kind = nodes.DataflowVar if isinstance(self._block(), nodes.DataflowBlock) and not output else nodes.Var
        var = kind(name or now.fresh(stem))
        var._struct_info = getattr(value, "_struct_info", None)
        var.builder = self
        self._block().bindings.append(nodes.VarBinding(var, value))
        return var

    # ---- values ----
    def emit(self, expr, name_hint=""):
        """Binds an expression to a name."""
        expr = nodes.as_expr(expr)
        dataflow = isinstance(self._block(), nodes.DataflowBlock)
        return self._bind(self.flattened(expr), "lv" if dataflow else "gv", False, name_hint)

    def flattened(self, expr):
        """The expression with names for the calls inside of it."""
        if isinstance(expr, nodes.Call):
            made = nodes.Call(expr.op, [self._leaf(a) for a in expr.args], expr.attrs, expr.sinfo_args)
            if made._struct_info is None:
                made._struct_info = expr.__dict__.get("_struct_info")
            return made
        if isinstance(expr, nodes.Tuple):
            return nodes.Tuple([self._leaf(f) for f in expr.fields])
        return expr

    def _leaf(self, expr):
        if isinstance(expr, nodes.Call):
            return self.emit(expr)
        if isinstance(expr, PrimFunc):
            return self.add_func(expr, expr.name)
        return self.flattened(expr) if isinstance(expr, nodes.Tuple) else expr

    def normalize(self, expr):
        return self.flattened(nodes.as_expr(expr))

    def emit_output(self, output, name_hint=""):
        """A value of the dataflow block that is seen after it."""
        value = self.flattened(nodes.as_expr(output))
        made = self._bind(value, "gv", True, name_hint)
        self._now().outputs[value] = made
        return made

    def match_cast(self, value, struct_info, name_hint=""):
        var = self._bind(value, "lv", False, name_hint)
        self._block().bindings[-1] = nodes.MatchCast(var, value, struct_info)
        var._struct_info = struct_info
        return var

    def emit_func_output(self, output, params=None):
        """The result of the function."""
        if params is not None:
            self._now().params = [params] if isinstance(params, nodes.Var) else list(params)
        output = nodes.as_expr(output)
        if isinstance(output, nodes.Call):
            output = self.emit(output)
        self._now().result = self._now().outputs.get(output, output)

    def emit_te(self, func, *args, **kwargs):
        """Calls a kernel that is made of tensor expressions: func(tensors...)."""
        return self.emit(self.call_te(func, *args, **kwargs))

    def call_te(self, func, *args, **kwargs):
        """The call of a kernel that is made of tensor expressions."""
        hint = kwargs.pop("primfunc_name_hint", None)
        function, inputs, infos = kernel_of(func, args, kwargs)
        var = self.add_func(function, hint or getattr(func, "__name__", "te_func").strip("<>").replace("lambda", "lambda_1"))
        return nodes.Call(nodes.op_named("relax.call_tir"), [var, nodes.Tuple(inputs)], None, infos)

    # ---- the module ----
    def add_func(self, func, func_name):
        """Adds a function to the module, unless it has it already; returns its name."""
        function = as_function(func) if not isinstance(func, Function) else func
        if isinstance(function, PrimFunc):
            for name, other in self._module._functions.items():
                if isinstance(other, PrimFunc) and \
                        _engine.first_difference(other.program, function.program) is None:
                    return GlobalVar(name)
        name, number = func_name, 0
        while name in self._module:
            number += 1
            name = f"{func_name}{number}"
        self._module[name] = function
        return GlobalVar(name)

    def update_func(self, gv, updated_func):
        self._module[gv] = updated_func

    def get(self):
        """The module."""
        return self._module.clone()

    finalize = get

    def get_unique_name(self, name_prefix):
        return self._now().fresh(name_prefix)

    def lookup_binding(self, var):
        """The expression that the name is bound to."""
        for made in reversed(self._building):
            for block in made.blocks:
                for binding in block.bindings:
                    if binding.var is var:
                        return binding.value
        return None

    def infer(self):
        """Asks the engine what is known of the values that were emitted."""
        now = self._now()
        bindings = [b for block in now.blocks for b in block.bindings]
        result = bindings[-1].var if bindings else nodes.Tuple([])
        params = _free_values(now) if now.params is None else now.params
        flat, names = written(now.name, params, [nodes.BindingBlock(bindings)], result, {})
        infos_of({**self._module._functions, now.name: Function(flat)}, now.name, names.by_value)


__all__ = ["ATOM", "BlockBuilder", "Shown", "TensorStructInfo", "Term", "infos_of", "inferred"]
