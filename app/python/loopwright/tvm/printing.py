"""In which dialect programs are printed: the names of blocks are those of the namespace that the script imports."""

_chosen = {"dialect": "classic"}


def dialect():
    """"classic" (T.block) or "tvm" (T.sblock)."""
    return _chosen["dialect"]


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
