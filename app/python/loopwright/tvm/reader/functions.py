"""Reads whole functions: parameters, body, options of the decorator; macros and inline functions."""

import ast
import inspect

from . import body as bodies
from .body import BodyReader, active
from .objects import Buffer, Frame, Statement
from .source_text import function_tree
from .terms import ATOM, ReadError, Shown, Term, Var, call, text_of, watched
from .text import Text


class Flat:
    """A function as flat text: a header, attributes, and a body without anything that needs Python."""

    def __init__(self, name, filename, line, text, attributes, kind="T.prim_func", options=None):
        self.name, self.filename, self.line = name, filename, line
        self.text, self.attributes, self.kind, self.options = text, attributes, kind, options or {}


def environment_of(function, frame=None):
    """The names that the text of a function sees: globals, local variables of functions around it, closure."""
    names = dict(function.__globals__)
    outer = function.__qualname__.split(".")[:-1]
    while frame is not None:  # functions around it that are still being carried out
        code = frame.f_code
        if code.co_name in outer and frame.f_globals is function.__globals__ and code.co_name != "<module>":
            for name, value in frame.f_locals.items():
                if not name.startswith("__"):
                    names.setdefault(name, value) if name in names and names[name] is value else names.update({name: value})
        frame = frame.f_back
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            names[name] = cell.cell_contents
        except ValueError:  # assigned after the function
            pass
    return names


def _variables(value, depth=0):
    """The variables of the program in a captured value."""
    if isinstance(value, Var):
        yield value
    elif isinstance(value, Buffer):
        yield from _variables(value.shape, depth + 1)
    elif isinstance(value, (list, tuple)) and depth < 3 and len(value) < 100:
        for item in value:
            yield from _variables(item, depth + 1)


def _captured(node, names):
    """Variables of the program that the function takes from around it; those without a name get the one they have there."""
    found = {}
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id in names:
            for variable in _variables(names[part.id]):
                variable.named(part.id)
                found[variable.shown()[0]] = variable
    return found


def _declared_types(body):
    """The types of the variables that statements like n = T.int64() declare, by name."""
    types = {}
    for statement in body:
        if not isinstance(statement, ast.Assign):
            continue
        target, value = statement.targets[0], statement.value
        pairs = zip(target.elts, value.elts) if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) else [(target, value)]
        types.update({t.id: v.func.attr for t, v in pairs if isinstance(t, ast.Name) and isinstance(v, ast.Call)
                      and isinstance(v.func, ast.Attribute) and not v.args})
    return types


