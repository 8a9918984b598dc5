"""Functions of Python under a name, which programs and other functions call: tvm.register_func."""

_functions = {}


def register_func(func_name, f=None, override=False):
    """Registers a function, as a decorator or by a call."""
    if callable(func_name):
        return register_func(func_name.__name__, func_name, override)

    def register(function):
        if func_name in _functions and not override:
            raise ValueError(f"there is a function {func_name} already; pass override=True to replace it")
        _functions[func_name] = function
        return function

    return register if f is None else register(f)


register_global_func = register_func


def get_global_func(name, allow_missing=False):
    """The function that was registered under the name."""
    if name in _functions:
        return _functions[name]
    known = _own().get(name)
    if known is not None:
        return known
    if allow_missing:
        return None
    from ..missing import missing

    raise missing("registered function", name, [*_functions, *_own()])


def list_global_func_names():
    return [*_functions, *_own()]


def remove_global_func(name):
    _functions.pop(name, None)


def _own():
    """Functions that TVM registers itself."""
    from . import arrays

    return {"runtime.GetDeviceAttr": None, "vm.builtin.copy": lambda x: x, "tvm.nd.array": arrays.array}
