"""In which dialect programs are printed: the names of blocks are those of the namespace that the script imports."""

_chosen = {"dialect": "classic"}


def dialect():
    """"classic" (T.block) or "tvm" (T.sblock)."""
    return _chosen["dialect"]


def as_printed(text, module):
    """The engine's text of a program as TVM prints it: imports are comments, and a module is a class named Module.
    `module`: a lone function is in one, too."""
    lines = text.rstrip("\n").split("\n")
    head = [line for line in lines if line.startswith(("from ", "import "))]
    body = lines[len(head):]
    while body and not body[0]:
        body.pop(0)
    named = next((line for line in body if line.startswith("class ")), "")
    if named:
        name = named.removeprefix("class ").rstrip(":")
        body = ["class Module:" if line is named else line.replace(f"cls = {name}", "cls = Module")
                if line.strip() == f"cls = {name}" else line for line in body]
    elif module:
        body = ["@I.ir_module", "class Module:", *["    " + line if line else line for line in body]]
        head.insert(0, "from tvm.script import ir as I")
    head = [line.replace("import tir as T", "import tirx as T") if dialect() == "tvm" else line for line in head]
    return "\n".join([*("# " + line for line in dict.fromkeys(head)), "", *body])


_LONG = 200  # characters of a constant that is shown as it is


def shortened(text):
    """The text with large constants by number, as TVM prints them."""
    if "R.const([" not in text:
        return text
    out, at, number = [], 0, 0
    while True:
        start = text.find("R.const([", at)
        if start < 0:
            break
        end, depth = start + len("R.const("), 0
        while True:
            depth += {"[": 1, "]": -1}.get(text[end], 0)
            end += 1
            if depth == 0:
                break
        end = text.index(")", end) + 1
        out.append(text[at:start])
        if end - start > _LONG:
            out.append(f'metadata["relax.expr.Constant"][{number}]')
            number += 1
        else:
            out.append(text[start:end])
        at = end
    return "".join([*out, text[at:]])


def choose(name):
    """Of a script: its imports decide."""
    _chosen["dialect"] = name
