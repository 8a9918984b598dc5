"""Reads the statements of a program's function: Python evaluates each expression, and what it gives decides what the
statement means, as in TVM's parser."""

import ast
from contextlib import contextmanager

from .expansion import Expansion, Returned
from .expressions import Names, evaluated
from .iterators import Iterators
from .objects import Access, Axes, Branch, Buffer, Declared, Frame, LoopRange, Meta, Statement, active, reading
from .terms import ATOM, ReadError, Shown, Term, Var, index_text, text_of, type_of
from .text import LiveNames, Text
from .values import Identities, is_expression

_MOST_LINES = 200_000
_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
              ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.MatMult: "@"}


class BodyReader(Expansion, Iterators):
    """Statements of one function. `names` is what Python sees, `text` what is written."""

    keeps_names = False  # names that are bound in a `with` are seen after it

    def __init__(self, environment, filename):
        self.names = Names({"range": LoopRange, **environment})
        self.filename, self.text, self.live = filename, Text(), LiveNames()
        self._expanding, self._line = 0, 0
        self.attributes = {}
        self.declared = Identities()  # variables that are declared in the text
        self.conditions = []  # of each T.If that is open
        self.waiting = []  # statements that helpers of Python called and that are not written yet

    # ---- expressions ----
    def value(self, node):
        """The value of an expression. Statements that it calls on the way are written before it."""
        token, outer, self.waiting = reading.set(self), self.waiting, []
        try:
            value = evaluated(node, self.names, self.filename)
            self.write_waiting(node, value if isinstance(value, (list, tuple)) else [value])
            return value
        finally:
            self.waiting = outer
            reading.reset(token)

    def fail(self, node, message, hint=""):
        raise ReadError(message, self.filename, getattr(node, "lineno", 0), getattr(node, "col_offset", 0), hint)

    def written(self, node, value):
        """The text of a value at a place."""
        try:
            return text_of(value)
        except TypeError as error:
            self.fail(node, str(error))

    def emit(self, text):
        if len(self.text.lines) > _MOST_LINES:
            raise ReadError(f"the program has more than {_MOST_LINES} statements", self.filename, self._line)
        self.text.add(text, self._line)

    def new(self, name, dtype):
        """A variable of the program under a name of Python."""
        variable = Term(self.live.fresh(name, self._expanding > 0), ATOM, dtype)
        self.names.bind(name, variable)
        return variable.shown()[0]

    @contextmanager
    def scope(self, header):
        self.emit(header)
        before = len(self.text.lines)
        self.text.deeper()
        self.names.open()
        self.live.open()
        yield
        self.live.close()
        self.names.close()
        self.text.back(before)

    # ---- statements ----
    def statements(self, nodes):
        for node in nodes:
            if not self._expanding:
                self._line = node.lineno
            method = getattr(self, "read_" + type(node).__name__, None)
            if method is None:
                self.fail(node, f"a program has no `{type(node).__name__.lower()}` statement")
            method(node)

    def read_Expr(self, node):
        self.effect(node, self.value(node.value))

    def effect(self, node, value):
        """A value that stands alone."""
        if isinstance(value, Statement):
            if value.attributes is not None:
                self.attributes.update({k: v for k, v in value.attributes.items() if k != "global_symbol"})
            else:
                self.emit(value.text)
        elif isinstance(value, Frame):
            self.emit(value.text)
        elif isinstance(value, Buffer):
            self.emit(value.declaration())
        elif isinstance(value, Shown):
            text = self.written(node, value)
            self.emit(text if text.startswith("T.evaluate(") else f"T.evaluate({text})")
        elif isinstance(value, (list, tuple)):
            for item in value:
                self.effect(node, item)

    def read_Pass(self, node):
        pass

    def read_Break(self, node):
        self.emit("break")

    def read_Continue(self, node):
        self.emit("continue")

    def read_Import(self, node):
        self._python(node)

    read_ImportFrom = read_Import

    def _python(self, node):
        """Carries out a statement that is Python's alone."""
        code = compile(ast.Module([node], []), self.filename, "exec", dont_inherit=True)
        token = reading.set(self)
        try:
            exec(code, self.names)
        except ReadError:
            raise
        except Exception as error:
            self.fail(node, f"{type(error).__name__}: {error}")
        finally:
            reading.reset(token)

    read_FunctionDef = read_Try = read_Delete = read_Global = read_Nonlocal = read_Import

    def read_Return(self, node):
        value = None if node.value is None else self.value(node.value)
        if self._expanding:
            raise Returned(value)
        self.emit("return" if value is None else f"return {self.written(node, value)}")

    def read_Assert(self, node):
        condition = self.value(node.test)
        message = "" if node.msg is None else self.value(node.msg)
        if isinstance(condition, Shown):
            self.emit(f"assert {self.written(node.test, condition)}, {self.written(node, message or '')}")
        elif not condition:
            self.fail(node, f"assertion failed: {message}" if message else "assertion failed")

    def read_If(self, node):
        test = self.value(node.test)
        if not isinstance(test, Shown):
            self.statements(node.body if test else node.orelse)
            return
        with self.scope(f"if {self.written(node.test, test)}:"):
            self.statements(node.body)
        if node.orelse:
            with self.scope("else:"):
                self.statements(node.orelse)

    def read_While(self, node):
        test = self.value(node.test)
        if not isinstance(test, Shown) and not isinstance(test, (bool, int)):
            self.fail(node, "the condition of `while` is an expression of the program")
        with self.scope(f"while {self.written(node.test, test)}:"):
            self.statements(node.body)

    def read_For(self, node):
        domain = self.value(node.iter)
        if isinstance(domain, Frame) and domain.loop:
            names, together = self._loop_names(node.target, domain)
            self.emit("")  # the header follows when the names are known
            header = len(self.text.lines) - 1
            before = len(self.text.lines)
            self.text.deeper()
            self.names.open()
            self.live.open()
            shown = [self.new(name, kind) for name, kind in zip(names, domain.variables)]
            if together:
                self.names.bind(together, [self.names[name] for name in names])
            self.text.lines[header] += f"for {', '.join(shown)} in {domain.text}:"
            self.statements(node.body)
            self.live.close()
            self.names.close()
            self.text.back(before)
            return
        if isinstance(domain, Shown):
            self.fail(node.iter, f"`{self.written(node.iter, domain)}` is no loop",
                      "loops are range, T.grid, T.serial, T.parallel, T.vectorized, T.unroll and T.thread_binding")
        for item in domain:  # values of Python: the body is read once for each
            self.bind_python(node.target, item)
            self.statements(node.body)

    def _loop_names(self, target, domain):
        """(the names of the loop variables, the one name for all of them or "")."""
        parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
        if not all(isinstance(p, ast.Name) for p in parts):
            self.fail(target, "loop variables are names")
        if parts[0] is target and len(domain.variables) > 1:
            return [f"{target.id}_{k}" for k in range(len(domain.variables))], target.id
        if len(parts) != len(domain.variables):
            self.fail(target, f"{domain.text} has {len(domain.variables)} loops, and there are {len(parts)} names")
        return [p.id for p in parts], ""

    def bind_python(self, target, value):
        """Binds names to values of Python."""
        if isinstance(target, ast.Name):
            self.names.bind(target.id, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            items = list(value)
            if len(items) != len(target.elts):
                self.fail(target, f"{len(items)} values for {len(target.elts)} names")
            for part, item in zip(target.elts, items):
                self.bind_python(part, item)
        else:
            self.fail(target, "a value of Python is bound to names")

    def read_With(self, node):
        self._with(node, 0)

    def _with(self, node, at):
        if at == len(node.items):
            self.statements(node.body)
            return
        item = node.items[at]
        value = self.value(item.context_expr)
        if isinstance(value, Statement):  # with T.Assert(...)
            self.emit(value.text)
            self._with(node, at + 1)
            return
        if isinstance(value, Branch):
            with self.branch(value):
                self._with(node, at + 1)
            return
        if not isinstance(value, Shown):
            with value as entered:
                if item.optional_vars is not None:
                    self.bind_python(item.optional_vars, entered)
                self._with(node, at + 1)
            return
        header, names = f"with {self.written(item.context_expr, value)}", []
        target = item.optional_vars
        if target is not None:
            parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
            names = [p.id for p in parts if isinstance(p, ast.Name)]
            if len(names) != len(parts):
                self.fail(target, "`as` binds names")
        self.emit("")
        place, before = len(self.text.lines) - 1, len(self.text.lines)
        self.text.deeper()
        if not self.keeps_names:
            self.names.open()
        self.live.open()
        shown = []
        for number, name in enumerate(names):
            if isinstance(value, Buffer):
                shown.append(self._new_buffer(name, value))
            else:
                kinds = getattr(value, "variables", ())
                shown.append(self.new(name, kinds[number] if number < len(kinds) else type_of(value)))
        listed = f"[{', '.join(shown)}]" if isinstance(target, (ast.Tuple, ast.List)) else "".join(shown)
        self.text.lines[place] += header + (f" as {listed}" if shown else "") + ":"
        self._with(node, at + 1)
        self.live.close()
        if not self.keeps_names:
            self.names.close()
        self.text.back(before)

    def _new_buffer(self, name, buffer):
        shown = self.live.fresh(name, self._expanding > 0)
        self.names.bind(name, buffer.named(shown))
        return shown

    # ---- assignments ----
    def read_Assign(self, node):
        value = self.value(node.value)
        if isinstance(value, Statement):
            self.effect(node, value)
        for target in node.targets:
            self.assign(target, value, node)

    def read_AnnAssign(self, node):
        if node.value is None:
            return self.declare(node)
        value = self.value(node.value)
        if isinstance(node.target, ast.Name) and (is_expression(value) or isinstance(value, (Access, int, float))):
            kind = self._type_text(node.annotation)
            text = self.written(node, value)
            self.emit(f"{self.new(node.target.id, kind.split('.')[-1])}: {kind} = {text}")
        else:
            self.assign(node.target, value, node)

    def declare(self, node):
        kind = self.annotation(node.annotation)
        if isinstance(kind, Buffer):
            self.emit(f"{self._new_buffer(node.target.id, kind)}: {kind.declaration()}")
        else:
            text = self._type_text(node.annotation)
            self.emit(f"{self.new(node.target.id, text.split('.')[-1])}: {text}")

    def _type_text(self, node):
        kind = self.annotation(node)
        return kind.declaration.removesuffix("()") if isinstance(kind, Var) else self.written(node, kind)

    def annotation(self, node):
        """The value of an annotation, which may be a text."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            inner = ast.parse(node.value, mode="eval").body
            return self.value(ast.increment_lineno(inner, node.lineno - 1))
        return self.value(node)

    def read_AugAssign(self, node):
        operator = _OPERATORS[type(node.op)]
        value = self.value(node.value)
        if isinstance(node.target, ast.Name):
            before = self.value(ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target))
            if not isinstance(before, Shown) and not isinstance(value, Shown):
                self.names.bind_outside(node.target.id, self.value(ast.copy_location(
                    ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value), node)))
                return
        target = self._place(node.target)
        self.emit(f"{target} {operator}= {self.written(node, value)}")

    def _place(self, target):
        if isinstance(target, ast.Name):
            return self.written(target, self.value(ast.copy_location(ast.Name(target.id, ast.Load()), target)))
        if isinstance(target, ast.Subscript):
            holder = self.value(target.value)
            if not isinstance(holder, Shown):
                self.fail(target, f"{ast.unparse(target.value)} is no buffer of the program")
            key = self.value(target.slice)
            return f"{text_of(holder, ATOM)}[{index_text(key)}]"
        self.fail(target, "a program assigns to names and to elements of buffers")

    def assign(self, target, value, node):
        if isinstance(value, Meta) and not isinstance(target, ast.Name):
            self.bind_python(target, value.value)
        elif isinstance(target, ast.Subscript):
            holder = self.value(target.value)
            if not isinstance(holder, Shown):
                holder[self.value(target.slice)] = value
                return
            key = self.value(target.slice)
            self.emit(f"{text_of(holder, ATOM)}[{index_text(key)}] = {self.written(node, value)}")
        elif isinstance(target, (ast.Tuple, ast.List)):
            self._assign_several(target, value, node)
        elif isinstance(target, ast.Name):
            self.assign_name(target.id, value, node)
        else:
            self.fail(target, "a program assigns to names and to elements of buffers")

    def _assign_several(self, target, value, node):
        if isinstance(value, Axes):
            self.assign_axes(target, value)
        elif isinstance(value, Frame):
            shown = [self.new(p.id, "int32") for p in target.elts]
            self.emit(f"{', '.join(shown)} = {value.text}")
        elif isinstance(value, Shown):
            self.fail(target, f"`{self.written(node, value)}` has no parts while the function is read")
        else:
            items = list(value)
            starred = [i for i, p in enumerate(target.elts) if isinstance(p, ast.Starred)]
            if starred:
                at, after = starred[0], len(target.elts) - starred[0] - 1
                items = items[:at] + [items[at:len(items) - after]] + items[len(items) - after:]
            if len(items) != len(target.elts):
                self.fail(target, f"{len(items)} values for {len(target.elts)} names")
            for part, item in zip(target.elts, items):
                self.assign(part.value if isinstance(part, ast.Starred) else part, item, node)

    def assign_name(self, name, value, node):
        if isinstance(value, Meta):
            self.names.bind(name, value.value)
        elif isinstance(value, Buffer) and value.name is None:
            declaration = value.declaration()
            self.emit(f"{self._new_buffer(name, value)} = {declaration}")
        elif isinstance(value, Var) and value not in self.declared:
            shown = self.live.fresh(value.shown()[0] or name, self._expanding > 0)
            self.declared[value] = shown
            self.names.bind(name, value.named(shown))
            self.emit(f"{shown} = {value.declaration}")
        elif isinstance(value, Var):
            self.names.bind(name, value)
        elif isinstance(value, Axes):
            self.emit(f"{self.new(name, value.types[0] if value.types else 'int32')} = {value.text}")
        elif isinstance(value, Declared):
            text, kind = self.written(node, value), type_of(value)
            self.emit(f"{self.new(name, kind)} = {text}")
        elif isinstance(value, Frame):
            self.emit(f"{self.new(name, value.variables[0] if value.variables else None)} = {value.text}")
        elif is_expression(value):
            text, kind = self.written(node, value), value._dtype if isinstance(value, Term) else type_of(value)
            self.emit(f"{self.new(name, kind)} = {text}")
        else:
            self.names.bind(name, value)
