"""IRModule: functions by name."""

import ast
import inspect

from ... import _engine
from ..reader.body import BodyReader
from ..reader.functions import FunctionReader, Macro, environment_of
from ..reader.graphs import GlobalName, GraphReader, ModuleName
from ..reader.source_text import class_tree
from ..reader.terms import ATOM, Shown, text_of
from .attributes import Attributes
from .function import HEAD, BaseFunc, PrimFunc, flat_of_node, load, shown_script


class GlobalVar(Shown):
    """The name of a function of a module."""

    def __init__(self, name_hint):
        self.name_hint = name_hint

    @property
    def name(self):
        return self.name_hint

    def shown(self):
        return f"cls.{self.name_hint}", ATOM

    def __call__(self, *args, **kwargs):
        from ..relax.nodes import Call

        return Call(self, list(args))

    def __eq__(self, other):
        return isinstance(other, GlobalVar) and other.name_hint == self.name_hint

    def __hash__(self):
        return hash(self.name_hint)

    def __repr__(self):
        return f'I.GlobalVar("{self.name_hint}")'


class IRModule:
    """Functions by name. What changes it gives the engine another program."""

    definition = ("", "")  # the file and the qualified name of a decorated class

    def __init__(self, functions=None, attrs=None, global_infos=None, name="Module", filename=""):
        self._functions, self._name, self._filename = {}, name, filename
        self.attrs = Attributes(attrs or {})
        self.global_infos = global_infos or {}
        self._loaded = None
        for key, function in (functions or {}).items():
            self[key] = function

    # ---- text ----
    def text(self):
        """The text of a file that holds this module, and the lines of origin."""
        lines, origins = list(HEAD), [0] * len(HEAD)
        lines += ["@I.ir_module", f"class {self._name}:"]
        origins += [0, 0]
        if self.attrs:
            lines.append(f"    I.module_attrs({text_of(dict(self.attrs))})")
            origins.append(0)
        for name, function in self._functions.items():
            own, places = function.lines(1, name, self._name)
            lines += [*own, ""]
            origins += [*places, 0]
        if not self._functions:
            lines.append("    pass")
            origins.append(0)
        return "\n".join(lines) + "\n", origins

    @property
    def program(self):
        """The engine's program of this module."""
        if self._loaded is None:
            self._loaded = load(self._filename, *self.text())
        return self._loaded

    def ordered(self):
        """The module with its functions in the order in which TVM prints them: kernels by name, then graphs by name."""
        names = sorted(self._functions, key=lambda n: (not isinstance(self._functions[n], PrimFunc), n))
        if names == list(self._functions):
            return self
        made = self.clone()
        made._functions = {name: self._functions[name] for name in names}
        return made

    # ---- as TVM has it ----
    def __getitem__(self, name):
        name = getattr(name, "name_hint", name)
        if name not in self._functions:
            raise ValueError(f"the module has no function {name}; it has {', '.join(self._functions) or 'none'}")
        return self._functions[name]

    def __setitem__(self, name, function):
        name = getattr(name, "name_hint", name)
        self._functions[name] = as_function(function).with_attr("global_symbol", name)
        self._loaded = None

    def __delitem__(self, name):
        del self._functions[getattr(name, "name_hint", name)]
        self._loaded = None

    def __contains__(self, name):
        return getattr(name, "name_hint", name) in self._functions

    def __len__(self):
        return len(self._functions)

    def __iter__(self):
        return iter(self.get_global_vars())

    @property
    def functions(self):
        return {GlobalVar(name): function for name, function in self._functions.items()}

    def functions_items(self):
        return list(self.functions.items())

    def get_global_vars(self):
        return [GlobalVar(name) for name in self._functions]

    def get_global_var(self, name):
        if name not in self._functions:
            raise ValueError(f"the module has no function {name}; it has {', '.join(self._functions) or 'none'}")
        return GlobalVar(name)

    def update_func(self, var, function):
        self[var] = function

    def update(self, other):
        for var, function in (other if isinstance(other, dict) else other.functions).items():
            self[var] = function

    def clone(self):
        return IRModule(dict(self._functions), dict(self.attrs), dict(self.global_infos), self._name, self._filename)

    def with_attr(self, key, value):
        made = self.clone()
        made.attrs = Attributes({**made.attrs, key: value})
        return made

    def without_attr(self, key):
        made = self.clone()
        made.attrs = Attributes({k: v for k, v in made.attrs.items() if k != key})
        return made

    def get_attr(self, key, default=None):
        return self.attrs.get(key, default)

    def replace_global_vars(self, names):
        renamed = {getattr(k, "name_hint", k): getattr(v, "name_hint", v) for k, v in names.items()}
        return IRModule({renamed.get(k, k): v for k, v in self._functions.items()}, dict(self.attrs), {}, self._name)

    @staticmethod
    def from_expr(function, functions=None):
        """A module of one function, under its own name or "main"."""
        made = as_function(function)
        return IRModule({made.attrs.get("global_symbol", "main"): made, **(functions or {})})

    def script(self, **options):
        """The module as TVMScript."""
        return shown_script(self.ordered().program, options, True)

    def show(self, *_styles, **options):
        print(self.script(**options))

    def astext(self, *_args, **_options):
        return self.script()

    def __str__(self):
        return self.script()

    __repr__ = __str__

    def __eq__(self, other):
        return isinstance(other, IRModule) and self.script() == other.script()

    __hash__ = object.__hash__


