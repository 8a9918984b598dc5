"""The text of programs: of functions and classes with the decorators of this module, of files and of strings. Python
never carries out the body of such a function."""

import linecache
import os
import sys
import textwrap

from . import _engine
from ._errors import ProgramError

registered = {}  # tensor intrinsics: name -> (description, implementation)

_PLAIN = (int, float, str, bool)
_HEAD = "import tvm\nfrom tvm import te\nfrom tvm.script import ir as I\nfrom tvm.script import relax as R\n" \
        "from tvm.script import tir as T\n"


class PrimFunc:
    """A function or class whose text is a program."""

    def __init__(self, function):
        self.function = function
        self.__name__ = function.__name__
        self.__qualname__ = function.__qualname__
        self.__module__ = function.__module__
        self.__doc__ = function.__doc__

    def __call__(self, *args, **kwargs):
        raise TypeError(f"{self.__name__} is a program, which Python does not run: "
                        f"loopwright.Schedule({self.__name__}).compile() makes it callable")

    def with_attr(self, *_args, **_kwargs):
        return self

    def script(self):
        return Schedule(self).mod.script()

    def show(self):
        print(self.script(), end="")

    def __repr__(self):
        return f"<program {self.__qualname__}>"


def prim_func(function=None, **_options):
    """Marks a function as a program, as T.prim_func does. Its text is read, its body is never carried out."""
    return PrimFunc if function is None else PrimFunc(function)


ir_module = prim_func


def _filename(thing):
    code = getattr(thing, "__code__", None)
    if code is not None:
        return code.co_filename
    for value in vars(thing).values():  # of a class: that of its functions
        inner = value.function if isinstance(value, PrimFunc) else value
        if getattr(inner, "__code__", None) is not None:
            return inner.__code__.co_filename
    return getattr(sys.modules.get(thing.__module__), "__file__", None) or ""


def _constants(function):
    """NAME = value for the plain constants that the text of a function refers to."""
    code = getattr(function, "__code__", None)
    if code is None:
        return ""
    names = dict.fromkeys(code.co_names)
    values = {name: function.__globals__[name] for name in names if name in function.__globals__}
    for name, cell in zip(code.co_freevars, function.__closure__ or ()):
        try:
            values[name] = cell.cell_contents
        except ValueError:
            pass
    return "".join(f"{name} = {value!r}\n" for name, value in values.items()
                   if isinstance(value, _PLAIN) and name != "__name__")


def own_text(thing):
    """(file name, text, name) of a decorated function or class alone, with the constants of Python that it refers to
    and with all tensor intrinsics. Lines have their numbers in the file."""
    import inspect

    function = thing.function if isinstance(thing, PrimFunc) else thing
    filename = _filename(function)
    linecache.checkcache(filename)
    try:
        lines, number = inspect.getsourcelines(function)
    except (OSError, TypeError) as error:
        raise ProgramError(f"the text of {function.__qualname__} is not available; pass it as a string") from error
    lines = textwrap.dedent("".join(lines)).splitlines(keepends=True)
    while lines and not lines[0].startswith(("def ", "class ")):  # decorators
        lines.pop(0)
        number += 1
    if not lines:
        raise ProgramError(f"the text of {function.__qualname__} is not that of a function; pass it as a string")
    head = _HEAD + _constants(function) + ("@I.ir_module\n" if lines[0].startswith("class ") else "@T.prim_func\n")
    text = "\n" * max(0, number - 1 - head.count("\n")) + head + "".join(lines)
    for intrinsic in registered:
        text += _intrinsic_text(intrinsic)
    return filename or "<python>", text, function.__name__


def _intrinsic_text(name):
    import inspect

    text, parts = "", registered[name]
    for part in parts:
        text += "\n" + _constants(part.function) + textwrap.dedent(inspect.getsource(part.function))
    return text + f'\ntvm.tir.TensorIntrin.register("{name}", {parts[0].__name__}, {parts[1].__name__})\n'


def register(name, desc, impl, override=False):
    """A tensor intrinsic, for programs that are read later and for schedules of tensors."""
    for part in (desc, impl):
        if not isinstance(part, PrimFunc):
            raise TypeError(f"{name}: description and implementation are decorated functions, not {type(part).__name__}")
    if name in registered and not override:
        raise ValueError(f"there is a tensor intrinsic {name} already; pass override=True to replace it")
    registered[name] = (desc, impl)
    try:
        _engine.register_intrinsics(_engine.load("<intrinsic>", _HEAD + _intrinsic_text(name), desc.__name__))
    except ProgramError:
        del registered[name]
        raise


def _of_function(thing, name):
    """A file that holds programs only is read as a whole, as `lw` reads it; of any other file the function alone."""
    function = thing.function if isinstance(thing, PrimFunc) else thing
    filename, qualified = _filename(function), function.__qualname__
    if os.path.isfile(filename) and "<locals>" not in qualified:
        with open(filename, encoding="utf-8") as file:
            text = file.read()
        try:
            return _engine.load(filename, text, name or qualified, bool(name) or not isinstance(function, type))
        except ProgramError:
            pass  # the text of the function alone says what is wrong with it
    filename, text, own = own_text(thing)
    return _engine.load(filename, text, name or own, bool(name))


def program_of(thing, name=""):
    """The program that Schedule(thing, name) starts from."""
    if isinstance(thing, _engine.Program):
        return thing
    if isinstance(thing, _engine.Module):
        return _engine.program_of_module(thing)
    if isinstance(thing, _engine.Object):
        return _engine.load_tensors(thing)
    if isinstance(thing, str):
        return _engine.load("<text>", thing, name, bool(name))
    if isinstance(thing, os.PathLike):
        path = os.fspath(thing)
        try:
            with open(path, encoding="utf-8") as file:
                return _engine.load(path, file.read(), name, bool(name))
        except (OSError, UnicodeDecodeError) as error:
            raise ProgramError(f"cannot read {path}: {error}") from error
    if isinstance(thing, PrimFunc) or (callable(thing) and hasattr(thing, "__code__")) or isinstance(thing, type):
        return _of_function(thing, name)
    raise TypeError("a program is a text, a path, a decorated function or the module of a schedule, not "
                    f"{type(thing).__name__}")


Schedule = _engine.Schedule
