"""Functions of Python under a name, which programs and other functions call: tvm.register_func."""

import os

_functions = {}


def register_func(func_name, f=None, override=False):
    """Registers a function, as a decorator or by a call."""
    if callable(func_name):
        return register_func(func_name.__name__, func_name, override)

    def register(function):
        if func_name in _functions and not override and not _same(_functions[func_name], function):
            raise ValueError(f"there is a function {func_name} already; pass override=True to replace it")
        _functions[func_name] = function
        return function

    return register if f is None else register(f)


def _same(before, now):
    """Whether a file that is read again registers its own function again."""
    places = [(os.path.abspath(f.__code__.co_filename), f.__code__.co_firstlineno) for f in (before, now) if hasattr(f, "__code__")]
    return before is now or (len(places) == 2 and places[0] == places[1])


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
    from ..missing import absent

    return absent("registered function", name, [*_functions, *_own()])


def list_global_func_names():
    return [*_functions, *_own()]


def remove_global_func(name):
    _functions.pop(name, None)


def _own():
    """Functions that TVM registers itself."""
    from . import arrays

    return {"vm.builtin.copy": lambda x: x, "tvm.nd.array": arrays.array}