def as_function(thing):
    """A function of a module from what scripts have: a function, what te.create_prim_func made, a lone module."""
    if isinstance(thing, BaseFunc):
        return thing
    if isinstance(thing, _engine.Object):
        return module_of_program(_engine.load_tensors(thing))
    raise TypeError(f"a module holds functions, not {type(thing).__name__}")


def module_of_program(program, filename=""):
    """The IRModule of a program of the engine; its function, if it is a lone one."""
    return from_text(_engine.Schedule(program).mod.script("classic"), filename)


def from_text(text, filename=""):
    """The module or function of a printed program."""
    from ..relax.function import Function

    tree = ast.parse(text)
    kinds = {"R": Function}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            module = IRModule(name=node.name, filename=filename)
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    flat = flat_of_node(part, text, filename)
                    module._functions[part.name] = kinds.get(flat.kind.split(".")[0], PrimFunc)(flat)
                elif isinstance(part, ast.Expr) and ast.unparse(part).startswith("I.module_attrs"):
                    module.attrs = Attributes(ast.literal_eval(part.value.args[0]))
            return module
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            flat = flat_of_node(node, text, filename)
            return kinds.get(flat.kind.split(".")[0], PrimFunc)(flat)
    raise ValueError("the text has no module and no function")


class _ClassReader(BodyReader):
    """Reads the statements of a class besides its functions."""

    def statement(self, node, module):
        if isinstance(node, ast.Expr):
            value = self.value(node.value)
            if isinstance(value, dict) and value.get("__module_attrs__") is not None:
                module.attrs = Attributes(value["__module_attrs__"])
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            value = self.value(node.value)
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                self.bind_python(target, value)


def read_class(cls, frame):
    """The module of a class whose functions were left as they are."""
    from ..relax.function import Function

    functions = {name: f for name, f in vars(cls).items() if inspect.isfunction(f)}
    node = class_tree(cls, functions.values(), frame)
    inside = next(iter(functions.values()), None)
    names = environment_of(inside, frame) if inside else dict(frame.f_globals if frame else {})
    filename = inside.__code__.co_filename if inside else ""
    module = IRModule(name=cls.__name__, filename=filename)
    names = {**names, "cls": ModuleName(cls.__name__), cls.__name__: ModuleName(cls.__name__)}
    reader = _ClassReader(names, filename)
    own = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    for part in own:
        reader.names[part.name] = GlobalName(part.name)
    for name, thing in vars(cls).items():
        if isinstance(thing, Macro):
            reader.names[name] = thing
    for part in node.body:
        if not isinstance(part, ast.FunctionDef):
            reader.statement(part, module)
    for part in own:
        thing = vars(cls).get(part.name)
        if isinstance(thing, Macro) or thing is None:
            continue
        options = dict(getattr(thing, "__loopwright_options__", {}))
        kind = options.pop("kind", None)
        if kind is None:
            module.python_functions = {**getattr(module, "python_functions", {}), part.name: thing}
            continue
        reading = (GraphReader if kind == "R" else FunctionReader)(reader.names, filename)
        flat = reading.read(part, options)
        module._functions[part.name] = (Function if kind == "R" else PrimFunc)(flat)
    return module
