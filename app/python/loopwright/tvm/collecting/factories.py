"""Functions that make programs: those that take parameters and contain one."""

import ast

_PROGRAMS = {"prim_func", "ir_module", "jit", "function"}
_BUILDERS = {"create_prim_func", "BlockBuilder", "create_schedule"}


def _decorated(node):
    for decorator in node.decorator_list:
        inner = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = inner.attr if isinstance(inner, ast.Attribute) else getattr(inner, "id", "")
        if name in _PROGRAMS and (name != "function" or ast.unparse(inner).startswith(("R.", "relax."))):
            return True
    return False


def _makes(node):
    for part in ast.walk(node):
        if part is not node and isinstance(part, (ast.FunctionDef, ast.ClassDef)) and _decorated(part):
            return True
        if isinstance(part, ast.Call):
            name = part.func.attr if isinstance(part.func, ast.Attribute) else getattr(part.func, "id", "")
            if name in _BUILDERS:
                return True
    return False


def _parameters(node):
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
    pairs = [*zip(positional, defaults), *zip(arguments.kwonlyargs, arguments.kw_defaults)]
    return [{"name": a.arg, "default": None if d is None else ast.unparse(d),
             "annotation": "" if a.annotation is None else ast.unparse(a.annotation)}
            for a, d in pairs if a.arg not in ("self", "cls")]


def factories_of(tree, path):
    """The factories of a file: at its top, and methods of its classes."""
    found = []

    def look(nodes, prefix):
        for node in nodes:
            if isinstance(node, ast.FunctionDef) and not _decorated(node):
                if _makes(node):
                    found.append({"name": prefix + node.name, "file": path, "line": node.lineno,
                                  "parameters": _parameters(node)})
            elif isinstance(node, ast.ClassDef) and not _decorated(node):
                look(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, (ast.If, ast.Try, ast.With)):
                look([*node.body, *getattr(node, "orelse", ())], prefix)

    look(tree.body, "")
    return found
