"""A namespace of a language as an object: `T` where a text is read without a module."""


class Namespace:
    """T.name gives what the language says of the name."""

    def __init__(self, language):
        self._language = language

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self._language.name(name)
