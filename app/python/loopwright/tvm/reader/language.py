"""The names of TVMScript: `T` of tvm.script.tir, tirx and s_tir. Each gives a piece of a program's text; what the text
means is decided by the engine that reads it. The few names below are those whose result binds names or opens scopes;
every other name is a function of expressions."""

import re

from ..dtypes import with_bits
from .objects import Axes, Branch, Buffer, Declared, Frame, LoopRange, Meta, Statement, var, variable_type
from .terms import ATOM, Literal, ReadError, Shown, Term, call, contains_term, index_text, joined_type, text_of, type_of, watched

DTYPE = re.compile(r"(u?int|float|bfloat)\d+(_\w+)?(x\d+)?|bool|boolean|handle|void")
_LOOPS = {"serial", "parallel", "vectorized", "unroll", "thread_binding", "grid"}
_SCOPES = {"block", "sblock", "init", "attr", "realize", "launch_thread", "block_root", "LetStmt",
           "seq_scope", "target", "attr_scope"}
_BRANCHES = {"If", "Then", "Else", "While"}
_STATEMENTS = {"reads", "writes", "where", "block_attr", "sblock_attr", "func_attr", "func_ret", "evaluate", "buffer_store",
               "no_alias", "preflattened_buffer"}
_BUFFERS = {"alloc_buffer", "sblock_alloc_buffer", "match_buffer", "decl_buffer", "buffer_decl", "Buffer", "Tensor",
            "match_tensor", "alloc_tensor", "alloc_shared", "alloc_local"}
_SAME_TYPE = {"exp", "exp2", "exp10", "log", "log2", "log10", "log1p", "sqrt", "rsqrt", "sin", "cos", "tan", "tanh", "sigmoid",
              "abs", "fabs", "floor", "ceil", "round", "trunc", "nearbyint", "erf", "pow", "power", "fmod", "likely",
              "popcount", "clz", "bitwise_not", "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh"}
_JOINED = {"max", "min", "floordiv", "floormod", "truncdiv", "truncmod", "div", "indexdiv", "indexmod", "ceildiv", "bitwise_and",
           "bitwise_or", "bitwise_xor", "shift_left", "shift_right", "Add", "Sub", "Mul", "Max", "Min", "FloorDiv", "FloorMod"}
_TRUTHS = {"And", "Or", "Not", "all", "any", "isnan", "isinf", "isfinite", "EQ", "NE", "LT", "LE", "GT", "GE",
           "tvm_thread_invariant"}
_FIRST_IS_TYPE = {"Cast", "cast", "reinterpret", "call_extern", "call_intrin", "call_llvm_intrin", "call_llvm_pure_intrin",
                  "call_pure_extern", "max_value", "min_value", "infinity", "undef"}
_CHOICES = {"if_then_else", "Select"}


def result_type(name, args, kwargs):
    """The type of a call of a function of expressions; None: not known here."""
    kind = kwargs.get("dtype")
    if isinstance(kind, str):
        return kind
    if name in _TRUTHS:
        return "bool"
    try:
        if name in _SAME_TYPE:
            return type_of(args[0])
        if name in _JOINED:
            return joined_type(args[0], args[1])
        if name in _CHOICES:
            return joined_type(args[1], args[2])
        if name in _FIRST_IS_TYPE:
            first = [a for a in args if isinstance(a, str) and DTYPE.fullmatch(a)]
            return first[0] if first else None
    except IndexError:
        return None
    return None


class Spelling:
    """A name of the language that may be called, or indexed as in T.Buffer[(4, 4), "float32"]."""

    def __init__(self, language, name):
        self._language, self.__name__ = language, name

    def __call__(self, *args, **kwargs):
        return self._language.carried_out(self.__name__, args, kwargs)

    def __getitem__(self, key):
        return self._language.carried_out(self.__name__, key if isinstance(key, tuple) else (key,), {})

    def __getattr__(self, name):  # T.axis.spatial, T.tvm.something
        if name.startswith("__"):
            raise AttributeError(name)
        return Spelling(self._language, f"{self.__name__}.{name}")

    def __or__(self, _other):  # part of a type of Python
        return self

    __ror__ = __or__

    def __repr__(self):
        return f"{self._language.prefix}.{self.__name__}"

    def __program_text__(self):
        return repr(self)


