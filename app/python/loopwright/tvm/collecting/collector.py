"""Runs a file and collects what it makes: programs, schedules with their steps, and the functions that make programs.

The result is data (JSON): flat texts of programs with the lines that they came from, and traces of steps. Whoever reads
it parses and checks all of it again."""

import ast
import importlib
import io
import json
import linecache
import os
import sys
import traceback

from ..reader.terms import ReadError
from .factories import factories_of
from .notebooks import cells_of, text_of_notebook
from .program_list import Programs

_MOST_OUTPUT = 1_000_000
_MOST_ERRORS = 50


class _Output(io.TextIOBase):
    """What the script prints, up to a limit."""

    def __init__(self):
        self.parts, self.size = [], 0

    def write(self, text):
        if self.size < _MOST_OUTPUT:
            self.parts.append(text[:_MOST_OUTPUT - self.size])
        self.size += len(text)
        return len(text)

    def writable(self):
        return True

    def text(self):
        cut = f"\n... {self.size - _MOST_OUTPUT} more characters\n" if self.size > _MOST_OUTPUT else ""
        return "".join(self.parts) + cut


def _package_of(path):
    """(the name of the package that the file is in, the folder to import it from)."""
    folder, parts = os.path.dirname(os.path.abspath(path)), []
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        parts.insert(0, os.path.basename(folder))
        folder = os.path.dirname(folder)
    return ".".join(parts), folder


def usual_names():
    """What the arguments of a call may name although the file does not import it."""
    found = {}
    for name, module in (("tvm", "tvm"), ("nn", "tvm.relax.frontend.nn"), ("np", "numpy")):
        try:
            found[name] = importlib.import_module(module)
        except ImportError:  # this Python may lack it, and the call may not need it
            continue
    return found


