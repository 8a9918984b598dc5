"""Texts of graph functions as nodes."""

import ast

from ..ir.module import GlobalVar
from . import nodes
from .struct_info import of_text

# Arguments of these operators by position that are attributes, not values of the graph.
_KERNEL_CALLS = {"call_tir", "call_dps_packed", "call_tir_inplace"}


class Parser:
    """Nodes of one function."""

    def __init__(self, flat):
        header, body = flat.text
        self._node = ast.parse("\n".join([*header.lines, *body.lines])).body[0]
        self._values, self._sizes = {}, {}
        self.params = [self._parameter(a) for a in self._node.args.args]
        self.ret = None if self._node.returns is None else of_text(ast.unparse(self._node.returns), self._sizes)
        self.body = self._sequence(self._node.body)

    def _parameter(self, argument):
        var = nodes.Var(argument.arg, of_text(ast.unparse(argument.annotation), self._sizes))
        self._values[argument.arg] = var
        return var

    def _sequence(self, statements):
        blocks, plain, result = [], [], None

        def flush():
            if plain:
                blocks.append(nodes.BindingBlock(list(plain)))
                plain.clear()

        for statement in statements:
            if isinstance(statement, ast.With):
                flush()
                blocks.append(self._dataflow(statement))
            elif isinstance(statement, ast.Return):
                result = self.expression(statement.value)
            else:
                found = self._binding(statement)
                if found is not None:
                    plain.append(found)
        flush()
        return nodes.SeqExpr(blocks, result)

    def _dataflow(self, statement):
        outputs = set()
        for inner in statement.body:
            if isinstance(inner, ast.Expr) and ast.unparse(inner).startswith("R.output("):
                outputs = {ast.unparse(a) for a in inner.value.args}
        bindings = [self._binding(s, outputs) for s in statement.body]
        return nodes.DataflowBlock([b for b in bindings if b is not None])

    def _binding(self, statement, outputs=None):
        if isinstance(statement, ast.If):
            return self._branch(statement)
        if isinstance(statement, ast.Assign):
            target, value, info = statement.targets[0], statement.value, None
        elif isinstance(statement, ast.AnnAssign):
            target, value, info = statement.target, statement.value, statement.annotation
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and \
                not ast.unparse(statement.value.func).startswith(("R.output", "R.func_attr")):
            return nodes.VarBinding(nodes.Var("_"), self.expression(statement.value))
        else:
            return None
        text = ast.unparse(value)
        if text.startswith(("T.int64(", "T.int32(")) and not value.args:
            from ..reader.objects import var

            self._sizes.setdefault(target.id, var(target.id, text.split("(")[0].removeprefix("T.")))
            return None
        kind = nodes.DataflowVar if outputs is not None and target.id not in outputs else nodes.Var
        made = kind(target.id, None if info is None else of_text(ast.unparse(info), self._sizes))
        made.annotated = info is not None
        if text.startswith("R.match_cast("):
            cast = of_text(ast.unparse(value.args[1]), self._sizes)
            found = nodes.MatchCast(made, self.expression(value.args[0]), cast)
            made._struct_info = cast
        else:
            found = nodes.VarBinding(made, self.expression(value))
        self._values[target.id] = made
        return found

    def _branch(self, statement):
        sides, name = [], None
        for part in (statement.body, statement.orelse):
            before = dict(self._values)
            last = part[-1]
            name = last.targets[0].id if isinstance(last, ast.Assign) else last.target.id
            sequence = self._sequence(part[:-1])
            sequence.body = self.expression(last.value)
            sides.append(sequence)
            self._values = before
        made = nodes.Var(name)
        self._values[name] = made
        return nodes.VarBinding(made, nodes.If(self.expression(statement.test), *sides))

    def expression(self, node):
        text = ast.unparse(node)
        if isinstance(node, ast.Name) and node.id in self._values:
            return self._values[node.id]
        if isinstance(node, ast.Tuple):
            return nodes.Tuple([self.expression(e) for e in node.elts])
        if isinstance(node, ast.Attribute) and text.startswith("cls."):
            return GlobalVar(node.attr)
        if text.startswith("metadata["):  # a constant that the printed text leaves out
            return nodes.Text(text)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            return nodes.TupleGetItem(self.expression(node.value), node.slice.value)
        if isinstance(node, ast.Call):
            return self._call(node, text)
        return nodes.Text(text)

    def _call(self, node, text):
        called = ast.unparse(node.func)
        if not called.startswith("R."):
            return nodes.Call(self.expression(node.func), [self.expression(a) for a in node.args])
        name = called.removeprefix("R.")
        if name == "const":
            return nodes.const(ast.literal_eval(node.args[0]), ast.literal_eval(node.args[1])) if len(node.args) > 1 else \
                nodes.const(ast.literal_eval(node.args[0]))
        if name == "shape":
            from .struct_info import _size

            return nodes.ShapeExpr([_size(e, self._sizes) for e in node.args[0].elts])
        if name == "tuple":
            return nodes.Tuple([self.expression(a) for a in node.args])
        if name in ("prim_value", "str", "dtype"):
            return nodes.Text(text)
        words = {k.arg: k.value for k in node.keywords}
        infos = []
        args = list(node.args)
        if name in _KERNEL_CALLS:
            given = words.pop("out_sinfo", None)
            if given is None and len(args) > 2:
                given = args.pop(2)
            if given is not None:
                infos = self._infos(given)
            callee = args[0]
            first = nodes.ExternFunc(callee.value) if isinstance(callee, ast.Constant) else self.expression(callee)
            inputs = args[1] if len(args) > 1 else ast.Tuple([], ast.Load())
            second = self.expression(inputs)
            if not isinstance(second, nodes.Tuple):
                second = nodes.Tuple([second])
            return nodes.Call(nodes.op_named("relax." + name), [first, second],
                              {k: self._attribute(v) for k, v in words.items()}, infos)
        if "sinfo_args" in words:
            infos = self._infos(words.pop("sinfo_args"))
        values, attributes = [], {}
        for argument in args:
            values.append(self.expression(argument))
        for key, value in words.items():
            if isinstance(value, ast.Name) and value.id in self._values:
                values.append(self._values[value.id])
            else:
                attributes[key] = self._attribute(value)
        return nodes.Call(nodes.op_named("relax." + name), values, attributes, infos)

    def _infos(self, node):
        parts = node.elts if isinstance(node, (ast.List, ast.Tuple)) else [node]
        return [of_text(ast.unparse(p), self._sizes) for p in parts]

    @staticmethod
    def _attribute(node):
        try:
            return ast.literal_eval(node)
        except ValueError:
            return nodes.Text(ast.unparse(node))
