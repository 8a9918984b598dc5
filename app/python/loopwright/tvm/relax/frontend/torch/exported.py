"""Programs of torch.export as graphs."""

from ....numeric import numpy
from ....runtime.arrays import NDArray
from ... import nodes
from ...block_builder import BlockBuilder
from ...struct_info import TensorStructInfo
from .operators import translated

_TYPES = {"torch.float32": "float32", "torch.float16": "float16", "torch.float64": "float64", "torch.int64": "int64",
          "torch.int32": "int32", "torch.bool": "bool", "torch.bfloat16": "bfloat16", "torch.uint8": "uint8",
          "torch.int8": "int8"}


def type_name(dtype):
    """The name of an element type of PyTorch."""
    return _TYPES.get(str(dtype), str(dtype).removeprefix("torch."))


def from_exported_program(exported_program, *, keep_params_as_input=False, unwrap_unit_return_tuple=False,
                          no_bind_return_tuple=False, custom_convert_map=None, **_options):
    """The module of an exported program. Parameters are constants, or inputs with their values beside the module."""
    signature = exported_program.graph_signature
    values = {**exported_program.state_dict, **getattr(exported_program, "constants", {})}
    kept, arrays = [], []
    named = {**signature.inputs_to_parameters, **signature.inputs_to_buffers,
             **getattr(signature, "inputs_to_lifted_tensor_constants", {})}
    table, parameters = {}, []
    bb = BlockBuilder()
    for node in exported_program.graph.nodes:
        if node.op != "placeholder":
            continue
        if node.name in named:
            array = NDArray(numpy.ascontiguousarray(values[named[node.name]].detach().cpu().numpy()))
            if not keep_params_as_input:
                table[node] = nodes.const(array)
                continue
            var = nodes.Var(node.name, TensorStructInfo(array.shape, array.dtype))
            kept.append(var)
            arrays.append(array)
        else:
            fake = node.meta["val"]
            var = nodes.Var(node.name, TensorStructInfo([int(s) for s in fake.shape], type_name(fake.dtype)))
            parameters.append(var)
        table[node] = var
    with bb.function("main", [*parameters, *kept], attrs={"num_input": len(parameters)} if keep_params_as_input else None):
        with bb.dataflow():
            for node in exported_program.graph.nodes:
                if node.op in ("call_function", "call_method"):
                    table[node] = translated(bb, node, table, custom_convert_map or {})
                elif node.op == "output":
                    outputs = [table[a] for a in node.args[0] if a is not None]
                    single = len(outputs) == 1 and unwrap_unit_return_tuple
                    result = bb.emit_output(outputs[0] if single else nodes.Tuple(outputs))
        bb.emit_func_output(result)
    made = bb.get()
    made.frontend_params = {"main": arrays}
    return made
