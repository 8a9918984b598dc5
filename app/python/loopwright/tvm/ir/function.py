"""Functions of a module: their text, their attributes, and the engine's program of them."""

import ast
import copy

from ... import _engine
from ..._errors import ProgramError
from ..reader.functions import Flat
from ..reader.terms import ATOM, ReadError, Shown, text_of
from ..reader.text import Text

HEAD = ("from tvm.script import ir as I", "from tvm.script import relax as R", "from tvm.script import tir as T", "")


class BaseFunc(Shown):
    """A function of a module. It never changes; with_attr() gives another one."""

    definition = ("", "")  # the file and the qualified name of a decorated function

    def __init__(self, flat):
        self._flat, self._loaded = flat, None

    # ---- text ----
    def lines(self, indent=0, name=None, module=None):
        """(lines, their lines in the file), with decorator and attributes; `module`: the class that it is written in."""
        flat = self._flat
        header, body = flat.text
        out = Text()
        options = ", ".join(f"{k}={v!r}" for k, v in flat.options.items() if v is not None and k in _OPTIONS)
        head = [line.replace(f"def {flat.name}(", f"def {name}(", 1) if name else line for line in header.lines]
        out.extend([f"@{flat.kind}{'(' + options + ')' if options else ''}", *head], [flat.line, *header.origins], indent)
        if flat.attributes:
            language = flat.kind.split(".")[0]
            out.extend([f"    {language}.func_attr({text_of(dict(flat.attributes))})"], [flat.line], indent)
        if module and flat.kind == "R.function" and any("cls." in line for line in body.lines):
            out.extend([f"    cls = {module}"], [flat.line], indent)
        out.extend([line for line in body.lines if line.strip() != f"cls = {module}"] if module else body.lines,
                   body.origins if not module else [o for line, o in zip(body.lines, body.origins)
                                                    if line.strip() != f"cls = {module}"], indent)
        return out.lines, out.origins

    def text(self):
        """The text of a file that holds this function alone, and the lines of origin."""
        lines, origins = self.lines()
        return "\n".join([*HEAD, *lines]) + "\n", [0] * len(HEAD) + origins

    @property
    def program(self):
        """The engine's program of this function."""
        if self._loaded is None:
            text, origins = self.text()
            self._loaded = load(self._flat.filename, text, origins, self.name)
        return self._loaded

    # ---- as TVM has it ----
    @property
    def name(self):
        return self._flat.name

    __name__ = name

    @property
    def attrs(self):
        from .attributes import Attributes

        return Attributes({"global_symbol": self.name, **self._flat.attributes} if not self._flat.options.get("private")
                          else self._flat.attributes)

    def with_attr(self, name, value=None):
        flat = copy.copy(self._flat)
        flat.attributes = dict(flat.attributes)
        for key, one in name.items() if isinstance(name, dict) else ((name, value),):
            if key == "global_symbol":
                flat.attributes.pop("global_symbol", None)
                flat = _renamed(flat, str(one))
            else:
                flat.attributes[key] = getattr(one, "value", one)
        return type(self)(flat)

    def without_attr(self, name):
        flat = copy.copy(self._flat)
        flat.attributes = {k: v for k, v in flat.attributes.items() if k != name}
        return type(self)(flat)

    def with_attrs(self, attributes):
        return self.with_attr(dict(attributes))

    def script(self, **options):
        """The function as TVMScript."""
        return shown_script(self.program, options)

    def show(self, *_styles, **options):
        print(self.script(**options))

    def shown(self):
        return f"cls.{self.name}", ATOM

    def __call__(self, *args, **kwargs):
        from ..reader.body import active
        from ..reader.terms import call

        if active() is not None:
            return call(f"cls.{self.name}", args, kwargs)
        raise TypeError(f"{self.name} is a program, which Python does not run: tvm.build({self.name}) makes it callable")

    def __str__(self):
        return self.script()

    def __repr__(self):
        return self.script()


class PrimFunc(BaseFunc):
    """A function of loops and buffers."""

    @property
    def params(self):
        from .parts import parameters

        return parameters(self)

    @property
    def buffer_map(self):
        from .parts import buffers

        return buffers(self)

    def specialize(self, sizes):
        """The function with values for parameters and sizes: {n: 128}."""
        from .parts import specialized

        return specialized(self, sizes)


_OPTIONS = {"private", "check_well_formed", "s_tir", "pure"}


def _renamed(flat, name):
    if name == flat.name:
        return flat
    new = copy.copy(flat)
    header = Text()
    header.extend([line.replace(f"def {flat.name}(", f"def {name}(", 1) for line in flat.text[0].lines],
                  flat.text[0].origins)
    new.name, new.text = name, (header, flat.text[1])
    return new


def load(filename, text, origins, name=""):
    """The engine's program of a text. Errors have their place in the file that the text came from."""
    try:
        return _engine.load(filename or "<python>", text, name, bool(name))
    except ProgramError as error:
        place = error.place
        if place is None:
            raise
        line = origins[place[1] - 1] if 0 < place[1] <= len(origins) else 0
        shown = text.splitlines()[place[1] - 1].strip() if place[1] <= len(text.splitlines()) else ""
        raise ReadError(f"{error.message}: `{shown}`" if shown else error.message, filename, line, 0,
                        error.hint) from error


def shown_script(program, options, module=False):
    """The program as TVM prints it; options as for TVM's script()."""
    from ..printing import as_printed, dialect, shortened

    chosen = options.get("dialect") or dialect()
    if program.graphs:
        return as_printed(shortened(_engine.graph_passes(program, [], chosen)), module)
    return as_printed(_engine.Schedule(program).mod.script(chosen), module)


def flat_of_node(node, text, filename):
    """A function of a printed program as flat text."""
    lines = text.splitlines()
    first = node.body[0]
    decorator = node.decorator_list[0]
    call = decorator if isinstance(decorator, ast.Call) else None
    kind = ast.unparse(call.func if call else decorator)
    options = {k.arg: ast.literal_eval(k.value) for k in call.keywords} if call else {}
    attributes, start = {}, first.lineno
    indent = node.col_offset
    if isinstance(first, ast.Expr) and ast.unparse(first.value).startswith(("T.func_attr(", "R.func_attr(")):
        attributes, start = _attributes(first.value.args[0]), first.end_lineno + 1
    header, body = Text(), Text()
    for number in range(node.lineno, first.lineno):
        line = lines[number - 1][indent:]
        if line.strip() and not line.lstrip().startswith("#"):
            header.extend([line], [0])
    for number in range(start, node.end_lineno + 1):
        line = lines[number - 1][indent:]
        if line.strip():
            body.extend([line], [0])
    if not body.lines:
        body.extend(["    T.evaluate(0)"], [0])
    attributes.pop("global_symbol", None) if attributes.get("global_symbol") == node.name else None
    return Flat(node.name, filename, 0, (header, body), attributes, kind, options)


def _attributes(node):
    from ..reader.terms import Term

    out = {}
    for key, value in zip(node.keys, node.values):
        try:
            out[ast.literal_eval(key)] = ast.literal_eval(value)
        except ValueError:
            out[ast.literal_eval(key)] = Term(ast.unparse(value))
    return out
