"""tvm.relax.analysis."""

from . import nodes
from .function import Function
from .writing import written


def _used(expr, found):
    if isinstance(expr, nodes.Var):
        found.add(expr)
    for part in [*getattr(expr, "args", ()), *getattr(expr, "fields", ()), getattr(expr, "tuple_value", None),
                 getattr(expr, "cond", None)]:
        if part is not None:
            _used(part, found)
    for branch in (getattr(expr, "true_branch", None), getattr(expr, "false_branch", None)):
        if branch is not None:
            for block in branch.blocks:
                for binding in block.bindings:
                    _used(binding.value, found)
            _used(branch.body, found)


def remove_all_unused(func):
    """The function without values that nothing needs."""
    sequence = func.body
    used = set()
    _used(sequence.body, used)
    kept = []
    for block in reversed(sequence.blocks):
        bindings = []
        for binding in reversed(block.bindings):
            impure = isinstance(binding.value, nodes.Call) and getattr(binding.value.op, "name", "") == "relax.call_packed"
            if binding.var in used or impure:
                _used(binding.value, used)
                bindings.append(binding)
        kept.append(type(block)(reversed(bindings)))
    flat, _ = written(func.name, func.params, list(reversed(kept)), sequence.body, func._flat.attributes,
                      func._flat.options)
    return Function(flat)


def well_formed(mod, check_struct_info=True):
    """Whether the engine accepts the module."""
    from ..._errors import ProgramError

    try:
        return mod.program is not None
    except ProgramError:
        return False


def post_order_visit(expr, visit):
    """Calls visit for each part of an expression, inner ones first."""
    for part in [*getattr(expr, "args", ()), *getattr(expr, "fields", ())]:
        post_order_visit(part, visit)
    if isinstance(expr, Function):
        post_order_visit(expr.body, visit)
    if isinstance(expr, nodes.SeqExpr):
        for block in expr.blocks:
            for binding in block.bindings:
                post_order_visit(binding.value, visit)
        post_order_visit(expr.body, visit)
    visit(expr)
