"""relax.Function: a graph, as text and as nodes."""

from ..ir.function import BaseFunc
from .struct_info import FuncStructInfo


class Function(BaseFunc):
    """A function of operators and calls of kernels."""

    def __init__(self, flat, body=None, ret_struct_info=None, is_pure=True, attrs=None, span=None):
        self._parsed = None
        if isinstance(flat, (list, tuple)):  # parameters and body, as nodes
            from .nodes import SeqExpr
            from .writing import written

            sequence = body if isinstance(body, SeqExpr) else SeqExpr([], body)
            options = {} if is_pure else {"pure": False}
            flat, _ = written("main", flat, sequence.blocks, sequence.body, dict(attrs or {}), options)
        super().__init__(flat)

    def script(self, **options):
        """The function as TVMScript. One that calls functions of a module it is not in is shown as it is written."""
        if any("cls." in line for line in self._flat.text[1].lines):
            from ..printing import as_printed, shortened

            return as_printed(shortened(self.text()[0]), False)
        return super().script(**options)

    def _nodes(self):
        if self._parsed is None:
            from .parsing import Parser

            self._parsed = Parser(self._flat)
        return self._parsed

    @property
    def params(self):
        return self._nodes().params

    @property
    def body(self):
        return self._nodes().body

    @property
    def ret_struct_info(self):
        return self._nodes().ret

    is_pure = property(lambda self: self._flat.options.get("pure", True))

    @property
    def struct_info(self):
        return FuncStructInfo([p.struct_info for p in self.params], self.ret_struct_info)

    def __call__(self, *args):
        from ..reader.body import active

        if active() is not None:
            return super().__call__(*args)
        from .nodes import Call

        return Call(self, list(args))

    def bind_params(self, arrays):
        """The function with constants in the place of parameters."""
        from .transform import bound

        return bound(self, arrays)
