"""Expressions of a program while its text is read: what Python's operators and calls make of them is text again.

A term knows how it is written, how tightly its outermost operator binds, and its type where that is known. The engine,
which reads the finished text, is the judge of what is a legal expression; nothing is calculated here."""

import contextvars
import math
import operator as operators

from ..._errors import ProgramError

# How tightly operators of Python bind.
OR, AND, NOT, COMPARE, BIT_OR, BIT_XOR, BIT_AND, SHIFT, SUM, PRODUCT, UNARY, POWER, ATOM = range(13)

_LEVELS = {"|": BIT_OR, "^": BIT_XOR, "&": BIT_AND, "<<": SHIFT, ">>": SHIFT, "+": SUM, "-": SUM, "*": PRODUCT,
           "/": PRODUCT, "//": PRODUCT, "%": PRODUCT, "@": PRODUCT, "**": POWER}
# The variables whose names were written.
watched = contextvars.ContextVar("variables that were written", default=None)

_NUMBERS = {"+": operators.add, "-": operators.sub, "*": operators.mul, "//": operators.floordiv, "%": operators.mod,
            "&": operators.and_, "|": operators.or_, "^": operators.xor, "<<": operators.lshift, ">>": operators.rshift,
            "==": operators.eq, "!=": operators.ne, "<": operators.lt, "<=": operators.le, ">": operators.gt,
            ">=": operators.ge}


class ReadError(ProgramError):
    """What cannot be read, with the place in the file it came from."""

    def __init__(self, message, filename="", line=0, column=0, hint=""):
        super().__init__(message)
        self._message, self.filename, self.line, self.column, self._hint = message, filename, line, column, hint

    kind = property(lambda self: "program.read")
    message = property(lambda self: self._message)
    hint = property(lambda self: self._hint)

    @property
    def place(self):
        return (self.filename, self.line, self.column + 1) if self.line else None

    def __str__(self):
        place = f"{self.filename}:{self.line}:{self.column + 1}: " if self.line else ""
        return place + self._message + (f" ({self._hint})" if self._hint else "")


class Shown:
    """What has a text in the program."""

    def shown(self):
        """The text and how tightly it binds."""
        raise NotImplementedError


def text_of(value, level=OR):
    """The value as it is written in a program, in brackets if its operator binds less than `level`."""
    text, binds = _text_and_level(value)
    return f"({text})" if binds < level else text


def _text_and_level(value):
    if isinstance(value, Shown):
        return value.shown()
    if isinstance(value, str):
        return (f'"{value}"' if value.isprintable() and not set(value) & {'"', "\\"} else repr(str(value))), ATOM
    if value is None or isinstance(value, bool):
        return repr(value), ATOM
    if isinstance(value, int):
        return repr(int(value)), ATOM if value >= 0 else UNARY
    if isinstance(value, float):
        if math.isinf(value) or math.isnan(value):
            return f'T.float32("{"-inf" if value == -math.inf else "inf" if value == math.inf else "nan"}")', ATOM
        return repr(float(value)), ATOM if value >= 0 else UNARY
    if isinstance(value, tuple):
        return "(" + ", ".join(map(text_of, value)) + ("," if len(value) == 1 else "") + ")", ATOM
    if isinstance(value, (list, set)):
        return "[" + ", ".join(map(text_of, value)) + "]", ATOM
    if isinstance(value, dict):
        return "{" + ", ".join(f"{text_of(k)}: {text_of(v)}" for k, v in value.items()) + "}", ATOM
    if isinstance(value, range):
        return "[" + ", ".join(map(str, value)) + "]", ATOM
    if isinstance(value, slice):
        parts = ["" if part is None else text_of(part) for part in (value.start, value.stop)]
        return ":".join(parts) + ("" if value.step is None else ":" + text_of(value.step)), OR
    if value is Ellipsis:
        return "...", ATOM
    if callable(value) and hasattr(value, "__code__"):  # lambda x, y: x + y, of a reducer or an index map
        names = value.__code__.co_varnames[:value.__code__.co_argcount]
        return f"lambda {', '.join(names)}: {text_of(value(*(Term(name) for name in names)))}", OR
    kind = getattr(value, "dtype", None)
    if hasattr(value, "item") and getattr(value, "ndim", None) == 0:  # a number of NumPy
        return f"T.{kind}({text_of(value.item())})", ATOM
    own = getattr(type(value), "__program_text__", None)
    if own is not None:
        return own(value), ATOM
    if type(value).__name__ == "Object":  # an expression of the engine, such as a size of te.var
        return str(value), OR
    raise TypeError(f"a value of type {type(value).__name__} cannot be part of a program: {value!r:.80}")


