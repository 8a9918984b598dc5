"""Schedules of te.create_schedule as modules."""

import ast
import copy
import sys
import weakref

from ..._errors import Error
from ..ir.module import IRModule, from_text
from ..reader.text import Text


_made_from = weakref.WeakKeyDictionary()  # schedule -> the operations that it was made from
_started = []
known_variables = {}  # by name, those of te.var


def _inputs(tensor, found):
    for source in tensor.op.input_tensors:
        if all(source is not known and str(source) != str(known) for known in found) and not list(source.op.input_tensors):
            found.append(source)
        _inputs(source, found)


def created(language, ops):
    """The schedule. Numbers that operators use and that are no sizes become parameters of the program."""
    parameters = []
    while True:
        try:
            made = language.create_schedule(ops, parameters=parameters) if parameters else language.create_schedule(ops)
            _made_from[made] = ops
            frame = sys._getframe(2)
            _started.append((made, made.mod.script("classic"), (frame.f_code.co_filename, frame.f_lineno)))
            return made
        except Error as error:
            name = str(error.message).split(" ", 1)[0]
            if error.kind != "te.free-variable" or name not in known_variables or \
                    any(str(p) == name for p in parameters):
                raise
            if not parameters:
                outputs = [op.output(0) for op in (ops if isinstance(ops, (list, tuple)) else [ops])]
                for tensor in outputs:
                    _inputs(tensor, parameters)
                parameters += outputs
            parameters.append(known_variables[name])


def started():
    """(schedule, the function it began with, (file, line)) of all schedules of tensors."""
    return [(made, from_text(text), place) for made, text, place in _started]


def inputs_first(ops):
    """The tensors that the outputs are made of, each after those that it reads."""
    found = []

    def visit(tensor):
        for source in tensor.op.input_tensors:
            visit(source)
        if all(tensor is not other and not _same(tensor, other) for other in found):
            found.append(tensor)

    for op in ops if isinstance(ops, (list, tuple)) else [ops]:
        visit(op.output(0))
    return found


def _same(a, b):
    return hash(a) == hash(b) or str(a) == str(b)


def inline_injective(schedule):
    """Inlines the stages that compute each element from single elements, as TVM's AutoInlineInjective does."""
    ops = _made_from[schedule]
    tensors = inputs_first(ops)
    for tensor in tensors[:-1]:
        op = tensor.op
        if list(op.input_tensors) and not list(op.reduce_axis):
            schedule[tensor].compute_inline()


def _names(args):
    """The names of tensors and variables in the order of a call of tvm.build; equal names get numbers, as parameters
    do."""
    names = []
    for argument in args or ():
        name = written = str(getattr(argument, "name", None) or argument).strip("<>")
        number = 0
        while written in names:
            number += 1
            written = f"{name}_{number}"
        names.append(written)
    return names


def _is_stored(body, name):
    return any(isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store) and ast.unparse(part.value) == name
               for part in ast.walk(body))


def reordered(function, order):
    """The function with its parameters in the order of the buffers' names. A result that is not among them is memory of
    the function alone, as in TVM."""
    header, body = function._flat.text
    node = ast.parse("\n".join([*header.lines, *body.lines])).body[0]
    behind = {}
    for statement in node.body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.value).startswith("T.match_buffer("):
            behind[ast.unparse(statement.value.args[0])] = statement.targets[0].id
    parameters = {behind.get(a.arg, a.arg): ast.unparse(a) for a in node.args.args}
    shapes = {a.arg: a.annotation for a in node.args.args if isinstance(a.annotation, ast.Call)}
    wanted = [name for name in order if name in parameters]
    rest = [name for name in parameters if name not in wanted]
    own = [name for name in rest if order and name in shapes and _is_stored(node, name)]
    wanted += [name for name in rest if name not in own]
    if wanted == list(parameters):
        return function
    flat = copy.copy(function._flat)
    line, inside = Text(), copy.copy(body)
    line.add(f"def {flat.name}({', '.join(parameters[name] for name in wanted)}):", 0)
    attributes = [k for k, text in enumerate(body.lines) if text.lstrip().startswith("T.func_attr(")]
    at = attributes[-1] + 1 if attributes else 0
    for name in own:
        indent = body.lines[0][:len(body.lines[0]) - len(body.lines[0].lstrip())]
        words = ", ".join(ast.unparse(a) for a in [*shapes[name].args, *shapes[name].keywords])
        inside.lines = [*inside.lines[:at], f"{indent}{name} = T.alloc_buffer({words})", *inside.lines[at:]]
        inside.origins = [*inside.origins[:at], 0, *inside.origins[at:]]
    flat.text = (line, inside)
    return type(function)(flat)


def finished(schedule, args, name):
    """The module of a schedule of tensors, with its parameters in the order of `args`."""
    function = from_text(schedule.mod.script("classic"))
    if isinstance(function, IRModule):
        return function
    return IRModule({name: reordered(function, _names(args))})
