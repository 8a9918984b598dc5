"""What names of TVMScript give while a program is read, besides plain expressions: buffers, and what opens a scope."""

import contextvars

from .terms import ATOM, Shown, Term, Var, call, contains_term, index_text, text_of

reading = contextvars.ContextVar("the function that is being read", default=None)


def active():
    """The reader of the function that is being read; None: no function is."""
    return reading.get()


class Buffer(Shown):
    """A buffer. As an annotation or a value that is assigned it has no name yet."""

    def __init__(self, kind, args, kwargs, shape, dtype, scope="global", name=None):
        self.kind, self.args, self.kwargs = kind, args, kwargs  # the call that declares it: "T.match_buffer"
        self.shape = list(shape) if isinstance(shape, (list, tuple)) else [shape] if shape is not None else []
        self._dtype, self._scope, self._name = str(dtype), scope, name

    @property
    def name(self):
        return self._name

    @property
    def dtype(self):
        from ..dtypes import DataType

        return DataType(self._dtype)

    @property
    def ndim(self):
        return len(self.shape)

    def scope(self):
        return self._scope

    def declaration(self):
        """The text that declares it: T.match_buffer(a, (16, 16), "float32")."""
        return call(self.kind, self.args, self.kwargs).shown()[0]

    def named(self, name):
        """This buffer under a name."""
        return Buffer(self.kind, self.args, self.kwargs, self.shape, self._dtype, self._scope, name)

    def with_dtype(self, dtype):
        return self if not dtype else Buffer(self.kind, self.args, {**self.kwargs, "dtype": dtype}, self.shape, dtype,
                                             self._scope, self._name)

    def shown(self):
        return (self._name if self._name else self.declaration()), ATOM

    def __getitem__(self, key):
        return Access(self, key)

    def __call__(self, *args, **kwargs):
        return self

    def _member(self, name, dtype=None):
        return Term(f"{self._name}.{name}", ATOM, dtype)

    data = property(lambda self: self._member("data", "handle"))
    elem_offset = property(lambda self: self._member("elem_offset", "int32"))
    byte_offset = elem_offset

    @property
    def strides(self):
        given = self.kwargs.get("strides")
        if not given:
            return self._member("strides")
        return [Term(f"{self._name}.strides[{k}]", ATOM, "int32") if isinstance(s, str) else s for k, s in enumerate(given)]

    def vload(self, begin, dtype=None):
        return call(f"{self._name}.vload", (begin,), {"dtype": dtype} if dtype else {}, dtype or self._dtype)

    def vstore(self, begin, value):
        return call(f"{self._name}.vstore", (begin, value))

    def __getattr__(self, name):  # access_ptr, offset_of, get_flattened_buffer
        if name.startswith("_"):
            raise AttributeError(name)
        return self._member(name, "handle" if name == "access_ptr" else None)

    def __repr__(self):
        return self._name or self.declaration()


class Access(Term):
    """An element or a region of a buffer."""

    __slots__ = ("buffer", "indices")

    def __init__(self, buffer, key):
        super().__init__(f"{text_of(buffer)}[{index_text(key)}]", ATOM, buffer._dtype)
        self.buffer, self.indices = buffer, list(key) if isinstance(key, tuple) else [key]

    def __getitem__(self, key):  # a region of a region
        return Term(f"{self.shown()[0]}[{index_text(key)}]", ATOM, self._dtype)


class Frame(Shown):
    """What opens a scope: a loop, a block, an attribute. `variables` are the types of what `for` or `as` binds."""

    def __init__(self, text, variables=(), loop=False, extents=()):
        self.text, self.variables, self.loop, self.extents = text, variables, loop, extents

    def shown(self):
        return self.text, ATOM

    def __enter__(self):
        """Opens the scope in the program that is being read: a helper of Python does so."""
        reader = active()
        if reader is None:
            raise TypeError(f"{self.text} opens a scope of a program; it is used inside of @T.prim_func")
        self._open = reader.opened(self)
        return self._open.__enter__()

    def __exit__(self, *error):
        return self._open.__exit__(*error)

    def __repr__(self):
        return f"<{self.text}>"


class Branch(Frame):
    """T.If, T.Then, T.Else, T.While: a statement of the builder that the text has as `if`, `else` and `while`."""

    def __init__(self, text, part, condition=""):
        super().__init__(text)
        self.part, self.condition = part, condition


class LoopRange(Frame):
    """range(...) in a program: a loop over it is a loop of the program; Python may go through its numbers as well."""

    def __init__(self, *args, **kwargs):
        super().__init__(call("range", args, kwargs).shown()[0], (variable_type(args[-1]) if args else "int32",), True)
        self.args = args

    def __iter__(self):
        if contains_term(self.args):
            raise TypeError(f"{self.text} is known only when the program runs")
        return iter(range(*self.args))

    def __len__(self):
        return len(range(*self.args))

    def __getitem__(self, at):
        return range(*self.args)[at]


class Statement(Shown):
    """A call that stands for a statement: T.reads(...), T.func_attr({...})."""

    def __init__(self, text, attributes=None):
        self.text, self.attributes = text, attributes
        reader = active()
        if reader is not None:
            reader.waiting.append(self)

    def shown(self):
        return self.text, ATOM


class Axes(Shown):
    """T.axis.spatial(...) and its like: iterators of a block, bound by an assignment."""

    def __init__(self, text, types):
        self.text, self.types = text, types

    def shown(self):
        return self.text, ATOM

    def __iter__(self):
        raise TypeError(f"{self.text} is assigned to names")


class Meta:
    """T.meta_var(x): x stays a value of Python under the name that it is assigned to."""

    def __init__(self, value):
        self.value = value


class Declared(Term):
    """What is declared by its assignment: bx = T.env_thread("blockIdx.x"), p = T.allocate([4], "float32")."""

    __slots__ = ()


def variable_type(extent):
    """The type of a loop variable or iterator, from its extent."""
    kind = getattr(extent, "dtype", None) if isinstance(extent, Shown) else None
    return str(kind) if kind is not None and str(kind).startswith(("int", "uint")) else "int32"


def var(name, dtype, declaration=None):
    """A variable of the program."""
    return Var(name, dtype, declaration)