class FunctionReader(BodyReader):
    """Reads one @T.prim_func."""

    def _name_sizes(self, arguments, body):
        """Sizes that texts name, T.Buffer(("m", "n")), are variables where later sizes use them without quotes."""
        types = _declared_types(body)
        for part in (p for a in arguments if a.annotation is not None for p in ast.walk(a.annotation)):
            if isinstance(part, ast.Call) and part.args and isinstance(part.args[0], (ast.Tuple, ast.List)):
                for item in part.args[0].elts:
                    name = item.value if isinstance(item, ast.Constant) else None
                    if isinstance(name, str) and name.isidentifier() and name not in self.names:
                        self.names.bind(name, Term(name, ATOM, types.get(name, "int32")))

    def read(self, node, options):
        captured = _captured(node, self.names)
        for variable in captured.values():
            self.declared[variable] = variable.shown()[0]
        self.names.open()
        parameters, declared = [], Text()
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        if node.args.vararg or node.args.kwarg:
            self.fail(node, "a program's parameters have names", "*args and **kwargs are for macros and helper functions")
        self._name_sizes(arguments, node.body)
        for argument in arguments:
            self._line = argument.lineno
            parameters.append(self.parameter(argument, captured, declared))
        self._line = node.lineno
        header = Text()
        result = "" if node.returns is None else self.written(node.returns, self.annotation(node.returns))
        header.add(f"def {node.name}({', '.join(parameters)}){' -> ' + result if result and result != 'None' else ''}:",
                   node.lineno)
        if len(header.lines[0]) > 120:
            header = Text()
            for line in [f"def {node.name}(", *[f"    {p}," for p in parameters],
                         f"){' -> ' + result if result and result != 'None' else ''}:"]:
                header.add(line, node.lineno)
        self.text.deeper()
        seen, token = {}, watched.set({})
        try:
            self.statements(node.body)
            seen = {n: v for n, v in watched.get().items()
                    if isinstance(n, str) and v not in self.declared and n not in captured}
        finally:
            watched.reset(token)
        if not self.text.lines:
            self.text.add("T.evaluate(0)" if not declared.lines else "pass", node.lineno)
        self.names.close()
        own = Text()
        for name, variable in {**captured, **seen}.items():  # those that helper functions made, too
            if variable.declaration and (self.text.mentions(name) or declared.mentions(name)) and \
                    name not in {p.partition(":")[0] for p in parameters}:
                own.add(f"    {name} = {variable.declaration}", node.lineno)
        own.extend(declared.lines, declared.origins)
        own.extend(self.text.lines, self.text.origins)
        return Flat(node.name, self.filename, node.lineno, (header, own), self.attributes, options=options)

    def parameter(self, argument, captured, declared):
        if argument.annotation is None:
            self.fail(argument, f"the parameter {argument.arg} has no type", 'for example T.Buffer((16, 16), "float32")')
        kind = self.annotation(argument.annotation)
        name = self.live.fresh(argument.arg, False)
        if isinstance(kind, bodies.Buffer):
            if any(v.shown()[0] in captured for v in _variables(kind)):  # sizes that are declared in the body
                handle = self.live.fresh(f"var_{name}", True)
                self.names.bind(argument.arg, kind.named(name))
                bound = call("T.match_buffer", (Term(handle), *kind.args), kind.kwargs).shown()[0]
                declared.add(f"    {name} = {bound}", argument.lineno)
                return f"{handle}: T.handle"
            self.names.bind(argument.arg, kind.named(name))
            return f"{name}: {kind.declaration()}"
        text = kind.declaration if isinstance(kind, Var) else self.written(argument, kind)
        dtype = kind._dtype if isinstance(kind, Term) else text.split("(")[0].split(".")[-1]
        self.names.bind(argument.arg, Term(name, ATOM, dtype))
        return f"{name}: {text.removesuffix('()')}"


def read_function(function, options, frame=None, environment=None):
    """The function as flat text."""
    _tree, node = function_tree(function, frame)
    names = environment_of(function, frame) if environment is None else environment
    return FunctionReader(names, function.__code__.co_filename).read(node, options)


class Macro:
    """@T.macro and @T.inline: its text takes the place of its calls. A hygienic one sees the names around its
    definition, another one those around its call."""

    def __init__(self, function, hygienic=True):
        self.function, self.hygienic = function, hygienic
        self.__name__, self.__doc__ = function.__name__, function.__doc__
        self._frame_names = environment_of(function, inspect.currentframe())

    def __get__(self, instance, owner=None):
        return self if instance is None else _Bound(self, instance)

    def __call__(self, *args, **kwargs):
        reader = active()
        if reader is None:
            raise TypeError(f"{self.__name__} is a macro: it is called inside of a program")
        _tree, node = function_tree(self.function)
        try:
            bound = inspect.signature(self.function).bind(*args, **kwargs)
        except TypeError as error:
            raise ReadError(f"{self.__name__}: {error}", reader.filename, reader._line) from error
        bound.apply_defaults()
        names = {**self._frame_names, **environment_of(self.function)} if self.hygienic else None
        return reader.expanded(node.body, names, bound.arguments)


class _Bound:
    """A macro that is a method."""

    def __init__(self, macro, instance):
        self._macro, self._instance = macro, instance

    def __call__(self, *args, **kwargs):
        return self._macro(self._instance, *args, **kwargs)


def macro(function=None, *, hygienic=True):
    """The decorator @T.macro, with and without options."""
    if function is None:
        return lambda inner: Macro(inner, hygienic)
    return Macro(function, hygienic)


def inline(function=None):
    """The decorator @T.inline: names are those around the definition."""
    return inline if function is None else Macro(function, True)


__all__ = ["Flat", "Frame", "FunctionReader", "Macro", "Shown", "Statement", "environment_of", "inline", "macro",
           "read_function", "text_of"]