def is_term(value):
    return isinstance(value, Shown)


def contains_term(value):
    """Whether a value of Python has a part that is known only when the program runs."""
    if isinstance(value, Shown):
        return True
    if isinstance(value, (list, tuple, set)):
        return any(map(contains_term, value))
    if isinstance(value, dict):
        return any(map(contains_term, value.values()))
    if isinstance(value, slice):
        return any(map(contains_term, (value.start, value.stop, value.step)))
    return False


def _width(dtype):
    digits = "".join(c for c in dtype.split("x")[0].split("_")[0] if c.isdigit())
    return int(digits) if digits else 1


def joined_type(a, b):
    """The type of an operation on two operands, as TVM's operators have it; None: not known here."""
    x, y = type_of(a), type_of(b)
    if x is None or y is None:
        return None
    if not isinstance(a, Shown) and isinstance(b, Shown):
        x, y, a, b = y, x, b, a
    if not isinstance(b, Shown):  # a number of Python takes the other operand's type
        return "float32" if isinstance(b, float) and x.startswith(("int", "uint", "bool")) else x
    if x.startswith("float") != y.startswith("float"):
        return x if x.startswith("float") else y
    return x if _width(x) >= _width(y) else y


def type_of(value):
    """The type of a value as text; None: not known."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "int32"
    if isinstance(value, float):
        return "float32"
    kind = getattr(value, "dtype", None)
    return str(kind) if kind is not None else None


class Term(Shown):
    """An expression of the program."""

    __slots__ = ("_text", "_level", "_dtype")
    __hash__ = object.__hash__
    __array_ufunc__ = None  # numbers of NumPy leave operators to the term

    def __init__(self, text, level=ATOM, dtype=None):
        self._text, self._level, self._dtype = text, level, dtype

    def shown(self):
        return self._text, self._level

    @property
    def dtype(self):
        if self._dtype is None:
            raise AttributeError(f"the type of {self._text} is not known while the function is read")
        from ..dtypes import DataType

        return DataType(self._dtype)

    def astype(self, dtype, span=None):
        from ..dtypes import with_bits

        kind = with_bits(str(dtype))
        return Term(f"T.Cast({text_of(kind)}, {text_of(self)})", ATOM, kind)

    def __bool__(self):
        raise TypeError(f"`{self._text}` is known only when the program runs; here Python needs to know it while the "
                        "function is read")

    def __iter__(self):
        raise TypeError(f"`{self._text}` has no items while the function is read")

    def __index__(self):
        raise TypeError(f"`{self._text}` is known only when the program runs; Python needs a number here")

    __int__ = __float__ = __index__

    def __call__(self, *args, **kwargs):
        return call(self._text, args, kwargs)

    def __getitem__(self, key):
        return Term(f"{text_of(self, ATOM)}[{index_text(key)}]")

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Term(f"{text_of(self, ATOM)}.{name}")

    def __neg__(self):
        return Term(f"-{text_of(self, UNARY)}", UNARY, self._dtype)

    def __pos__(self):
        return self

    def __invert__(self):
        return Term(f"~{text_of(self, UNARY)}", UNARY, self._dtype)

    def __repr__(self):
        return self._text


class Literal(Term):
    """A number with a type, T.int64(4). Python may ask for its value, and calculates with it."""

    __slots__ = ("value",)

    def __init__(self, value, dtype):
        super().__init__(f"T.{dtype}({text_of(value)})", ATOM, dtype)
        self.value = value

    def __bool__(self):
        return bool(self.value)

    def __int__(self):
        return int(self.value)

    def __index__(self):
        return int(self.value)

    def __float__(self):
        return float(self.value)

    def __neg__(self):
        return Literal(-self.value, self._dtype)


class IntImm(Literal):
    """tir.IntImm: a whole number with its type first."""

    __slots__ = ()

    def __init__(self, dtype, value, span=None):
        super().__init__(int(value), str(dtype))


class FloatImm(Literal):
    """tir.FloatImm: a number with its type first."""

    __slots__ = ()

    def __init__(self, dtype, value, span=None):
        super().__init__(float(value), str(dtype))


def _folded(operator, a, b):
    """The number that an operator gives for two numbers, one of them a literal; None: it is left to the engine."""
    x, y = (v.value if isinstance(v, Literal) else v for v in (a, b))
    if not all(isinstance(v, (int, float)) for v in (x, y)) or operator not in _NUMBERS:
        return None
    try:
        value = _NUMBERS[operator](x, y)
    except (ArithmeticError, TypeError, ValueError):
        return None
    return Literal(value, "bool" if isinstance(value, bool) else joined_type(a, b))


class Var(Term):
    """A variable that is declared before a program reads it: T.int64(), tir.Var("n", "int64")."""

    __slots__ = ("declaration",)

    def __init__(self, name, dtype="int32", declaration=None, span=None):
        super().__init__(name, ATOM, str(dtype))
        self.declaration = declaration or f"T.{dtype}()"

    @property
    def name(self):
        return self._text

    name_hint = name

    def shown(self):
        watching = watched.get()
        if watching is not None and self._text:
            watching.setdefault(self._text, self)
        return self._text, ATOM

    def named(self, name):
        """Gives a variable without a name one; returns it."""
        if not self._text:
            self._text = name
        return self


def call(name, args, kwargs=None, dtype=None):
    """The call of a function of the program's language."""
    parts = [text_of(a) for a in args]
    parts += [f"{key}={text_of(value)}" for key, value in (kwargs or {}).items()]
    return Term(f"{name}({', '.join(parts)})", ATOM, dtype)


