"""In which dialect programs are printed: the names of blocks are those of the namespace that the script imports."""

_chosen = {"dialect": "classic"}


def dialect():
    """"classic" (T.block) or "tvm" (T.sblock)."""
    return _chosen["dialect"]


def choose(name):
    """Of a script: its imports decide."""
    _chosen["dialect"] = name
