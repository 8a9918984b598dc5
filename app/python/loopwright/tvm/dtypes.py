"""Types of elements. TVM's are texts with attributes: DataType("float16x4").bits is 16."""

import re


def with_bits(name):
    """The name of a type; "int" is "int32"."""
    return {"int": "int32", "uint": "uint32", "float": "float32"}.get(name, name) if isinstance(name, str) else name


class DataType(str):
    """The name of a type, such as "float32" or "int8x4"."""

    __slots__ = ()

    @property
    def type_code(self):
        return {"int": 0, "uint": 1, "float": 2, "handle": 3, "bfloat": 4}.get(self._parts()[0], 2)

    @property
    def bits(self):
        return self._parts()[1]

    @property
    def lanes(self):
        return self._parts()[2]

    def itemsize(self):
        """Bytes of an element with all its lanes."""
        return (self.bits * self.lanes + 7) // 8

    @property
    def dtype(self):
        return self

    def with_lanes(self, lanes):
        return DataType(f"{self.split('x')[0]}{f'x{lanes}' if lanes > 1 else ''}")

    def _parts(self):
        found = re.fullmatch(r"([a-z]+)(\d*)(?:_\w+?)?(?:x(\d+))?", str(self))
        if not found:
            return str(self), 0, 1
        name, bits, lanes = found.groups()
        return name, int(bits) if bits else {"bool": 8, "handle": 64}.get(name, 0), int(lanes) if lanes else 1