class DtypeSpelling(Spelling):
    """T.int64: a type, a conversion with an argument, and the declaration of a variable without one."""

    def __call__(self, expr=None, dtype=None, is_size_var=False, is_unknown_type=False, **kwargs):
        name = self.__name__
        if name == "handle":
            if expr is None and dtype is None:
                return var("", "handle", "T.handle()")
            parts = [p for p in (expr, dtype) if p is not None] + list(kwargs.values())
            return var("", "handle", f"T.handle({', '.join(map(text_of, parts))})")
        if expr is None:
            return var("", name, f"T.{name}({'is_size_var=True' if is_size_var else ''})")
        if isinstance(expr, (bool, int, float)) and name.startswith(("int", "uint", "bool", "float")) and \
                expr == expr and expr not in (float("inf"), float("-inf")):
            return Literal(expr, name)
        return Term(f"T.{name}({text_of(expr)})", ATOM, name)


class Language:
    """The names of one namespace: `T.name`."""

    def __init__(self, prefix="T", more=None):
        self.prefix, self._more, self._known = prefix, more or {}, {}

    def name(self, name):
        """What the name stands for."""
        known = self._known.get(name)
        if known is None:
            if name in self._more:
                known = self._more[name]
            elif DTYPE.fullmatch(name):
                known = DtypeSpelling(self, name)
            else:
                known = Spelling(self, name)
            self._known[name] = known
        return known

    def carried_out(self, name, args, kwargs):
        """The result of a call."""
        if name in _LOOPS:
            return self._loop(name, args, kwargs)
        if name in _BUFFERS:
            return _buffer(f"T.{name}", name, args, kwargs)
        if name.startswith("axis."):
            return _axis(name, args, kwargs)
        if name == "meta_var":
            return Meta(args[0])
        if name == "range":
            return LoopRange(*args, **kwargs)
        if name == "ptr":
            return Term(call("T.handle", args, kwargs).shown()[0], ATOM, "handle")
        if name in ("var", "Var", "dynamic", "size_var", "SizeVar"):
            words = [a for a in (*args, *kwargs.values()) if isinstance(a, (str, Spelling))]
            kinds = [str(w) if isinstance(w, str) else w.__name__ for w in words]
            kinds = [k for k in kinds if DTYPE.fullmatch(k)]
            kind = kinds[-1] if kinds else "int32" if name == "var" else "int64"
            named = args[0] if args and isinstance(args[0], str) and not DTYPE.fullmatch(args[0]) else ""
            return var(named, kind)
        if name == "let" and len(args) == 1 and not kwargs:  # the type of a variable: x: T.let[T.int32] = ...
            return args[0]
        if name == "Let" and len(args) == 3:  # tir.Let(variable, value, body)
            return self.carried_out("Let", (args[2],), {"where": {args[0]: args[1]}})
        if name == "Assert":
            return Statement(f"assert {text_of(args[0])}, {text_of(args[1] if len(args) > 1 else kwargs.get('message', ''))}")
        if name == "Let" and len(kwargs.get("where", ())) > 1:  # one variable after the other
            body = args[0]
            for variable, value in reversed(list(kwargs["where"].items())):
                body = self.carried_out("Let", (body,), {"where": {variable: value}})
            return body
        text = call(f"T.{name}", args, kwargs).shown()[0]
        if name == "Let":
            return Term(_own_variable(text, kwargs.get("where", {})), ATOM, type_of(args[0]) if args else None)
        if name == "BufferLoad" and len(args) == 2 and isinstance(args[0], Buffer):
            return args[0][tuple(args[1])]
        if name in _BRANCHES:
            return Branch(text, name, text_of(args[0]) if args else "")
        if name in _SCOPES:
            return Frame(text, ("int32",) if name == "launch_thread" else ())
        if name == "buffer_store" and isinstance(args[0], Buffer) and len(args) < 4 and "predicate" not in kwargs:
            indices = args[2] if len(args) > 2 else kwargs["indices"]
            value = args[1] if len(args) > 1 else kwargs["value"]
            return Statement(f"{text_of(args[0])}[{index_text(tuple(indices))}] = {text_of(value)}")
        if name in _STATEMENTS:
            return Statement(text, args[0] if name == "func_attr" else None)
        if name in ("allocate", "allocate_const", "env_thread", "alloc_scalar"):
            return Declared(text, ATOM, "int32" if name == "env_thread" else "handle")
        return Term(text, ATOM, result_type(name, args, kwargs))

    def _loop(self, name, args, kwargs):
        bounds = args[1:2] if name != "grid" and len(args) > 1 else args
        if name != "grid" and not bounds:
            bounds = (kwargs.get("stop", kwargs.get("extent", 1)),)
        kinds = tuple(variable_type(b) for b in (bounds if name == "grid" else bounds[:1]))
        return Frame(call(f"T.{name}", args, kwargs).shown()[0], kinds, True)


