"""tvm.relax.frontend.nn.spec: what the inputs of a method are."""


class Tensor:
    """A tensor; sizes with names are symbolic."""

    def __init__(self, shape, dtype="float32"):
        self.shape, self.dtype = list(shape), str(dtype)

    def __repr__(self):
        return f"Tensor([{', '.join(map(str, self.shape))}], '{self.dtype}')"


class Int:
    """A number."""


class Object:
    """Anything."""

    def __init__(self, object_type=None):
        self.object_type = object_type


class Tuple:
    """Several inputs as one."""

    def __init__(self, elements, name=""):
        self.elements, self.name = elements, name


def of(value):
    """The spec of an entry, which may be the class int."""
    return Int() if value is int else value
