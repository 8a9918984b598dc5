"""tvm.relax.frontend.nn: layers."""

from . import op
from .core import Module, ModuleList, Parameter


class Identity(Module):
    """Its input."""

    def forward(self, x):
        return x


class ReLU(Module):
    """max(x, 0)."""

    def forward(self, x):
        return op.relu(x)


class GELU(Module):
    """Gaussian error linear unit."""

    def forward(self, x):
        return op.gelu(x)


class SiLU(Module):
    """x * sigmoid(x)."""

    def forward(self, x):
        return op.silu(x)


class Softmax(Module):
    """Softmax along an axis."""

    def __init__(self, dim=-1):
        self.dim = dim

    def forward(self, x):
        return op.softmax(x, self.dim)


class Flatten(Module):
    """All axes but the first as one."""

    def forward(self, x):
        return op.reshape(x, [x.shape[0], -1])


class Linear(Module):
    """x @ weight.T + bias."""

    def __init__(self, in_features, out_features, bias=True, dtype=None, out_dtype=None):
        self.in_features, self.out_features, self.out_dtype = in_features, out_features, out_dtype
        self.weight = Parameter((out_features, in_features), dtype)
        self.bias = Parameter((out_features,), dtype) if bias else None

    def forward(self, x):
        product = op.matmul(x, op.permute_dims(self.weight), out_dtype=self.out_dtype)
        return product if self.bias is None else op.add(product, self.bias)


class Embedding(Module):
    """Rows of a table by number."""

    def __init__(self, num, dim, dtype=None):
        self.num, self.dim = num, dim
        self.weight = Parameter((num, dim), dtype)

    def forward(self, x):
        if x.ndim == 1:
            return op.take(self.weight, x, axis=0)
        flat = op.take(self.weight, op.reshape(x, [-1]), axis=0)
        return op.reshape(flat, [*x.shape, self.dim])


class LayerNorm(Module):
    """Normalization along the last axes."""

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, dtype=None):
        self.normalized_shape = [normalized_shape] if isinstance(normalized_shape, int) else list(normalized_shape)
        self.eps = eps
        self.weight = Parameter(self.normalized_shape, dtype) if elementwise_affine else None
        self.bias = Parameter(self.normalized_shape, dtype) if elementwise_affine else None

    def forward(self, x):
        return op.layer_norm(x, self.normalized_shape, self.weight, self.bias, self.eps)


class RMSNorm(Module):
    """Normalization by the root of the mean of squares."""

    def __init__(self, hidden_size, axes, epsilon=1e-5, bias=True, dtype=None):
        self.axes, self.epsilon = axes, epsilon
        self.weight = Parameter((hidden_size,), dtype)
        self.bias = Parameter((hidden_size,), dtype) if bias else None

    def forward(self, x):
        out = op.rms_norm(x, self.weight, self.axes, self.epsilon)
        return out if self.bias is None else op.add(out, self.bias)


class GroupNorm(Module):
    """Normalization by groups of channels."""

    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, dtype=None):
        self.num_groups, self.eps = num_groups, eps
        self.weight = Parameter((num_channels,), dtype) if affine else None
        self.bias = Parameter((num_channels,), dtype) if affine else None

    def forward(self, x, channel_axis=1, axes=None):
        return op.group_norm(x, self.weight, self.bias, num_groups=self.num_groups, channel_axis=channel_axis,
                             axes=axes or list(range(2, x.ndim)), epsilon=self.eps)


class Conv2D(Module):
    """Convolution in two dimensions."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 dtype=None, data_layout="NCHW"):
        kernel = list(kernel_size) if isinstance(kernel_size, (list, tuple)) else [kernel_size] * 2
        self.stride, self.padding, self.dilation, self.groups = stride, padding, dilation, groups
        self.data_layout = data_layout
        self.weight = Parameter((out_channels, in_channels // groups, *kernel), dtype)
        self.bias = Parameter((out_channels,), dtype) if bias else None

    def forward(self, x):
        return op.conv2d(x, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups, self.data_layout)


class Conv1D(Module):
    """Convolution in one dimension."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, dtype=None):
        self.stride, self.padding, self.dilation, self.groups = stride, padding, dilation, groups
        self.weight = Parameter((out_channels, in_channels // groups, kernel_size), dtype)
        self.bias = Parameter((out_channels,), dtype) if bias else None

    def forward(self, x):
        out = op.conv1d(x, self.weight, strides=self.stride, padding=self.padding, dilation=self.dilation, groups=self.groups)
        return out if self.bias is None else op.add(out, op.reshape(self.bias, [1, -1, 1]))


class ConvTranspose1D(Module):
    """Transposed convolution in one dimension."""

    def __init__(self, *_args, **_options):
        from ....missing import missing

        raise missing("relax.frontend.nn", "ConvTranspose1D", ["Conv1D"])


class Sequential(ModuleList):
    """Modules one after the other."""

    def __init__(self, *modules):
        super().__init__(modules)
