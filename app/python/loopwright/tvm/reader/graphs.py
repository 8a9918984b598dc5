"""Reads @R.function: the same statements, where an assignment always names a value of the graph."""

import ast
import json

from .body import BodyReader
from .functions import Flat, _captured, _variables
from .language import Language
from .objects import Frame, LoopRange, Meta, Statement, var
from .terms import ATOM, Shown, Term, Var, call, text_of
from .text import Text

_FRAMES = {"dataflow", "function", "SeqExpr", "If", "Then", "Else"}
_STATEMENTS = {"output", "func_attr", "func_name", "func_ret_struct_info", "func_ret_value", "is_impure"}


class GraphLanguage(Language):
    """The names of `R`."""

    def carried_out(self, name, args, kwargs):
        if name == "meta_var":
            return Meta(args[0])
        from ..relax import nodes, operators

        if any(isinstance(v, nodes.Expr) for a in args for v in (a if isinstance(a, (list, tuple)) else [a])):
            return operators.made(name, args, kwargs)  # of values that a script made: relax.Var("A", ...)
        text = call(f"R.{name}", args, kwargs).shown()[0]
        if name in _FRAMES:
            return Frame(text)
        if name in _STATEMENTS:
            return Statement(text, args[0] if name == "func_attr" else None)
        if name in ("Tensor", "Shape", "Tuple", "Prim"):
            return Annotation(name, args, kwargs)
        return Term(text, ATOM, None)


class Annotation(Term):
    """R.Tensor((n, 4), "float32"): what is known of a value, with the sizes that it names."""

    __slots__ = ("_name", "_args", "_kwargs")

    def __init__(self, name, args, kwargs):
        super().__init__(call(f"R.{name}", args, kwargs).shown()[0])
        self._name, self._args, self._kwargs = name, args, kwargs

    @property
    def parts(self):
        return [*self._args, *self._kwargs.values()]

    def rewritten(self):
        """The text now, after variables got their names."""
        return call(f"R.{self._name}", self._args, self._kwargs).shown()[0]


_names = GraphLanguage("R")


class GlobalName(Shown):
    """A function of the module that is being read: cls.main. It may be called."""

    def __init__(self, name):
        self.name = name

    name_hint = property(lambda self: self.name)

    def shown(self):
        return f"cls.{self.name}", ATOM

    def __call__(self, *args, **kwargs):
        return call(f"cls.{self.name}", args, kwargs)


class ModuleName:
    """The class that is being read, inside of its functions."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return GlobalName(name)


class OmittedConstants:
    """`metadata` of a text that was printed without its constants: metadata["relax.expr.Constant"][0]."""

    def __init__(self, written="metadata", left=2):
        self._written, self._left = written, left

    def __getitem__(self, key):
        written = f"{self._written}[{json.dumps(key)}]"
        return OmittedConstants(written, 1) if self._left == 2 else Term(written, ATOM)


class GraphReader(BodyReader):
    """Reads one @R.function."""

    keeps_names = True

    def read(self, node, options):
        for name in ("Tensor", "Object", "Shape", "Tuple", "Prim", "Callable"):  # older texts have them without a module
            self.names.setdefault(name, _names.name(name))
        self.names.setdefault("metadata", OmittedConstants())
        captured = _captured(node, self.names)
        self.names.open()
        parameters, sizes = [], {}
        for argument in node.args.args:
            self._line = argument.lineno
            parameters.append(self._parameter(argument, sizes))
        result = "" if node.returns is None else self.written(node.returns, self.annotation(node.returns))
        result = f" -> {result}" if result and result != "None" else ""
        header = Text()
        header.add(f"def {node.name}({', '.join(parameters)}){result}:", node.lineno)
        self._line = node.lineno
        self.text.deeper()
        for name, variable in {**captured, **sizes}.items():
            if variable.declaration and not any(p.startswith(f"{name}:") for p in parameters):
                self.emit(f"{name} = {variable.declaration}")
        self.statements(node.body)
        self.names.close()
        return Flat(node.name, self.filename, node.lineno, (header, self.text), self.attributes, "R.function", options)

    def _parameter(self, argument, sizes):
        name = self.live.fresh(argument.arg, False)
        if argument.annotation is None:
            self.fail(argument, f"the parameter {argument.arg} has no type", 'for example R.Tensor((1, 784), "float32")')
        kind = self.annotation(argument.annotation)
        for variable in _variables(getattr(kind, "parts", ())):
            sizes[variable.shown()[0]] = variable
        self.names.bind(argument.arg, Term(name))
        return f"{name}: {self.written(argument, kind)}"

    def read_Assign(self, node):
        value = self.value(node.value)
        for target in node.targets:
            self.assign(target, value, node)

    def read_AnnAssign(self, node):
        kind = self.written(node.annotation, self.annotation(node.annotation))
        value = self.value(node.value)
        text = self.written(node, value)
        self.emit(f"{self.new(node.target.id, None)}: {kind} = {text}")

    def effect(self, node, value):
        if isinstance(value, Term):
            self.emit(self.written(node, value))
        else:
            super().effect(node, value)

    def assign_name(self, name, value, node):
        if isinstance(value, Meta):
            self.names.bind(name, value.value)
        elif isinstance(value, Var) and not value.shown()[0]:
            self.names.bind(name, value.named(name))
            self.emit(f"{name} = {value.declaration}")
        elif isinstance(value, Shown) or (isinstance(value, tuple) and any(isinstance(v, Shown) for v in value)):
            text = self.written(node, value)
            self.emit(f"{self.new(name, None)} = {text}")
        else:
            self.names.bind(name, value)

    def _assign_several(self, target, value, node):
        if isinstance(value, Term):
            text = self.written(node, value)
            self.emit(f"{', '.join(self.new(p.id, None) for p in target.elts)} = {text}")
        else:
            super()._assign_several(target, value, node)


__all__ = ["GlobalName", "GraphLanguage", "GraphReader", "LoopRange", "ModuleName", "ast", "text_of", "var"]