def _own_variable(text, where):
    """The text of a T.Let whose variable has a name that no T.Let before has: one variable is defined once."""
    watching = watched.get()
    if watching is None or not where:
        return text
    variable = next(iter(where))
    name, number = text_of(variable), 0
    own = name
    while ("let", own) in watching or (number and own in watching):
        number += 1
        own = f"{name}_{number}"
    watching[("let", own)] = None
    if own == name:
        return text
    watching[own] = var(own, str(variable.dtype))
    return re.sub(rf"(?<![\w.]){re.escape(name)}(?!\w)", own, text)


_ORDER = {"match_buffer": ("param", "shape", "dtype"), "match_tensor": ("param", "shape", "dtype")}


def _buffer(text, name, args, kwargs):
    order = _ORDER.get(name, ("shape", "dtype"))
    given = dict(zip(order, args))
    shape, dtype = kwargs.get("shape", given.get("shape")), kwargs.get("dtype", given.get("dtype", "float32"))
    if shape is None and name in ("match_buffer", "match_tensor") and isinstance(given.get("param"), Shown):
        source = given["param"]
        region = getattr(source, "indices", None)
        shape = [] if region is None else None
        dtype = getattr(source, "_dtype", dtype) or dtype
    if isinstance(dtype, Spelling) or with_bits(dtype) != dtype:
        before, dtype = dtype, dtype.__name__ if isinstance(dtype, Spelling) else with_bits(dtype)
        args, kwargs = tuple(dtype if a is before else a for a in args), {
            k: dtype if v is before else v for k, v in kwargs.items()}
    scope = kwargs.get("scope", {"alloc_shared": "shared", "alloc_local": "local"}.get(name, "global"))
    if name in ("match_buffer", "match_tensor") and len(args) > 1 and args[0] is None:
        raise ReadError(f"{text} needs the parameter or region that it gives a shape to")
    return Buffer(text, args, kwargs, shape, dtype if dtype is not None else "float32", scope)


def _axis(name, args, kwargs):
    text = call(f"T.{name}", args, kwargs).shown()[0]
    if name == "axis.remap":
        bindings = args[1] if len(args) > 1 else kwargs.get("bindings", ())
        return Axes(text, [str(type_of(b) or "int32") for b in bindings])
    domain = args[0] if args else kwargs.get("dom", 1)
    kind = variable_type(domain[-1] if isinstance(domain, (tuple, list)) and domain else domain)
    if len(args) > 1 and contains_term(args[1]):
        own = type_of(args[1])
        kind = own if own and own.startswith("int") else kind
    return Axes(text, [kind])