class Collector:
    """Runs files in turn."""

    def __init__(self, stand_ins=None, programs=None):
        self.programs, self.errors, self.notes, self.factories, self.called = programs or Programs(), [], [], [], []
        self.sources, self._stand_ins, self.names = {}, stand_ins, {}
        self._stopped = False

    # ---- running ----
    def run(self, path):
        """Runs a file, a notebook, or all files of a folder."""
        if os.path.isdir(path):
            for folder, folders, files in os.walk(path):
                folders[:] = sorted(f for f in folders if not f.startswith((".", "__")))
                for file in sorted(files):
                    if file.endswith(".py"):
                        self.run(os.path.join(folder, file))
            return
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except (OSError, UnicodeDecodeError) as error:
            self.errors.append({"message": f"cannot read {path}: {error}", "file": path, "line": 0, "cell": None,
                                "traceback": ""})
            return
        package, folder = _package_of(path)
        if self._stand_ins is not None:
            self._stand_ins.look_at(folder, package)
        if not package:
            sys.path.insert(0, folder)
        elif folder not in sys.path:
            sys.path.append(folder)
        name = f"{package}.{os.path.basename(path).removesuffix('.py')}" if package else "__main__"
        self.names = {"__name__": name, "__file__": os.path.abspath(path), "__builtins__": __builtins__,
                      "__package__": package or None}
        sys.modules["__main__"].__dict__.update(self.names)
        self.names = sys.modules["__main__"].__dict__
        sys.modules[name] = sys.modules["__main__"]  # dataclasses look their module up
        if path.endswith(".json"):
            self._module_of_json(path, text)
        elif path.endswith(".ipynb"):
            self._notebook(path, text)
        else:
            self.sources[path] = text
            self._part(path, text, None)
        self.programs.named_in(self.names, path)

    def _notebook(self, path, text):
        try:
            cells = cells_of(text)
        except ValueError as error:
            self.errors.append({"message": f"{path} is no notebook: {error}", "file": path, "line": 0, "cell": None,
                                "traceback": ""})
            return
        whole, starts = text_of_notebook(cells)
        self.sources[path] = whole
        linecache.cache[path] = (len(whole), None, whole.splitlines(True), path)
        for number, (cell, start) in enumerate(zip(cells, starts)):
            for line, words in cell.skipped:
                self.notes.append({"message": f"cell {number + 1}: `{words}` is for IPython only and is skipped",
                                   "line": start + line})
            self._stopped = False  # a cell that fails ends itself only
            self._part(path, "\n" * (start - 1) + cell.code, number + 1)

    def _module_of_json(self, path, text):
        """A module as tvm.ir.save_json writes it."""
        name = os.path.basename(path).removesuffix(".json")
        try:
            import tvm

            self.names[name if name.isidentifier() else "module"] = tvm.ir.load_json(text)
        except Exception as error:  # TVM raises many kinds
            self._failed(error, path, None, 0)

    def _part(self, path, text, cell):
        if cell is None:
            linecache.cache[path] = (len(text), None, text.splitlines(True), path)
        try:
            tree = ast.parse(text, path)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            self._failed(error, path, cell, getattr(error, "lineno", 0) or 0)
            return
        if self._stand_ins is not None:
            self._stand_ins.mind(tree)
        self.factories += factories_of(tree, path)
        flags = self.names.get("__lw_flags__", 0)
        if self._stand_ins is not None:  # types in heads of functions may be of modules that are not there
            import __future__

            flags |= __future__.annotations.compiler_flag
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.module == "__future__":
                import __future__

                for alias in node.names:
                    flags |= getattr(__future__, alias.name).compiler_flag
                self.names["__lw_flags__"] = flags
            # After an error only definitions follow: what the rest does rests on what is missing now.
            if self._stopped and not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assign)):
                continue
            try:
                exec(compile(ast.Module([node], []), path, "exec", flags=flags, dont_inherit=True), self.names)
            except SystemExit as end:
                if end.code not in (None, 0):
                    self._failed(end, path, cell, node.lineno)
                self._stopped = True
                return
            except KeyboardInterrupt as stop:  # the time is over: what was made before is kept
                self._failed(stop, path, cell, node.lineno)
                raise
            except BaseException as error:  # a script may raise anything
                if not self._stopped or isinstance(error, ReadError):
                    self._failed(error, path, cell, node.lineno)
                self._stopped = True

    def _failed(self, error, path, cell, line):
        if len(self.errors) >= _MOST_ERRORS:
            return
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == path]
        if isinstance(error, ReadError) and error.line and error.filename == path:
            line = error.line
        elif frames:
            line = frames[-1].lineno
        message = error.message if isinstance(error, ReadError) else f"{type(error).__name__}: {error}"
        lines = traceback.format_exception(error)
        self.errors.append({"message": message[:2000], "file": path, "line": line or 0, "cell": cell,
                            "traceback": "".join(lines)[-20000:]})

    def finish(self, path):
        """Names the programs of a run that was stopped."""
        self.programs.named_in(self.names, path)

    def call(self, text):
        """Evaluates a call in the file that was run last; its programs are those that are wanted. A call that gives values
        of a graph, such as nn.Tensor, gives the graph and the kernels that it built."""
        try:
            names = {**usual_names(), **self.names}
            code, module = compile(text, "<call>", "eval"), None
            if self._stand_ins is None:  # TVM itself builds its own graphs
                result = eval(code, names)
            else:
                from ..relax.block_builder import BlockBuilder

                result, module = BlockBuilder().built_by(lambda: eval(code, names))
        except BaseException as error:  # a factory may raise anything
            self._failed(error, "<call>", None, 0)
            return
        self.called = self.programs.of_result(result if module is None else module, text)
        if not self.called:
            self.errors.append({"message": f"{text} gave {type(result).__name__}, which is no program", "file": "<call>",
                                "line": 0, "cell": None, "traceback": ""})

    def document(self, output, tvm):
        """All of it, as JSON writes it."""
        for words in self._stand_ins.notes if self._stand_ins is not None else ():
            self.notes.append({"message": words, "line": 0})
        programs = self.programs.listed()
        return {"version": 1, "tvm": tvm, "programs": programs, "schedules": self.programs.schedules(),
                "factories": self.factories, "called": self.called, "output": output, "errors": self.errors,
                "notes": self.notes, "sources": self.sources}


def collect(path, out, call="", tvm="facade", arguments=()):
    """Runs the file and writes what it made."""
    output = _Output()
    stand_ins = programs = None
    if tvm == "real":
        from .real import RealPrograms, prepare

        prepare()
        programs = RealPrograms()
    else:
        from ..aliases import install
        from ..stand_ins import StandIns

        install()
        stand_ins = StandIns(sys.meta_path)
    sys.argv = [path, *arguments]
    collector = Collector(stand_ins, programs)
    sys.stdout, before = output, sys.stdout
    try:
        collector.run(path)
        if call:
            collector.call(call)
    except KeyboardInterrupt:
        collector.finish(path)
    finally:
        sys.stdout = before
    document = collector.document(output.text(), tvm)
    temporary = out + ".part"
    with open(temporary, "w", encoding="utf-8") as file:
        json.dump(document, file, default=str)
    os.replace(temporary, out)
