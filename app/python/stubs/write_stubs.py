"""Writes the type stubs of the module from the descriptions of the primitives: write_stubs.py FOLDER"""

import inspect
import pathlib
import sys

del sys.path[0]  # this folder, whose package has no native part

import loopwright as lw  # noqa: E402

TYPES = {
    "a loop": "LoopLike",
    "a block": "BlockLike",
    "a list of loops": "Sequence[LoopLike]",
    "a list of blocks": "Sequence[BlockLike]",
    "a loop or a block": "LoopLike | BlockLike",
    "an integer": "int | Number",
    "a list of integers": "Sequence[int | Number]",
    "a list of numbers": "Sequence[float]",
    "True or False": "bool",
    "a string": "str",
    "a list of integers and None": "Sequence[int | Number | None]",
    "the name of a function": "str",
}

HEAD = '''"""Written by write_stubs.py from the descriptions of the primitives."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any

LoopLike = Loop | str
BlockLike = Block | str
'''


def type_of(param):
    """Strings name scopes, threads and buffers; lambdas are index maps."""
    return TYPES.get(param["type"], "Any")


def parameter(param):
    if param["variadic"]:
        return f"*{param['name']}: LoopLike"
    text = f"{param['name']}: {type_of(param)}"
    if param["default"] is None:
        return text
    optional = " | None" if param["default"] == "None" and type_of(param) != "Any" else ""
    return f"{text}{optional} = {param['default']}"


def methods():
    for primitive in lw.primitives():
        for name in dict.fromkeys([primitive["name"], primitive["tvm_name"]]):
            parameters = ", ".join(["self", *(parameter(p) for p in primitive["params"])])
            yield f"    def {name}({parameters}) -> {primitive['returns']}:\n        \"\"\"{primitive['summary']}\"\"\"\n"


def members(cls, skip=()):
    """The members of a native class, or of the Python part of Schedule."""
    lines = []
    for name, member in vars(cls).items():
        if name.startswith("_") or name in skip:
            continue
        summary = (inspect.getdoc(member) or "").split("\n\n")[-1].splitlines()
        doc = f'\n        """{summary[0]}"""' if summary and summary[0] else " ..."
        if isinstance(member, property):
            lines.append(f"    @property\n    def {name}(self) -> Any:{doc}")
        elif inspect.isfunction(member):
            lines.append(f"    def {name}{inspect.signature(member)}:{doc}")
        elif isinstance(member, staticmethod):
            lines.append(f"    @staticmethod\n    def {name}(*args: Any, **kwargs: Any) -> Any:{doc}")
        else:
            lines.append(f"    def {name}(self, *args: Any, **kwargs: Any) -> Any:{doc}")
    return "\n".join(lines) + "\n" if lines else "    ...\n"


def text():
    primitives = {name for p in lw.primitives() for name in (p["name"], p["tvm_name"])}
    parts = [HEAD]
    for name in lw.__all__:
        thing = getattr(lw, name)
        if isinstance(thing, type):
            base = f"({thing.__base__.__name__})" if thing.__base__.__name__ in [*lw.__all__, "Exception"] else ""
            body = members(thing, skip=primitives)
            if thing is lw.Schedule:
                body = "    def __init__(self, program: Any, name: str = \"\") -> None: ...\n" + body + "".join(methods())
            parts.append(f"class {name}{base}:\n{body}")
        elif inspect.isfunction(thing):
            parts.append(f"def {name}{inspect.signature(thing)}: ...\n")
        else:
            parts.append(f"{name}: Any\n" if name == "T" else f"def {name}(*args: Any, **kwargs: Any) -> Any: ...\n")
    return "\n".join(parts)


folder = pathlib.Path(sys.argv[1])
(folder / "__init__.pyi").write_text(text(), encoding="utf-8")
(folder / "py.typed").write_text("", encoding="utf-8")
