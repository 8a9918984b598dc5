"""The syntax tree of a function or class: from its file, from a cell of a notebook, from text that exec() got, or from
what was typed at Python's prompt. Text that is found anywhere else than in the function's own file is used only if it
compiles to the very code of the function."""

import ast
import linecache
import sys

from .terms import ReadError

_trees = {}  # filename -> (text, tree)


def _tree_of(filename, text):
    known = _trees.get(filename)
    if known is None or known[0] != text:
        known = _trees[filename] = (text, ast.parse(text, filename))
    return known[1]


def first_line(node):
    """The line where a definition begins, its decorators included."""
    return min([node.lineno] + [d.lineno for d in node.decorator_list])


def _definitions(tree, kind):
    return [node for node in ast.walk(tree) if isinstance(node, kind)]


def _function_in(tree, code):
    for node in _definitions(tree, ast.FunctionDef):
        if node.name == code.co_name and code.co_firstlineno in (first_line(node), node.lineno):
            return node
    return None


def _codes(code):
    yield code
    for constant in code.co_consts:
        if hasattr(constant, "co_code"):
            yield from _codes(constant)


def _same_code(text, code):
    """Whether the text compiles to this function."""
    try:
        return any(c.co_name == code.co_name and c.co_code == code.co_code and c.co_names == code.co_names and
                   c.co_firstlineno == code.co_firstlineno for c in _codes(compile(text, "<text>", "exec")))
    except (SyntaxError, ValueError):
        return False


def _typed():
    """What was typed at the prompt, the latest first: each definition from its first line."""
    try:
        import readline
    except ImportError:
        return
    lines = [readline.get_history_item(i + 1) or "" for i in range(readline.get_current_history_length())]
    for start in range(len(lines) - 1, -1, -1):
        if lines[start].startswith(("@", "def ", "class ")):
            yield "\n".join(lines[start:]) + "\n"


def _candidates(frame):
    """Texts that the functions which are being carried out could have given to exec()."""
    while frame is not None:
        for table in (frame.f_locals, frame.f_globals):
            for value in list(table.values()):
                own = () if isinstance(value, type(sys)) else (*getattr(value, "__dict__", {}).values(),
                                                               *vars(type(value)).values())
                yield from [v for v in (value, *own) if isinstance(v, str) and "def " in v]
        yield from [c for c in frame.f_code.co_consts if isinstance(c, str) and "def " in c]
        frame = frame.f_back


def function_tree(function, frame=None):
    """(tree of the file or cell, its FunctionDef) of a function of Python."""
    code = function.__code__
    filename = code.co_filename
    linecache.checkcache(filename)
    lines = linecache.getlines(filename, function.__globals__)
    if lines:
        try:
            tree = _tree_of(filename, "".join(lines))
            node = _function_in(tree, code)
        except SyntaxError:
            node = None
        if node is not None:
            return tree, node
    for text in [*_candidates(frame or sys._getframe(1)), *_typed()]:
        if _same_code(text, code):
            tree = ast.parse(text, filename)
            node = _function_in(tree, code)
            if node is not None:
                return tree, node
    raise ReadError(f"the text of {function.__qualname__} is not available; pass it as a string", filename)


def class_tree(cls, functions, frame=None):
    """The ClassDef of a class, found by one of its functions, which are plain functions of Python."""
    for function in functions:
        tree, node = function_tree(function, frame)
        for found in _definitions(tree, ast.ClassDef):
            if found.name == cls.__name__ and node in found.body:
                return found
    module = sys.modules.get(cls.__module__)
    filename = getattr(module, "__file__", None) or ""
    lines = linecache.getlines(filename) if filename else []
    for found in _definitions(_tree_of(filename, "".join(lines)), ast.ClassDef) if lines else []:
        if found.name == cls.__name__:
            return found
    raise ReadError(f"the text of the class {cls.__qualname__} is not available; pass it as a string", filename)
