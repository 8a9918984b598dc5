"""tvm.relax.expr_functor: visitors and mutators of graphs."""

from ..ir.module import GlobalVar
from . import nodes
from .block_builder import BlockBuilder, _Function
from .function import Function
from .writing import written

_KINDS = [(nodes.DataflowVar, "dataflow_var_"), (nodes.Var, "var_"), (nodes.Constant, "constant_"), (nodes.Call, "call_"),
          (nodes.Tuple, "tuple_"), (nodes.TupleGetItem, "tuple_getitem_"), (nodes.ShapeExpr, "shape_expr_"),
          (nodes.PrimValue, "prim_value_"), (nodes.StringImm, "string_imm_"), (nodes.ExternFunc, "extern_func_"),
          (nodes.If, "if_"), (nodes.SeqExpr, "seq_expr_"), (Function, "function_"), (GlobalVar, "global_var_")]


def mutator(cls):
    """The decorator of a mutator."""
    return cls


visitor = mutator


def _method(instance, expr):
    for kind, name in _KINDS:
        if isinstance(expr, kind):
            return getattr(instance, "visit_" + name)
    return lambda e: e


class PyExprVisitor:
    """Visits all parts of an expression."""

    def visit_expr(self, expr):
        return _method(self, expr)(expr)

    def visit_function_(self, func):
        for param in func.params:
            self.visit_expr(param)
        self.visit_expr(func.body)

    def visit_seq_expr_(self, seq):
        for block in seq.blocks:
            self.visit_binding_block(block)
        self.visit_expr(seq.body)

    def visit_binding_block(self, block):
        for binding in block.bindings:
            self.visit_binding(binding)

    def visit_binding(self, binding):
        self.visit_expr(binding.value)

    def visit_call_(self, call):
        for argument in call.args:
            self.visit_expr(argument)

    def visit_tuple_(self, value):
        for field in value.fields:
            self.visit_expr(field)

    def visit_tuple_getitem_(self, value):
        self.visit_expr(value.tuple_value)

    def visit_if_(self, value):
        for part in (value.cond, value.true_branch, value.false_branch):
            self.visit_expr(part)

    def _leaf(self, expr):
        """Leaves have no parts."""

    visit_var_ = visit_dataflow_var_ = visit_constant_ = visit_shape_expr_ = visit_prim_value_ = _leaf
    visit_string_imm_ = visit_extern_func_ = visit_global_var_ = _leaf


class PyExprMutator:
    """Rewrites functions: the methods give the expressions that take the place of others."""

    def __init__(self, mod=None):
        self.builder_ = BlockBuilder(mod)
        self._values = {}

    # ---- dispatch ----
    def visit_expr(self, expr):
        return _method(self, expr)(expr)

    def visit_expr_post_order(self, expr):
        """The expression after its parts were visited."""
        if isinstance(expr, nodes.Call):
            return self._call(expr)
        return self.visit_expr(expr)

    def visit_function_(self, func):
        now = _Function(func.name, list(func.params), func._flat.attributes, False, True)
        self.builder_._building.append(now)
        try:
            for block in func.body.blocks:
                self.visit_binding_block(block)
            result = self.visit_expr(func.body.body)
            blocks = [b for b in now.blocks if b.bindings]
            flat, _ = written(func.name, now.params, blocks, result, func._flat.attributes, func._flat.options)
        finally:
            self.builder_._building.pop()
        return Function(flat)

    def visit_seq_expr_(self, seq):
        blocks = []
        for block in seq.blocks:
            before = self.builder_._now().blocks
            self.builder_._now().blocks = []
            self.visit_binding_block(block)
            blocks += self.builder_._now().blocks
            self.builder_._now().blocks = before
        return nodes.SeqExpr(blocks, self.visit_expr(seq.body))

    def visit_binding_block(self, block):
        self.builder_._now().blocks.append(type(block)([]))
        for binding in block.bindings:
            self.visit_binding(binding)

    visit_dataflow_block_ = visit_binding_block_ = visit_binding_block

    def visit_binding(self, binding):
        self.visit_var_binding_(binding) if not isinstance(binding, nodes.MatchCast) else self.visit_match_cast_(binding)

    def visit_var_binding_(self, binding):
        value = self.builder_.flattened(self.visit_expr(binding.value))
        self._keep(binding, nodes.VarBinding, value)

    def visit_match_cast_(self, binding):
        value = self.visit_expr(binding.value)
        self._keep(binding, lambda var, v: nodes.MatchCast(var, v, binding.struct_info), value)

    def _keep(self, binding, make, value):
        var = binding.var
        if isinstance(value, nodes.Var) and isinstance(var, nodes.DataflowVar):
            self._values[var] = value
            return
        made = type(var)(var.name_hint)
        made._struct_info = getattr(value, "__dict__", {}).get("_struct_info")
        made.builder = self.builder_
        self._values[var] = made
        self.builder_._block().bindings.append(make(made, value))

    # ---- parts ----
    def _call(self, call):
        args = [self.visit_expr(a) for a in call.args]
        args = [self.builder_.emit(a) if isinstance(a, nodes.Call) else a for a in args]
        op = self.visit_expr(call.op) if isinstance(call.op, nodes.Expr) else call.op
        if all(a is b for a, b in zip(args, call.args)) and op is call.op:
            return call
        return nodes.Call(op, args, call.attrs, call.sinfo_args)

    def visit_call_(self, call):
        return self._call(call)

    def visit_tuple_(self, value):
        return nodes.Tuple([self.visit_expr(f) for f in value.fields])

    def visit_tuple_getitem_(self, value):
        return nodes.TupleGetItem(self.visit_expr(value.tuple_value), value.index)

    def visit_if_(self, value):
        return nodes.If(self.visit_expr(value.cond), self.visit_expr(value.true_branch), self.visit_expr(value.false_branch))

    def visit_var_(self, var):
        return self._values.get(var, var)

    visit_dataflow_var_ = visit_var_

    def visit_var_def(self, var):
        return var

    def _leaf(self, expr):
        return expr

    visit_constant_ = visit_shape_expr_ = visit_prim_value_ = visit_string_imm_ = _leaf
    visit_extern_func_ = visit_global_var_ = _leaf

    def lookup_binding(self, var):
        """The expression that a name is bound to in what was rewritten so far."""
        return self.builder_.lookup_binding(var)

    def get_var_remap(self, var):
        return self._values.get(var, var)

    def set_var_remap(self, var, value):
        self._values[var] = value
