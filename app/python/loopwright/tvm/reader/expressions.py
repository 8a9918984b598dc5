"""Evaluates an expression of a program's text by Python, over a table of names in which the program's variables are
terms. `and`, `or`, `not`, chains of comparisons and conditional expressions ask Python for the truth of their operands,
so they become calls that give a term where an operand is one. Comparisons become calls as well: Python would ask the right
operand first if its class is derived from that of the left one, and turn the comparison round."""

import ast
import sys

from . import terms
from .terms import ReadError

_HELPERS = {"__lw_both": terms.both, "__lw_either": terms.either, "__lw_not": terms.negated, "__lw_if": terms.chosen,
            "__lw_compare": terms.compared}
_COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


def _later(body):
    nothing = ast.arguments(posonlyargs=[], args=[], vararg=None, kwonlyargs=[], kw_defaults=[], kwarg=None, defaults=[])
    return ast.Lambda(args=nothing, body=body)


def _call(name, *args):
    return ast.Call(func=ast.Name(id=name, ctx=ast.Load()), args=list(args), keywords=[])


class _Truths(ast.NodeTransformer):
    def visit_BoolOp(self, node):
        self.generic_visit(node)
        name = "__lw_both" if isinstance(node.op, ast.And) else "__lw_either"
        result = node.values[0]
        for value in node.values[1:]:  # (a and b) and c, as TVM reads it
            result = _call(name, result, _later(value))
        return self._at(node, result)

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        return self._at(node, _call("__lw_not", node.operand)) if isinstance(node.op, ast.Not) else node

    def visit_IfExp(self, node):
        self.generic_visit(node)
        return self._at(node, _call("__lw_if", node.test, _later(node.body), _later(node.orelse)))

    def visit_Compare(self, node):
        self.generic_visit(node)
        sides = [node.left, *node.comparators]
        pairs = [self._pair(a, op, b) for a, op, b in zip(sides, node.ops, sides[1:])]
        result = pairs[0]
        for pair in pairs[1:]:
            result = _call("__lw_both", result, _later(pair))
        return self._at(node, result)

    @staticmethod
    def _pair(left, op, right):
        if type(op) not in _COMPARISONS:  # is, in
            return ast.Compare(left=left, ops=[op], comparators=[right])
        return _call("__lw_compare", ast.Constant(_COMPARISONS[type(op)]), left, right)

    @staticmethod
    def _at(old, new):
        return ast.fix_missing_locations(ast.copy_location(new, old))


class Names(dict):
    """The table of names: the environment of the function, and over it the names of open scopes."""

    def __init__(self, environment):
        super().__init__(environment)
        typing = sys.modules.get("typing")
        for name, value in environment.items() if typing else ():
            if isinstance(value, typing.TypeVar):  # n = TypeVar("n"): a size of graphs
                self[name] = terms.Var(value.__name__, "int64")
        self.update(_HELPERS)
        self.setdefault("__builtins__", __builtins__)
        self._scopes = []

    def open(self):
        self._scopes.append({})

    def close(self):
        for name, (there, value) in self._scopes.pop().items():
            if there:
                self[name] = value
            else:
                self.pop(name, None)

    def bind(self, name, value):
        if self._scopes and name not in self._scopes[-1]:
            self._scopes[-1][name] = (name in self, self.get(name))
        self[name] = value

    def bind_outside(self, name, value):
        """Binds a name that stays bound when the innermost scope is closed."""
        self[name] = value


def evaluated(node, names, filename):
    """The value of the expression. What it raises is raised with the place in the file."""
    code = getattr(node, "compiled", None)  # a macro's text is read at each of its calls
    if code is None:
        code = node.compiled = compile(ast.Expression(_Truths().visit(node)), filename, "eval", dont_inherit=True)
    try:
        return eval(code, names)
    except ReadError:
        raise
    except NameError as error:
        raise ReadError(str(error), filename, node.lineno, node.col_offset) from error
    except Exception as error:
        words = str(error) if isinstance(error, TypeError) and "is known only" in str(error) else \
            f"{type(error).__name__}: {error}"
        raise ReadError(words, filename, node.lineno, node.col_offset) from error
