"""tvm.relax.frontend.nn: modules in the manner of PyTorch, which are exported as graphs."""

from . import op, spec
from .core import Module, ModuleDict, ModuleList, Object, Parameter, Tensor
from .modules import (Conv1D, Conv2D, ConvTranspose1D, Embedding, Flatten, GELU, GroupNorm, Identity, LayerNorm, Linear, ReLU,
                      RMSNorm, Sequential, SiLU, Softmax)
from .op import extern, tensor_expr_op, tensor_ir_op, wrap_nested
from ...block_builder import BlockBuilder
from ....missing import absent

Conv2d = Conv2D


class Effect:
    """State of a model, such as a cache; models that are exported here have none."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    try:
        return getattr(op, name)
    except AttributeError:
        return absent("relax.frontend.nn", name, globals())


__all__ = ["BlockBuilder", "Conv1D", "Conv2D", "Conv2d", "ConvTranspose1D", "Effect", "Embedding", "Flatten", "GELU", "GroupNorm",
           "Identity", "LayerNorm", "Linear", "Module", "ModuleDict", "ModuleList", "Object", "Parameter", "RMSNorm", "ReLU",
           "Sequential", "SiLU", "Softmax", "Tensor", "extern", "op", "spec", "tensor_expr_op", "tensor_ir_op", "wrap_nested"]
