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


# Of native properties, which say no types.
PROPERTIES = {
    "Compiled.in_process": "bool", "Compiled.name": "str", "Compiled.parameters": "list[str]", "Costs.bytes": "float",
    "Costs.cycles": "float", "Costs.flops": "float", "Module.functions": "list[str]", "Program.filename": "str",
    "Program.functions": "list[str]", "Program.graphs": "list[str]", "Program.name": "str", "Program.schedules": "list[str]",
    "Program.text": "str", "Repair.steps": "list[str]", "Repair.warning": "str", "Schedule.func_working_on": "str",
    "Schedule.mod": "Module", "Schedule.program": "Program | None", "Schedule.trace": "Trace", "Error.hint": "str",
    "Error.kind": "str", "Error.message": "str", "Error.place": "tuple[str, int, int] | None", "ArgumentError.kind": "str",
    "Refused.conservative": "bool", "Refused.repairs": "list[Repair]", "Refused.step": "str | None",
    "Refused.witness": "Witness | None", "Witness.dependence": "str", "Witness.element": "str",
    "Witness.first": "dict[str, Any]", "Witness.second": "dict[str, Any]", "Witness.sentence": "str",
}
# Of runs and comparisons, whose attributes are the values that the engine gave.
ATTRIBUTES = {
    "Run": {"baseline_ms": "float", "checked": "bool", "code": "str", "compile_ms": "float", "device": "str",
            "difference": "dict[str, Any] | None", "gbps": "float", "gflops": "float", "gops": "float", "high": "float",
            "low": "float", "max_abs_error": "float", "ms": "float", "ok": "bool", "other_cores": "float | None",
            "peak_fraction": "float", "printed": "str", "reference": "str", "reference_blas": "str | None",
            "reference_ms": "float", "reference_samples": "int", "samples": "int", "target": "str", "threads": "int",
            "warnings": "list[str]", "above_peak": "bool"},
    "Comparison": {"difference": "dict[str, Any] | None", "max_abs_error": "float", "ok": "bool"},
    "Costs": {"assumed": "list[str]", "caches": "list[int]", "function": "str", "model": "dict[str, Any]",
              "rows": "list[dict[str, Any]]"},
    "Legal": {"at": "str"},
    "Tuned": {"report": "list[dict[str, Any]]", "schedule": "Schedule | None"},
}
# Of native methods that are no steps.
METHODS = {
    "Schedule.can_decompose_padding": "(self, block: BlockLike, loop: LoopLike) -> bool",
    "Schedule.fork_seed": "(self) -> int",
    "Schedule.get": "(self, handle: Loop | Block | Number) -> Any",
    "Schedule.remove_rv": "(self, rv: Loop | Block | Number) -> None",
    "Schedule.seed": "(self, seed: int) -> None",
    "Schedule.show": "(self) -> None",
    "Schedule.work_on": "(self, func_name: str) -> None",
}
RETURNS = {"__len__": "int", "__bool__": "bool", "__hash__": "int", "__int__": "int", "__index__": "int"}
OPERATORS = ("__len__", "__bool__", "__int__", "__index__", "__getitem__", "__call__")


def annotation(thing):
    """A type as text: strings come from annotations that are not evaluated."""
    if thing is inspect.Parameter.empty:
        return "Any"
    return thing if isinstance(thing, str) else "None" if thing is None else getattr(thing, "__name__", str(thing))


def signature(function, receiver=True):
    """The parameters and the result of a function, as its definition."""
    found = inspect.signature(function)
    texts, keywords = [], False
    for number, p in enumerate(found.parameters.values()):
        if p.kind is p.KEYWORD_ONLY and not keywords:
            keywords = True
            texts.append("*")
        keywords = keywords or p.kind is p.VAR_POSITIONAL
        star = "*" if p.kind is p.VAR_POSITIONAL else "**" if p.kind is p.VAR_KEYWORD else ""
        text = star + p.name + ("" if number == 0 and receiver and p.name == "self" else f": {annotation(p.annotation)}")
        texts.append(text + ("" if p.default is p.empty else f" = {p.default!r}"))
    if receiver and texts[:1] != ["self"]:  # of a native method, which says no receiver
        texts.insert(0, "self")
    return f"({', '.join(texts)}) -> {annotation(found.return_annotation)}"


def documented(head, thing):
    summary = (inspect.getdoc(thing) or "").splitlines()
    return head + (f'\n        """{summary[0]}"""' if summary and summary[0] else " ...")


def members(cls, skip=()):
    """The members of a class that are for users, inherited ones of this module not again."""
    name = cls.__name__
    lines = [f"    {field}: {kind}" for field, kind in sorted(ATTRIBUTES.get(name, {}).items())]
    for member, value in vars(cls).items():
        if (member.startswith("_") and member not in OPERATORS) or member in skip:
            continue
        if member in OPERATORS and not inspect.isfunction(value):
            arguments = {"__getitem__": "self, key: Any", "__call__": "self, *args: Any, **kwargs: Any"}.get(member, "self")
            lines.append(f"    def {member}({arguments}) -> {RETURNS.get(member, 'Any')}: ...")
        elif isinstance(value, property):
            lines.append(documented(f"    @property\n    def {member}(self) -> {PROPERTIES[f'{name}.{member}']}:"
                                    if f"{name}.{member}" in PROPERTIES else
                                    f"    @property\n    def {member}(self) -> Any:", value))
        elif isinstance(value, staticmethod):
            lines.append(documented(f"    @staticmethod\n    def {member}{signature(value.__func__, False)}:", value.__func__))
        else:
            said = METHODS.get(f"{name}.{member}") or signature(value)
            lines.append(documented(f"    def {member}{said}:", value))
    return "\n".join(lines) + "\n" if lines else "    ...\n"


def text():
    primitives = {name for p in lw.primitives() for name in (p["name"], p["tvm_name"])}
    parts = [HEAD, "__version__: str\n"]
    for name in lw.__all__:
        thing = getattr(lw, name)
        if isinstance(thing, type):
            known = [base.__name__ for base in thing.__bases__
                     if base.__name__ in [*lw.__all__, "Exception", "TypeError", "ValueError", "list"]]
            body = members(thing, skip=primitives if thing is lw.Schedule else ())
            if thing is lw.Schedule:
                body = f"    def __init__{signature(thing.__init__)}: ...\n" + body + "".join(methods())
            parts.append(f"class {name}{'(' + ', '.join(known) + ')' if known else ''}:\n{body}")
        elif inspect.isfunction(thing):
            parts.append(f"def {name}{signature(thing, False)}: ...\n")
        else:
            parts.append(f"{name}: Any\n")
    return "\n".join(parts)


folder = pathlib.Path(sys.argv[1])
(folder / "__init__.pyi").write_text(text(), encoding="utf-8")
(folder / "py.typed").write_text("", encoding="utf-8")
