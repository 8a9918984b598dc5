"""NumPy, imported when it is used: importing it takes longer than all of this package."""


class _Numpy:
    def __getattr__(self, name):
        import numpy as imported

        return getattr(imported, name)


numpy = _Numpy()