def index_text(key):
    """The indices of an access: A[i, j:j + 4]."""
    if isinstance(key, tuple) and key:
        return ", ".join(map(text_of, key))
    return text_of(key)


def binary(operator, a, b):
    if isinstance(a, Literal) or isinstance(b, Literal):
        folded = _folded(operator, a, b)
        if folded is not None:
            return folded
    level = _LEVELS[operator]
    right = level + 1 if operator != "**" else UNARY
    left = level if operator != "**" else ATOM
    return Term(f"{text_of(a, left)} {operator} {text_of(b, right)}", level, joined_type(a, b))


def compare(operator, a, b):
    if isinstance(a, Literal) or isinstance(b, Literal):
        folded = _folded(operator, a, b)
        if folded is not None:
            return folded
    return Term(f"{text_of(a, BIT_OR)} {operator} {text_of(b, BIT_OR)}", COMPARE, "bool")


def compared(operator, a, b):
    """a operator b, the operands in this order."""
    if (isinstance(a, Term) and _operand(b)) or (isinstance(b, Term) and _operand(a)):
        return compare(operator, a, b)
    return _NUMBERS[operator](a, b)


def _operand(value):
    if isinstance(value, (Shown, bool, int, float)) or hasattr(type(value), "__program_text__"):
        return True
    if type(value).__name__ == "Object":  # an expression of the engine: tir.const(2, "float32")
        return hasattr(value, "dtype")
    return hasattr(value, "item") and getattr(value, "ndim", None) == 0


def _binary(operator, reflected):
    def method(self, other):
        if not _operand(other):
            return NotImplemented
        return binary(operator, other, self) if reflected else binary(operator, self, other)

    return method


def _compare(operator):
    def method(self, other):
        if not _operand(other):
            if operator in ("==", "!="):
                return operator == "!="
            return NotImplemented
        return compare(operator, self, other)

    return method


for _name, _operator in {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
                         "lshift": "<<", "rshift": ">>", "and": "&", "or": "|", "xor": "^", "matmul": "@"}.items():
    setattr(Term, f"__{_name}__", _binary(_operator, False))
    setattr(Term, f"__r{_name}__", _binary(_operator, True))
for _name, _operator in {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
    setattr(Term, f"__{_name}__", _compare(_operator))


def both(a, rest):
    """a and rest(), where an expression makes the result one."""
    if not isinstance(a, Shown):
        return a and rest()
    b = rest()
    if b is True:
        return a
    return Term(f"{text_of(a, AND)} and {text_of(b, NOT)}", AND, "bool")


def either(a, rest):
    """a or rest()."""
    if not isinstance(a, Shown):
        return a or rest()
    return Term(f"{text_of(a, OR)} or {text_of(rest(), AND)}", OR, "bool")


def negated(a):
    """not a."""
    if not isinstance(a, Shown):
        return not a
    return Term(f"not {text_of(a, NOT)}", NOT, "bool")


def chosen(condition, then, otherwise):
    """then() if condition else otherwise()."""
    if not isinstance(condition, Shown):
        return then() if condition else otherwise()
    a, b = then(), otherwise()
    return call("T.if_then_else", (condition, a, b), dtype=joined_type(a, b))
