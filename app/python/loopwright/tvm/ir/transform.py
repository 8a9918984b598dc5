"""tvm.ir.transform: passes over modules."""

import functools


class PassContext:
    """Options of passes; Loopwright's passes need none."""

    _current = []

    def __init__(self, opt_level=2, required_pass=None, disabled_pass=None, instruments=None, config=None, **_options):
        self.opt_level, self.config, self.instruments = opt_level, dict(config or {}), instruments or []

    def __enter__(self):
        PassContext._current.append(self)
        return self

    def __exit__(self, *_):
        PassContext._current.pop()
        return False

    @staticmethod
    def current():
        return PassContext._current[-1] if PassContext._current else PassContext()


class PassInfo:
    """Name and level of a pass."""

    def __init__(self, opt_level, name, required=None):
        self.opt_level, self.name, self.required = opt_level, name, required or []


class Pass:
    """A function from module to module."""

    def __init__(self, function, name="pass", opt_level=0):
        self._function, self.info = function, PassInfo(opt_level, name)

    def __call__(self, mod):
        return self._function(mod)

    def __repr__(self):
        return f"<pass {self.info.name}>"


class Sequential(Pass):
    """Passes one after the other."""

    def __init__(self, passes=None, opt_level=0, name="sequential", required=None, traceable=None):
        self.passes = list(passes or [])
        super().__init__(self._all, name, opt_level)

    def _all(self, mod):
        for one in self.passes:
            mod = one(mod)
        return mod


def module_pass(pass_func=None, opt_level=0, name=None, required=None, traceable=False):
    """A pass of one's own: a function (mod, ctx), or a class with transform_module(self, mod, ctx)."""

    def make(thing):
        if isinstance(thing, type):
            class Made(Pass):
                """The pass of a class."""

                def __init__(self, *args, **kwargs):
                    self._instance = thing(*args, **kwargs)
                    super().__init__(lambda mod: self._instance.transform_module(mod, PassContext.current()),
                                     name or thing.__name__, opt_level)

                def __getattr__(self, key):
                    return getattr(self.__dict__["_instance"], key)

            return functools.update_wrapper(Made, thing, updated=())
        return Pass(lambda mod: thing(mod, PassContext.current()), name or thing.__name__, opt_level)

    return make if pass_func is None else make(pass_func)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from ..missing import absent

    return absent("ir.transform", name, globals())
