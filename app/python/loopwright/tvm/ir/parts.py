"""Parameters and buffers of a function, read from the engine's text of it."""

import ast

from ..reader.language import Language
from ..reader.objects import Buffer
from ..reader.terms import ATOM, Term, Var


def _definition(script):
    for node in ast.walk(ast.parse(script)):
        if isinstance(node, ast.FunctionDef):
            return node
    raise ValueError("the text has no function")


def parameter_names(schedule):
    """The names of a schedule's parameters: of the buffer behind each, else of the number."""
    program = schedule.program
    names = {}
    node = _chosen(schedule.mod.script(), program)
    for statement in node.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call) and \
                ast.unparse(statement.value.func).endswith("match_buffer"):
            names[ast.unparse(statement.value.args[0])] = statement.targets[0].id
    return [names.get(a.arg, a.arg) for a in node.args.args]


def _chosen(script, program):
    nodes = [n for n in ast.walk(ast.parse(script)) if isinstance(n, ast.FunctionDef)]
    for node in nodes:
        if program is not None and node.name == program.name:
            return node
    return nodes[0]


def _read(function):
    """(parameters by name, buffers by parameter name)."""
    node = _definition(function.script(dialect="classic"))
    language, names = Language(), {}
    names["T"] = type("T", (), {"__getattr__": lambda self, name: language.name(name)})()
    parameters, buffers = {}, {}
    for argument in node.args.args:
        kind = eval(compile(ast.Expression(argument.annotation), "<parameter>", "eval"), dict(names))
        if isinstance(kind, Buffer):
            parameters[argument.arg] = Var(argument.arg, "handle")
            buffers[argument.arg] = kind.named(argument.arg)
        else:
            text = ast.unparse(argument.annotation).split("(")[0].split(".")[-1]
            parameters[argument.arg] = Var(argument.arg, text)
    names.update(parameters)
    for statement in node.body:
        if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
            break
        value = eval(compile(ast.Expression(statement.value), "<declaration>", "eval"), dict(names))
        name = statement.targets[0].id
        if isinstance(value, Var):
            names[name] = value.named(name)
        elif isinstance(value, Buffer) and value.kind == "T.match_buffer":
            buffers[value.args[0].shown()[0]] = value.named(name)
        else:
            break
    return parameters, buffers


def parameters(function):
    """The parameters as variables."""
    return list(_read(function)[0].values())


def buffers(function):
    """The buffer behind each parameter."""
    made, found = _read(function)
    return {made[name]: buffer for name, buffer in found.items()}


def specialized(function, sizes):
    """The function with numbers for its sizes and scalar parameters."""
    raise NotImplementedError("specialize is not there yet; write the sizes as captured numbers of Python")


__all__ = ["ATOM", "Term", "buffers", "parameter_names", "parameters", "specialized"]
