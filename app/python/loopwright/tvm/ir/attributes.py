"""Attributes of functions and modules: a table that reads as TVM's do."""


class Attributes(dict):
    """Attributes by name; attrs.tir_noalias and attrs["tir.noalias"]."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        for key in (name, name.replace("_", ".")):
            if key in self:
                return self[key]
        raise AttributeError(f"there is no attribute {name}; known: {', '.join(self) or 'none'}")

    def get_str(self, key):
        return str(self[key])

    def get_int(self, key):
        return int(self[key])
