"""Imports while a file is looked at. Its neighbours are imported from its folder, also where they belong to TVM's own
package; a module that is not installed, or whose import fails, gets a stand-in, unless the file itself deals with its
absence (try: import x, except ImportError)."""

import ast
import builtins
import importlib.abc
import importlib.util
import os
import sys
import types

from .missing import StandIn, be_lenient


class _Module(types.ModuleType):
    """A module that is not there; what would be called or inherited from may be the module itself."""

    def __init__(self, name, path=()):
        super().__init__(name)
        self.__path__ = list(path)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return StandIn(f"{self.__name__}.{name}")

    __call__ = StandIn.__call__
    __mro_entries__ = StandIn.__mro_entries__
    __or__ = __ror__ = StandIn.__or__
    __lw_name__ = property(lambda self: self.__name__)
    __lw_words__ = property(lambda self: f"{self.__name__} is not there")


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """The last of all finders. It helps the files that are looked at only, not the libraries of Python."""

    def __init__(self):
        self.guarded, self.missing, self.failed, self.roots, self.helping = set(), [], {}, [], False

    def find_spec(self, fullname, path=None, target=None):
        if not self.helping or fullname.startswith("loopwright"):
            return None
        for root in self.roots:
            place = os.path.join(root, *fullname.split("."))
            for file, folder in ((place + ".py", None), (os.path.join(place, "__init__.py"), [place])):
                if os.path.isfile(file):
                    return importlib.util.spec_from_file_location(fullname, file, loader=_Neighbour(fullname, file, self),
                                                                  submodule_search_locations=folder)
        if fullname.split(".")[0] in self.guarded:
            return None
        return importlib.util.spec_from_loader(fullname, self, is_package=True)

    def create_module(self, spec):
        if spec.name not in self.missing:
            self.missing.append(spec.name)
        return _Module(spec.name)

    def exec_module(self, module):
        """Nothing is in it."""


class _Neighbour(importlib.machinery.SourceFileLoader):
    """A file beside the one that is looked at. What it cannot do on import is left out."""

    def __init__(self, name, path, finder):
        super().__init__(name, path)
        self._finder = finder

    def exec_module(self, module):
        with open(self.path, encoding="utf-8") as file:
            text = file.read()
        try:
            tree = ast.parse(text, self.path)
        except (SyntaxError, ValueError) as error:
            self._finder.failed[self.name] = f"{type(error).__name__}: {error}"
            return
        mind(self._finder, tree)
        import __future__

        for node in tree.body:
            try:
                exec(compile(ast.Module([node], []), self.path, "exec", flags=__future__.annotations.compiler_flag,
                             dont_inherit=True), module.__dict__)
            except Exception as error:  # noqa: BLE001: a neighbour may fail in any way
                self._finder.failed.setdefault(self.name, f"line {node.lineno}: {type(error).__name__}: {error}")
        if self.name in self._finder.failed:
            module.__class__ = type("_Half", (types.ModuleType,), {"__getattr__": _Module.__getattr__})


def mind(finder, tree):
    """Leaves the modules to the file whose absence it deals with."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Try) and node.handlers:
            for part in [p for statement in node.body for p in ast.walk(statement)]:
                if isinstance(part, ast.Import):
                    finder.guarded.update(alias.name.split(".")[0] for alias in part.names)
                elif isinstance(part, ast.ImportFrom) and part.module and part.level == 0:
                    finder.guarded.add(part.module.split(".")[0])
    finder.guarded.discard("tvm")


class StandIns:
    """Puts the stand-ins in place."""

    def __init__(self, finders):
        self._finder, self._import = _Finder(), builtins.__import__
        finders.append(self._finder)
        be_lenient()
        builtins.__import__ = self._imported

    def mind(self, tree):
        mind(self._finder, tree)

    def look_at(self, root, package):
        """From now on files of this folder are helped; `package` is the one that the file is in."""
        if root not in self._finder.roots:
            self._finder.roots.insert(0, root)
        name = ""
        for part in package.split(".") if package else []:
            name = f"{name}.{part}" if name else part
            self._finder.helping = True
            try:
                importlib.import_module(name)
            except Exception as error:  # noqa: BLE001: its __init__ may fail in any way
                self._finder.failed[name] = f"{type(error).__name__}: {error}"
                sys.modules[name] = _Module(name, [os.path.join(root, *name.split("."))])
            finally:
                self._finder.helping = False

    @property
    def notes(self):
        """What was missing and what failed, as sentences."""
        names = self._finder.missing
        words = [f"{n} is not installed for this Python: what uses it raises" for n in names
                 if not any(n.startswith(other + ".") for other in names)]
        return words + [f"importing {n} failed in part ({why[:200]})" for n, why in self._finder.failed.items()]

    def _own(self, globals):
        file = (globals or {}).get("__file__") or ""
        return any(os.path.abspath(file).startswith(root + os.sep) for root in self._finder.roots)

    def _imported(self, name, globals=None, locals=None, fromlist=(), level=0):
        before, self._finder.helping = self._finder.helping, self._own(globals)
        helping = self._finder.helping
        try:
            module = self._found(name, globals, locals, fromlist, level)
        finally:
            self._finder.helping = before
        if helping:
            for part in fromlist or ():
                if part != "*" and not hasattr(module, part):
                    own = getattr(module, "__name__", "?").removeprefix("loopwright.")
                    setattr(module, part, StandIn(f"{own}.{part}", f"Loopwright's tvm has no {own}.{part}"
                                                  if own.startswith("tvm") else f"{own} has no {part}"))
        return module

    def _found(self, name, globals, locals, fromlist, level):
        for _ in range(5):
            try:
                return self._import(name, globals, locals, fromlist, level)
            except ModuleNotFoundError as error:
                words = str(error)
                if not self._finder.helping or "is not a package" not in words:
                    raise
                parent = sys.modules.get(words.rsplit("'", 2)[-2])
                if parent is None or hasattr(parent, "__path__"):
                    raise
                parent.__path__ = []
        return self._import(name, globals, locals, fromlist, level)
