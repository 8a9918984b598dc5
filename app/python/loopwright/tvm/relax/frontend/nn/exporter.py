"""Modules as graphs."""

from ....ir.module import IRModule
from ....reader.objects import var
from ... import nodes
from ...block_builder import BlockBuilder
from ...struct_info import ObjectStructInfo, PrimStructInfo, TensorStructInfo
from . import spec as specs
from .core import Object, Tensor


def _size(size, sizes):
    if isinstance(size, str):
        return sizes.setdefault(size, var(size, "int64"))
    return size


def _input(name, given, sizes):
    """(parameters of the graph, the value that the method gets)."""
    given = specs.of(given)
    if isinstance(given, specs.Tensor):
        made = nodes.Var(name, TensorStructInfo([_size(s, sizes) for s in given.shape], given.dtype))
        return [made], Tensor(_expr=made)
    if isinstance(given, specs.Int):
        number = var(name, "int64")
        return [nodes.Var(name, PrimStructInfo("int64", number))], number
    if isinstance(given, (specs.Tuple, list, tuple)):
        parts = [_input(f"{name}_{k}", g, sizes) for k, g in enumerate(getattr(given, "elements", given))]
        return [v for vs, _ in parts for v in vs], tuple(value for _, value in parts)
    made = nodes.Var(name, ObjectStructInfo())
    return [made], Object(_expr=made, _name=name)


def _result(value):
    if isinstance(value, (Tensor, Object)):
        return value._expr
    if isinstance(value, (list, tuple)):
        return nodes.Tuple([_result(v) for v in value])
    return nodes.as_expr(value)


def exported(module, spec):
    """(the module of graphs, [(name, parameter)]) of the methods that the spec names."""
    parameters = list(module.named_parameters())
    bb = BlockBuilder()
    methods = getattr(spec, "method_specs", spec)
    methods = dict(zip(spec.method_names, spec.method_specs)) if hasattr(spec, "method_names") else methods
    for method, inputs in methods.items():
        sizes, names, values = {}, [], []
        for name, given in inputs.items():
            if name.startswith("$"):
                continue
            own, value = _input(name, given, sizes)
            names += own
            values.append((name, value))
        variables = []
        for name, parameter in parameters:
            variable = nodes.Var(name.replace(".", "_"), TensorStructInfo(
                [_size(s, sizes) for s in parameter._shape], parameter._dtype))
            parameter._expr = variable
            variables.append(variable)
        with bb.function(method, [*names, *variables], attrs={"num_input": len(names)}):
            with bb.dataflow():
                result = _result(getattr(module, method)(**dict(values)))
                out = bb.emit_output(result)
            bb.emit_func_output(out)
    made = bb.get()
    return made if isinstance(made, IRModule) else IRModule(made), parameters
