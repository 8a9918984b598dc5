"""The schedule functions of Loopwright's library as modules: from composites.matmul import ..."""

import importlib.abc
import importlib.util

from .. import _engine


def _files():
    return {path.rsplit("/", 1)[-1].removesuffix(".py"): (path, text) for path, text in _engine.library()}


class _Loader(importlib.abc.Loader):
    def create_module(self, spec):
        return None

    def exec_module(self, module):
        _, _, name = module.__name__.partition(".")
        if name:
            path, text = _files()[name]
            module.__file__ = path
            exec(compile(text, path, "exec"), module.__dict__)


def loader(fullname):
    """The spec of `composites` or of one of its files."""
    _, _, name = fullname.partition(".")
    if name and name not in _files():
        return None
    return importlib.util.spec_from_loader(fullname, _Loader(), is_package=not name)
