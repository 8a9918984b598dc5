"""What scripts ask for and Loopwright does not have: an error that names it and the nearest thing there is."""

import difflib


class MissingName(AttributeError, NotImplementedError):
    """A name of TVM that Loopwright lacks."""


def missing(module, name, known=()):
    """The error for a name."""
    near = difflib.get_close_matches(name, [str(k) for k in known if not str(k).startswith("_")], 3)
    words = f"Loopwright's tvm has no {module}.{name}"
    return MissingName(words + (f"; the nearest: {', '.join(near)}" if near else ""))
